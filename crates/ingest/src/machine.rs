//! The state machine that every lane shares: it decides when a call may be made, what is counted, when a call is
//! repeated, and when the upstream is paused. The driver passes the time and the result of each step; the machine owns
//! the breaker and the call in flight.

use conditions_core::policy::Policy;
use conditions_core::time::{DAY_MS, MINUTE_MS, Timestamp};
use sources::breaker::{Breaker, Permit, State};
use sources::failure::FailureClass;
use sources::retry::{self, Verdict};

use crate::call::{Call, CallDenial, CallError, UpstreamResponse};
use crate::pauses::Pauses;
use crate::rest::{fraction, left_alone_until, rest_ms};
use crate::store_batch::StoreBatch;
use crate::stored_state::{StateQuery, StoredState};
use crate::summary::Summary;
use crate::upstream::{Blame, Failure, Meta, Next, Upstream};

mod pending;

use pending::Pending;

/// Interval at which a wait for the allowance is reconsidered.
const LONGEST_WAIT_MS: i64 = 10 * MINUTE_MS;
/// First delay of a call that is heavier than the whole allowance; each further delay is twice as long.
const TOO_HEAVY_MS: i64 = 10 * MINUTE_MS;

/// Longest rest of an unreachable upstream, as a multiple of the first rest.
const LONGEST_UNREACHED: i64 = 5;
/// The beginning of time.
const EVER: Timestamp = Timestamp::from_millis(i64::MIN);

#[derive(Debug)]
pub struct Machine<U> {
    upstream: U,
    pauses: Pauses,
    breaker: Breaker,
    pending: Option<Pending>,
    not_before: Timestamp,
    is_loaded: bool,
    /// Consecutive failures to reach the upstream.
    unreached: u32,
    /// Time of the last call of `next`.
    seen: Timestamp,
}

/// Next action of the driver.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// Load this from storage, then call [`Machine::begin`].
    Load(StateQuery),
    /// Store this, then call [`Machine::stored`] or [`Machine::store_failed`].
    Keep(Box<StoreBatch>),
    /// Count this many calls and send it, then call [`Machine::answered`]; [`Machine::waits`] if the allowance does not
    /// cover it now.
    Call(Box<Call>, f64),
    /// Wait until the given time.
    Rest {
        /// End of the rest.
        until: Timestamp,
        /// Whether a poll has ended: not while a call is in flight.
        is_idle: bool,
    },
    /// The lane has finished: call [`Machine::into_upstream`].
    End,
}

/// Result of an attempt, for counters and logs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Attempt {
    /// Name of the health entry that it affects.
    pub health: String,
    /// Description of the request.
    pub what: String,
    /// Its weight.
    pub weight: f64,
    /// Weight that was counted before sending and is to be refunded, because the call was never sent.
    pub given_back: f64,
    /// Description of the failure.
    pub failed: Option<String>,
    /// The class of that failure.
    pub class: Option<FailureClass>,
    /// Whether it is repeated.
    pub is_repeated: bool,
    /// Numbers and lines for counters and logs.
    pub summary: Summary,
}

impl<U: Upstream> Machine<U> {
    /// Makes a lane without state.
    #[must_use]
    pub const fn new(upstream: U, pauses: Pauses) -> Self {
        Self {
            upstream,
            breaker: Breaker::new(pauses.breaker),
            pauses,
            pending: None,
            not_before: EVER,
            is_loaded: false,
            unreached: 0,
            seen: EVER,
        }
    }

    /// Returns the facts that the driver needs.
    pub fn meta(&self) -> &Meta {
        self.upstream.meta()
    }

    /// Returns the lane with its final state.
    pub fn into_upstream(self) -> U {
        self.upstream
    }

    /// Returns the names of all its health entries.
    pub fn healths(&self) -> Vec<String> {
        self.upstream.healths()
    }

    /// Returns the number of pieces of the poll without a response.
    pub fn left(&self) -> usize {
        self.upstream.left()
    }

    /// Returns the state of the breaker.
    #[must_use]
    pub const fn breaker_state(&self) -> State {
        self.breaker.state()
    }

    /// Records that another process holds the lease, whose knowledge is newer.
    pub fn lease_lost(&mut self) {
        (self.pending, self.is_loaded) = (None, false);
    }

    /// Begins with the stored state.
    pub fn begin(&mut self, known: StoredState, now: Timestamp) -> Summary {
        self.is_loaded = true;
        self.upstream.begin(known.without_future_times(now), now)
    }

    /// Returns the next action.
    pub fn next(&mut self, now: Timestamp) -> Step {
        // The pending waits were computed by a wrong clock: begin again from the stored state.
        if Policy::CONTRACT.is_in_future(self.seen, now) {
            self.lease_lost();
            (self.breaker, self.not_before) = (Breaker::new(self.pauses.breaker), EVER);
        }
        self.seen = now;
        if self.not_before > now {
            return Step::Rest { until: self.not_before, is_idle: true };
        }
        if !self.is_loaded {
            return Step::Load(self.upstream.state_query(now));
        }
        if self.pending.is_none() {
            if let Some(keep) = self.upstream.next_batch(now) {
                return Step::Keep(Box::new(keep));
            }
            if let Some(until) = self.closed_until(now) {
                return Step::Rest { until, is_idle: true };
            }
            match self.upstream.next(now) {
                Next::Rest(until) => return Step::Rest { until, is_idle: true },
                Next::End => return Step::End,
                Next::Load => {
                    self.is_loaded = false;
                    return Step::Load(self.upstream.state_query(now));
                }
                Next::Call(call) => self.pending = Some(Pending::new(*call, now)),
            }
        }
        self.send(now)
    }

    /// Returns the time until which no call may be made.
    fn closed_until(&self, now: Timestamp) -> Option<Timestamp> {
        let open = match self.breaker.state() {
            State::Open { until } => until,
            State::Closed { .. } | State::HalfOpen { .. } => now,
        };
        Some(open.max(self.not_before)).filter(|until| *until > now)
    }

    fn send(&mut self, now: Timestamp) -> Step {
        let Some(pending) = &mut self.pending else { return Step::Rest { until: now, is_idle: false } };
        if pending.not_before > now {
            // A lane that waits for the allowance has nothing else to do.
            let is_idle = pending.attempts == 0;
            return Step::Rest { until: pending.not_before, is_idle };
        }
        // Repeats of a permitted call are permitted.
        if !pending.is_permitted {
            if let Permit::NotBefore(until) = self.breaker.permit(now) {
                return Step::Rest { until, is_idle: true };
            }
            pending.is_permitted = true;
        }
        Step::Call(Box::new(pending.call.clone()), pending.counts())
    }

    /// Records that the allowance does not cover the call before `until`. A repeat that would wait too long is given
    /// up.
    pub fn waits(&mut self, until: Timestamp, now: Timestamp) {
        let patience_ms = self.upstream.meta().patience_ms;
        let Some(pending) = &mut self.pending else { return };
        if pending.attempts > 0
            && until.since(now) > patience_ms
            && let Some(failure) = pending.failure.take()
        {
            self.pending = None;
            self.upstream.failed(&failure, now);
            return;
        }
        pending.not_before = until.min(now.plus_millis(LONGEST_WAIT_MS));
    }

    /// Records that the call is heavier than the whole allowance.
    pub fn too_heavy(&mut self, now: Timestamp) {
        if let Some(pending) = &mut self.pending {
            pending.not_before = now.plus_millis(rest_ms(pending.too_heavy, TOO_HEAVY_MS, DAY_MS));
            pending.too_heavy = pending.too_heavy.saturating_add(1);
        }
    }

    /// Records that the call cannot be made now, because storage does not answer.
    pub fn storage_failed(&mut self, rest_ms: i64, now: Timestamp) {
        if let Some(pending) = &mut self.pending {
            pending.not_before = now.plus_millis(rest_ms);
        }
    }

    /// Records that the call must not be made.
    pub fn forbidden(&mut self, why: &CallDenial, now: Timestamp) {
        self.pending = None;
        self.upstream.forbidden(why, now);
    }

    /// Records that the response crashed the reader: begin again, later.
    pub fn reader_crashed(&mut self, now: Timestamp) {
        self.lease_lost();
        self.breaker.failure(now);
        self.not_before = now.plus_millis(self.pauses.failed_rest_ms);
    }

    /// Records that a batch was stored.
    pub fn stored(&mut self, keep: StoreBatch, now: Timestamp) {
        self.upstream.stored(keep, now);
    }

    /// Records that a batch could not be stored.
    pub fn store_failed(&mut self, keep: StoreBatch, now: Timestamp) {
        self.not_before = now.plus_millis(self.pauses.rest_ms());
        self.upstream.not_stored(keep, now);
    }

    /// Handles the upstream's response, or the reason why there is none.
    pub fn answered(&mut self, fetched: Result<UpstreamResponse, CallError>, now: Timestamp) -> Attempt {
        let Some(mut pending) = self.pending.take() else { return Attempt::default() };
        pending.attempts = pending.attempts.saturating_add(1);
        let Call { health, what, weight, .. } = pending.call.clone();
        let mut attempt = Attempt { health, what, ..Attempt::default() };
        let no_answer = fetched.as_ref().err();
        attempt.class = no_answer.map(CallError::class);
        if let Some(no_answer) = no_answer.filter(|no_answer| no_answer.is_unreached()) {
            attempt.given_back = pending.counts();
            attempt.failed = Some(pending.call.url.scrub(no_answer.text()));
            self.away(pending, &mut attempt, now);
            return attempt;
        }
        let status = fetched.as_ref().ok().map(|response| response.status);
        (self.unreached, attempt.weight) = (0, weight);
        pending.reached = pending.reached.saturating_add(1);
        match self.apply_response(&pending.call, fetched, now) {
            Ok(summary) => {
                self.breaker.success();
                attempt.summary = summary;
            }
            Err(failure) => {
                attempt.failed = Some(failure.what.clone());
                let kind = failure.error.as_ref().map(|error| &error.kind);
                attempt.class =
                    attempt.class.or(status.map(|status| FailureClass::of_response(status, kind)));
                match self.again(&failure, pending.attempts, now) {
                    Some(at) => {
                        attempt.is_repeated = true;
                        (pending.not_before, pending.failure) = (at, Some(failure));
                        self.pending = Some(pending);
                    }
                    None => attempt.summary = self.failed(&failure, now),
                }
            }
        }
        attempt
    }

    /// Handles an unreachable upstream: the call is sent again, or given up, after a rest that grows until the upstream
    /// is reached. The breaker, which concerns an upstream's responses, does not count it; only a probe has to report.
    fn away(&mut self, mut pending: Pending, attempt: &mut Attempt, now: Timestamp) {
        let rest =
            rest_ms(self.unreached, self.pauses.unreached_ms, LONGEST_UNREACHED * self.pauses.unreached_ms);
        self.unreached = self.unreached.saturating_add(1);
        let random = fraction(u64::from(self.unreached) ^ now.millis().unsigned_abs());
        let until = now.plus_millis(rest + (random * rest as f64 / 4.0) as i64);
        let failure = Failure::new(
            attempt.failed.clone().unwrap_or_default(),
            Verdict::Retry { not_before: Some(until) },
        );
        let is_probe = matches!(self.breaker.state(), State::HalfOpen { .. });
        if self.upstream.meta().repeats && !is_probe && pending.attempts <= self.pauses.backoff.retries {
            attempt.is_repeated = true;
            (pending.not_before, pending.failure) = (until, Some(failure));
            self.pending = Some(pending);
            return;
        }
        (_, attempt.summary) = self.upstream.failed(&failure, now);
        if is_probe {
            self.breaker.failure(now);
        }
        self.not_before = until;
        self.upstream.paused_until(until, now);
    }

    fn apply_response(
        &mut self,
        call: &Call,
        fetched: Result<UpstreamResponse, CallError>,
        now: Timestamp,
    ) -> Result<Summary, Failure> {
        let fetched = fetched.map_err(|why| {
            let verdict = match why {
                CallError::TooLarge(_) => Verdict::GiveUp,
                _ => Verdict::Retry { not_before: None },
            };
            Failure::new(call.url.scrub(why.text()), verdict)
        })?;
        let read = self.upstream.read(&fetched);
        // A conditional call expects "not modified", and a missing document is a valid response if it may be missing.
        let is_hoped_for = (fetched.status == 304 && call.validators.is_some())
            || self.upstream.may_be_missing(fetched.status);
        let status = if is_hoped_for { 200 } else { fetched.status };
        let kind = read.as_ref().err().map(|error| &error.kind);
        let verdict = retry::classify(status, fetched.retry_after.as_deref(), kind, now);
        match (read, verdict) {
            (Ok(answer), Verdict::Accept) => self.upstream.apply(answer, &fetched, now),
            (Ok(_), verdict) => Err(Failure::new(format!("HTTP {status}"), verdict)),
            (Err(error), verdict) => {
                let what = call.url.scrub(&format!("HTTP {status}: {error}"));
                Err(Failure { what, error: Some(error), verdict })
            }
        }
    }

    /// Returns when to repeat the call, if at all.
    fn again(&self, failure: &Failure, attempts: u32, now: Timestamp) -> Option<Timestamp> {
        let Verdict::Retry { not_before } = failure.verdict else { return None };
        // A probe sends one request: repeats are only for an upstream that is known to answer.
        let is_probe = matches!(self.breaker.state(), State::HalfOpen { .. });
        if is_probe || !self.upstream.meta().repeats {
            return None;
        }
        let random = fraction(u64::from(attempts) ^ now.millis().unsigned_abs());
        self.pauses.backoff.next(attempts.saturating_sub(1), random, not_before, now)
    }

    fn failed(&mut self, failure: &Failure, now: Timestamp) -> Summary {
        if let Verdict::Breaker { until } = failure.verdict {
            self.breaker.trip(until, now);
        }
        let (blame, summary) = self.upstream.failed(failure, now);
        match blame {
            Blame::Upstream => self.breaker.failure(now),
            Blame::Question => self.breaker.success(),
        }
        let until = left_alone_until(failure, &self.breaker, now);
        self.upstream.paused_until(until, now);
        summary
    }
}

#[cfg(test)]
mod tests;
