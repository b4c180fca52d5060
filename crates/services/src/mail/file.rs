//! Mails as files: one each, readable by the service's own user alone, because a sign-in's mail signs in who reads it.
//! A file is deleted after a day, and with the account of its address.

use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use accounts::{Address, Digest};
use conditions_core::time::{DAY_MS, Timestamp};
use runtime::clock;
use uuid::Uuid;

use super::MailError;

/// A folder of mails.
#[derive(Debug, Clone)]
pub struct Folder(PathBuf);

impl Folder {
    /// The folder at a path; it is made with the first mail.
    #[must_use]
    pub const fn new(path: PathBuf) -> Self {
        Self(path)
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a mail to an address.
    ///
    /// # Errors
    /// [`MailError::Failed`]: the disk may have room later.
    pub async fn write(&self, to: &Address, bytes: Vec<u8>) -> Result<(), MailError> {
        let folder = self.0.clone();
        let (at, id) = (clock::now().millis(), Uuid::new_v4().simple());
        let name = format!("{at}-{}-{id}.eml", reader(to));
        let written = tokio::task::spawn_blocking(move || write(&folder, &name, &bytes)).await;
        let failed = |error: &dyn std::fmt::Display| MailError::Failed(error.to_string());
        written.map_err(|error| failed(&error))?.map_err(|error| failed(&error))
    }
}

/// How long a file is kept: long after its code and its link have ended.
pub const KEPT_MS: i64 = DAY_MS;

impl Folder {
    /// Deletes the files that were written before an instant; how many.
    ///
    /// # Errors
    /// What the system says.
    pub fn expire(&self, before: Timestamp) -> std::io::Result<usize> {
        self.remove(|name| {
            let at = name.split('-').next().and_then(|at| at.parse::<i64>().ok());
            at.is_some_and(|at| at < before.millis())
        })
    }

    /// Deletes the files to an address, whose account is deleted; how many.
    ///
    /// # Errors
    /// What the system says.
    pub fn forget(&self, to: &Address) -> std::io::Result<usize> {
        let reader = reader(to);
        self.remove(|name| name.split('-').nth(1) == Some(&reader))
    }

    /// Deletes the mails whose names are meant; other files of the folder are somebody else's.
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
                // Another replica over the same folder was faster.
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        Ok(removed)
    }
}

/// By which the files to an address are found.
fn reader(to: &Address) -> String {
    Digest::of(&to.key()).hex().chars().take(16).collect()
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
