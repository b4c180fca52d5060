//! The model of the store: leases, one change counter with its rows, baselines and events. A test compares it with SQLite.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use conditions_core::policy::Policy;
use conditions_core::time::Timestamp;
use deliveries::evaluate::{Baselines, Ledger};
use serde_json::value::RawValue;
use storage::StoreError;
use storage::leases::LONGEST_MILLIS;
use storage::webhooks::events::RecordOutcome;
use uuid::Uuid;
use webhooks::events::{Baseline, Occurrence};

use super::bug::Bug;
use super::reported::SentEvents;

/// A row of evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) captured_at: Timestamp,
    pub(super) id: u64,
    pub(super) observed_at: Timestamp,
    /// New snow and depth, tenths of a centimetre.
    pub(super) snow: (i32, i32),
}

/// The newest row of each place. The first places belong to [`super::replica::SLUGS`].
pub(super) type Rows = Rc<BTreeMap<usize, Row>>;

/// An attempt to record an event.
#[derive(Debug, Clone)]
pub(super) struct Attempt {
    pub(super) key: Rc<str>,
    pub(super) slug: Rc<str>,
    pub(super) data: Box<RawValue>,
    pub(super) created_at: Timestamp,
    pub(super) is_new: bool,
}

type StoredBaselines = BTreeMap<Rc<str>, (u64, Box<RawValue>)>;

/// All tables. A clone shares what neither changes.
#[derive(Debug, Clone, Default)]
pub(super) struct Tables {
    leases: BTreeMap<&'static str, (Rc<str>, Timestamp)>,
    pub(super) version: i64,
    pub(super) rows: Rows,
    versions: Rc<BTreeMap<usize, i64>>,
    pub(super) baselines: Rc<StoredBaselines>,
    pub(super) events: Rc<BTreeSet<Rc<str>>>,
    /// Events as their readers know them, recorded independently of the baselines.
    pub(super) reported: Rc<SentEvents>,
    /// Attempts of the current transaction.
    pub(super) attempts: Vec<Attempt>,
    /// Writes until the current transaction fails.
    pub(super) fuse: Option<u32>,
    /// The highest timeline that a process has stored, and the counter before its first write.
    pub(super) began: Option<(u32, i64)>,
    bug: Option<Bug>,
}

impl Tables {
    /// Creates empty tables, with a seeded bug.
    pub(super) fn of_bug(bug: Option<Bug>) -> Self {
        Self { bug, ..Self::default() }
    }

    /// Acquires a lease, like `storage::leases::acquire`; returns whether it was granted.
    pub(super) fn acquire(
        &mut self,
        name: &'static str,
        owner: &Rc<str>,
        now: Timestamp,
        millis: i64,
    ) -> bool {
        if let Some((holder, until)) = self.leases.get(name) {
            let is_wrong = *until > now.plus_millis(LONGEST_MILLIS);
            let is_free = holder == owner || *until <= now || is_wrong;
            if !is_free && self.bug != Some(Bug::GrantsHeldLease) {
                return false;
            }
        }
        self.leases.insert(name, (Rc::clone(owner), now.plus_millis(millis)));
        true
    }

    /// Releases a lease, like `storage::leases::release`.
    pub(super) fn release(&mut self, name: &'static str, owner: &Rc<str>) {
        if self.leases.get(name).is_some_and(|(holder, _)| holder == owner) {
            self.leases.remove(name);
        }
    }

    /// Appends a row, like `storage::evidence::append`.
    pub(super) fn append(&mut self, place: usize, row: Row, now: Timestamp) {
        self.version += 1;
        let ahead = now.plus_millis(Policy::CONTRACT.future_tolerance_ms);
        let is_newer = self.rows.get(&place).is_none_or(|known| {
            (known.captured_at, known.id) < (row.captured_at, row.id) || known.captured_at > ahead
        });
        if is_newer {
            let early = i64::from(self.bug == Some(Bug::StampsRowsEarly));
            Rc::make_mut(&mut self.versions).insert(place, self.version - early);
            Rc::make_mut(&mut self.rows).insert(place, row);
        }
    }

    /// Returns the counter and the rows that changed after `version`, like `storage::evidence::changed_since`.
    pub(super) fn changed_since(&self, version: i64) -> (i64, Vec<(usize, Row)>) {
        let since = if version > self.version { 0 } else { version };
        let is_changed = |place: &usize| self.versions.get(place).is_some_and(|own| *own > since);
        let changed = self.rows.iter().filter(|(place, _)| is_changed(place));
        (self.version, changed.map(|(place, row)| (*place, *row)).collect())
    }

    /// Counts a write of a transaction that may fail.
    fn burn(&mut self) -> Result<(), StoreError> {
        match &mut self.fuse {
            Some(0) => Err(StoreError::Invalid("the process died".to_owned())),
            Some(left) => {
                *left -= 1;
                Ok(())
            }
            None => Ok(()),
        }
    }
}

impl Ledger for Tables {
    fn baselines(&mut self, subjects: &[&str]) -> Result<Baselines, StoreError> {
        let forgets = self.bug == Some(Bug::EvaluatesOlder);
        let read = subjects.iter().filter(|subject| !(forgets && subject.starts_with("@evaluated")));
        let found = read.filter_map(|subject| {
            let (version, value) = self.baselines.get(*subject)?;
            Some(((*subject).to_owned(), Baseline { version: *version, value: value.clone() }))
        });
        Ok(found.collect())
    }

    fn begin_baseline(
        &mut self,
        subject: &str,
        keys: Option<&str>,
        value: &RawValue,
    ) -> Result<bool, StoreError> {
        let row = self.baselines.get(subject).map(|(version, _)| *version);
        let number = |key: &Rc<str>| keys.and_then(|keys| key.strip_prefix(keys)?.parse::<u64>().ok());
        let highest = row.or_else(|| self.events.iter().filter_map(number).max());
        let version = highest.map_or(0, |version| version.saturating_add(1));
        self.keep_baseline(subject, &Baseline { version, value: value.to_owned() })
    }

    fn keep_baseline(
        &mut self,
        subject: &str,
        baseline: &Baseline<Box<RawValue>>,
    ) -> Result<bool, StoreError> {
        self.burn()?;
        if self.baselines.get(subject).is_some_and(|(known, _)| *known >= baseline.version) {
            return Ok(false);
        }
        let stored = (baseline.version, baseline.value.clone());
        Rc::make_mut(&mut self.baselines).insert(subject.into(), stored);
        Ok(true)
    }

    fn record(
        &mut self,
        _: Uuid,
        occurrence: &Occurrence<Box<RawValue>>,
        _: Timestamp,
    ) -> Result<RecordOutcome, StoreError> {
        self.burn()?;
        let key: Rc<str> = occurrence.dedupe_key.as_str().into();
        let is_new = !self.events.contains(&key) || self.bug == Some(Bug::RepeatsEvents);
        self.attempts.push(Attempt {
            key: Rc::clone(&key),
            slug: occurrence.resort_slug.as_str().into(),
            data: occurrence.data.clone(),
            created_at: occurrence.created_at,
            is_new,
        });
        if is_new {
            Rc::make_mut(&mut self.events).insert(key);
            return Ok(RecordOutcome::New);
        }
        Ok(RecordOutcome::Known)
    }
}

#[cfg(test)]
mod tests;
