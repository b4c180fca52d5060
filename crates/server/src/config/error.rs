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
    #[error("environment variable {name} is not a setting; did you mean {nearest}? (--help lists all)")]
    Variable {
        /// Name of the variable.
        name: String,
        /// Setting with the most similar name.
        nearest: String,
    },
    /// A setting has an invalid value.
    #[error("setting {setting}: {message}")]
    Setting {
        /// The flag.
        setting: &'static str,
        /// Problem and allowed values.
        message: String,
    },
}
