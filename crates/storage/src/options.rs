//! How a store is opened: sizes, limits, and whether migrations may run.

use std::time::Duration;

/// How a store is opened.
#[derive(Debug, Clone)]
pub struct Options {
    /// Threads that read on SQLite, beside the one that writes.
    pub readers: usize,
    /// Connections to PostgreSQL.
    pub connections: usize,
    /// Transactions that may wait; the next one is refused with [`crate::StoreError::Overloaded`].
    pub queue: usize,
    /// Whether a database that does not exist yet is created; otherwise it is an error and nothing is written.
    pub create: bool,
    /// Whether missing migrations are run; otherwise they are an error.
    pub migrate: bool,
    /// How long a caller waits for a transaction, its turn included, see [`crate::Store::within`]; for the command line there
    /// is no limit.
    pub patience: Duration,
    /// How long PostgreSQL may be silent about one statement before its connection is given up, migrations aside. Its own
    /// limit, `statement_timeout`, is the server's to keep, and a server that hangs keeps none.
    pub silence: Duration,
    /// How long SQLite waits for another process's write lock, each time.
    pub busy_timeout: Duration,
    /// How long each address of PostgreSQL may take to connect; `connect_timeout` in the URL comes first.
    pub connect_timeout: Duration,
    /// How long PostgreSQL may work on one statement, or wait for the next one of a transaction.
    pub statement_timeout: Duration,
    /// How old a connection to PostgreSQL gets before its next transaction is run on a new one, so that a name that points
    /// to another server by now is followed.
    pub max_age: Duration,
    /// How long a connection to PostgreSQL may be idle before its next transaction is run on a new one.
    pub max_idle: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            readers: 2,
            connections: 4,
            queue: 1_024,
            create: true,
            migrate: true,
            patience: Duration::from_secs(30),
            silence: Duration::from_secs(12),
            busy_timeout: Duration::from_secs(2),
            connect_timeout: Duration::from_secs(5),
            statement_timeout: Duration::from_secs(60),
            max_age: Duration::from_secs(30 * 60),
            max_idle: Duration::from_secs(5 * 60),
        }
    }
}
