//! The data folder: private to its owner, and locked while a process serves from it.
//!
//! Ensures that at most one `serve` runs per data folder. A second one would send deliveries again that the first has
//! in flight, because with a file database a process treats every claim that it finds as left by a dead process.
//! Commands share the folder; replicas share a PostgreSQL, not a file.
//!
//! The lock is an operating system lock on an open file. It ends with its process, even after `kill -9`, so a leftover
//! file does not lock anything.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

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
        /// Content of the lock file about its holder, in brackets; empty if it lacks one.
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
    make_folder(folder).map_err(unusable)?;
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

/// Makes the folder and its database private. New ones are accessible only to the owner. Existing ones lose the access
/// of other users and keep the access of the group. Callback addresses are often secrets themselves. SQLite creates its
/// other files with the mode of the database.
///
/// # Errors
/// Returns the error of the system if one of them cannot be created.
#[cfg(unix)]
pub fn make_private(folder: &Path, file: &Path) -> io::Result<()> {
    use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};

    make_folder(folder)?;
    fs::OpenOptions::new().append(true).create(true).mode(0o600).open(file)?;
    let beside = |ending: &str| PathBuf::from(format!("{}{ending}", file.display()));
    for path in [folder.to_owned(), file.to_owned(), beside("-wal"), beside("-shm")] {
        let Ok(known) = fs::metadata(&path) else { continue };
        let mode = known.permissions().mode();
        if mode & 0o007 != 0 {
            let tightened = fs::set_permissions(&path, fs::Permissions::from_mode(mode & !0o007));
            if let Err(error) = tightened {
                tracing::warn!(path = %path.display(), %error, "cannot make it private: every user of this machine may read it");
            }
        }
    }
    Ok(())
}

/// Creates the folder.
///
/// # Errors
/// Returns the error of the system if it cannot be created.
#[cfg(not(unix))]
pub fn make_private(folder: &Path, _: &Path) -> io::Result<()> {
    make_folder(folder)
}

/// Creates a data folder if it is missing, private to its owner if the system supports that.
///
/// # Errors
/// Returns the system's error if the folder cannot be created.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

#[cfg(test)]
mod tests;
