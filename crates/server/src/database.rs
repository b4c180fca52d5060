//! Opens the deployment's storage: the configured PostgreSQL, or a file in the data folder.

use std::path::{Path, PathBuf};

use runtime::data_folder::make_private;
use runtime::opening;
use storage::{Options, Store, StoreError};

use crate::config::Config;

/// File name of the embedded database.
const FILE: &str = "snow-conditions.sqlite";

/// The storage cannot be opened. One line that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The data folder cannot be created.
    #[error("cannot use the data folder {folder}: {source}; choose one with --data-dir")]
    Folder {
        /// Folder as configured.
        folder: PathBuf,
        #[source]
        source: std::io::Error,
    },
    /// The database refused the connection, or belongs to another program.
    #[error(transparent)]
    Storage(#[from] StoreError),
}

/// Opens the deployment's storage, and creates it if it is missing. For `serve`, `demo` and `import`.
///
/// # Errors
/// Returns an error if the folder or the database cannot be used. Nothing is overwritten.
pub fn open(config: &Config) -> Result<Store, OpenError> {
    let options = Options { migrate: config.migrate, ..Options::default() };
    Ok(opening::open_with(&location(config)?, &options)?)
}

/// Opens the deployment's storage for any other command, and prints which one it is. Never creates storage: with the
/// wrong folder or without the service's environment, a command would otherwise answer from an empty database.
///
/// # Errors
/// Returns [`StoreError::Absent`] if the storage is missing; otherwise like [`open`].
pub fn existing(config: &Config) -> Result<Store, OpenError> {
    let place = announced(config)?;
    let options = Options { create: false, migrate: config.migrate, ..Options::default() };
    Ok(opening::open_with(&place, &options)?)
}

/// Returns the location of existing storage and prints it without its password.
///
/// # Errors
/// Returns [`StoreError::Absent`] if the file of the embedded database is missing.
pub fn announced(config: &Config) -> Result<String, StoreError> {
    let place = place(config);
    if config.database_url.is_none() && !Path::new(&place).exists() {
        return Err(StoreError::Absent { place });
    }
    eprintln!("database: {}", storage::redact(&place));
    Ok(place)
}

/// Returns the location of the deployment's storage: a URL with its password, or an absolute path.
#[must_use]
pub fn place(config: &Config) -> String {
    config.database_url.clone().unwrap_or_else(|| {
        let file = file(config);
        std::path::absolute(&file).unwrap_or(file).display().to_string()
    })
}

/// Returns the path of the embedded database, even if the deployment uses PostgreSQL.
pub(crate) fn file(config: &Config) -> PathBuf {
    config.data_dir.join(FILE)
}

/// Logs a warning if the connection to a PostgreSQL server is not verified.
pub(crate) fn warn_of_trust(url: &str) {
    if storage::is_trusting(url) {
        tracing::warn!(
            place = storage::redact(url),
            "the connection to the database is not verified: set sslmode=verify-full, or sslmode=disable in your own network"
        );
    }
}

/// Returns the file path or URL of the deployment's storage, and creates the data folder if it is missing.
///
/// # Errors
/// Returns an error if the folder cannot be created.
pub(crate) fn location(config: &Config) -> Result<String, OpenError> {
    if let Some(url) = &config.database_url {
        warn_of_trust(url);
        return Ok(url.clone());
    }
    let file = file(config);
    make_private(&config.data_dir, &file)
        .map_err(|source| OpenError::Folder { folder: config.data_dir.clone(), source })?;
    Ok(file.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests;
