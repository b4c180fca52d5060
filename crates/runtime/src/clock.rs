//! The only module that reads the clocks. Everything else takes `now` as an argument.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

use conditions_core::time::Timestamp;

/// Returns the wall-clock time.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "this module reads the clock")]
pub fn now() -> Timestamp {
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_millis(i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX))
}

/// Returns the monotonic time, for measuring durations.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "this module reads the clock")]
pub fn monotonic() -> Instant {
    Instant::now()
}
