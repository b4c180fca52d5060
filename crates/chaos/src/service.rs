//! Runs the service's own binary as a child process.

use std::fs::{self, File, OpenOptions};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::client::Client;
use super::db::Database;

/// Timeout of a start.
const START: Duration = Duration::from_secs(60);
const LOOK: Duration = Duration::from_millis(10);

/// Settings that differ from the usual ones.
#[derive(Default, Clone)]
pub(crate) struct Settings {
    /// Maximum number of deliveries in flight; 0 for the default.
    pub(crate) slots: usize,
    /// Whether the contract's limits apply; the usual settings lift them so that they do not affect a run.
    pub(crate) contract: bool,
    /// Whether upstreams are queried; the variables say which.
    pub(crate) ingest: bool,
    /// Whether the log goes into a pipe without a reader.
    pub(crate) unread_log: bool,
    /// Variables in addition to the inherited ones.
    pub(crate) environment: Vec<(&'static str, String)>,
    /// Additional flags.
    pub(crate) flags: Vec<String>,
}

/// A running service, killed when dropped.
pub(crate) struct Service {
    child: Child,
    /// Listening address.
    pub(crate) address: SocketAddr,
    /// Time of the start.
    pub(crate) started: Instant,
}

impl Service {
    /// Starts it and waits until it answers.
    pub(crate) fn start(binary: &Path, database: &Database, settings: &Settings) -> Result<Self, String> {
        let listener = TcpListener::bind("127.0.0.1:0").map_err(|error| error.to_string())?;
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        drop(listener);
        Self::start_at(binary, database, settings, address)
    }

    /// Starts it at a given address and waits until it answers.
    #[expect(clippy::disallowed_methods, reason = "how long a start takes is a figure of the run")]
    pub(crate) fn start_at(
        binary: &Path,
        database: &Database,
        settings: &Settings,
        address: SocketAddr,
    ) -> Result<Self, String> {
        let log = log(database).map_err(|error| error.to_string())?;
        let mut command = Command::new(binary);
        if !settings.ingest {
            command.arg("--no-ingest");
        }
        command.arg("--bind").arg(address.to_string());
        command.arg("--data-dir").arg(database.folder());
        if let Some(url) = database.url() {
            command.arg("--database-url").arg(url);
        }
        command.args(["--webhook-development", "--webhook-requests-per-second", "0"]);
        command.args(["--webhook-tests-per-minute", "0", "--webhook-slots-per-host", "1000"]);
        command.args(["--webhook-subscriptions-per-host", "100000"]);
        command.args(["--webhook-subscriptions-per-client", "100000"]);
        if !settings.contract {
            command.args(["--webhook-creations-per-hour", "100000"]);
        }
        if settings.slots > 0 {
            command.arg("--webhook-slots").arg(settings.slots.to_string());
        }
        command.args(&settings.flags).arg("serve");
        command.envs(settings.environment.iter().map(|(name, value)| (name, value)));
        let (out, error) = (log.try_clone().map_err(|error| error.to_string())?, log);
        let error = if settings.unread_log { Stdio::piped() } else { Stdio::from(error) };
        let spawned = command.stdin(Stdio::null()).stdout(out).stderr(error).spawn();
        let child = spawned.map_err(|error| format!("{}: {error}", binary.display()))?;
        let mut service = Self { child, address, started: Instant::now() };
        service.wait_until_ready(database)?;
        Ok(service)
    }

    fn wait_until_ready(&mut self, database: &Database) -> Result<(), String> {
        while self.started.elapsed() < START {
            if let Ok(Some(status)) = self.child.try_wait() {
                let log = fs::read_to_string(database.folder().join("service.log")).unwrap_or_default();
                let last: Vec<&str> = log.lines().rev().take(3).collect();
                return Err(format!("the service ended at its start: {status}: {}", last.join(" | ")));
            }
            // It is ready when it can answer about a resort.
            let answer = self.client().send("GET", "/api/v1/resorts?limit=1", None, None);
            if answer.is_ok_and(|answer| answer.status == 200) {
                return Ok(());
            }
            thread::sleep(LOOK);
        }
        Err("the service did not answer in a minute".to_owned())
    }

    pub(crate) const fn client(&self) -> Client {
        Client::new(self.address)
    }

    /// Returns the process id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Kills it with `kill -9`.
    pub(crate) fn kill(mut self) {
        self.end();
    }

    /// Sends `SIGTERM` and waits for the end.
    pub(crate) fn stop(mut self) -> Result<(), String> {
        let sent = Command::new("kill").arg(self.id().to_string()).status();
        sent.map_err(|error| format!("kill: {error}"))?;
        self.child.wait().map(drop).map_err(|error| error.to_string())
    }

    fn end(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.end();
    }
}

fn log(database: &Database) -> std::io::Result<File> {
    OpenOptions::new().create(true).append(true).open(database.folder().join("service.log"))
}
