//! How long ago something was, by a clock that may have jumped.
//!
//! What seems to lie a little ahead was written by another machine's clock and counts as now. What lies a day ahead or more was
//! written by a clock that was wrong, and holds no longer: else a session made then would outlive its time by as much.

use conditions_core::time::{DAY_MS, Timestamp};

/// Milliseconds since an instant; `None` when a wrong clock wrote it.
#[must_use]
pub fn since(at: Timestamp, now: Timestamp) -> Option<i64> {
    let ms = now.since(at);
    (ms > -DAY_MS).then_some(ms.max(0))
}

/// Whether less than `ms` have passed since an instant.
#[must_use]
pub fn holds(at: Timestamp, ms: i64, now: Timestamp) -> bool {
    since(at, now).is_some_and(|passed| passed < ms)
}

#[cfg(test)]
mod tests;
