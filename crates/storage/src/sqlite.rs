//! Opens SQLite: checks and pragmas.
//!
//! WAL, so that readers never wait for the writer. `synchronous=FULL`, because the budget ledger, an operator's entry
//! and (later) the outbox must survive a power cut once they are acknowledged; at a few transactions per second, the
//! flush is not noticeable. Nothing is written before the file has passed every check.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use diesel::connection::{Connection, SimpleConnection};
use diesel::result::QueryResult;
use diesel::sql_types::Text;
use diesel::{QueryableByName, RunQueryDsl, SqliteConnection, sql_query};

use crate::conn::{Conn, Driver};
use crate::error::{Fault, StoreError, fault, one_line};
use crate::options::Options;

/// Maximum size of a file that is checked page by page at the start, in bytes; larger files show damage when they are
/// read.
const CHECKED_BYTES: u64 = 64 << 20;

/// Number of tries, and pause between them, of an opening that another opener's lock rejected.
const TRIES: u32 = 100;
const APART: Duration = Duration::from_millis(50);

#[derive(QueryableByName)]
struct Finding {
    #[diesel(sql_type = Text)]
    quick_check: String,
}

/// Opens and checks a file without writing: [`prepare`] does the rest once the migrations are known to fit.
pub(crate) fn open(path: &Path, options: &Options) -> Result<Conn, StoreError> {
    let place = path.display().to_string();
    let size = inspect(path, &place)?;
    if size == 0 && !options.create {
        return Err(StoreError::Absent { place });
    }
    let mut connection = connect(path, &place, options)?;
    let check = patiently(|| {
        sql_query("SELECT name AS quick_check FROM sqlite_master LIMIT 1")
            .load::<Finding>(&mut connection)?;
        if size == 0 || size > CHECKED_BYTES {
            return Ok(Vec::<Finding>::new());
        }
        sql_query("PRAGMA quick_check(1)").load(&mut connection)
    });
    match check {
        Err(error) => Err(StoreError::Query(error).at(&place)),
        Ok(lines) => match lines.into_iter().find(|found| found.quick_check != "ok") {
            Some(found) => {
                let detail = found.quick_check.split_whitespace().collect::<Vec<_>>().join(" ");
                Err(StoreError::Corrupt { place, detail })
            }
            None => Ok(Conn(Driver::Sqlite(connection), false)),
        },
    }
}

/// Sets the options stored in the file (WAL) and those that a writing connection needs.
pub(crate) fn prepare(conn: &mut Conn, place: &str) -> Result<(), StoreError> {
    let Driver::Sqlite(connection) = &mut conn.0 else { return Ok(()) };
    let failed = |error: diesel::result::Error| StoreError::Query(error).at(place);
    // This must precede the first table: see `space`.
    connection.batch_execute("PRAGMA auto_vacuum = INCREMENTAL").map_err(failed)?;
    // Detected here and not at the first write: for example, a file that root may write although its folder is
    // read-only.
    patiently(|| connection.batch_execute("BEGIN IMMEDIATE; COMMIT")).map_err(failed)?;
    let mode =
        patiently(|| sql_query("PRAGMA journal_mode = WAL").load::<Mode>(connection)).map_err(failed)?;
    if !mode.iter().any(|mode| mode.journal_mode == "wal") {
        return Err(StoreError::Unopenable {
            place: place.to_owned(),
            reason: "this file system has no shared memory for write-ahead logging".to_owned(),
        });
    }
    connection
        .batch_execute(
            "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA journal_size_limit = 67108864",
        )
        .map_err(failed)
}

/// Retries while another opener has the file: the change to WAL takes an exclusive lock that SQLite does not wait for,
/// whatever the timeout.
fn patiently<T>(mut work: impl FnMut() -> QueryResult<T>) -> QueryResult<T> {
    for _ in 1..TRIES {
        match work() {
            Err(error) if fault(&error) == Fault::Conflict => thread::sleep(APART),
            outcome => return outcome,
        }
    }
    work()
}

#[derive(QueryableByName)]
struct Mode {
    #[diesel(sql_type = Text)]
    journal_mode: String,
}

/// Opens a read-only connection to a file that [`open`] and [`prepare`] have passed.
pub(crate) fn open_reader(path: &Path, options: &Options) -> Result<Conn, StoreError> {
    let place = path.display().to_string();
    let mut connection = connect(path, &place, options)?;
    connection
        .batch_execute("PRAGMA foreign_keys = ON; PRAGMA query_only = ON")
        .map_err(|error| StoreError::Query(error).at(&place))?;
    Ok(Conn(Driver::Sqlite(connection), false))
}

pub(crate) fn connect(path: &Path, place: &str, options: &Options) -> Result<SqliteConnection, StoreError> {
    let unopenable = |reason: String| StoreError::Unopenable { place: place.to_owned(), reason };
    // Absolute, because SQLite would read a relative path that starts with `file:` as a URI.
    let absolute = std::path::absolute(path).map_err(|error| unopenable(one_line(&error)))?;
    let text = absolute.to_str().ok_or_else(|| unopenable("the path is not UTF-8".to_owned()))?;
    let mut connection = SqliteConnection::establish(text).map_err(|error| unopenable(one_line(&error)))?;
    connection
        .batch_execute(&format!("PRAGMA busy_timeout = {}", options.busy_timeout.as_millis()))
        .map_err(|error| StoreError::Query(error).at(place))?;
    Ok(connection)
}

/// Returns the file's size, 0 if it does not exist yet.
fn inspect(path: &Path, place: &str) -> Result<u64, StoreError> {
    let unopenable =
        |reason: &str| StoreError::Unopenable { place: place.to_owned(), reason: reason.to_owned() };
    match fs::metadata(path) {
        Ok(file) if !file.is_file() => Err(unopenable("it is not a file")),
        // The mode decides, because root may write a file that is marked read-only.
        Ok(file) if file.permissions().readonly() => Err(StoreError::ReadOnly {
            place: place.to_owned(),
            detail: "the file has no write permission".to_owned(),
        }),
        Ok(file) => Ok(file.len()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            match folder.map(fs::metadata) {
                Some(Err(_)) => Err(unopenable("its folder does not exist")),
                Some(Ok(folder)) if !folder.is_dir() => Err(unopenable("its parent is not a folder")),
                Some(Ok(folder)) if folder.permissions().readonly() => {
                    Err(unopenable("its folder is not writable"))
                }
                _ => Ok(0),
            }
        }
        Err(error) => Err(unopenable(&one_line(&error))),
    }
}
