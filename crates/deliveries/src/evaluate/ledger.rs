//! Records changes together with the new baselines, in one transaction of a [`Ledger`]. The simulation of
//! `crates/chaos` runs the same code on a ledger in memory.

use std::collections::BTreeMap;

use conditions_core::policy::Policy;
use conditions_core::time::Timestamp;
use publication::versions::Versions;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::{RawValue, to_raw_value};
use storage::webhooks::events::{self as stored, RecordOutcome};
use storage::{Conn, StoreError};
use uuid::Uuid;
use webhooks::events::{AnyWatched, Baseline, Occurrence, Write};
use webhooks::policy::EventPolicy;

/// Subject whose baseline is the last evaluated publication.
const EVALUATED: &str = "@evaluated";
/// Subject whose baseline is the change counters of that publication.
const COVERED: &str = "@evaluated-counters";

/// Stored baselines by subject.
pub type Baselines = BTreeMap<String, Baseline<Box<RawValue>>>;

/// The operations of a transaction on baselines and events; `storage::webhooks::events` documents them.
pub trait Ledger {
    /// Returns the baselines of subjects; a subject without one is absent.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    fn baselines(&mut self, subjects: &[&str]) -> Result<Baselines, StoreError>;

    /// Stores the first baseline of a subject.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    fn begin_baseline(
        &mut self,
        subject: &str,
        keys: Option<&str>,
        value: &RawValue,
    ) -> Result<bool, StoreError>;

    /// Stores a baseline unless the stored version is equal or later; returns whether it was stored.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    fn keep_baseline(
        &mut self,
        subject: &str,
        baseline: &Baseline<Box<RawValue>>,
    ) -> Result<bool, StoreError>;

    /// Records an event unless its key is known.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    fn record(
        &mut self,
        id: Uuid,
        occurrence: &Occurrence<Box<RawValue>>,
        now: Timestamp,
    ) -> Result<RecordOutcome, StoreError>;
}

impl Ledger for Conn {
    fn baselines(&mut self, subjects: &[&str]) -> Result<Baselines, StoreError> {
        stored::baselines(self, subjects)
    }

    fn begin_baseline(
        &mut self,
        subject: &str,
        keys: Option<&str>,
        value: &RawValue,
    ) -> Result<bool, StoreError> {
        stored::begin_baseline(self, subject, keys, value)
    }

    fn keep_baseline(
        &mut self,
        subject: &str,
        baseline: &Baseline<Box<RawValue>>,
    ) -> Result<bool, StoreError> {
        stored::keep_baseline(self, subject, baseline)
    }

    fn record(
        &mut self,
        id: Uuid,
        occurrence: &Occurrence<Box<RawValue>>,
        now: Timestamp,
    ) -> Result<RecordOutcome, StoreError> {
        stored::record(self, id, occurrence, now)
    }
}

/// The publication that is evaluated.
#[derive(Debug, Clone, Copy)]
pub struct Moment {
    /// Time of the publication.
    pub at: Timestamp,
    /// Change counters that it covers.
    pub versions: Versions,
    /// Present time.
    pub now: Timestamp,
}

fn json<T: Serialize>(value: &T) -> Result<Box<RawValue>, StoreError> {
    to_raw_value(value).map_err(|error| unwritable(&error))
}

fn unwritable(error: &serde_json::Error) -> StoreError {
    StoreError::Invalid(format!("an event as JSON: {error}"))
}

/// Returns the places of the subjects about which there is something to record.
///
/// # Errors
/// Returns the errors of the ledger.
pub fn changed(
    ledger: &mut impl Ledger,
    policy: &EventPolicy,
    at: Timestamp,
    subjects: &[&dyn AnyWatched],
) -> Result<Vec<usize>, StoreError> {
    let before = baselines(ledger, subjects)?;
    let mut found = Vec::new();
    for (index, subject) in subjects.iter().enumerate() {
        if decide(*subject, policy, at, &before)?.is_some() {
            found.push(index);
        }
    }
    Ok(found)
}

/// Evaluates some subjects and writes the result; returns the number of new events. Returns `None` if a later
/// publication was evaluated before.
///
/// # Errors
/// Returns the errors of the ledger; its transaction must then be rolled back.
pub fn record(
    ledger: &mut impl Ledger,
    policy: &EventPolicy,
    moment: Moment,
    subjects: &[&dyn AnyWatched],
    ids: &[Uuid],
) -> Result<Option<u64>, StoreError> {
    if !is_newest(ledger, moment)? {
        return Ok(None);
    }
    let before = baselines(ledger, subjects)?;
    let mut events = 0;
    for (subject, id) in subjects.iter().zip(ids) {
        let Some(write) = decide(*subject, policy, moment.at, &before)? else { continue };
        let known = before.get(subject.subject());
        events += store_baseline(ledger, subject.subject(), known, &write, *id, moment.now)?;
    }
    Ok(Some(events))
}

fn baselines(ledger: &mut impl Ledger, subjects: &[&dyn AnyWatched]) -> Result<Baselines, StoreError> {
    let names: Vec<&str> = subjects.iter().map(|subject| subject.subject()).collect();
    ledger.baselines(&names)
}

fn decide(
    subject: &dyn AnyWatched,
    policy: &EventPolicy,
    at: Timestamp,
    before: &Baselines,
) -> Result<Option<Write>, StoreError> {
    let decided = subject.decide(policy, at, before.get(subject.subject()));
    decided.map_err(|error| unwritable(&error))
}

/// Returns a baseline of the evaluation itself. An unreadable one counts as absent, and is replaced.
fn take_baseline<T: DeserializeOwned>(known: &mut Baselines, subject: &str) -> Option<Baseline<T>> {
    let Baseline { version, value } = known.remove(subject)?;
    Some(Baseline { version, value: serde_json::from_str(value.get()).ok()? })
}

/// Returns whether a publication may be evaluated because no later one was, and records its evaluation. Two
/// publications of one minute are ordered by their counters. A last-evaluated time in the future (the clock was
/// wrong) does not block this evaluation.
fn is_newest(ledger: &mut impl Ledger, moment: Moment) -> Result<bool, StoreError> {
    let Moment { at, versions, now } = moment;
    let mut known = ledger.baselines(&[EVALUATED, COVERED])?;
    let last = take_baseline::<Timestamp>(&mut known, EVALUATED);
    let covered = take_baseline::<Versions>(&mut known, COVERED);
    let is_believed = |last: Timestamp| !Policy::CONTRACT.is_in_future(last, now);
    let is_behind = covered.as_ref().is_some_and(|covered| versions.is_behind(covered.value));
    if let Some(last) = &last
        && (last.value > at && is_believed(last.value) || last.value == at && is_behind)
    {
        return Ok(false);
    }
    let is_stored = match &covered {
        Some(covered) if covered.value == versions => true,
        Some(covered) => ledger.keep_baseline(COVERED, &covered.following(json(&versions)?))?,
        None => ledger.begin_baseline(COVERED, None, &json(&versions)?)?,
    };
    if !is_stored {
        return Ok(false);
    }
    match &last {
        Some(last) if last.value == at => Ok(true),
        Some(last) => ledger.keep_baseline(EVALUATED, &last.following(json(&at)?)),
        None => ledger.begin_baseline(EVALUATED, None, &json(&at)?),
    }
}

/// Records events and stores the new state; returns the number of new events.
fn store_baseline(
    ledger: &mut impl Ledger,
    subject: &str,
    before: Option<&Baseline<Box<RawValue>>>,
    write: &Write,
    id: Uuid,
    now: Timestamp,
) -> Result<u64, StoreError> {
    let recorded = match &write.occurrence {
        Some(occurrence) => ledger.record(id, occurrence, now)?,
        None => RecordOutcome::Known,
    };
    match before {
        Some(before) if !write.begins => {
            ledger.keep_baseline(subject, &before.following(write.state.clone()))?;
        }
        unreadable => {
            if unreadable.is_some() {
                tracing::warn!(subject, "ignoring an unreadable stored baseline");
            }
            ledger.begin_baseline(subject, Some(&write.keys), &write.state)?;
        }
    }
    Ok(u64::from(recorded == RecordOutcome::New))
}
