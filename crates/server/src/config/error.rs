//! Errors of the configuration, each as one line that says what to do.

use std::path::PathBuf;

/// A configuration problem, as one line that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("cannot read the configuration file {path}: {source}")]
    Unreadable {
        path: PathBuf,
        #[source]
        source: std::io::Error,
    },
    /// The file is not valid.
    #[error("configuration file {path}: {message}")]
    Malformed {
        path: PathBuf,
        /// Problem and line number.
        message: String,
    },
    /// An environment variable is not a setting.
    #[error(transparent)]
    Variable(#[from] command_line::variables::UnknownVariable),
    /// A secret cannot be read from its file.
    #[error(transparent)]
    Secret(#[from] command_line::secrets::SecretError),
    /// A setting has an invalid value.
    #[error("setting {setting}: {message}")]
    Setting {
        /// The flag.
        setting: &'static str,
        /// Problem and allowed values.
        message: String,
    },
}
