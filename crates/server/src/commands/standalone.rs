//! Commands that use neither the settings nor the data of a deployment: packages and image builders call them.

use std::io::{self, Write as _};
use std::time::Duration;

use clap::{Command, Subcommand};
use command_line::{Shell, manual};
use outbound::client::Client;
use reqwest::Url;

use super::{block_on, print_text};
use crate::error::one_line;

/// Commands that work without settings.
#[derive(Debug, Subcommand)]
pub enum Standalone {
    /// Print completions of this command line for a shell.
    Completions {
        /// Name of the shell.
        shell: Shell,
    },
    /// Print the manual page of this program.
    Man,
    /// Check that a service answers, for example http://127.0.0.1:8080; exit code 0 or 1.
    Health {
        /// Address; without a path, /healthz is requested. /readyz also checks that there are data to serve.
        url: String,
    },
}

/// Maximum wait for the answer of a service.
const PATIENCE: Duration = Duration::from_secs(5);
/// Maximum size of that answer, in bytes.
const MOST: usize = 64 << 10;

/// Runs the command of `program`.
///
/// # Errors
/// Returns a one-line message if the command fails.
pub fn run(command: &Standalone, program: Command) -> Result<(), String> {
    let mut text = Vec::new();
    let made = match command {
        Standalone::Completions { shell } => {
            command_line::completions(program, *shell, &mut text);
            Ok(())
        }
        Standalone::Man => manual::write(program, &mut text),
        Standalone::Health { url } => return health(url),
    };
    let mut out = io::stdout().lock();
    made.and_then(|()| out.write_all(&text))
        .and_then(|()| out.flush())
        .map_err(|error| format!("cannot write: {error}"))
}

fn health(url: &str) -> Result<(), String> {
    let mut url = Url::parse(url).map_err(|error| format!("`{url}` is not a URL: {error}"))?;
    if url.path() == "/" {
        url.set_path("/healthz");
    }
    let client = Client::new().map_err(one_line)?;
    let answer = block_on(async { tokio::time::timeout(PATIENCE, client.get(url.as_str(), MOST)).await })?
        .map_err(|_| format!("no answer within {} s", PATIENCE.as_secs()))?
        .map_err(one_line)?;
    let text = String::from_utf8_lossy(&answer.body);
    let first = text.lines().next().unwrap_or_default();
    if (200..300).contains(&answer.status) {
        print_text(first)
    } else {
        Err(format!("status {}: {first}", answer.status))
    }
}
