//! Errors of the database: one line each, never with a password.

use std::error::Error;
use std::time::Duration;

use diesel::result::{DatabaseErrorKind, Error as DieselError};

/// The reason why the database could not be opened or could not do the work. Nothing is changed on any of them except
/// [`StoreError::Lost`], whose outcome is unknown.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The address is neither a file path nor a PostgreSQL URL that this program understands.
    #[error("database address: {0}")]
    Address(String),
    /// The file cannot be created or opened: its folder is missing or not writable, or it is not a file.
    #[error("{place}: cannot open the database: {reason}")]
    Unopenable {
        /// Path of the database file.
        place: String,
        /// Reason, without a password.
        reason: String,
    },
    /// The file or the server does not accept writes, or a write was sent as a read.
    #[error("{place}: the database is read-only here: {detail}")]
    ReadOnly {
        /// Path or redacted URL.
        place: String,
        /// Message of the database.
        detail: String,
    },
    /// The file is not a database.
    #[error("{place}: not a SQLite database; the file is unchanged")]
    NotADatabase {
        /// Path of the database file.
        place: String,
    },
    /// The file is damaged.
    #[error("{place}: the database is damaged ({detail}) and unchanged; restore it from a backup")]
    Corrupt {
        /// Path of the database file.
        place: String,
        /// Result of the check.
        detail: String,
    },
    /// The database contains tables of another program.
    #[error("{place}: contains table `{table}` of another program and is unchanged; use a separate database")]
    Foreign {
        /// Path or redacted URL.
        place: String,
        /// One such table.
        table: String,
    },
    /// A newer program has migrated the database.
    #[error(
        "{place}: created by a newer version of this program (migration {migration}) and unchanged; use that version"
    )]
    Newer {
        /// Path or redacted URL.
        place: String,
        /// The newest migration that this program does not know.
        migration: String,
    },
    /// Nothing is stored there yet, and the options forbid creating it.
    #[error(
        "{place}: no database of this service exists yet; start the service once, or name the right one with --data-dir or \
         --database-url"
    )]
    Absent {
        /// Path or redacted URL.
        place: String,
    },
    /// A connection pool gives every transaction another server session.
    #[error(
        "{place}: a connection pool in transaction mode loses session state; set pool_mode = session for \
         this database (pgbouncer), or connect to PostgreSQL directly"
    )]
    Pooled {
        /// Redacted URL.
        place: String,
    },
    /// The user may not create tables, which PostgreSQL 15 and later grant only to the owner of the schema.
    #[error(
        "{place}: permission denied: the user {user} may not create tables in the schema {schema}; {cure}"
    )]
    NoSchema {
        /// Redacted URL.
        place: String,
        /// Database user.
        user: String,
        /// Schema of unqualified names.
        schema: String,
        /// Statement that fixes it.
        cure: String,
    },
    /// Migrations are missing and the options forbid running them.
    #[error(
        "{place}: {pending} migrations are missing; run `snow-conditions migrate` with the same settings"
    )]
    Outdated {
        /// Path or redacted URL.
        place: String,
        /// Number of missing migrations.
        pending: usize,
    },
    /// The target of a move contains rows.
    #[error(
        "{place}: table `{table}` already contains rows; nothing was changed; move into an empty database"
    )]
    Occupied {
        /// Redacted URL.
        place: String,
        /// One such table.
        table: String,
    },
    /// A move stopped before its commit.
    #[error("{place}: {detail}; nothing was moved and the file is complete; repeat the move")]
    NotMoved {
        /// Redacted URL of the target.
        place: String,
        /// Step that failed, and the reason.
        detail: String,
    },
    /// Another process held the migration lease during the whole wait.
    #[error("{place}: another process ({owner}) is still migrating; try again")]
    Migrating {
        /// Path or redacted URL.
        place: String,
        /// Owner of the migration lease.
        owner: String,
    },
    /// A migration failed.
    #[error("{place}: migration failed: {detail}")]
    Migration {
        /// Path or redacted URL.
        place: String,
        /// Message of the database.
        detail: String,
    },
    /// The server does not answer, or does not answer as PostgreSQL does.
    #[error("{place}: cannot reach PostgreSQL: {detail}")]
    Unreachable {
        /// Redacted URL.
        place: String,
        /// Reason, without a password.
        detail: String,
    },
    /// The server rejected user, password or database.
    #[error("{place}: PostgreSQL rejected the connection: {detail}")]
    Denied {
        /// Redacted URL.
        place: String,
        /// Message of the server.
        detail: String,
    },
    /// The connection could not be encrypted as required.
    #[error("{place}: no trusted TLS connection: {detail}")]
    Tls {
        /// Redacted URL.
        place: String,
        /// Reason, without a password.
        detail: String,
    },
    /// The connection broke during a commit, which may or may not have happened.
    #[error("{place}: the connection broke during a commit, its outcome is unknown: {detail}")]
    Lost {
        /// Redacted URL.
        place: String,
        /// Reason, without a password.
        detail: String,
    },
    /// Other writers kept winning.
    #[error("{place}: the database stayed busy over {attempts} attempts: {detail}")]
    Busy {
        /// Path or redacted URL.
        place: String,
        /// Number of tries.
        attempts: u32,
        /// Message of the database.
        detail: String,
    },
    /// The caller's wait ended. Work that had begun by then is rolled back, unless its commit is what hangs.
    #[error("the database did not answer within {} s", waited.as_secs_f64())]
    Late {
        /// Time waited.
        waited: Duration,
    },
    /// Too many transactions wait for the database already.
    #[error("the database has {waiting} transactions waiting already")]
    Overloaded {
        /// Number of waiting transactions.
        waiting: usize,
    },
    /// The database threads have ended or could not start.
    #[error("the database threads are not running: {0}")]
    Stopped(String),
    /// The work panicked; the transaction was rolled back.
    #[error("the work sent to the database panicked; rolled back")]
    Panicked,
    /// A value that cannot be stored, or an impossible request.
    #[error("not storable: {0}")]
    Invalid(String),
    /// The database rejected a statement.
    #[error("the database rejected a statement: {}", one_line(.0))]
    Query(#[from] DieselError),
}

impl StoreError {
    /// Returns whether the same work may succeed later.
    #[must_use]
    pub const fn is_transient(&self) -> bool {
        matches!(
            self,
            Self::Busy { .. }
                | Self::Late { .. }
                | Self::Overloaded { .. }
                | Self::Unreachable { .. }
                | Self::Migrating { .. }
        )
    }

    /// Adds the kind of fault and the database to a driver's error, which describes only one statement.
    pub(crate) fn at(self, place: &str) -> Self {
        let Self::Query(error) = self else { return self };
        let (place, detail) = (place.to_owned(), one_line(&error));
        match fault(&error) {
            Fault::Conflict => Self::Busy { place, attempts: 1, detail },
            Fault::Disconnected => Self::Unreachable { place, detail },
            Fault::ReadOnly => Self::ReadOnly { place, detail },
            Fault::Corrupt => Self::Corrupt { place, detail },
            Fault::NotADatabase => Self::NotADatabase { place },
            Fault::CannotOpen => Self::Unopenable { place, reason: detail },
            Fault::Unnamed | Fault::Other => Self::Query(error),
        }
    }
}

/// The consequence of a driver's error for the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Another writer won: SQLITE_BUSY, 40001, 40P01. Try again.
    Conflict,
    /// The server is gone.
    Disconnected,
    ReadOnly,
    Corrupt,
    NotADatabase,
    CannotOpen,
    /// PostgreSQL rejected a statement, with details, for a reason that diesel has no name for: a deadlock (40P01)
    /// among others. Trying again does no harm.
    Unnamed,
    Other,
}

/// Classifies a driver's error.
///
/// diesel names only the SQLSTATEs 40001 and 25006. PostgreSQL's messages, which its `lc_messages` translates, are
/// never examined. A deadlock is recognised by what every deadlock has, details without a name; a server that is
/// shutting down (57P01, 57P02, 57P03) by the connection that ends with it. diesel keeps no result code of SQLite, but
/// SQLite's messages are constants.
pub(crate) fn fault(error: &DieselError) -> Fault {
    let DieselError::DatabaseError(kind, information) = error else { return Fault::Other };
    match kind {
        DatabaseErrorKind::SerializationFailure => return Fault::Conflict,
        DatabaseErrorKind::UnableToSendCommand | DatabaseErrorKind::ClosedConnection => {
            return Fault::Disconnected;
        }
        DatabaseErrorKind::ReadOnlyTransaction => return Fault::ReadOnly,
        _ => {}
    }
    match information.message() {
        "database is locked" | "database schema is locked" => Fault::Conflict,
        "attempt to write a readonly database" => Fault::ReadOnly,
        "database disk image is malformed" => Fault::Corrupt,
        "file is not a database" => Fault::NotADatabase,
        "unable to open database file" => Fault::CannotOpen,
        text if text.starts_with("database table is locked") => Fault::Conflict,
        text if text.starts_with("malformed database schema") => Fault::Corrupt,
        _ if matches!(kind, DatabaseErrorKind::Unknown) && information.details().is_some() => Fault::Unnamed,
        _ => Fault::Other,
    }
}

/// Formats an error and its causes on one line, without repeating a text.
pub(crate) fn one_line(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        let more = inner.to_string();
        if !text.contains(&more) {
            text.push_str(": ");
            text.push_str(&more);
        }
        cause = inner.source();
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Rejects text that PostgreSQL cannot store, so that both databases accept the same values.
pub(crate) fn storable<'text>(what: &str, text: &'text str) -> Result<&'text str, StoreError> {
    if text.contains('\0') {
        return Err(StoreError::Invalid(format!("{what} contains a zero character")));
    }
    Ok(text)
}

/// Like [`storable`], but also rejects empty text: for keys.
pub(crate) fn storable_key<'text>(what: &str, text: &'text str) -> Result<&'text str, StoreError> {
    if text.is_empty() {
        return Err(StoreError::Invalid(format!("{what} is empty")));
    }
    storable(what, text)
}
