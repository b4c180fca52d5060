//! Health of every source of the deployment, as one process knows it: the rows that all processes read, and the changes
//! of this process that are not written yet.
//!
//! A process changes only the sources that it queries, and every process reads all rows. A row therefore replaces what was
//! known, unless this process has a change that is not written or was written after the rows were read.

use std::collections::{BTreeMap, BTreeSet};

use conditions_core::policy::Policy;
use conditions_core::time::Timestamp;
use serde::Serialize;
use sources::failure::FailureClass;
use storage::deployment::{ProcessState, SourceState};

/// Health of one source.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LaneHealth {
    /// Lane that queries it.
    #[serde(skip)]
    pub lane: String,
    /// Time since when a process is configured to query it.
    #[serde(skip)]
    pub begun_at: Option<Timestamp>,
    /// Time of the newest event.
    #[serde(skip)]
    pub changed_at: Option<Timestamp>,
    /// Time when it last fetched something usable.
    pub last_success_at: Option<Timestamp>,
    /// Time of its newest value, if the source states times.
    pub newest_value_at: Option<Timestamp>,
    /// Time of its last failure.
    pub last_failure_at: Option<Timestamp>,
    /// Class of the last failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure_class: Option<FailureClass>,
    /// Reason for the last failure.
    pub last_failure: Option<String>,
    /// Failures since the last success.
    pub consecutive_failures: u32,
    /// Reason why the lane must not be queried, if it must not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_asked: Option<String>,
    /// Time of the next call, if one is planned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_due_at: Option<Timestamp>,
    /// Process that queried it last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holder: Option<String>,
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

/// A process of the deployment that was seen lately.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProcessHealth {
    pub id: String,
    pub version: String,
    pub started_at: Timestamp,
    pub last_seen_at: Timestamp,
    /// PostgreSQL timeline of its last connection, if known.
    pub timeline: Option<i64>,
    /// Change counters of its publication, by name.
    pub counters: BTreeMap<String, i64>,
    /// Time of its last publication.
    pub published_at: Option<Timestamp>,
}

impl LaneHealth {
    /// Reduces the last failure to the service's own part. Text of an upstream or the system follows a colon, as the
    /// lane's name precedes one; a success status is not a reason. The id of the holder is also left out.
    pub fn shorten(&mut self) {
        self.holder = None;
        let Some(failure) = &mut self.last_failure else { return };
        let mut own = failure.split(": ").filter(|part| part.contains(' ') && !part.starts_with("HTTP 2"));
        let own = own.next().unwrap_or("failed");
        *failure = own.to_owned();
    }

    /// Returns whether nothing usable has arrived for longer than `silent_ms`. For a lane that was not tried since its
    /// beginning, the time starts there. A time in the future was recorded by a wrong clock.
    #[must_use]
    pub fn is_silent(&self, silent_ms: i64, now: Timestamp) -> bool {
        let known = |at: Option<Timestamp>| at.filter(|at| !Policy::CONTRACT.is_in_future(*at, now));
        let untried = known(self.begun_at).filter(|begun| self.last_failure_at.is_none_or(|at| at < *begun));
        known(self.last_success_at).max(untried).is_none_or(|at| now.since(at) > silent_ms)
    }

    /// Returns whether its newest value is older than `old_ms`: the upstream answers and repeats an old observation.
    #[must_use]
    pub fn is_old(&self, old_ms: Option<i64>, now: Timestamp) -> bool {
        old_ms.zip(self.newest_value_at).is_some_and(|(old_ms, newest)| now.since(newest) > old_ms)
    }
}

/// A planned call that moves by less than this is not a change.
const DUE_MS: i64 = 60_000;

/// Health of every source.
#[derive(Debug, Default)]
pub(crate) struct Healths {
    entries: BTreeMap<String, Entry>,
    /// Counts changes and writes of this process.
    revision: u64,
    /// Time since when the sources that this process does not query itself are configured somewhere.
    elsewhere: BTreeMap<String, Timestamp>,
    processes: Vec<ProcessHealth>,
}

#[derive(Debug, Default)]
struct Entry {
    health: LaneHealth,
    /// Whether this process is configured to query the source.
    is_own: bool,
    /// Revision of the last change by this process, or of its write.
    revision: u64,
    is_unwritten: bool,
}

/// A change that is to be written.
#[derive(Debug)]
pub(crate) struct PendingWrite {
    source: String,
    revision: u64,
    pub(crate) health: LaneHealth,
}

/// Marks the point at which a read of the rows began.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReadMark(u64);

impl Healths {
    /// Lists a source as one that this process queries.
    pub(crate) fn begin(&mut self, lane: &str, source: &str, at: Timestamp) {
        let entry = self.entries.entry(source.to_owned()).or_default();
        entry.is_own = true;
        lane.clone_into(&mut entry.health.lane);
        entry.health.begun_at.get_or_insert(at);
    }

    pub(crate) fn succeed(
        &mut self,
        source: &str,
        newest_value_at: Option<Timestamp>,
        old_ms: Option<i64>,
        at: Timestamp,
    ) -> Aging {
        let health = self.change(source, at);
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

    pub(crate) fn fail(&mut self, source: &str, at: Timestamp, class: FailureClass, what: &str) {
        let health = self.change(source, at);
        health.last_failure_at = Some(at);
        health.not_asked = None;
        health.failure_class = Some(class);
        health.last_failure = Some(what.to_owned());
        health.consecutive_failures = health.consecutive_failures.saturating_add(1);
    }

    pub(crate) fn forbid(&mut self, source: &str, why: &str, at: Timestamp) {
        if self.entries.get(source).and_then(|entry| entry.health.not_asked.as_deref()) != Some(why) {
            self.change(source, at).not_asked = Some(why.to_owned());
        }
    }

    /// Records when a source that was tried is queried next.
    pub(crate) fn plan(&mut self, source: &str, due_at: Timestamp, at: Timestamp) {
        let Some(entry) = self.entries.get(source) else { return };
        let is_near = |known: Timestamp| (-DUE_MS..DUE_MS).contains(&due_at.since(known));
        if entry.health.changed_at.is_some() && !entry.health.next_due_at.is_some_and(is_near) {
            self.change(source, at).next_due_at = Some(due_at);
        }
    }

    fn change(&mut self, source: &str, at: Timestamp) -> &mut LaneHealth {
        self.revision += 1;
        let entry = self.entries.entry(source.to_owned()).or_default();
        (entry.is_own, entry.is_unwritten, entry.revision) = (true, true, self.revision);
        entry.health.changed_at = Some(at);
        &mut entry.health
    }

    /// Returns the sources that this process queries.
    pub(crate) fn own_sources(&self) -> Vec<&str> {
        self.entries.iter().filter(|(_, entry)| entry.is_own).map(|(source, _)| source.as_str()).collect()
    }

    /// Returns the changes that are not written yet.
    pub(crate) fn unwritten(&self) -> Vec<PendingWrite> {
        let changed = self.entries.iter().filter(|(_, entry)| entry.is_unwritten);
        let unwritten = |(source, entry): (&String, &Entry)| PendingWrite {
            source: source.clone(),
            revision: entry.revision,
            health: entry.health.clone(),
        };
        changed.map(unwritten).collect()
    }

    /// Records that changes were written. Changes made in between are still unwritten.
    pub(crate) fn written(&mut self, written: &[PendingWrite]) {
        self.revision += 1;
        for PendingWrite { source, revision, .. } in written {
            if let Some(entry) = self.entries.get_mut(source)
                && entry.revision == *revision
            {
                (entry.is_unwritten, entry.revision) = (false, self.revision);
            }
        }
    }

    /// Marks the beginning of a read of the rows.
    pub(crate) const fn mark(&self) -> ReadMark {
        ReadMark(self.revision)
    }

    /// Adopts the rows of a read that began at `mark`. A process that was not seen for `live_ms` does not count as working.
    pub(crate) fn adopt(
        &mut self,
        ReadMark(mark): ReadMark,
        rows: Vec<SourceState>,
        processes: Vec<ProcessState>,
        live_ms: i64,
        now: Timestamp,
    ) {
        for row in rows {
            let entry = self.entries.entry(row.source.clone()).or_default();
            if !entry.is_unwritten && entry.revision <= mark {
                let begun_at = entry.health.begun_at;
                entry.health = LaneHealth { begun_at, ..of_row(row) };
            }
        }
        let is_live =
            |process: &ProcessState| (-live_ms..=live_ms).contains(&now.since(process.last_seen_at));
        let (live, gone): (Vec<_>, Vec<_>) = processes.into_iter().partition(is_live);
        // If no process that works queries anything, the sources of those that ended are silent, not gone.
        let has_own = self.entries.values().any(|entry| entry.is_own);
        let mut elsewhere = sources_since(&live);
        if elsewhere.is_empty() && !has_own {
            elsewhere = sources_since(&gone);
        }
        self.elsewhere = elsewhere;
        self.processes = live.into_iter().map(process_health).collect();
    }

    /// Returns the health of every source that a process of the deployment is configured to query.
    pub(crate) fn all(&self) -> BTreeMap<String, LaneHealth> {
        let own = self.entries.iter().filter(|(_, entry)| entry.is_own).map(|(source, _)| source);
        let names: BTreeSet<&String> = own.chain(self.elsewhere.keys()).collect();
        let health = |source: &String| {
            let mut health = self.entries.get(source).map_or_else(LaneHealth::default, |e| e.health.clone());
            let elsewhere = self.elsewhere.get(source).copied();
            health.begun_at = health.begun_at.into_iter().chain(elsewhere).min();
            if health.lane.is_empty() {
                health.lane = source.split('/').next().unwrap_or_default().to_owned();
            }
            health
        };
        names.into_iter().map(|source| (source.clone(), health(source))).collect()
    }

    pub(crate) fn processes(&self) -> &[ProcessHealth] {
        &self.processes
    }
}

impl PendingWrite {
    /// Returns the row to write for the process `holder`.
    pub(crate) fn row(&self, holder: &str) -> SourceState {
        let LaneHealth { lane, changed_at, last_success_at, newest_value_at, last_failure_at, .. } =
            &self.health;
        let source = self.source.clone();
        SourceState {
            lane: if lane.is_empty() { source.clone() } else { lane.clone() },
            source,
            changed_at: changed_at.unwrap_or(Timestamp::from_millis(0)),
            last_success_at: *last_success_at,
            newest_value_at: *newest_value_at,
            last_failure_at: *last_failure_at,
            failure_class: self.health.failure_class.map(|class| class.name().to_owned()),
            last_failure: self.health.last_failure.clone(),
            consecutive_failures: self.health.consecutive_failures,
            not_asked: self.health.not_asked.clone(),
            next_due_at: self.health.next_due_at,
            holder: holder.to_owned(),
        }
    }
}

fn of_row(row: SourceState) -> LaneHealth {
    LaneHealth {
        lane: row.lane,
        begun_at: None,
        changed_at: Some(row.changed_at),
        last_success_at: row.last_success_at,
        newest_value_at: row.newest_value_at,
        last_failure_at: row.last_failure_at,
        failure_class: row.failure_class.as_deref().map(FailureClass::from_name),
        last_failure: row.last_failure,
        consecutive_failures: row.consecutive_failures,
        not_asked: row.not_asked,
        next_due_at: row.next_due_at,
        holder: Some(row.holder),
    }
}

/// Returns the sources of processes, each with the earliest start of a process that is configured to query it.
fn sources_since(processes: &[ProcessState]) -> BTreeMap<String, Timestamp> {
    let mut since: BTreeMap<String, Timestamp> = BTreeMap::new();
    for process in processes {
        // A list that cannot be read was written by another version.
        for source in serde_json::from_str::<Vec<String>>(&process.sources).unwrap_or_default() {
            let at = since.entry(source).or_insert(process.started_at);
            *at = (*at).min(process.started_at);
        }
    }
    since
}

fn process_health(process: ProcessState) -> ProcessHealth {
    let ProcessState { id, version, started_at, last_seen_at, timeline, counters, published_at, .. } =
        process;
    let counters = serde_json::from_str(&counters).unwrap_or_default();
    ProcessHealth { id, version, started_at, last_seen_at, timeline, counters, published_at }
}

#[cfg(test)]
mod tests;
