//! One connection of either driver, and the macro that writes a query body once for both.

use diesel::SqliteConnection;
use diesel::connection::{AnsiTransactionManager, Connection, SimpleConnection, TransactionManager};
use diesel::result::QueryResult;
use diesel_async::AsyncPgConnection;
use diesel_async::async_connection_wrapper::AsyncConnectionWrapper;

/// PostgreSQL over a pure-Rust driver, as a blocking diesel connection.
pub(crate) type PgConnection = AsyncConnectionWrapper<AsyncPgConnection>;

/// Which database stands behind a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backend {
    /// SQLite, built in.
    Sqlite,
    /// PostgreSQL or an engine that speaks its protocol.
    Postgres,
}

/// An open transaction; what a closure given to [`crate::Store::run`] or [`crate::Store::read`] works on.
pub struct Conn(pub(crate) Driver);

/// The two drivers.
#[expect(
    clippy::large_enum_variant,
    reason = "one per database thread, and no box between a query and its driver"
)]
pub(crate) enum Driver {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// What a transaction is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// A snapshot; writes fail.
    Read,
    /// On SQLite the write lock is taken at once: a transaction that reads first and upgrades later fails with
    /// SQLITE_BUSY whatever the timeout.
    Write,
}

/// Evaluates one body with `$c` bound to the connection of whichever driver `$conn` is: written once, type-checked
/// for both.
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
    /// Which database this is.
    #[must_use]
    pub const fn backend(&self) -> Backend {
        match self.0 {
            Driver::Sqlite(_) => Backend::Sqlite,
            Driver::Postgres(_) => Backend::Postgres,
        }
    }

    pub(crate) fn begin(&mut self, access: Access) -> QueryResult<()> {
        match (&mut self.0, access) {
            (Driver::Sqlite(c), Access::Write) => {
                AnsiTransactionManager::begin_transaction_sql(c, "BEGIN IMMEDIATE")
            }
            (Driver::Sqlite(c), Access::Read) => AnsiTransactionManager::begin_transaction_sql(c, "BEGIN"),
            (Driver::Postgres(c), Access::Write) => begin(c),
            (Driver::Postgres(c), Access::Read) => {
                begin(c)?;
                c.batch_execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            }
        }
    }

    pub(crate) fn commit(&mut self) -> QueryResult<()> {
        on_db!(self, |c| commit(c))
    }

    pub(crate) fn rollback(&mut self) -> QueryResult<()> {
        on_db!(self, |c| rollback(c))
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
