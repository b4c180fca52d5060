//! How much was made lately in one name, exact however many ask at once: they queue behind the name's row. The table has the
//! name of the webhooks, which had limits first.

use conditions_core::time::Timestamp;
use diesel::upsert::excluded;
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};

use crate::conn::{Conn, on_db};
use crate::error::{StoreError, storable_key};
use crate::schema::webhook_limits::dsl;
use crate::time::{instant, micros};

/// Holds off everybody else who makes something in this name until the transaction ends.
pub(crate) fn lock(conn: &mut Conn, name: &str, now: Timestamp) -> Result<Vec<i64>, StoreError> {
    storable_key("limit's name", name)?;
    let recent: String = on_db!(conn, |c| diesel::insert_into(dsl::webhook_limits)
        .values((dsl::name.eq(name), dsl::recent.eq("[]"), dsl::touched_at.eq(micros(now))))
        .on_conflict(dsl::name)
        .do_update()
        .set(dsl::touched_at.eq(excluded(dsl::touched_at)))
        .returning(dsl::recent)
        .get_result(c))?;
    serde_json::from_str(&recent).map_err(|_| StoreError::Invalid(format!("stored limit of `{name}`")))
}

/// The instants that count at `now`, oldest first. One further ahead than a window was written by a clock that was wrong.
pub(crate) fn counting(recent: &[i64], now: Timestamp, window_ms: i64) -> Vec<i64> {
    let (now, window) = (micros(now), window_ms.saturating_mul(1_000));
    let within = |at: &&i64| now.saturating_sub(**at) < window && at.saturating_sub(now) <= window;
    let mut counting: Vec<i64> = recent.iter().filter(within).copied().collect();
    counting.sort_unstable();
    counting
}

/// Writes what counts. The caller has the lock.
pub(crate) fn keep(conn: &mut Conn, name: &str, recent: &[i64]) -> Result<(), StoreError> {
    let text = serde_json::to_string(recent).map_err(|error| StoreError::Invalid(error.to_string()))?;
    on_db!(conn, |c| diesel::update(dsl::webhook_limits.find(name)).set(dsl::recent.eq(text)).execute(c))?;
    Ok(())
}

/// Counts one more in this name, unless `most` were made within the window: then how long to wait, in milliseconds.
///
/// # Errors
/// What the database said.
pub fn take(
    conn: &mut Conn,
    name: &str,
    most: usize,
    window_ms: i64,
    now: Timestamp,
) -> Result<Result<(), i64>, StoreError> {
    let recent = lock(conn, name, now)?;
    let mut recent = counting(&recent, now, window_ms);
    if let Some(at) = recent.len().checked_sub(most) {
        let leaves = recent.get(at).map_or(now, |at| instant(*at)).plus_millis(window_ms);
        return Ok(Err(leaves.since(now).max(1)));
    }
    recent.push(micros(now));
    keep(conn, name, &recent)?;
    Ok(Ok(()))
}

/// Forgets what was counted in this name.
///
/// # Errors
/// What the database said.
pub fn clear(conn: &mut Conn, name: &str) -> Result<(), StoreError> {
    on_db!(conn, |c| diesel::delete(dsl::webhook_limits.find(name)).execute(c))?;
    Ok(())
}

/// Forgets names that were not used since `before`, addresses of clients among them; how many.
///
/// # Errors
/// What the database said.
pub fn prune(conn: &mut Conn, before: Timestamp) -> Result<usize, StoreError> {
    let old = dsl::webhook_limits.filter(dsl::touched_at.lt(micros(before)));
    Ok(on_db!(conn, |c| diesel::delete(old).execute(c))?)
}
