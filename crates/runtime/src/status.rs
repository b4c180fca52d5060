//! Public state of the service: the health of each source and of the service's parts, and whether every lane has had its first round
//! since the start. Before that a change of the world may only mean that it is being filled.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use conditions_core::time::{HOUR_MS, Timestamp};
use sources::budget::Limits;
use sources::failure::FailureClass;

use crate::health::{Aging, Healths, LaneHealth, ProcessHealth};
use crate::winter_progress::WinterProgress;

/// Health of every lane.
#[derive(Debug, Default)]
pub struct Status {
    healths: Mutex<Healths>,
    publication: Mutex<PublicationState>,
    first_rounds: Mutex<FirstRounds>,
    parts: Mutex<Parts>,
    ledgers: Mutex<BTreeMap<&'static str, Limits>>,
    winters: Mutex<Option<WinterProgress>>,
}

/// The last publication of this process.
#[derive(Debug, Default)]
pub(crate) struct PublicationState {
    pub(crate) counters: BTreeMap<&'static str, i64>,
    pub(crate) published_at: Option<Timestamp>,
}

/// Health of the service's own parts.
#[derive(Debug, Default)]
struct Parts {
    /// Reason why the database does not answer, if it does not.
    database: Option<String>,
    /// Whether the database answers but does not accept writes.
    writes_are_held_up: bool,
    /// Faults of the database's hosts, by host.
    host_faults: BTreeMap<String, &'static str>,
    /// Whether every database thread has ended.
    has_no_database_threads: bool,
    /// Background tasks that have ended.
    ended: BTreeSet<&'static str>,
    /// Message about changes that the database lost, and the time when that was noticed.
    lost: Option<(String, Timestamp)>,
    /// Time since when this process does not query upstreams, if it does not.
    fetching_off_since: Option<Timestamp>,
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

impl Status {
    /// Lists a source of a lane as working, whether it has been tried or not.
    pub fn begun(&self, lane: &str, source: &str, at: Timestamp) {
        self.healths().begin(lane, source, at);
    }

    /// Records that a source fetched something usable; its newest value is from `newest_value_at` and is old after
    /// `old_ms`. Returns the change in the age of its values.
    pub fn succeeded(
        &self,
        source: &str,
        newest_value_at: Option<Timestamp>,
        old_ms: Option<i64>,
        at: Timestamp,
    ) -> Aging {
        self.healths().succeed(source, newest_value_at, old_ms, at)
    }

    /// Records a failure of a source.
    pub fn failed(&self, source: &str, at: Timestamp, class: FailureClass, what: &str) {
        self.healths().fail(source, at, class, what);
    }

    /// Records that a source must not be queried.
    pub fn not_asked(&self, source: &str, why: &str, at: Timestamp) {
        self.healths().forbid(source, why, at);
    }

    /// Records when a source is queried next.
    pub fn due(&self, source: &str, due_at: Timestamp, at: Timestamp) {
        self.healths().plan(source, due_at, at);
    }

    /// Returns the health of every source of the deployment.
    #[must_use]
    pub fn lanes(&self) -> BTreeMap<String, LaneHealth> {
        self.healths().all()
    }

    /// Returns the processes of the deployment that were seen lately.
    #[must_use]
    pub fn processes(&self) -> Vec<ProcessHealth> {
        self.healths().processes().to_vec()
    }

    /// Records the change counters that the publication covers.
    pub fn publication_covers(&self, counters: BTreeMap<&'static str, i64>) {
        self.publication().counters = counters;
    }

    /// Records that a world was published.
    pub fn published(&self, at: Timestamp) {
        self.publication().published_at = Some(at);
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

    /// Lists the ledgers on which a lane counts its calls, with their allowances.
    pub fn counts_on(&self, ledgers: &[(&'static str, Limits)]) {
        self.ledgers.lock().unwrap_or_else(PoisonError::into_inner).extend(ledgers.iter().copied());
    }

    /// Returns the ledgers of all lanes with their allowances.
    #[must_use]
    pub fn ledgers(&self) -> BTreeMap<&'static str, Limits> {
        self.ledgers.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Records the progress of filling past winters.
    pub fn winters_filled(&self, progress: WinterProgress) {
        *self.winters.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress);
    }

    /// Returns the progress of filling past winters; `None` until it has been read.
    #[must_use]
    pub fn winter_progress(&self) -> Option<WinterProgress> {
        self.winters.lock().unwrap_or_else(PoisonError::into_inner).clone()
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

    /// Records the faults of the database's hosts, by host.
    pub fn host_faults(&self, faults: BTreeMap<String, &'static str>) {
        self.parts().host_faults = faults;
    }

    /// Returns the faults of the database's hosts, by host.
    #[must_use]
    pub fn faults_of_hosts(&self) -> BTreeMap<String, &'static str> {
        self.parts().host_faults.clone()
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

    /// Records that this process does not query upstreams.
    pub fn fetching_is_off(&self, since: Timestamp) {
        self.parts().fetching_off_since = Some(since);
    }

    /// Returns the time since when this process does not query upstreams; `None` if it does.
    #[must_use]
    pub fn fetching_off_since(&self) -> Option<Timestamp> {
        self.parts().fetching_off_since
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

    /// Records that the database lost changes.
    pub fn changes_lost(&self, message: String, now: Timestamp) {
        self.parts().lost = Some((message, now));
    }

    /// Returns the message about changes that the database lost within the last hour.
    #[must_use]
    pub fn lost_changes(&self, now: Timestamp) -> Option<String> {
        let parts = self.parts();
        let (message, at) = parts.lost.as_ref()?;
        (now.since(*at) < HOUR_MS).then(|| message.clone())
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

    pub(crate) fn publication(&self) -> MutexGuard<'_, PublicationState> {
        self.publication.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn healths(&self) -> MutexGuard<'_, Healths> {
        self.healths.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn first_rounds(&self) -> MutexGuard<'_, FirstRounds> {
        self.first_rounds.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
