//! Public health of ingest: the last success and failure of each lane, and whether every lane has had its first round
//! since the start. Before that a change of the world may only mean that it is being filled.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use conditions_core::policy::Policy;
use conditions_core::time::Timestamp;
use serde::Serialize;

/// Health of one lane.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LaneHealth {
    /// Time when it began its work, tried or not.
    #[serde(skip)]
    pub begun_at: Option<Timestamp>,
    /// Time when it last fetched something usable.
    pub last_success_at: Option<Timestamp>,
    /// Time of its newest value, if the source states times.
    pub newest_value_at: Option<Timestamp>,
    /// Time of its last failure.
    pub last_failure_at: Option<Timestamp>,
    /// Reason for the last failure.
    pub last_failure: Option<String>,
    /// Failures since the last success.
    pub consecutive_failures: u32,
    /// Reason why the lane must not be queried, if it must not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_asked: Option<String>,
}

impl LaneHealth {
    /// Reduces the last failure to the service's own part. Text of an upstream or the system follows a colon, as the
    /// lane's name precedes one; a success status is not a reason.
    pub fn shorten(&mut self) {
        let Some(failure) = &mut self.last_failure else { return };
        let mut own = failure.split(": ").filter(|part| part.contains(' ') && !part.starts_with("HTTP 2"));
        let own = own.next().unwrap_or("failed");
        *failure = own.to_owned();
    }
}

/// The change in the age of a lane's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Aging {
    /// No change.
    Unchanged,
    /// The newest value has become too old.
    BecameOld,
    /// A newer value has arrived after that.
    IsRecentAgain,
}

/// Health of every lane.
#[derive(Debug, Default)]
pub struct Status {
    lanes: Mutex<BTreeMap<String, LaneHealth>>,
    first_rounds: Mutex<FirstRounds>,
    parts: Mutex<Parts>,
}

/// Health of the service's own parts.
#[derive(Debug, Default)]
struct Parts {
    /// Reason why the database does not answer, if it does not.
    database: Option<String>,
    /// Whether the database answers but does not accept writes.
    writes_are_held_up: bool,
    /// Whether every database thread has ended.
    has_no_database_threads: bool,
    /// Background tasks that have ended.
    ended: BTreeSet<&'static str>,
    /// Age after which a publication is old, in milliseconds; `None` if there is no periodic publication.
    old_after_ms: Option<i64>,
}

/// The lanes that feed records, and those that have had a round.
#[derive(Debug, Default)]
struct FirstRounds {
    /// `None` until the lanes are started.
    expected: Option<BTreeSet<String>>,
    ended: BTreeSet<String>,
}

impl LaneHealth {
    /// Returns whether nothing usable has arrived for longer than `silent_ms`. For a lane that was never tried, the
    /// time starts at its beginning. A time in the future was recorded by a wrong clock.
    #[must_use]
    pub fn is_silent(&self, silent_ms: i64, now: Timestamp) -> bool {
        let known = |at: Option<Timestamp>| at.filter(|at| !Policy::CONTRACT.is_in_future(*at, now));
        let untried = known(self.begun_at).filter(|_| self.last_failure_at.is_none());
        known(self.last_success_at).or(untried).is_none_or(|at| now.since(at) > silent_ms)
    }

    /// Returns whether its newest value is older than `old_ms`: the upstream answers and repeats an old observation.
    #[must_use]
    pub fn is_old(&self, old_ms: Option<i64>, now: Timestamp) -> bool {
        old_ms.zip(self.newest_value_at).is_some_and(|(old_ms, newest)| now.since(newest) > old_ms)
    }
}

impl Status {
    /// Lists a lane as working, whether it has been tried or not.
    pub fn begun(&self, lane: &str, at: Timestamp) {
        self.lock().entry(lane.to_owned()).or_default().begun_at.get_or_insert(at);
    }

    /// Records that a lane fetched something usable; its newest value is from `newest_value_at` and is old after
    /// `old_ms`. Returns the change in the age of its values.
    pub fn succeeded(
        &self,
        lane: &str,
        newest_value_at: Option<Timestamp>,
        old_ms: Option<i64>,
        at: Timestamp,
    ) -> Aging {
        let mut lanes = self.lock();
        let health = lanes.entry(lane.to_owned()).or_default();
        let was_old = health.last_success_at.is_some_and(|then| health.is_old(old_ms, then));
        health.newest_value_at = newest_value_at.or(health.newest_value_at);
        let aging = match (was_old, health.is_old(old_ms, at)) {
            (false, true) => Aging::BecameOld,
            (true, false) => Aging::IsRecentAgain,
            (true, true) | (false, false) => Aging::Unchanged,
        };
        health.last_success_at = Some(at);
        health.not_asked = None;
        health.consecutive_failures = 0;
        aging
    }

    /// Returns the time of the newest value of a lane and of its parts, such as `wsdot/wsdot-passes`.
    #[must_use]
    pub fn newest_value_of(&self, lane: &str) -> Option<Timestamp> {
        let lanes = self.lock();
        let is_of = |name: &str| name.split('/').next() == Some(lane);
        lanes.iter().filter(|(name, _)| is_of(name)).filter_map(|(_, health)| health.newest_value_at).max()
    }

    /// Records a failure of a lane.
    pub fn failed(&self, lane: &str, at: Timestamp, what: &str) {
        let mut lanes = self.lock();
        let health = lanes.entry(lane.to_owned()).or_default();
        health.last_failure_at = Some(at);
        health.not_asked = None;
        health.last_failure = Some(what.to_owned());
        health.consecutive_failures = health.consecutive_failures.saturating_add(1);
    }

    /// Records that a lane must not be queried.
    pub fn not_asked(&self, lane: &str, why: &str) {
        self.lock().entry(lane.to_owned()).or_default().not_asked = Some(why.to_owned());
    }

    /// Returns the health of every lane that is working or was tried.
    #[must_use]
    pub fn lanes(&self) -> BTreeMap<String, LaneHealth> {
        self.lock().clone()
    }

    /// Sets the enabled lanes that feed records, once all of them are started; an empty list if nothing is fetched.
    pub fn expect_rounds_of(&self, lanes: impl IntoIterator<Item = String>) {
        self.first_rounds().expected = Some(lanes.into_iter().collect());
    }

    /// Records that a lane has ended a round on this replica, with or without success.
    pub fn round_ended(&self, lane: &str) {
        let mut rounds = self.first_rounds();
        if !rounds.ended.contains(lane) {
            rounds.ended.insert(lane.to_owned());
        }
    }

    /// Returns whether every lane that feeds records has had a round since the start. A lane that another replica
    /// queries is not counted here.
    #[must_use]
    pub fn every_lane_had_a_round(&self) -> bool {
        let rounds = self.first_rounds();
        rounds.expected.as_ref().is_some_and(|expected| expected.is_subset(&rounds.ended))
    }

    /// Sets the age after which a publication is old, in milliseconds.
    pub fn publication_is_old_after(&self, ms: i64) {
        self.parts().old_after_ms = Some(ms);
    }

    /// Returns whether a publication of `at` is too old.
    #[must_use]
    pub fn is_old(&self, at: Timestamp, now: Timestamp) -> bool {
        self.parts().old_after_ms.is_some_and(|ms| now.since(at) > ms)
    }

    /// Records whether the database answered, or why not; returns whether that is a change.
    pub fn database(&self, answered: Result<(), String>) -> bool {
        let mut parts = self.parts();
        let is_news = parts.database.is_some() != answered.is_err();
        parts.database = answered.err();
        is_news
    }

    /// Returns the reason why the database does not answer, if it does not.
    #[must_use]
    pub fn database_fails(&self) -> Option<String> {
        self.parts().database.clone()
    }

    /// Records whether the database holds up writes.
    pub fn writes_held_up(&self, are_held_up: bool) {
        self.parts().writes_are_held_up = are_held_up;
    }

    /// Records whether every database thread has ended.
    pub fn database_threads(&self, have_ended: bool) {
        self.parts().has_no_database_threads = have_ended;
    }

    /// Returns whether every database thread has ended.
    #[must_use]
    pub fn has_no_database_threads(&self) -> bool {
        self.parts().has_no_database_threads
    }

    /// Returns whether every essential part of the service is working.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        let parts = self.parts();
        parts.ended.is_empty() && !parts.has_no_database_threads
    }

    /// Returns whether writes wait although the database can be read.
    #[must_use]
    pub fn writes_wait(&self) -> bool {
        let parts = self.parts();
        parts.writes_are_held_up && parts.database.is_none()
    }

    /// Records that a background task has ended before the service.
    pub fn task_ended(&self, task: &'static str) {
        self.parts().ended.insert(task);
    }

    /// Records that a background task is working again.
    pub fn task_is_back(&self, task: &'static str) {
        self.parts().ended.remove(task);
    }

    /// Returns the background tasks that have ended.
    #[must_use]
    pub fn ended_tasks(&self) -> Vec<&'static str> {
        self.parts().ended.iter().copied().collect()
    }

    fn parts(&self) -> MutexGuard<'_, Parts> {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, LaneHealth>> {
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn first_rounds(&self) -> MutexGuard<'_, FirstRounds> {
        self.first_rounds.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
