//! Backs up a running service's database as its operator would: with SQLite's own command, or with `pg_dump`.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::super::db::Database;

const FILE: &str = "snow-conditions.sqlite";

pub(super) enum Backup {
    /// A copy of the file.
    Sqlite(PathBuf),
    /// A database next to the served one, into which the backup was already restored.
    Postgres { server: String, name: String },
}

/// Returns why a backup cannot be taken here.
pub(super) fn missing_tool(database: &Database) -> Option<&'static str> {
    let (tool, missing) = match database.url() {
        None => ("sqlite3", "no sqlite3 here to take a backup with"),
        Some(_) => ("pg_dump", "no pg_dump here to take a backup with"),
    };
    let asked = Command::new(tool).arg("--version").stdout(Stdio::null()).status();
    asked.is_err().then_some(missing)
}

impl Backup {
    pub(super) fn take(database: &Database) -> Result<Self, String> {
        let Some(url) = database.url() else {
            let backup = database.folder().join("backup.sqlite");
            let command = format!(".backup '{}'", backup.display());
            lines(Command::new("sqlite3").arg(database.folder().join(FILE)).arg(command))?;
            return Ok(Self::Sqlite(backup));
        };
        let (server, name) = url.rsplit_once('/').ok_or("an address without a database")?;
        let (server, name) = (server.to_owned(), format!("{name}_backup"));
        let dump = database.folder().join("backup.dump");
        lines(Command::new("pg_dump").args(["--format=custom", "--file"]).arg(&dump).arg(&url))?;
        lines(&mut psql(&server, "postgres", &format!("CREATE DATABASE {name}")))?;
        let into = format!("{server}/{name}");
        lines(Command::new("pg_restore").args(["--exit-on-error", "--dbname", &into]).arg(&dump))?;
        Ok(Self::Postgres { server, name })
    }

    /// Returns the deliveries in it that have ended, or have not.
    pub(super) fn deliveries(&self, ended: bool) -> Result<BTreeSet<String>, String> {
        let is = if ended { "IS NOT NULL" } else { "IS NULL" };
        let sql = format!("SELECT id FROM webhook_deliveries WHERE ended_at {is}");
        lines(&mut match self {
            Self::Sqlite(file) => {
                let mut command = Command::new("sqlite3");
                command.arg(file).arg(sql);
                command
            }
            Self::Postgres { server, name } => psql(server, name, &sql),
        })
    }

    /// Replaces the database of a stopped service with the backup.
    pub(super) fn put_back(self, database: &Database) -> Result<(), String> {
        match self {
            Self::Sqlite(file) => {
                let folder = database.folder();
                for suffix in ["-wal", "-shm"] {
                    // A service that stopped cleanly has left neither.
                    let _ = fs::remove_file(folder.join(format!("{FILE}{suffix}")));
                }
                fs::copy(file, folder.join(FILE)).map(drop).map_err(|error| error.to_string())
            }
            Self::Postgres { server, name } => {
                let served = name.trim_end_matches("_backup");
                lines(&mut psql(&server, "postgres", &format!("DROP DATABASE {served} WITH (FORCE)")))?;
                let rename = format!("ALTER DATABASE {name} RENAME TO {served}");
                lines(&mut psql(&server, "postgres", &rename)).map(drop)
            }
        }
    }
}

fn psql(server: &str, database: &str, sql: &str) -> Command {
    let mut command = Command::new("psql");
    command.args(["-q", "-X", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d"]);
    command.arg(format!("{server}/{database}")).args(["-c", sql]);
    command
}

/// Returns the lines that a program prints.
fn lines(command: &mut Command) -> Result<BTreeSet<String>, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("{program}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{program}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}
