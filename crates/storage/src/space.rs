//! Size of the database, and return of unused space of a SQLite file to the file system, which PostgreSQL does
//! automatically.

use diesel::connection::SimpleConnection;
use diesel::sql_types::BigInt;
use diesel::{QueryableByName, RunQueryDsl, sql_query};

use crate::conn::{Conn, Driver};
use crate::error::StoreError;

#[derive(QueryableByName)]
struct Free {
    #[diesel(sql_type = BigInt)]
    freelist_count: i64,
}

#[derive(QueryableByName)]
struct Size {
    #[diesel(sql_type = BigInt)]
    bytes: i64,
}

/// Returns the size of the database in bytes; on SQLite without the log of changes that are not yet in the file.
///
/// # Errors
/// Returns an error if the database fails.
pub fn size_bytes(conn: &mut Conn) -> Result<i64, StoreError> {
    const SQLITE: &str =
        "SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()";
    const POSTGRES: &str = "SELECT pg_database_size(current_database()) AS bytes";
    let rows: Vec<Size> = match &mut conn.0 {
        Driver::Sqlite(c) => sql_query(SQLITE).load(c)?,
        Driver::Postgres(c) => sql_query(POSTGRES).load(c)?,
    };
    Ok(rows.first().map_or(0, |row| row.bytes))
}

/// Returns the number of unused pages of the file; 0 on PostgreSQL.
///
/// # Errors
/// Returns an error if the database fails.
pub fn free_pages(conn: &mut Conn) -> Result<i64, StoreError> {
    let Driver::Sqlite(c) = &mut conn.0 else { return Ok(0) };
    let rows: Vec<Free> = sql_query("PRAGMA freelist_count").load(c)?;
    Ok(rows.first().map_or(0, |row| row.freelist_count))
}

/// Releases at most `pages` unused pages. Does nothing for a file that an older program created: its layout allows this
/// only by rewriting the whole file.
///
/// # Errors
/// Returns an error if the database fails.
pub fn give_back(conn: &mut Conn, pages: u32) -> Result<(), StoreError> {
    let Driver::Sqlite(c) = &mut conn.0 else { return Ok(()) };
    Ok(c.batch_execute(&format!("PRAGMA incremental_vacuum({pages})"))?)
}
