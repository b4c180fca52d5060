//! Space of a SQLite file that rows no longer need, given back to the file system. PostgreSQL sees to it by itself.

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

/// Pages of the file that hold nothing; 0 on PostgreSQL.
///
/// # Errors
/// What the database said.
pub fn free_pages(conn: &mut Conn) -> Result<i64, StoreError> {
    let Driver::Sqlite(c) = &mut conn.0 else { return Ok(0) };
    let rows: Vec<Free> = sql_query("PRAGMA freelist_count").load(c)?;
    Ok(rows.first().map_or(0, |row| row.freelist_count))
}

/// Gives at most `pages` of them back. Nothing happens in a file that an older program made: its layout has no way to, short of
/// writing it anew.
///
/// # Errors
/// What the database said.
pub fn give_back(conn: &mut Conn, pages: u32) -> Result<(), StoreError> {
    let Driver::Sqlite(c) = &mut conn.0 else { return Ok(()) };
    Ok(c.batch_execute(&format!("PRAGMA incremental_vacuum({pages})"))?)
}
