//! Options of a store: sizes, limits, and whether migrations may run.

use std::time::Duration;

/// Options of a store.
#[derive(Debug, Clone)]
pub struct Options {
    /// Number of SQLite reader threads, in addition to the writer.
    pub readers: usize,
    /// Number of PostgreSQL connections.
    pub connections: usize,
    /// Maximum number of waiting transactions; the next one fails with [`crate::StoreError::Overloaded`].
    pub queue: usize,
    /// Whether to create a database that does not exist yet; otherwise that is an error and nothing is written.
    pub create: bool,
    /// Whether to run missing migrations; otherwise they are an error.
    pub migrate: bool,
    /// Maximum wait of a caller for a transaction, including the queue; see [`crate::Store::within`]. The command line
    /// has no limit.
    pub patience: Duration,
    /// Time without a response to one statement after which a PostgreSQL connection is given up, except during
    /// migrations. PostgreSQL's own limit, `statement_timeout`, is enforced by the server, so a server that hangs does
    /// not enforce it.
    pub silence: Duration,
    /// Wait of SQLite for another process's write lock, each time.
    pub busy_timeout: Duration,
    /// Connect timeout of each PostgreSQL address; `connect_timeout` in the URL takes precedence.
    pub connect_timeout: Duration,
    /// Maximum time of one statement on PostgreSQL, and maximum wait for the next statement of a transaction.
    pub statement_timeout: Duration,
    /// Age after which a PostgreSQL connection is replaced before its next transaction, so that a change of the host's
    /// address is followed.
    pub max_age: Duration,
    /// Idle time after which a PostgreSQL connection is replaced before its next transaction.
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
