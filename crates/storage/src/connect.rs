//! Opens connections of either kind, ready for work.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::SyncSender;
use std::time::Duration;

use conditions_core::time::Timestamp;

use crate::address::Address;
use crate::conn::{Backend, Conn};
use crate::error::{StoreError, one_line};
use crate::options::Options;
use crate::postgres::{Connector, TrustedCertificates};
use crate::thread::{self, Driving, Timer};
use crate::{migrate, sqlite};

/// Number of times that a locked database is prepared and migrated.
const OPENINGS: u32 = 5;

/// Opens connections to one database.
pub(crate) struct Opener {
    target: Target,
    options: Options,
    place: String,
    losses: Losses,
    ring: SyncSender<()>,
}

/// Number of lost connections, shared by all clones.
#[derive(Debug, Clone, Default)]
pub(crate) struct Losses(Arc<AtomicU64>);

impl Losses {
    pub(crate) fn count(&self) -> u64 {
        self.0.load(Ordering::Acquire)
    }
}

enum Target {
    Sqlite(PathBuf),
    Postgres(Arc<Connector>),
}

/// A connection and, for PostgreSQL, the state that must be dropped after it.
pub(crate) struct LiveConnection {
    pub(crate) conn: Conn,
    remote: Option<Remote>,
}

/// The task that drives a connection, and what limits its lifetime.
struct Remote {
    driving: Driving,
    age: Timer,
    idle: Option<Timer>,
    max_idle: Duration,
    trusted: TrustedCertificates,
}

impl LiveConnection {
    /// Returns whether the server has hung up since the last statement.
    pub(crate) fn is_dead(&self) -> bool {
        self.remote.as_ref().is_some_and(|remote| remote.driving.has_ended())
    }

    /// Returns whether the connection is too old, was idle for too long, or was opened with other certificates. Call it
    /// after [`LiveConnection::is_dead`], which lets the timers run.
    pub(crate) fn is_worn(&self) -> bool {
        let is_worn = |remote: &Remote| {
            let was_idle = remote.idle.as_ref().is_some_and(Timer::has_ended);
            remote.age.has_ended() || was_idle || remote.trusted.is_outdated()
        };
        self.remote.as_ref().is_some_and(is_worn)
    }

    /// Marks the connection as idle.
    pub(crate) fn rest(&mut self) {
        if let Some(remote) = &mut self.remote {
            remote.idle = thread::here(async { Timer::start(remote.max_idle) }).ok();
        }
    }
}

impl Opener {
    /// Creates an opener; `ring` is notified of committed transactions that created deliveries.
    pub(crate) fn new(address: Address, options: Options, ring: SyncSender<()>) -> Result<Self, StoreError> {
        let (target, place) = match address {
            Address::Sqlite(path) => (Target::Sqlite(path.clone()), path.display().to_string()),
            Address::Postgres(address) => {
                let place = address.place.clone();
                (Target::Postgres(Arc::new(Connector::new(*address, &options)?)), place)
            }
        };
        Ok(Self { target, options, place, losses: Losses::default(), ring })
    }

    /// Returns the path or redacted URL.
    pub(crate) fn place(&self) -> &str {
        &self.place
    }

    /// Returns how often a transaction is tried before the caller gets "busy". Each try on PostgreSQL has waited for
    /// the winner's commit, and each on SQLite for the whole busy timeout.
    pub(crate) const fn attempts(&self) -> u32 {
        match self.target {
            Target::Sqlite(_) => 2,
            Target::Postgres(_) => 8,
        }
    }

    pub(crate) fn losses(&self) -> Losses {
        self.losses.clone()
    }

    /// Counts a connection that was lost or whose server no longer accepts writes.
    pub(crate) fn count_loss(&self) {
        self.losses.0.fetch_add(1, Ordering::AcqRel);
    }

    /// Signals that a transaction with new deliveries is committed.
    pub(crate) fn ring(&self) {
        // Full: the pending notification covers this one as well.
        let _ = self.ring.try_send(());
    }

    pub(crate) fn connector(&self) -> Option<Arc<Connector>> {
        match &self.target {
            Target::Sqlite(_) => None,
            Target::Postgres(connector) => Some(Arc::clone(connector)),
        }
    }

    pub(crate) const fn backend(&self) -> Backend {
        match self.target {
            Target::Sqlite(_) => Backend::Sqlite,
            Target::Postgres(_) => Backend::Postgres,
        }
    }

    /// Opens the first connection: checks the database, then migrates it. A database that fails a check is left
    /// unchanged.
    pub(crate) fn first(&self, now: Timestamp) -> Result<LiveConnection, StoreError> {
        if let Target::Postgres(connector) = &self.target {
            connector.check_sessions()?;
        }
        let mut live = self.unchecked()?;
        match self.bring_up(&mut live.conn, now) {
            Ok(()) => Ok(live),
            // The server went away in between, with some message: the database is not at fault.
            Err(error) if !live.conn.answers() => {
                Err(StoreError::Unreachable { place: self.place.clone(), detail: one_line(&error) })
            }
            Err(error) => Err(error),
        }
    }

    /// Calls `check` on a connection if the database belongs to this service and is not newer. Writes nothing.
    pub(crate) fn inspect(
        &self,
        check: impl FnOnce(&mut Conn) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let mut live = self.unchecked()?;
        migrate::check(&mut live.conn, &self.place)?;
        check(&mut live.conn)
    }

    /// Prepares and migrates the database. Repeats this if one statement met a lock for the whole busy timeout, as when
    /// another process opens the same file on a slow disk: every step may run twice.
    fn bring_up(&self, conn: &mut Conn, now: Timestamp) -> Result<(), StoreError> {
        for _ in 1..OPENINGS {
            match self.bring_up_once(conn, now) {
                Err(StoreError::Busy { attempts: 1, .. }) => {}
                outcome => return outcome,
            }
        }
        self.bring_up_once(conn, now)
    }

    fn bring_up_once(&self, conn: &mut Conn, now: Timestamp) -> Result<(), StoreError> {
        migrate::check(conn, &self.place)?;
        if !self.options.create && !migrate::has_begun(conn, &self.place)? {
            return Err(StoreError::Absent { place: self.place.clone() });
        }
        sqlite::prepare(conn, &self.place)?;
        thread::patiently(|| migrate::bring_up(conn, &self.place, self.options.migrate, now))
    }

    /// Opens a further connection that may write.
    pub(crate) fn writer(&self) -> Result<LiveConnection, StoreError> {
        let mut live = self.unchecked()?;
        sqlite::prepare(&mut live.conn, &self.place)?;
        Ok(live)
    }

    /// Opens a connection for reads; on PostgreSQL the transaction is marked read-only, because its connections also
    /// write.
    pub(crate) fn reader(&self) -> Result<LiveConnection, StoreError> {
        match &self.target {
            Target::Sqlite(path) => {
                Ok(LiveConnection { conn: sqlite::open_reader(path, &self.options)?, remote: None })
            }
            Target::Postgres(_) => self.writer(),
        }
    }

    fn unchecked(&self) -> Result<LiveConnection, StoreError> {
        match &self.target {
            Target::Sqlite(path) => {
                Ok(LiveConnection { conn: sqlite::open(path, &self.options)?, remote: None })
            }
            Target::Postgres(connector) => {
                let trusted = connector.trusted();
                let (conn, driving) = connector.open()?;
                let Options { max_age, max_idle, .. } = self.options;
                let age = thread::here(async { Timer::start(max_age) })?;
                Ok(LiveConnection {
                    conn,
                    remote: Some(Remote { driving, age, idle: None, max_idle, trusted }),
                })
            }
        }
    }
}
