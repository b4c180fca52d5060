//! Reads the settings of this process from all sources, and states where each one comes from.

use std::collections::BTreeMap;
use std::path::Path;

use clap::{ArgMatches, Command};
use command_line::effective::{Effective, Files, effective};
use command_line::secrets::{self, FileSecret};
use command_line::variables;

use super::redact::redacted;
use super::{ConfigError, Settings, file, wrong};

/// The settings of this process.
#[derive(Debug, Clone)]
pub struct LoadedSettings {
    pub settings: Settings,
    /// Every setting with its origin; secrets are hidden.
    pub origins: Vec<Effective>,
}

/// Reads the settings again.
type Reread = fn() -> Result<LoadedSettings, String>;

/// The settings at the start, and how to read them again.
#[derive(Debug, Clone)]
pub struct Rereading {
    pub origins: Vec<Effective>,
    pub reread: Reread,
}

/// Fills the settings of the command line and the environment from files: secrets, then the configuration file.
///
/// # Errors
/// Returns an error for a variable that is not a setting, or a file that cannot be used.
pub fn load(program: &Command, matches: &ArgMatches, given: Settings) -> Result<LoadedSettings, ConfigError> {
    variables::check(program)?;
    let secrets = secrets::read(program)?;
    let path = given.config.clone();
    let values = path.as_deref().map(values).transpose()?;
    let files = Files { secrets: &secrets, configuration: path.as_deref().zip(values.as_ref()) };
    let mut origins = effective(program, matches, files);
    for one in &mut origins {
        one.value = redacted(&one.value);
    }
    let mut settings = given.or(of_secrets(&secrets)?);
    if let Some(path) = &path {
        settings = settings.or(file(path)?);
    }
    Ok(LoadedSettings { settings, origins })
}

/// Returns the settings of secret files.
fn of_secrets(secrets: &BTreeMap<String, FileSecret>) -> Result<Settings, ConfigError> {
    let entries = secrets.iter().map(|(key, secret)| (key.clone(), toml::Value::from(secret.value.as_str())));
    // The error could repeat a secret.
    toml::Table::from_iter(entries)
        .try_into()
        .map_err(|_| wrong("secret files", "one of them is not a value of its setting"))
}

/// Returns the values of the configuration file for display.
fn values(path: &Path) -> Result<BTreeMap<String, String>, ConfigError> {
    let unreadable = |source| ConfigError::Unreadable { path: path.to_owned(), source };
    let text = std::fs::read_to_string(path).map_err(unreadable)?;
    let table: toml::Table = toml::from_str(&text).unwrap_or_default();
    let shown = |value: toml::Value| match value {
        toml::Value::String(text) => text,
        toml::Value::Array(entries) => format!("{} entries", entries.len()),
        toml::Value::Integer(number) => number.to_string(),
        toml::Value::Boolean(flag) => flag.to_string(),
        toml::Value::Float(_) | toml::Value::Datetime(_) | toml::Value::Table(_) => "set".to_owned(),
    };
    Ok(table.into_iter().map(|(key, value)| (key, shown(value))).collect())
}

#[cfg(test)]
mod tests;
