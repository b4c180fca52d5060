//! One `serve` per data folder: a second one would send again what the first has under way, because a file's process takes
//! every claim that it finds for a dead one's. Commands share the folder; replicas share a PostgreSQL, not a file.
//!
//! The lock is the operating system's, on an open file: it ends with its process, also by `kill -9`, and a file that was left
//! behind is no lock.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use crate::database;

/// File name of the lock in the data folder.
const FILE: &str = "serve.lock";

/// The folder cannot be served from. One line that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another process serves from it.
    #[error(
        "another process serves from the data folder {folder}{holder}: stop it first, or choose another folder with \
         --data-dir"
    )]
    Held {
        /// As the configuration has it.
        folder: PathBuf,
        /// What the lock's file says of its holder, in brackets; empty when it says nothing.
        holder: String,
    },
    /// The file cannot be made or locked.
    #[error("cannot lock {file}: {source}; choose another data folder with --data-dir")]
    Unusable {
        /// The lock's file.
        file: PathBuf,
        /// The system's words.
        #[source]
        source: std::io::Error,
    },
}

/// Holds the folder until it is dropped.
#[derive(Debug)]
#[must_use]
pub struct FolderLock {
    /// None where the file system has no locks.
    _file: Option<File>,
}

/// Takes the folder, which is made when there is none.
///
/// # Errors
/// [`LockError`].
pub fn hold(folder: &Path) -> Result<FolderLock, LockError> {
    let path = folder.join(FILE);
    let unusable = |source| LockError::Unusable { file: path.clone(), source };
    database::make_folder(folder).map_err(unusable)?;
    // Not emptied before it is ours: another holder's word about itself stays readable.
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
            tracing::warn!(file = %path.display(), "this file system has no locks: start one `serve` on it alone");
            return Ok(FolderLock { _file: None });
        }
        Err(TryLockError::Error(error)) => return Err(unusable(error)),
    }
    // For people; whether it can be written decides nothing.
    let _ = file.set_len(0).and_then(|()| writeln!(file, "{}", std::process::id()));
    Ok(FolderLock { _file: Some(file) })
}

#[cfg(test)]
mod tests;
