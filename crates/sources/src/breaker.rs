//! Circuit breaker that stops requests to an upstream after repeated failures: closed, open, half open. One per
//! upstream.
//!
//! Pure: `now` is an argument, and the caller stores the state.

use conditions_core::time::{DAY_MS, MINUTE_MS, Timestamp};

/// Settings of a breaker: when it opens and for how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Config {
    /// Number of consecutive failures that open it.
    pub failures: u32,
    /// The first pause, ms; each further consecutive one is twice as long.
    pub pause_ms: i64,
    /// The longest pause, ms.
    pub longest_pause_ms: i64,
    /// Time after which a probe without a result counts as lost, ms.
    pub probe_ms: i64,
}

impl Config {
    /// Five failures, one minute doubling to one hour, probes lost after two minutes.
    pub const USUAL: Self =
        Self { failures: 5, pause_ms: MINUTE_MS, longest_pause_ms: 60 * MINUTE_MS, probe_ms: 2 * MINUTE_MS };
}

/// Longest pause that an upstream can request, ms.
const LONGEST_REST_MS: i64 = DAY_MS;

/// Returns the end of a pause that an upstream requested, limited to a day.
#[must_use]
pub fn limit_pause(until: Timestamp, now: Timestamp) -> Timestamp {
    until.min(now.plus_millis(LONGEST_REST_MS))
}

/// State of a breaker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Calls pass.
    Closed {
        /// Consecutive failures.
        failures: u32,
    },
    /// Calls are rejected until the given time.
    Open {
        /// End of the pause.
        until: Timestamp,
    },
    /// One probe is in flight.
    HalfOpen {
        /// Start of the probe.
        since: Timestamp,
    },
}

/// Decision on a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Permit {
    /// The call may pass.
    Pass,
    /// The call may pass as the only one; its outcome decides.
    Probe,
    /// The call must wait until this time.
    NotBefore(Timestamp),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breaker {
    config: Config,
    state: State,
    /// Number of consecutive pauses, for the doubling.
    trips: u32,
}

impl Breaker {
    /// Returns a closed breaker.
    #[must_use]
    pub const fn new(config: Config) -> Self {
        Self { config, state: State::Closed { failures: 0 }, trips: 0 }
    }

    /// Returns the current state.
    #[must_use]
    pub const fn state(&self) -> State {
        self.state
    }

    /// Requests a permit for a call at `now`. A permit is followed by [`Breaker::success`] or [`Breaker::failure`].
    pub fn permit(&mut self, now: Timestamp) -> Permit {
        match self.state {
            State::Closed { .. } => Permit::Pass,
            State::Open { until } if now < until => Permit::NotBefore(until),
            State::HalfOpen { since } if now.since(since) < self.config.probe_ms => {
                Permit::NotBefore(since.plus_millis(self.config.probe_ms))
            }
            State::Open { .. } | State::HalfOpen { .. } => {
                self.state = State::HalfOpen { since: now };
                Permit::Probe
            }
        }
    }

    /// Records a success. A late success while the breaker is open does not shorten the pause, which the upstream may
    /// have requested.
    pub fn success(&mut self) {
        match self.state {
            State::Open { .. } => {}
            State::Closed { .. } | State::HalfOpen { .. } => {
                self.state = State::Closed { failures: 0 };
                self.trips = 0;
            }
        }
    }

    /// Records a failure at `now`.
    pub fn failure(&mut self, now: Timestamp) {
        match self.state {
            State::Closed { failures } if failures.saturating_add(1) < self.config.failures => {
                self.state = State::Closed { failures: failures.saturating_add(1) };
            }
            State::Closed { .. } | State::HalfOpen { .. } => self.open(now, None),
            State::Open { .. } => {}
        }
    }

    /// Opens at once because the upstream requested a pause: until `until`, at most a day, or for the breaker's own
    /// pause if the upstream gave no time.
    pub fn trip(&mut self, until: Option<Timestamp>, now: Timestamp) {
        let until = until.map(|until| limit_pause(until, now));
        match (self.state, until) {
            (State::Open { until: already }, Some(until)) => {
                self.state = State::Open { until: until.max(already) }
            }
            (State::Open { .. }, None) => {}
            (State::Closed { .. } | State::HalfOpen { .. }, until) => self.open(now, until),
        }
    }

    fn open(&mut self, now: Timestamp, until: Option<Timestamp>) {
        let factor = 2i64.checked_pow(self.trips).unwrap_or(i64::MAX);
        let pause = self.config.pause_ms.saturating_mul(factor).min(self.config.longest_pause_ms);
        self.trips = self.trips.saturating_add(1);
        self.state = State::Open { until: until.unwrap_or_else(|| now.plus_millis(pause)).max(now) };
    }
}

#[cfg(test)]
mod tests;
