//! Wakes the publisher at each multiple of a period of the wall clock, so that replicas poll and publish at the same
//! moments.

use std::time::Duration;

use conditions_core::time::Timestamp;
use runtime::clock;
use tokio::time::{Instant, sleep_until};

/// A wall-clock interval. The waiting time is computed again after each beat, so it follows changes of the clock.
#[derive(Debug)]
pub(super) struct Beat {
    period: Duration,
    due: Instant,
}

impl Beat {
    /// Creates an interval whose first beat is immediate.
    pub(super) fn new(period: Duration) -> Self {
        Self { period, due: Instant::now() }
    }

    /// Waits for the next beat. May be dropped and called again: no beat is lost.
    pub(super) async fn next(&mut self) {
        sleep_until(self.due).await;
        self.due = Instant::now() + left(clock::now(), self.period);
    }
}

/// Returns the time until the next multiple of `period` after `now`.
fn left(now: Timestamp, period: Duration) -> Duration {
    let period = i64::try_from(period.as_millis()).unwrap_or(i64::MAX).max(1);
    Duration::from_millis((period - now.millis().rem_euclid(period)).unsigned_abs())
}

#[cfg(test)]
mod tests;
