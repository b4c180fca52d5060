//! `webhooks verify`: explains to the developer of a receiver why a signature does not match.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use clap::Args;
use runtime::clock;
use webhooks::Secret;
use webhooks::signature::{ID_HEADER, SIGNATURE_HEADER, STANDARD_HEADER, TIMESTAMP_HEADER};
use webhooks::verify::{Diagnosis, ReceivedHeaders, diagnose};

use crate::commands::say;

/// A delivery as it arrived.
#[derive(Debug, Args)]
pub struct Arguments {
    /// File with the raw body, or - for standard input.
    body: PathBuf,
    /// File that contains only the subscription's secret.
    #[arg(long, value_name = "FILE")]
    secret_file: PathBuf,
    /// Header of the delivery, `Name: value`; may be repeated.
    #[arg(long = "header", short = 'H', value_name = "HEADER", required = true)]
    headers: Vec<String>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), String> {
    let text = std::fs::read_to_string(&arguments.secret_file)
        .map_err(|error| unreadable(&arguments.secret_file, &error))?;
    let secret = Secret::parse(text.trim())
        .map_err(|error| format!("{}: {error}", arguments.secret_file.display()))?;
    let body = body(&arguments.body)?;
    let headers: Vec<(&str, &str)> =
        arguments.headers.iter().filter_map(|header| header.split_once(':')).collect();
    let header = |name: &str| {
        let is_named = |(own, _): &&(&str, &str)| own.trim().eq_ignore_ascii_case(name);
        headers.iter().find(is_named).map(|(_, value)| value.trim())
    };
    let headers = ReceivedHeaders {
        service: header(SIGNATURE_HEADER),
        id: header(ID_HEADER),
        timestamp: header(TIMESTAMP_HEADER),
        signature: header(STANDARD_HEADER),
    };
    let found = diagnose(&secret, headers, &body, clock::now().millis().div_euclid(1_000));
    if found.is_empty() {
        return Err(format!(
            "no signature given: pass --header with {SIGNATURE_HEADER}, or with {ID_HEADER}, {TIMESTAMP_HEADER} and \
             {STANDARD_HEADER}"
        ));
    }
    let lines: Vec<String> = found.iter().map(|(name, diagnosis)| format!("{name}: {diagnosis}")).collect();
    if found.iter().all(|(_, diagnosis)| *diagnosis == Diagnosis::Valid) {
        return say(&lines.join("\n"));
    }
    Err(lines.join("; "))
}

fn body(file: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    if file.as_os_str() == "-" {
        std::io::stdin().read_to_end(&mut bytes).map_err(|error| unreadable(file, &error))?;
        return Ok(bytes);
    }
    std::fs::read(file).map_err(|error| unreadable(file, &error))
}

fn unreadable(file: &Path, error: &std::io::Error) -> String {
    format!("cannot read {}: {error}", file.display())
}
