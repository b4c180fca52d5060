//! One connection of either driver, and the macro that writes a query body once for both.

use diesel::SqliteConnection;
use diesel::connection::{AnsiTransactionManager, Connection, SimpleConnection, TransactionManager};
use diesel::result::QueryResult;
use diesel_async::async_connection_wrapper::{AsyncConnectionWrapper, BlockOn as _};
use diesel_async::{AnsiTransactionManager as PgTransactionManager, AsyncPgConnection};

use crate::thread;

/// PostgreSQL over a pure-Rust driver, as a blocking diesel connection.
pub(crate) type PgConnection = AsyncConnectionWrapper<AsyncPgConnection, thread::DrivingThread>;

/// The kind of database of a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backend {
    /// SQLite, built in.
    Sqlite,
    /// PostgreSQL or an engine with the same protocol.
    Postgres,
}

/// An open transaction, the argument of a closure given to [`crate::Store::run`] or [`crate::Store::read`]. The flag
/// says that the transaction created deliveries, of which other replicas are notified after the commit.
pub struct Conn(pub(crate) Driver, pub(crate) bool);

/// The two drivers.
#[expect(
    clippy::large_enum_variant,
    reason = "there is one per database thread, and a box would slow every query"
)]
pub(crate) enum Driver {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// Permission to read with one statement, which is a snapshot on its own and needs no transaction. The reading function
/// consumes it.
pub struct SingleRead<'c>(pub(crate) &'c mut Conn);

/// The use of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// One statement that reads, without a transaction.
    Single,
    /// A snapshot; writes fail.
    Read,
    /// On SQLite the write lock is taken at once: a transaction that reads first and upgrades later fails with
    /// SQLITE_BUSY, whatever the timeout.
    Write,
}

/// Evaluates one body with `$c` bound to the connection of either driver: written once, type-checked for both.
macro_rules! on_db {
    ($conn:expr, |$c:ident| $body:expr) => {
        match &mut $conn.0 {
            $crate::conn::Driver::Sqlite($c) => $body,
            $crate::conn::Driver::Postgres($c) => $body,
        }
    };
}
pub(crate) use on_db;

impl Conn {
    /// Returns the kind of database.
    #[must_use]
    pub const fn backend(&self) -> Backend {
        match self.0 {
            Driver::Sqlite(_) => Backend::Sqlite,
            Driver::Postgres(_) => Backend::Postgres,
        }
    }

    /// Permits one reading statement inside a transaction.
    pub const fn single(&mut self) -> SingleRead<'_> {
        SingleRead(self)
    }

    pub(crate) fn begin(&mut self, access: Access) -> QueryResult<()> {
        self.1 = false;
        match (&mut self.0, access) {
            (_, Access::Single) => Ok(()),
            (Driver::Sqlite(c), Access::Write) => {
                AnsiTransactionManager::begin_transaction_sql(c, "BEGIN IMMEDIATE")
            }
            (Driver::Sqlite(c), Access::Read) => AnsiTransactionManager::begin_transaction_sql(c, "BEGIN"),
            (Driver::Postgres(c), Access::Write) => begin(c),
            (Driver::Postgres(c), Access::Read) => {
                const SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";
                thread::DrivingThread
                    .block_on(PgTransactionManager::begin_transaction_sql(&mut **c, SNAPSHOT))
            }
        }
    }

    pub(crate) fn commit(&mut self, access: Access) -> QueryResult<()> {
        if access == Access::Single {
            return Ok(());
        }
        on_db!(self, |c| commit(c))
    }

    pub(crate) fn rollback(&mut self, access: Access) -> QueryResult<()> {
        if access == Access::Single {
            return Ok(());
        }
        on_db!(self, |c| rollback(c))
    }

    /// Returns whether the server still answers. SQLite always does.
    pub(crate) fn answers(&mut self) -> bool {
        matches!(self.0, Driver::Sqlite(_)) || self.execute_batch("SELECT 1").is_ok()
    }

    pub(crate) fn execute_batch(&mut self, sql: &str) -> QueryResult<()> {
        on_db!(self, |c| c.batch_execute(sql))
    }
}

fn begin<C: Connection>(connection: &mut C) -> QueryResult<()> {
    C::TransactionManager::begin_transaction(connection)
}

fn commit<C: Connection>(connection: &mut C) -> QueryResult<()> {
    C::TransactionManager::commit_transaction(connection)
}

fn rollback<C: Connection>(connection: &mut C) -> QueryResult<()> {
    C::TransactionManager::rollback_transaction(connection)
}
