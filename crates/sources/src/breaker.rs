//! Leaves an upstream alone when it keeps failing: closed, open, half open. One per upstream.
//!
//! Pure: `now` is an argument, and the caller keeps the state.

use conditions_core::time::{DAY_MS, MINUTE_MS, Timestamp};

/// When a breaker opens and for how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Config {
    /// Consecutive failures that open it.
    pub failures: u32,
    /// The first pause, ms; each further one in a row is twice as long.
    pub pause_ms: i64,
    /// The longest pause, ms.
    pub longest_pause_ms: i64,
    /// A probe that has not reported after this is taken for lost, ms.
    pub probe_ms: i64,
}

impl Config {
    /// Five failures, one minute doubling to one hour, probes lost after two minutes.
    pub const USUAL: Self =
        Self { failures: 5, pause_ms: MINUTE_MS, longest_pause_ms: 60 * MINUTE_MS, probe_ms: 2 * MINUTE_MS };
}

/// No word of an upstream keeps it unasked for longer, ms.
const LONGEST_REST_MS: i64 = DAY_MS;

/// The end of a rest that an upstream asked for, within reason.
#[must_use]
pub fn within_reason(until: Timestamp, now: Timestamp) -> Timestamp {
    until.min(now.plus_millis(LONGEST_REST_MS))
}

/// Where a breaker stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Calls pass; so many failed in a row.
    Closed {
        /// Consecutive failures.
        failures: u32,
    },
    /// Nothing passes before this instant.
    Open {
        /// End of the pause.
        until: Timestamp,
    },
    /// One probe is out.
    HalfOpen {
        /// When it went out.
        since: Timestamp,
    },
}

/// Whether a call may pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Permit {
    /// It may.
    Pass,
    /// It may, alone: its outcome decides.
    Probe,
    /// Not before this instant.
    NotBefore(Timestamp),
}

/// A circuit breaker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breaker {
    config: Config,
    state: State,
    /// Pauses in a row, for the doubling.
    trips: u32,
}

impl Breaker {
    /// A closed breaker.
    #[must_use]
    pub const fn new(config: Config) -> Self {
        Self { config, state: State::Closed { failures: 0 }, trips: 0 }
    }

    /// Where it stands.
    #[must_use]
    pub const fn state(&self) -> State {
        self.state
    }

    /// Asks to make a call at `now`. A permit is followed by [`Breaker::success`] or [`Breaker::failure`].
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

    /// A call succeeded. A straggler's success while the breaker is open does not shorten the pause, which may be
    /// the upstream's own word.
    pub fn success(&mut self) {
        match self.state {
            State::Open { .. } => {}
            State::Closed { .. } | State::HalfOpen { .. } => {
                self.state = State::Closed { failures: 0 };
                self.trips = 0;
            }
        }
    }

    /// A call failed at `now`.
    pub fn failure(&mut self, now: Timestamp) {
        match self.state {
            State::Closed { failures } if failures.saturating_add(1) < self.config.failures => {
                self.state = State::Closed { failures: failures.saturating_add(1) };
            }
            State::Closed { .. } | State::HalfOpen { .. } => self.open(now, None),
            State::Open { .. } => {}
        }
    }

    /// Opens at once: the upstream said to stay away, `until` the instant given, a day at most, or for the breaker's own
    /// pause.
    pub fn trip(&mut self, until: Option<Timestamp>, now: Timestamp) {
        let until = until.map(|until| within_reason(until, now));
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
