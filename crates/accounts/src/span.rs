//! Age of a timestamp, with a clock that may have jumped.
//!
//! A timestamp slightly in the future was written by another machine's clock and counts as now. A timestamp a day or
//! more in the future was written by a wrong clock and is invalid; otherwise a session made then would outlive its
//! lifetime by the same amount.

use conditions_core::time::{DAY_MS, Timestamp};

/// Returns the milliseconds since a timestamp; `None` if a wrong clock wrote it.
#[must_use]
pub fn since(at: Timestamp, now: Timestamp) -> Option<i64> {
    let ms = now.since(at);
    (ms > -DAY_MS).then_some(ms.max(0))
}

/// Returns whether less than `ms` have passed since a timestamp.
#[must_use]
pub fn is_within(at: Timestamp, ms: i64, now: Timestamp) -> bool {
    since(at, now).is_some_and(|passed| passed < ms)
}

#[cfg(test)]
mod tests;
