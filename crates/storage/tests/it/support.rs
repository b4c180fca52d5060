//! A fresh database per test and backend.
//!
//! PostgreSQL is the server of `SNOW_TEST_POSTGRES_URL`, else one that `scripts/postgres.sh` starts from installed
//! binaries; without either, one conspicuous line is printed and only SQLite is tested.

use std::env;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, OnceLock};

use conditions_core::time::Timestamp;
use storage::{Conn, Options, Store, StoreError};
use uuid::Uuid;

/// Returns 2026-11-20T12:00:00Z, the `now` of every test.
pub(crate) fn now() -> Timestamp {
    Timestamp::from_millis(1_795_176_000_000)
}

/// Returns the time `millis` after [`now`].
pub(crate) fn later(millis: i64) -> Timestamp {
    now().plus_millis(millis)
}

/// A separate database, deleted when dropped.
pub(crate) struct Fresh {
    pub(crate) location: String,
    folder: Option<PathBuf>,
    database: Option<String>,
}

impl Fresh {
    pub(crate) fn sqlite() -> Self {
        let folder = env::temp_dir().join(format!("snow-storage-{}", Uuid::new_v4()));
        fs::create_dir(&folder).unwrap();
        let location = folder.join("snow.db").to_str().unwrap().to_owned();
        Self { location, folder: Some(folder), database: None }
    }

    pub(crate) fn postgres() -> Option<Self> {
        let server = server()?;
        let database = format!("t_{}", Uuid::new_v4().simple());
        admin(server, &format!("CREATE DATABASE {database}"));
        Some(Self { location: with_database(server, &database), folder: None, database: Some(database) })
    }

    pub(crate) fn open(&self) -> Store {
        Store::open(&self.location, &Options::default(), now()).unwrap()
    }

    pub(crate) const fn is_postgres(&self) -> bool {
        self.database.is_some()
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.as_deref().unwrap()
    }

    /// Runs statements on the database from outside.
    pub(crate) fn execute(&self, sql: &str) {
        assert_eq!(self.tried(sql), Ok(()), "{sql}");
    }

    /// Returns whether the database itself rejects a statement from outside.
    pub(crate) fn refuses(&self, sql: &str) -> bool {
        self.tried(sql).is_err()
    }

    fn tried(&self, sql: &str) -> Result<(), String> {
        match &self.database {
            Some(_) => tried(&self.location, sql),
            None => {
                use diesel::connection::{Connection, SimpleConnection};
                let mut connection = diesel::SqliteConnection::establish(&self.location).unwrap();
                let sql = format!("PRAGMA busy_timeout = 5000; {sql}");
                connection.batch_execute(&sql).map_err(|error| error.to_string())
            }
        }
    }
}

impl Drop for Fresh {
    fn drop(&mut self) {
        if let Some(folder) = &self.folder {
            let _ = fs::remove_dir_all(folder);
        }
        if let (Some(database), Some(server)) = (&self.database, server()) {
            admin(server, &format!("DROP DATABASE {database} WITH (FORCE)"));
        }
    }
}

/// Runs `body` on a fresh database of each kind.
pub(crate) fn both(body: impl Fn(&Fresh)) {
    body(&Fresh::sqlite());
    if let Some(fresh) = Fresh::postgres() {
        body(&fresh);
    }
}

/// Runs a write transaction that must succeed.
pub(crate) fn run<T: Send + 'static>(
    store: &Store,
    work: impl FnMut(&mut Conn) -> Result<T, StoreError> + Send + 'static,
) -> T {
    store.run_blocking(work).unwrap()
}

/// Runs a read that must succeed.
pub(crate) fn read<T: Send + 'static>(
    store: &Store,
    work: impl FnMut(&mut Conn) -> Result<T, StoreError> + Send + 'static,
) -> T {
    store.read_blocking(work).unwrap()
}

/// Returns the server's URL; `None` if there is no server.
pub(crate) fn server() -> Option<&'static str> {
    static SERVER: OnceLock<Option<String>> = OnceLock::new();
    SERVER
        .get_or_init(|| {
            let found = env::var("SNOW_TEST_POSTGRES_URL").ok().filter(|url| !url.is_empty()).or_else(start);
            if found.is_none() {
                // Bypasses the test harness's capture, which would hide the line if the test passes.
                let mut out = std::io::stderr();
                let _ = writeln!(out, "\n*** NO POSTGRESQL: the storage tests run on SQLite ALONE ***\n");
            }
            found
        })
        .as_deref()
}

fn start() -> Option<String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/postgres.sh");
    let output = Command::new(script)
        .arg("start")
        .env("SNOW_POSTGRES_INSTALL", "never")
        .stderr(Stdio::inherit())
        .output()
        .ok()?;
    output.status.success().then(|| String::from_utf8(output.stdout).unwrap().trim().to_owned())
}

/// Returns `url` with another database name.
pub(crate) fn with_database(url: &str, name: &str) -> String {
    let (base, query) = url.split_once('?').unwrap_or((url, ""));
    let (authority, _) = base.rsplit_once('/').unwrap();
    if query.is_empty() { format!("{authority}/{name}") } else { format!("{authority}/{name}?{query}") }
}

fn admin(url: &str, sql: &str) {
    assert_eq!(tried(url, sql), Ok(()), "{sql}");
}

fn tried(url: &str, sql: &str) -> Result<(), String> {
    let (url, sql) = (url.to_owned(), sql.to_owned());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (client, connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls).await.unwrap();
        let driving = tokio::spawn(connection);
        let outcome = client.batch_execute(&sql).await.map_err(|error| error.to_string());
        drop(client);
        let _ = driving.await;
        outcome
    })
}

/// Runs `body` on `count` threads at once and returns their results.
pub(crate) fn threads<T: Send + 'static>(
    count: usize,
    body: impl Fn(usize) -> T + Send + Sync + 'static,
) -> Vec<T> {
    let body = Arc::new(body);
    let barrier = Arc::new(std::sync::Barrier::new(count));
    let running: Vec<_> = (0..count)
        .map(|index| {
            let (body, barrier) = (Arc::clone(&body), Arc::clone(&barrier));
            std::thread::spawn(move || {
                barrier.wait();
                body(index)
            })
        })
        .collect();
    running.into_iter().map(|thread| thread.join().unwrap()).collect()
}

/// Runs the test `child` of this program on `location`, kills it after it has printed `committed ` as often as
/// `committed` says, and returns the last number that it printed.
pub(crate) fn killed_after(child: &str, variable: &str, location: &str, committed: usize) -> i64 {
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["--exact", child, "--nocapture"])
        .env(variable, location)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let reached = lines.by_ref().filter(|line| line.contains("committed ")).nth(committed - 1).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    let last = lines.filter(|line| line.contains("committed ")).last().unwrap_or(reached);
    last.rsplit(' ').next().unwrap().parse().unwrap()
}
