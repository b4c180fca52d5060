//! The database of a run: a separate folder, or a separate database on the server that the tests use.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use super::random::of_the_clock;
use crate::workspace::root;

/// A database, deleted when dropped.
pub(crate) struct Database {
    folder: PathBuf,
    /// Addresses of the server and of the database, for PostgreSQL.
    server: Option<(String, String)>,
    /// Whether its server ends with the run, which removes the database too.
    ends_with_server: bool,
}

impl Database {
    /// Creates a database; returns `None` if PostgreSQL is requested and not available.
    pub(crate) fn new(postgres: bool) -> Result<Option<Self>, String> {
        let name = format!("chaos_{}_{}", std::process::id(), of_the_clock());
        let folder = env::temp_dir().join(format!("snow-{name}-{postgres}"));
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        if !postgres {
            return Ok(Some(Self { folder, server: None, ends_with_server: false }));
        }
        let Some(server) = server() else { return Ok(None) };
        let server = Some((server, name.clone()));
        let made = Self { folder, server, ends_with_server: false };
        if made.psql(&format!("CREATE DATABASE {name}")).is_err() {
            return Ok(None);
        }
        Ok(Some(made))
    }

    /// Returns the database at `url` of a server that ends with the run, with a separate folder for the service's keys.
    pub(crate) fn at(url: &str) -> Result<Self, String> {
        // Several of them may be in use at the same time.
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("snow-chaos-ha-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let (_, name) = url.rsplit_once('/').ok_or("the URL names no database")?;
        let server = Some((url.to_owned(), name.to_owned()));
        Ok(Self { folder, server, ends_with_server: true })
    }

    /// Returns the name in the report.
    pub(crate) const fn name(&self) -> &'static str {
        if self.server.is_some() { "PostgreSQL" } else { "SQLite" }
    }

    /// Returns the service's data folder: the SQLite file, and the keys for both.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the address for `--database-url`.
    pub(crate) fn url(&self) -> Option<String> {
        let (server, name) = self.server.as_ref()?;
        let (base, _) = server.rsplit_once('/')?;
        Some(format!("{base}/{name}"))
    }

    /// Returns PostgreSQL's unformatted answer to a query on this database.
    pub(crate) fn ask(&self, sql: &str) -> Result<String, String> {
        let url = self.url().ok_or("this is not PostgreSQL")?;
        let output = Command::new("psql").args(["-q", "-X", "-A", "-t", "-d", &url, "-c", sql]).output();
        let output = output.map_err(|error| format!("psql: {error}"))?;
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        } else {
            Err(format!("psql: {}", output.status))
        }
    }

    fn psql(&self, sql: &str) -> Result<(), String> {
        let Some((server, _)) = &self.server else { return Ok(()) };
        let mut psql = Command::new("psql");
        psql.args(["-q", "-X", "-d", server, "-c", sql]).stdin(Stdio::null()).stdout(Stdio::null());
        match psql.status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("psql: {status}")),
            Err(error) => Err(format!("psql: {error}")),
        }
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        if let Some((_, name)) = self.server.as_ref().filter(|_| !self.ends_with_server) {
            // A database that remains does no harm.
            let _ = self.psql(&format!("DROP DATABASE {name} WITH (FORCE)"));
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Returns the server in the tests' variable, or the one that the script runs or can start.
fn server() -> Option<String> {
    if let Some(url) = env::var("SNOW_TEST_POSTGRES_URL").ok().filter(|url| !url.is_empty()) {
        return Some(url);
    }
    let output = Command::new("bash")
        .current_dir(root())
        .args(["scripts/postgres.sh", "start"])
        .env("SNOW_POSTGRES_INSTALL", "never")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
