//! Ensures that at most one `serve` runs per data folder. A second one would send deliveries again that the first has
//! in flight, because with a file database a process treats every claim that it finds as left by a dead process.
//! Commands share the folder; replicas share a PostgreSQL, not a file.
//!
//! The lock is an operating system lock on an open file. It ends with its process, even after `kill -9`, so a leftover
//! file does not lock anything.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use crate::database;

/// File name of the lock in the data folder.
const FILE: &str = "serve.lock";

/// The folder cannot be served from. One line that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another process serves from the folder.
    #[error(
        "another process serves from the data folder {folder}{holder}: stop it first, or choose another folder with \
         --data-dir"
    )]
    Held {
        /// Folder as configured.
        folder: PathBuf,
        /// Content of the lock file about its holder, in brackets; empty if it has none.
        holder: String,
    },
    /// The file cannot be created or locked.
    #[error("cannot lock {file}: {source}; choose another data folder with --data-dir")]
    Unusable {
        /// The lock file.
        file: PathBuf,
        #[source]
        source: std::io::Error,
    },
}

/// A lock on the folder, held until it is dropped.
#[derive(Debug)]
#[must_use]
pub struct FolderLock {
    /// `None` if the file system does not support locks.
    _file: Option<File>,
}

/// Locks the folder, and creates it if it is missing.
///
/// # Errors
/// Returns a [`LockError`] if the folder is in use or cannot be locked.
pub fn hold(folder: &Path) -> Result<FolderLock, LockError> {
    let path = folder.join(FILE);
    let unusable = |source| LockError::Unusable { file: path.clone(), source };
    database::make_folder(folder).map_err(unusable)?;
    // Not truncated before the lock is held, so that another holder's process id stays readable.
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(&path)
        .map_err(unusable)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let said = std::fs::read_to_string(&path).unwrap_or_default();
            let holder = said.trim().parse::<u32>().map(|id| format!(" (process {id})")).unwrap_or_default();
            return Err(LockError::Held { folder: folder.to_owned(), holder });
        }
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
            tracing::warn!(file = %path.display(), "this file system does not support locks; make sure that only one `serve` uses it");
            return Ok(FolderLock { _file: None });
        }
        Err(TryLockError::Error(error)) => return Err(unusable(error)),
    }
    // Only for people; a failed write is ignored.
    let _ = file.set_len(0).and_then(|()| writeln!(file, "{}", std::process::id()));
    Ok(FolderLock { _file: Some(file) })
}

#[cfg(test)]
mod tests;
