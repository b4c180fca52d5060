//! Why a configuration cannot be used, as one line that says what to do.

use std::path::PathBuf;

/// A problem of the configuration, as one line that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("cannot read the configuration file {path}: {source}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        #[source]
        source: std::io::Error,
    },
    /// The file is not valid.
    #[error("configuration file {path}: {message}")]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The problem and its line.
        message: String,
    },
    /// A variable of the environment that is not a setting.
    #[error("environment variable {name} is not a setting; did you mean {nearest}? (--help lists all)")]
    Variable {
        /// The variable.
        name: String,
        /// The setting with the most similar name.
        nearest: String,
    },
    /// A setting has an invalid value.
    #[error("setting {setting}: {message}")]
    Setting {
        /// The flag.
        setting: &'static str,
        /// The problem and the allowed values.
        message: String,
    },
}
