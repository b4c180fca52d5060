//! Whose clock the outbox goes by: PostgreSQL's own, so that replicas with clocks apart agree on what is due and on whose
//! claim has lapsed; on SQLite, which has one process, the caller's.

use conditions_core::time::Timestamp;
use diesel::sql_types::BigInt;
use diesel::{QueryableByName, RunQueryDsl};

use crate::conn::{Conn, Driver};
use crate::error::StoreError;
use crate::statement::prepared;

#[derive(QueryableByName)]
struct Clock {
    #[diesel(sql_type = BigInt)]
    millis: i64,
}

/// The instant to decide by: `now` on SQLite, the server's clock at this statement on PostgreSQL.
pub(super) fn now(conn: &mut Conn, now: Timestamp) -> Result<Timestamp, StoreError> {
    let Driver::Postgres(c) = &mut conn.0 else { return Ok(now) };
    // Rounded down: what is due now was due at the millisecond before.
    let sql = "SELECT CAST(floor(EXTRACT(EPOCH FROM clock_timestamp()) * 1000) AS BIGINT) AS millis";
    let clock: Clock = prepared(sql).get_result(c)?;
    Ok(Timestamp::from_millis(clock.millis))
}
