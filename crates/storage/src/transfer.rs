//! Moves a SQLite file into an empty PostgreSQL database, in one transaction.
//!
//! Tables and columns are read from the migrated file, so a new table is moved without a change here. The file is locked
//! against writes during the move, which only reads it. The target stays empty until the commit, so an interrupted move
//! can be repeated.

use std::sync::mpsc;

use conditions_core::time::Timestamp;
use diesel::connection::DefaultLoadingMode;
use diesel::result::Error as DieselError;
use diesel::sql_types::{BigInt, Text};
use diesel::{QueryableByName, RunQueryDsl, sql_query};

use crate::address::{self, Address};
use crate::conn::{Access, Conn, Driver, on_db};
use crate::connect::Opener;
use crate::error::{StoreError, one_line};
use crate::migrate;
use crate::options::Options;

mod target;
mod value;

use target::Target;
use value::Values;

/// Tables about running processes or about one database server. The target fills its own.
const NOT_MOVED: [&str; 4] = ["__diesel_schema_migrations", "leases", "service_processes", "timelines"];

/// A table and the number of its rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MovedTable {
    pub table: String,
    pub rows: u64,
}

/// A table of the source with its columns in the order of the file.
#[derive(Debug)]
struct Table {
    name: String,
    columns: Vec<String>,
}

#[derive(QueryableByName)]
struct Name {
    #[diesel(sql_type = Text)]
    name: String,
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    rows: i64,
}

/// Moves the database of the file `from` into the PostgreSQL database `to`, which must not contain rows. Runs missing
/// migrations on both. Calls `progress` with a table, the number of rows sent and the number of all its rows: before the
/// first row and after each row. Blocks, so do not call it inside a runtime.
///
/// The caller ensures that no service runs on the file.
///
/// # Errors
/// Returns an error if either database cannot be opened, the target contains rows, or the move fails. The target is
/// then empty; after [`StoreError::Lost`] it may contain everything.
pub fn run(
    from: &str,
    to: &str,
    options: &Options,
    now: Timestamp,
    progress: &mut dyn FnMut(&str, u64, u64),
) -> Result<Vec<MovedTable>, StoreError> {
    let (from, to) = (address::parse(from)?, address::parse(to)?);
    if !matches!(from, Address::Sqlite(_)) {
        return Err(StoreError::Address("only a SQLite file can be moved".to_owned()));
    }
    let (ring, _rings) = mpsc::sync_channel(1);
    let from = Opener::new(from, Options { create: false, ..options.clone() }, ring.clone())?;
    let to = Opener::new(to, options.clone(), ring)?;
    let Some(connector) = to.connector() else {
        return Err(StoreError::Address("the target of a move must be a postgres:// URL".to_owned()));
    };
    // Both are checked before either is changed.
    let unusable = |error: StoreError| name_file(error, from.place());
    from.inspect(|_| Ok(())).map_err(unusable)?;
    to.inspect(|conn| reject_occupied(conn, to.place()))?;

    let mut live = from.first(now).map_err(unusable)?;
    let source = &mut live.conn;
    let failed = |error: DieselError| unusable(StoreError::Query(error).at(from.place()));
    // Takes the write lock: a row that another process writes during the move would be missing in the target.
    source.begin(Access::Write).map_err(failed)?;
    let tables = tables(source).map_err(failed)?;
    drop(to.first(now)?);

    let mut target = Target::connect(&connector, to.place())?;
    let moved = match target.begin(&tables).and_then(|()| move_tables(source, &target, &tables, progress)) {
        Ok(moved) => moved,
        Err(error) => {
            target.rollback();
            return Err(error);
        }
    };
    match target.commit() {
        Err(lost @ StoreError::Lost { .. }) => settle(&to, lost)?,
        committed => committed?,
    }
    // Ends the transaction. The move has written nothing to the file, so a failure changes nothing.
    let _ = source.rollback(Access::Write);
    Ok(moved)
}

/// Adds the file to an error that names only a statement, for example about a full disk.
fn name_file(error: StoreError, place: &str) -> StoreError {
    let StoreError::Query(error) = error else { return error };
    let reason = format!("{}; check the disk and its free space", one_line(&error));
    StoreError::Unopenable { place: place.to_owned(), reason }
}

/// Finds out whether a commit succeeded whose response was lost. The transaction locked the tables, so while the server
/// still works on it this query waits for its end.
fn settle(to: &Opener, lost: StoreError) -> Result<(), StoreError> {
    match to.inspect(|conn| reject_occupied(conn, to.place())) {
        Err(StoreError::Occupied { .. }) => Ok(()),
        Ok(()) => {
            let detail = "the connection broke before the commit".to_owned();
            Err(StoreError::NotMoved { place: to.place().to_owned(), detail })
        }
        Err(_) => Err(lost),
    }
}

fn move_tables(
    source: &mut Conn,
    target: &Target,
    tables: &[Table],
    progress: &mut dyn FnMut(&str, u64, u64),
) -> Result<Vec<MovedTable>, StoreError> {
    let moved = tables.iter().map(|table| {
        let rows = move_table(source, target, table, progress)?;
        Ok(MovedTable { table: table.name.clone(), rows })
    });
    moved.collect()
}

/// Copies one table and compares its number of rows in the source, sent, and in the target.
fn move_table(
    source: &mut Conn,
    target: &Target,
    table: &Table,
    progress: &mut dyn FnMut(&str, u64, u64),
) -> Result<u64, StoreError> {
    let stopped = |detail: String| target.stopped(&table.name, &detail);
    let Driver::Sqlite(connection) = &mut source.0 else {
        return Err(stopped("not a SQLite file".to_owned()));
    };
    let count = format!("SELECT count(*) AS rows FROM {}", quoted(&table.name));
    let count: Count = sql_query(count).get_result(connection).map_err(|error| stopped(one_line(&error)))?;
    let all = u64::try_from(count.rows).map_err(|error| stopped(one_line(&error)))?;
    progress(&table.name, 0, all);

    let select = format!("SELECT {} FROM {}", list(&table.columns), quoted(&table.name));
    let rows = sql_query(select)
        .load_iter::<Values, DefaultLoadingMode>(connection)
        .map_err(|error| stopped(one_line(&error)))?;
    let rows = rows.map(|row| row.map_err(|error| one_line(&error)));
    let sent = target.copy(table, rows, |done| progress(&table.name, done, all))?;
    let stored = target.count(table)?;
    if sent != all || stored != all {
        return Err(stopped(format!("{all} rows in the file, {sent} sent, {stored} in the target")));
    }
    Ok(all)
}

/// Returns the tables to move.
fn tables(source: &mut Conn) -> Result<Vec<Table>, DieselError> {
    let names = migrate::tables(source)?;
    let moved = names.into_iter().filter(|name| is_moved(name) && !name.starts_with("sqlite_"));
    moved.map(|name| columns(source, name)).collect()
}

fn columns(source: &mut Conn, name: String) -> Result<Table, DieselError> {
    let sql = format!("SELECT name FROM pragma_table_info('{name}') ORDER BY cid");
    let rows: Vec<Name> = on_db!(source, |c| sql_query(sql).load(c))?;
    Ok(Table { name, columns: rows.into_iter().map(|row| row.name).collect() })
}

fn is_moved(table: &str) -> bool {
    !NOT_MOVED.contains(&table)
}

/// Rejects a target that contains rows.
fn reject_occupied(conn: &mut Conn, place: &str) -> Result<(), StoreError> {
    if !migrate::has_begun(conn, place)? {
        // After an interrupted first start every table of ours is empty.
        return Ok(());
    }
    let failed = |error: DieselError| StoreError::Query(error).at(place);
    let tables = migrate::tables(conn).map_err(failed)?;
    let names: Vec<&str> = tables.iter().map(String::as_str).filter(|name| is_moved(name)).collect();
    let found: Vec<Name> = on_db!(conn, |c| sql_query(first_occupied(&names)).load(c)).map_err(failed)?;
    found.into_iter().next().map_or(Ok(()), |found| Err(occupied(place, found.name)))
}

fn occupied(place: &str, table: String) -> StoreError {
    StoreError::Occupied { place: place.to_owned(), table }
}

/// Returns a query for the name of one table that contains rows. Any lease except the one of migrations means that a
/// service runs there.
fn first_occupied(tables: &[&str]) -> String {
    let one = |name: &&str| {
        format!("SELECT CAST('{name}' AS TEXT) AS name WHERE EXISTS (SELECT 1 FROM {})", quoted(name))
    };
    let leases = "SELECT CAST('leases' AS TEXT) AS name \
         WHERE EXISTS (SELECT 1 FROM leases WHERE name <> 'migrations')";
    let parts: Vec<String> = tables.iter().map(one).chain([leases.to_owned()]).collect();
    format!("{} LIMIT 1", parts.join(" UNION ALL "))
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn list<S: AsRef<str>>(names: &[S]) -> String {
    names.iter().map(|name| quoted(name.as_ref())).collect::<Vec<_>>().join(", ")
}
