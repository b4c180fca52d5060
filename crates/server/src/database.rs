//! Where the deployment's storage is: the PostgreSQL that the configuration names, or a file in the data folder.

use std::path::PathBuf;

use storage::{Store, StoreError};

use crate::config::Config;
use crate::store;

/// File name of the embedded database.
const FILE: &str = "snow-conditions.sqlite";

/// The storage cannot be opened. One line that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The data folder cannot be made.
    #[error("cannot use the data folder {folder}: {source}; choose one with --data-dir")]
    Folder {
        /// As the configuration has it.
        folder: PathBuf,
        /// The system's words.
        #[source]
        source: std::io::Error,
    },
    /// The database refused, or is not ours.
    #[error(transparent)]
    Storage(#[from] StoreError),
}

/// Opens the deployment's storage.
///
/// # Errors
/// A folder or a database that cannot be used; nothing is overwritten.
pub fn open(config: &Config) -> Result<Store, OpenError> {
    Ok(store::open(&location(config)?)?)
}

fn location(config: &Config) -> Result<String, OpenError> {
    if let Some(url) = &config.database_url {
        return Ok(url.clone());
    }
    std::fs::create_dir_all(&config.data_dir)
        .map_err(|source| OpenError::Folder { folder: config.data_dir.clone(), source })?;
    Ok(config.data_dir.join(FILE).to_string_lossy().into_owned())
}
