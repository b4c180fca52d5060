//! The settings in force, and where each one comes from.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{ArgMatches, Command};

use crate::secrets::{FileSecret, key};
use crate::table;

/// Shown in place of a secret.
const HIDDEN: &str = "(hidden)";

/// The source of a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// The command line.
    Flag,
    /// A variable of the environment.
    Variable(String),
    /// A file that contains only this secret.
    SecretFile(PathBuf),
    /// The configuration file.
    File(PathBuf),
    /// The program.
    Default,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag => f.write_str("flag"),
            Self::Variable(name) => write!(f, "environment {name}"),
            Self::SecretFile(file) => write!(f, "secret file {}", file.display()),
            Self::File(file) => write!(f, "file {}", file.display()),
            Self::Default => f.write_str("default"),
        }
    }
}

/// A setting in force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effective {
    /// Key in the configuration file.
    pub key: String,
    /// Value; for a default, its description in the help.
    pub value: String,
    pub origin: Origin,
}

/// The sources next to the command line and the environment.
#[derive(Debug, Clone, Copy)]
pub struct Files<'a> {
    /// Secrets from files, by key.
    pub secrets: &'a BTreeMap<String, FileSecret>,
    /// The configuration file with its values, by key.
    pub configuration: Option<(&'a Path, &'a BTreeMap<String, String>)>,
}

/// Returns every setting of `program`, in the order of its definition, then those that only the file can have. Secrets
/// are hidden.
#[must_use]
pub fn effective(program: &Command, matches: &ArgMatches, files: Files<'_>) -> Vec<Effective> {
    let mut all = Vec::new();
    let mut known = BTreeSet::new();
    for argument in program.get_arguments() {
        let (Some(key), Some(variable)) = (key(argument), argument.get_env()) else { continue };
        let id = argument.get_id().as_str();
        let typed = || {
            let values = matches.try_get_raw(id).ok().flatten().into_iter().flatten();
            values.map(|value| value.to_string_lossy().into_owned()).collect::<Vec<_>>().join(",")
        };
        let in_file =
            || files.configuration.and_then(|(path, values)| Some((path, values.get(&key)?.clone())));
        let (value, origin) = match matches.value_source(id) {
            Some(ValueSource::CommandLine) => (typed(), Origin::Flag),
            Some(ValueSource::EnvVariable) => {
                (typed(), Origin::Variable(variable.to_string_lossy().into_owned()))
            }
            _ => match (files.secrets.get(&key), in_file()) {
                (Some(secret), _) => (secret.value.clone(), Origin::SecretFile(secret.file.clone())),
                (None, Some((path, value))) => (value, Origin::File(path.to_owned())),
                (None, None) => {
                    let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
                    (table::parts(&help).1.to_owned(), Origin::Default)
                }
            },
        };
        let is_hidden = argument.is_hide_env_values_set() && origin != Origin::Default;
        known.insert(key.clone());
        all.push(Effective { key, value: if is_hidden { HIDDEN.to_owned() } else { value }, origin });
    }
    if let Some((path, values)) = files.configuration {
        let only_in_file = values.iter().filter(|(key, _)| !known.contains(*key));
        all.extend(only_in_file.map(|(key, value)| Effective {
            key: key.clone(),
            value: value.clone(),
            origin: Origin::File(path.to_owned()),
        }));
    }
    all
}

#[cfg(test)]
mod tests;
