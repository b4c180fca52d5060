//! Backups of a database while it is in use: one consistent snapshot in a new file.
//!
//! The file gets its name only when it is complete, so an interrupted backup is never taken for a whole one.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use diesel::connection::SimpleConnection as _;
use diesel::sql_types::Text;
use diesel::{RunQueryDsl as _, sql_query};

use crate::address::{self, Address};
use crate::error::one_line;
use crate::options::Options;
use crate::sqlite;

/// Program that saves a PostgreSQL database.
const PG_DUMP: &str = "pg_dump";

/// The reason why a backup was not made, in one line that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The file exists.
    #[error("{0} exists and is unchanged; choose a new file")]
    Exists(PathBuf),
    /// The file cannot be written.
    #[error("cannot write the backup {file}: {source}")]
    Unwritable {
        file: PathBuf,
        #[source]
        source: io::Error,
    },
    /// The database cannot be read.
    #[error("cannot back up the database: {0}")]
    Database(String),
    /// The program for PostgreSQL cannot run.
    #[error("cannot run pg_dump ({0}); install the PostgreSQL client, at least as new as the server")]
    NoProgram(io::Error),
}

/// Writes `bytes` to a new file that only its owner can read.
///
/// # Errors
/// Returns a [`BackupError`] if the file exists or cannot be written.
pub fn write_new(file: &Path, bytes: &[u8]) -> Result<(), BackupError> {
    new_file(file, |partial| fs::write(partial, bytes).map_err(|source| unwritable(file, source)))
}

/// Saves the database at `location` in a new file that only its owner can read: a SQLite file, or an archive for
/// `pg_restore`.
///
/// # Errors
/// Returns a [`BackupError`] if the file exists, or the database cannot be saved.
pub fn database(location: &str, file: &Path) -> Result<(), BackupError> {
    match address::parse(location).map_err(|error| BackupError::Database(one_line(&error)))? {
        Address::Sqlite(path) => new_file(file, |partial| sqlite_snapshot(&path, partial)),
        Address::Postgres(address) => {
            let password = address.config.get_password().map(<[u8]>::to_vec);
            new_file(file, |partial| pg_dump(location, password, partial))
        }
    }
}

/// Lets `make` fill a partial file, and gives it its name.
fn new_file(file: &Path, make: impl FnOnce(&Path) -> Result<(), BackupError>) -> Result<(), BackupError> {
    let failed = |source: io::Error| unwritable(file, source);
    if fs::symlink_metadata(file).is_ok() {
        return Err(BackupError::Exists(file.to_owned()));
    }
    let mut partial = file.as_os_str().to_owned();
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    drop(private(&partial).map_err(|source| match source.kind() {
        ErrorKind::AlreadyExists => BackupError::Exists(partial.clone()),
        _ => failed(source),
    })?);
    let made = make(&partial)
        .and_then(|()| File::open(&partial).and_then(|file| file.sync_all()).map_err(failed))
        .and_then(|()| fs::hard_link(&partial, file).map_err(failed));
    // The link remains; after a failure nothing does.
    let _ = fs::remove_file(&partial);
    made.map_err(|error| match error {
        BackupError::Unwritable { source, .. } if source.kind() == ErrorKind::AlreadyExists => {
            BackupError::Exists(file.to_owned())
        }
        error => error,
    })
}

fn private(file: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)
}

fn unwritable(file: &Path, source: io::Error) -> BackupError {
    BackupError::Unwritable { file: file.to_owned(), source }
}

/// Copies one snapshot of the database on a separate connection. Writers continue.
fn sqlite_snapshot(path: &Path, to: &Path) -> Result<(), BackupError> {
    let failed = |error: &dyn std::error::Error| BackupError::Database(one_line(error));
    let options = Options { create: false, ..Options::default() };
    // Also checks that there is a database; otherwise an empty one would be saved.
    drop(sqlite::open(path, &options).map_err(|error| failed(&error))?);
    let place = path.display().to_string();
    let mut connection = sqlite::connect(path, &place, &options).map_err(|error| failed(&error))?;
    let target = to.to_str().ok_or_else(|| BackupError::Database("the path is not UTF-8".to_owned()))?;
    sql_query("VACUUM INTO ?")
        .bind::<Text, _>(target)
        .execute(&mut connection)
        .map_err(|error| failed(&error))?;
    let mut copy = sqlite::connect(to, target, &options).map_err(|error| failed(&error))?;
    // Leaves no write-ahead log next to the copy.
    copy.batch_execute("PRAGMA journal_mode = DELETE").map_err(|error| failed(&error))
}

/// Runs `pg_dump`. The password goes through the environment, because other users can see arguments.
fn pg_dump(location: &str, password: Option<Vec<u8>>, to: &Path) -> Result<(), BackupError> {
    let mut command = Command::new(PG_DUMP);
    command.arg("--format=custom").arg("--no-password").arg("--file").arg(to);
    command.arg("--dbname").arg(without_password(location));
    if let Some(password) = password.and_then(|bytes| String::from_utf8(bytes).ok()) {
        command.env("PGPASSWORD", password);
    }
    let output = command.stdin(Stdio::null()).output().map_err(BackupError::NoProgram)?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let line = said.lines().find(|line| !line.trim().is_empty()).unwrap_or("pg_dump failed").trim();
    Err(BackupError::Database(line.to_owned()))
}

/// Returns a PostgreSQL URL without its password.
fn without_password(location: &str) -> String {
    let Some((scheme, rest)) = location.split_once("://") else { return location.to_owned() };
    let Some((credentials, place)) = rest.split_once('@') else { return location.to_owned() };
    let user = credentials.split(':').next().unwrap_or_default();
    format!("{scheme}://{user}@{place}")
}

#[cfg(test)]
mod tests;
