//! State of each upstream lane: last attempt, last success, failures in a row.

use conditions_core::time::Timestamp;
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};

use crate::conn::{Conn, on_db};
use crate::error::{StoreError, storable_key};
use crate::schema::lane_states::dsl;
use crate::time::{micros, timestamp};

/// Maximum length of a stored error, in characters.
pub const ERROR_CHARS: usize = 500;

/// State of one lane.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaneState {
    pub lane: String,
    pub last_attempt_at: Timestamp,
    /// Time of the last success.
    pub last_success_at: Option<Timestamp>,
    /// Last error; `None` after a success.
    pub last_error: Option<String>,
    /// Failures since the last success.
    pub consecutive_failures: u64,
}

type Row = (String, i64, Option<i64>, Option<String>, i64);

/// Records a success at `at`: clears the error and the count of failures.
///
/// # Errors
/// Returns [`StoreError::Invalid`] for an empty lane.
pub fn succeeded(conn: &mut Conn, lane: &str, at: Timestamp) -> Result<(), StoreError> {
    storable_key("lane", lane)?;
    let at = micros(at);
    let state = (
        dsl::last_attempt_at.eq(at),
        dsl::last_success_at.eq(Some(at)),
        dsl::last_error.eq(None::<String>),
        dsl::consecutive_failures.eq(0_i64),
    );
    on_db!(conn, |c| diesel::insert_into(dsl::lane_states)
        .values((dsl::lane.eq(lane), state.clone()))
        .on_conflict(dsl::lane)
        .do_update()
        .set(state)
        .execute(c))?;
    Ok(())
}

/// Records a failure at `at` with the first [`ERROR_CHARS`] characters of `error`.
///
/// # Errors
/// Returns [`StoreError::Invalid`] for an empty lane.
pub fn failed(conn: &mut Conn, lane: &str, at: Timestamp, error: &str) -> Result<(), StoreError> {
    storable_key("lane", lane)?;
    let error = storable_error(error);
    let attempt = (dsl::last_attempt_at.eq(micros(at)), dsl::last_error.eq(Some(error)));
    on_db!(conn, |c| diesel::insert_into(dsl::lane_states)
        .values((dsl::lane.eq(lane), attempt.clone(), dsl::consecutive_failures.eq(1_i64)))
        .on_conflict(dsl::lane)
        .do_update()
        .set((attempt, dsl::consecutive_failures.eq(dsl::consecutive_failures + 1_i64)))
        .execute(c))?;
    Ok(())
}

/// Returns the first [`ERROR_CHARS`] characters of a text that may contain bytes of an upstream: a zero character would
/// make it unstorable.
pub(crate) fn storable_error(text: &str) -> String {
    text.chars().take(ERROR_CHARS).map(|c| if c == '\0' { '\u{fffd}' } else { c }).collect()
}

/// Returns one lane's state; `None` if it was never tried.
///
/// # Errors
/// Returns an error if the database fails.
pub fn get(conn: &mut Conn, lane: &str) -> Result<Option<LaneState>, StoreError> {
    let row: Option<Row> = on_db!(conn, |c| dsl::lane_states.find(lane).first(c).optional())?;
    Ok(row.map(state))
}

/// Returns every lane's state, by name.
///
/// # Errors
/// Returns an error if the database fails.
pub fn list(conn: &mut Conn) -> Result<Vec<LaneState>, StoreError> {
    let rows: Vec<Row> = on_db!(conn, |c| dsl::lane_states.load(c))?;
    let mut states: Vec<_> = rows.into_iter().map(state).collect();
    states.sort_by(|a, b| a.lane.cmp(&b.lane));
    Ok(states)
}

fn state((lane, attempt, success, last_error, failures): Row) -> LaneState {
    LaneState {
        lane,
        last_attempt_at: timestamp(attempt),
        last_success_at: success.map(timestamp),
        last_error,
        consecutive_failures: u64::try_from(failures).unwrap_or(0),
    }
}
