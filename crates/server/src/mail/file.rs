//! Mails as files: one each, readable by the service's own user alone, because a sign-in's mail signs in who reads it.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use uuid::Uuid;

use super::MailError;
use crate::clock;

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

    /// Writes a mail.
    ///
    /// # Errors
    /// [`MailError::Failed`]: the disk may have room later.
    pub async fn write(&self, bytes: Vec<u8>) -> Result<(), MailError> {
        let folder = self.0.clone();
        let name = format!("{}-{}.eml", clock::now().millis(), Uuid::new_v4().simple());
        let written = tokio::task::spawn_blocking(move || write(&folder, &name, &bytes)).await;
        let failed = |error: &dyn std::fmt::Display| MailError::Failed(error.to_string());
        written.map_err(|error| failed(&error))?.map_err(|error| failed(&error))
    }
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
