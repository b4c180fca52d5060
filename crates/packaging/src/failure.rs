//! The failures of packaging.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fs, io};

use thiserror::Error;

pub(crate) type Result<T> = std::result::Result<T, Failure>;

#[derive(Debug, Error)]
pub(crate) enum Failure {
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("{command}: {reason}")]
    Command { command: String, reason: String },
    #[error("cannot use the program: {0}")]
    Program(String),
    #[error("cannot write an archive: {0}")]
    Archive(#[from] io::Error),
    #[error("cannot write JSON: {0}")]
    Json(#[from] serde_json::Error),
    #[error("{0}")]
    Other(String),
}

pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).map_err(|source| Failure::File { path: path.to_owned(), source })
}

pub(crate) fn read_text(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|source| Failure::File { path: path.to_owned(), source })
}

/// Writes a file and the folders above it.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let failed = |source| Failure::File { path: path.to_owned(), source };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    fs::write(path, bytes).map_err(failed)
}

/// Runs a command to its end and returns its standard output.
pub(crate) fn output(command: &mut Command) -> Result<Vec<u8>> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::piped()).output();
    let failed = |reason: String| Failure::Command { command: format!("{command:?}"), reason };
    let output = output.map_err(|error| failed(error.to_string()))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    Err(failed(format!("{}: {}", output.status, errors.trim())))
}

/// Like [`output`], as text without the last line break.
pub(crate) fn line(command: &mut Command) -> Result<String> {
    Ok(String::from_utf8_lossy(&output(command)?).trim().to_owned())
}
