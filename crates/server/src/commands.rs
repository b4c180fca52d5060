//! One module per command of the command line.

pub mod account;
pub mod backfill;
pub mod backup;
pub mod budget;
pub mod check;
pub mod climate;
pub mod config;
#[cfg(feature = "demo")]
pub mod demo;
pub mod import;
pub mod migrate;
pub mod operator;
pub mod parse;
pub mod relocate;
pub mod resolve;
pub mod standalone;
pub mod stations;
pub mod verify;
pub mod webhook_keys;
pub mod webhooks;

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use crate::config::Config;
use crate::error::one_line;

/// Serves until the process is asked to stop.
///
/// # Errors
/// Returns a one-line message if the service cannot start or keep running.
pub fn serve(config: Config) -> Result<(), String> {
    crate::serve::run(config).map_err(one_line)
}

/// Prints the text of a command.
///
/// # Errors
/// Returns a one-line message if standard output cannot be written.
pub(crate) fn print_text(text: &str) -> Result<(), String> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}").and_then(|()| out.flush()).map_err(|error| format!("cannot write: {error}"))
}

/// Runs the asynchronous part of a command.
///
/// # Errors
/// Returns a one-line message if the system refuses a thread.
pub(crate) fn block_on<T>(work: impl Future<Output = T>) -> Result<T, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    Ok(runtime.map_err(|error| format!("cannot start: {error}"))?.block_on(work))
}

/// Reads a file, or standard input for `-`.
///
/// # Errors
/// Returns a one-line message that names the file if it cannot be read.
pub(crate) fn read(file: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    if file == Path::new("-") {
        io::stdin()
            .lock()
            .read_to_end(&mut bytes)
            .map_err(|error| format!("cannot read standard input: {error}"))?;
    } else {
        bytes = fs::read(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    }
    Ok(bytes)
}
