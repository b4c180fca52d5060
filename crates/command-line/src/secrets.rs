//! Secrets in files: for each secret setting the file that `<VARIABLE>_FILE` names, or systemd's credential with the
//! setting's name (`LoadCredential=`). Secrets in the environment are visible to more processes than a file is.
//!
//! The arguments whose values are hidden in the help are the secrets, so a new secret is found without a line here.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};

use clap::{Arg, Command};

/// Maximum size of a secret, in bytes.
const MOST: u64 = 64 << 10;
/// Variable of systemd that names the folder of the credentials.
const CREDENTIALS: &str = "CREDENTIALS_DIRECTORY";
/// Ending of the variables that name files.
const ENDING: &str = "_FILE";

/// A secret that was read from a file.
#[derive(Clone, PartialEq, Eq)]
pub struct FileSecret {
    /// The secret, without white space at its end.
    pub value: String,
    /// The file.
    pub file: PathBuf,
}

impl std::fmt::Debug for FileSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FileSecret").field("file", &self.file).finish_non_exhaustive()
    }
}

/// The reason why a secret cannot be read; never the secret.
#[derive(Debug, thiserror::Error)]
pub enum SecretError {
    /// Both the secret and a file are given.
    #[error("both {variable} and {variable}_FILE are set; remove one of them")]
    Twice {
        /// The secret's own variable.
        variable: String,
    },
    /// The file cannot be used.
    #[error("secret file {file}, named by {named_by}: {reason}")]
    File {
        file: PathBuf,
        /// A variable, or the folder of the credentials.
        named_by: String,
        reason: String,
    },
}

/// Returns the variables that name files of secrets.
pub fn variables(program: &Command) -> impl Iterator<Item = String> {
    secrets(program).map(|(_, variable)| format!("{variable}{ENDING}"))
}

/// Reads the secrets of this process from files, by the key of their setting (the flag with underscores).
///
/// # Errors
/// Returns a [`SecretError`] for the first file that cannot be used.
pub fn read(program: &Command) -> Result<BTreeMap<String, FileSecret>, SecretError> {
    read_with(program, &|name| std::env::var_os(name))
}

fn read_with(
    program: &Command,
    variable: &dyn Fn(&str) -> Option<OsString>,
) -> Result<BTreeMap<String, FileSecret>, SecretError> {
    let credentials = variable(CREDENTIALS).filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let mut found = BTreeMap::new();
    for (key, own) in secrets(program) {
        let name = format!("{own}{ENDING}");
        if let Some(file) = variable(&name) {
            if variable(&own).is_some() {
                return Err(SecretError::Twice { variable: own });
            }
            let file = PathBuf::from(file);
            let value = contents(&file).map_err(|reason| file_error(&file, &name, reason))?;
            found.insert(key, FileSecret { value, file });
        } else if let Some(file) = credentials.as_ref().map(|folder| folder.join(&key)) {
            match contents(&file) {
                Ok(value) => drop(found.insert(key, FileSecret { value, file })),
                Err(Reason::Absent) => {}
                Err(reason) => return Err(file_error(&file, CREDENTIALS, reason)),
            }
        }
    }
    Ok(found)
}

/// Returns the key and the variable of each secret setting.
fn secrets(program: &Command) -> impl Iterator<Item = (String, String)> {
    program.get_arguments().filter(|argument| argument.is_hide_env_values_set()).filter_map(|argument| {
        let variable = argument.get_env()?.to_string_lossy().into_owned();
        Some((key(argument)?, variable))
    })
}

/// Returns the key of a setting in the configuration file.
pub(crate) fn key(argument: &Arg) -> Option<String> {
    Some(argument.get_long()?.replace('-', "_"))
}

enum Reason {
    Absent,
    Other(String),
}

fn file_error(file: &Path, named_by: &str, reason: Reason) -> SecretError {
    let reason = match reason {
        Reason::Absent => "the file does not exist".to_owned(),
        Reason::Other(reason) => reason,
    };
    SecretError::File { file: file.to_owned(), named_by: named_by.to_owned(), reason }
}

fn contents(file: &Path) -> Result<String, Reason> {
    let other = |reason: &str| Reason::Other(reason.to_owned());
    let opened = fs::File::open(file).map_err(|error| match error.kind() {
        ErrorKind::NotFound => Reason::Absent,
        _ => Reason::Other(error.to_string()),
    })?;
    let mut text = String::new();
    let read = opened.take(MOST + 1).read_to_string(&mut text);
    match read {
        Ok(size) if size as u64 > MOST => Err(Reason::Other(format!("larger than {MOST} bytes"))),
        Ok(_) if text.trim().is_empty() => Err(other("the file is empty")),
        Ok(_) => Ok(text.trim_end().to_owned()),
        Err(error) if error.kind() == ErrorKind::InvalidData => Err(other("not UTF-8 text")),
        Err(error) => Err(Reason::Other(error.to_string())),
    }
}

#[cfg(test)]
mod tests;
