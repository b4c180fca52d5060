//! How long fetching waits: one value, so that a deployment under test does not wait as long as a real one.

use std::time::Duration;

use conditions_core::time::{DAY_MS, MINUTE_MS};
use sources::breaker;
use sources::retry::Backoff;

/// How long lanes wait, and how often they ask again.
#[derive(Debug, Clone, Copy)]
pub struct Pauses {
    /// Rest when there is nothing to do.
    pub rest: Duration,
    /// A resort whose answer failed is left alone for this long, ms.
    pub failed_rest_ms: i64,
    /// An upstream that could not be reached at all is left alone for this long, ms: longer than a connection may take. Each
    /// further time in a row is twice as long, up to five times this.
    pub unreached_ms: i64,
    /// What changes monthly is asked this often, ms.
    pub slow_ms: i64,
    /// Repeats of one call.
    pub backoff: Backoff,
    /// When the whole upstream is left alone.
    pub breaker: breaker::Config,
}

impl Pauses {
    /// As the service waits unless told otherwise.
    pub const USUAL: Self = Self {
        rest: Duration::from_secs(5),
        failed_rest_ms: 5 * MINUTE_MS,
        unreached_ms: 12_000,
        slow_ms: DAY_MS,
        backoff: Backoff::USUAL,
        breaker: breaker::Config::USUAL,
    };

    /// The rest when there is nothing to do, milliseconds.
    #[must_use]
    pub fn rest_ms(&self) -> i64 {
        i64::try_from(self.rest.as_millis()).unwrap_or(i64::MAX)
    }
}
