//! Waiting times of fetching, in one value, so that a deployment under test can use shorter ones.

use std::time::Duration;

use conditions_core::time::{DAY_MS, MINUTE_MS};
use sources::breaker;
use sources::retry::Backoff;

/// Waiting times of lanes, and their number of repeats.
#[derive(Debug, Clone, Copy)]
pub struct Pauses {
    /// Rest if there is nothing to do.
    pub rest: Duration,
    /// Rest of a resort after a failed response, ms.
    pub failed_rest_ms: i64,
    /// Rest of an unreachable upstream, ms: longer than a connection may take. Each further consecutive one is twice as
    /// long, up to five times this.
    pub unreached_ms: i64,
    /// Interval of requests for data that change monthly, ms.
    pub slow_ms: i64,
    /// Repeats of one call.
    pub backoff: Backoff,
    /// Settings of the circuit breaker.
    pub breaker: breaker::Config,
}

impl Pauses {
    /// The defaults of the service.
    pub const USUAL: Self = Self {
        rest: Duration::from_secs(5),
        failed_rest_ms: 5 * MINUTE_MS,
        unreached_ms: 12_000,
        slow_ms: DAY_MS,
        backoff: Backoff::USUAL,
        breaker: breaker::Config::USUAL,
    };

    /// Returns the rest if there is nothing to do, milliseconds.
    #[must_use]
    pub fn rest_ms(&self) -> i64 {
        i64::try_from(self.rest.as_millis()).unwrap_or(i64::MAX)
    }
}
