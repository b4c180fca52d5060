//! Explains to the developer of a receiver why the signature of a delivery in files does not match.

use std::io::Read as _;
use std::path::Path;

use runtime::clock;
use webhooks::Secret;
use webhooks::signature::{ID_HEADER, SIGNATURE_HEADER, STANDARD_HEADER, TIMESTAMP_HEADER};
use webhooks::verify::{Diagnosis, ReceivedHeaders, diagnose};

/// Checks the signatures of a delivery in files, and explains each.
///
/// # Errors
/// Returns a one-line message if a file cannot be read, no signature is given, or a signature is not valid.
pub fn explained(secret_file: &Path, body_file: &Path, headers: &[String]) -> Result<String, String> {
    let text = std::fs::read_to_string(secret_file).map_err(|error| unreadable(secret_file, &error))?;
    let secret = Secret::parse(text.trim()).map_err(|error| format!("{}: {error}", secret_file.display()))?;
    let body = body(body_file)?;
    let headers: Vec<(&str, &str)> = headers.iter().filter_map(|header| header.split_once(':')).collect();
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
        return Ok(lines.join("\n"));
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
