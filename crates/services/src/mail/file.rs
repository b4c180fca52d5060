//! Emails as files, one each, readable only by the service's user, because a sign-in email signs its reader in. A file
//! is deleted after a day, and with the account of its address.

use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use accounts::{Address, Digest};
use conditions_core::time::{DAY_MS, Timestamp};
use runtime::clock;
use uuid::Uuid;

use super::MailError;

/// A folder of emails.
#[derive(Debug, Clone)]
pub struct Folder(PathBuf);

impl Folder {
    /// Returns the folder at a path; it is created with the first email.
    #[must_use]
    pub const fn new(path: PathBuf) -> Self {
        Self(path)
    }

    /// Returns the path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes an email to an address.
    ///
    /// # Errors
    /// Returns [`MailError::Failed`] if it cannot be written: the disk may have room later.
    pub async fn write(&self, to: &Address, bytes: Vec<u8>) -> Result<(), MailError> {
        let folder = self.0.clone();
        let (at, id) = (clock::now().millis(), Uuid::new_v4().simple());
        let name = format!("{at}-{}-{id}.eml", reader(to));
        let written = tokio::task::spawn_blocking(move || write(&folder, &name, &bytes)).await;
        let failed = |error: &dyn std::fmt::Display| MailError::Failed(error.to_string());
        written.map_err(|error| failed(&error))?.map_err(|error| failed(&error))
    }
}

/// Retention of a file: long after its code and its link have expired.
pub const KEPT_MS: i64 = DAY_MS;

impl Folder {
    /// Deletes the files written before a time; returns their number.
    ///
    /// # Errors
    /// Returns the system's error if a file cannot be deleted.
    pub fn expire(&self, before: Timestamp) -> std::io::Result<usize> {
        self.remove(|name| {
            let at = name.split('-').next().and_then(|at| at.parse::<i64>().ok());
            at.is_some_and(|at| at < before.millis())
        })
    }

    /// Deletes the files to an address whose account is deleted; returns their number.
    ///
    /// # Errors
    /// Returns the system's error if a file cannot be deleted.
    pub fn delete(&self, to: &Address) -> std::io::Result<usize> {
        let reader = reader(to);
        self.remove(|name| name.split('-').nth(1) == Some(&reader))
    }

    /// Deletes the emails with matching names; other files in the folder are left alone.
    fn remove(&self, is_meant: impl Fn(&str) -> bool) -> std::io::Result<usize> {
        let entries = match std::fs::read_dir(&self.0) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(0),
            entries => entries?,
        };
        let mut removed = 0;
        for entry in entries {
            let path = entry?.path();
            let name =
                path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(".eml"));
            if !name.is_some_and(&is_meant) {
                continue;
            }
            match std::fs::remove_file(&path) {
                Ok(()) => removed += 1,
                // Another replica with the same folder deleted it first.
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        Ok(removed)
    }
}

/// Returns the part of file names that identifies an address.
fn reader(to: &Address) -> String {
    Digest::from_text(&to.key()).hex().chars().take(16).collect()
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    let mut make = std::fs::DirBuilder::new();
    let mut open = std::fs::OpenOptions::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
        make.mode(0o700);
        open.mode(0o600);
    }
    make.recursive(true).create(folder)?;
    let mut file = open.write(true).create_new(true).open(folder.join(name))?;
    file.write_all(bytes)
}
