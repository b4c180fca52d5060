//! Deletes old evidence, a batch per transaction, so that no writer waits long.

use conditions_core::time::Timestamp;
use diesel::sql_types::BigInt;
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl, sql_query};

use crate::changes;
use crate::conn::{Conn, on_db};
use crate::error::StoreError;
use crate::schema::latest_evidence;
use crate::time::micros;

/// diesel's builder cannot express row values in a subquery; this SQL runs on both databases.
const OLDEST: &str = "DELETE FROM evidence WHERE (slug, lane, captured_at, id) IN \
    (SELECT slug, lane, captured_at, id FROM evidence WHERE captured_at < $1 \
     ORDER BY captured_at LIMIT $2)";
const OLDEST_BUT_IN_FORCE: &str = "DELETE FROM evidence WHERE (slug, lane, captured_at, id) IN \
    (SELECT old.slug, old.lane, old.captured_at, old.id FROM evidence AS old WHERE old.captured_at < $1 \
     AND EXISTS (SELECT 1 FROM evidence AS later WHERE later.slug = old.slug AND later.lane = old.lane \
     AND later.captured_at < $1 AND (later.captured_at > old.captured_at \
     OR (later.captured_at = old.captured_at AND later.id > old.id))) \
     ORDER BY old.captured_at LIMIT $2)";

/// Deletes at most `batch` rows captured before `before`, oldest first, and returns their number. Call it repeatedly,
/// each time in a separate transaction, until it returns less than `batch`.
///
/// With `keep_in_force` the newest of the rows before `before` of each (resort, lane) stays however old it is: it was
/// known at `before` and after, so every time from `before` on can be replayed. The latest row of all stays with it.
/// Without `keep_in_force`, start-up copies of that age are deleted too; replicas retain what they have in memory until
/// they restart, and every use of evidence is limited by its age.
///
/// # Errors
/// Returns an error if the database fails.
pub fn prune(
    conn: &mut Conn,
    before: Timestamp,
    keep_in_force: bool,
    batch: u32,
) -> Result<usize, StoreError> {
    // The counter's row first, as in an append: one order of locks.
    changes::bump(conn, changes::EVIDENCE)?;
    let before = micros(before);
    if !keep_in_force {
        on_db!(conn, |c| diesel::delete(
            latest_evidence::table.filter(latest_evidence::captured_at.lt(before))
        )
        .execute(c))?;
    }
    let sql = if keep_in_force { OLDEST_BUT_IN_FORCE } else { OLDEST };
    Ok(on_db!(conn, |c| sql_query(sql)
        .bind::<BigInt, _>(before)
        .bind::<BigInt, _>(i64::from(batch))
        .execute(c))?)
}
