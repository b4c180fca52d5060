//! Evaluates events on a schedule: compares the published world with what was reported before and records changes
//! together with the new state, subject by subject, in transactions of some hundred.
//!
//! `webhooks::events` decides what has happened, against the stored baselines, never against the memory of this
//! process. Baselines are stored whether or not there are subscribers, so a new subscriber is only notified of later
//! changes. One replica evaluates at a time, by a lease, because two replicas whose evidence is a second apart would
//! report each other's states in turn. A publication older than the last evaluated one is skipped.

use std::collections::BTreeMap;
use std::sync::Arc;

use conditions_core::policy::Policy;
use conditions_core::time::Timestamp;
use publication::evaluation::{Evaluate, Parts};
use publication::published::Published;
use publication::versions::Versions;
use runtime::clock;
use serde_json::value::RawValue;
use storage::webhooks::events::{self as stored, RecordOutcome};
use storage::{Conn, Store, StoreError};
use tokio::sync::Notify;
use uuid::Uuid;
use webhooks::events::start::Start;
use webhooks::events::{AnyWatched, Baseline, EVENTS, Write};
use webhooks::policy::EventPolicy;

use super::snapshot;

/// Subjects per transaction.
const CHUNK: usize = 100;
/// Subscriptions per step of a fan-out.
const STEP: usize = 1_000;
/// Subject whose baseline is the last evaluated publication.
const EVALUATED: &str = "@evaluated";
/// Subject whose baseline is the change counters of that publication.
const COVERED: &str = "@evaluated-counters";

/// Evaluates events on a schedule.
#[derive(Debug)]
pub struct Evaluator {
    pub parts: Parts,
    /// Progress of this process since its start.
    pub start: Start,
}

/// The parts of a publication that events watch.
#[derive(Debug)]
pub struct Observed {
    at: Timestamp,
    versions: Versions,
    subjects: Vec<Box<dyn AnyWatched>>,
}

/// The result of an evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Summary {
    /// Number of new events.
    pub events: u64,
    /// Number of deliveries created for them and for events of an earlier process.
    pub deliveries: usize,
}

impl Observed {
    /// Reads what events watch of a publication, at its own time.
    #[must_use]
    pub fn of(policy: &EventPolicy, published: &Published) -> Self {
        let world = &published.world;
        let subjects = snapshot::with(world, |snapshot| {
            EVENTS.iter().flat_map(|event| event.watch(policy, snapshot)).collect()
        });
        Self { at: world.as_of, versions: published.coverage().versions, subjects }
    }
}

impl Evaluate for Evaluator {
    const LEASE: &'static str = "webhooks";

    type Summary = Summary;

    fn parts(&self) -> &Parts {
        &self.parts
    }

    /// Records made before a failure stay, and the next evaluation finds the rest.
    async fn tick(&mut self, now: Timestamp) -> Result<Summary, StoreError> {
        let parts = &self.parts;
        let mut summary = Summary::default();
        let Some(published) = parts.turn(Self::LEASE, now).await? else { return Ok(summary) };
        if parts.is_filled(&mut self.start, &published, now) {
            let of = parts.policy;
            let observed = tokio::task::spawn_blocking(move || Observed::of(&of, &published)).await;
            let Ok(observed) = observed else { return Ok(summary) };
            summary.events = evaluate(&parts.store, &of, observed, now).await?;
            parts.metrics.webhook_events.inc_by(summary.events);
        }
        // Also fans out events that an earlier process recorded but did not deliver to its subscriptions.
        summary.deliveries = fan_out(&parts.store, &parts.outgoing).await?;
        Ok(summary)
    }
}

/// Records the changes in what was observed; returns the number of new events.
///
/// # Errors
/// Returns an error if the database fails; records made before stay, and the next evaluation finds the rest.
pub async fn evaluate(
    store: &Store,
    policy: &EventPolicy,
    observed: Observed,
    now: Timestamp,
) -> Result<u64, StoreError> {
    let Observed { at, versions, subjects } = observed;
    let policy = *policy;
    let subjects: Arc<[Box<dyn AnyWatched>]> = subjects.into();
    let read = Arc::clone(&subjects);
    // Read once for all subjects; without changes this is the only query.
    let news: Vec<usize> = store
        .read(move |conn| {
            let before = baselines(conn, &read.iter().map(AsRef::as_ref).collect::<Vec<_>>())?;
            let mut news = Vec::new();
            for (index, subject) in read.iter().enumerate() {
                if decide(subject.as_ref(), &policy, at, &before)?.is_some() {
                    news.push(index);
                }
            }
            Ok(news)
        })
        .await?;
    let mut events = 0;
    for chunk in news.chunks(CHUNK) {
        let (subjects, chunk, ids) = (Arc::clone(&subjects), chunk.to_vec(), ids(chunk.len()));
        let work = move |conn: &mut Conn| {
            let chunk: Vec<_> =
                chunk.iter().filter_map(|index| subjects.get(*index)).map(AsRef::as_ref).collect();
            if !is_newest(conn, at, versions, now)? {
                return Ok(None);
            }
            record(conn, &policy, at, &chunk, &ids, now).map(Some)
        };
        let Some(recorded) = store.run(work).await? else { return Ok(events) };
        events += recorded;
    }
    Ok(events)
}

/// Delivers every event to its subscriptions; returns the number of deliveries.
///
/// # Errors
/// Returns an error if the database fails; the next call delivers the rest.
pub async fn fan_out(store: &Store, outgoing: &Notify) -> Result<usize, StoreError> {
    let mut made = 0;
    loop {
        let now = clock::now();
        let step = store.run(move |conn| stored::fan_out(conn, STEP, now)).await?;
        made += step.made;
        if step.made > 0 {
            // The first are in flight before the last are created.
            outgoing.notify_one();
        }
        if !step.more {
            return Ok(made);
        }
    }
}

/// Creates ids in order: events of one moment are delivered to subscriptions in the order of ids.
fn ids(count: usize) -> Vec<Uuid> {
    let mut ids: Vec<Uuid> = (0..count).map(|_| Uuid::new_v4()).collect();
    ids.sort_unstable();
    ids
}

type Baselines = BTreeMap<String, Baseline<Box<RawValue>>>;

fn baselines(conn: &mut Conn, subjects: &[&dyn AnyWatched]) -> Result<Baselines, StoreError> {
    let names: Vec<&str> = subjects.iter().map(|subject| subject.subject()).collect();
    stored::baselines(conn, &names)
}

fn decide(
    subject: &dyn AnyWatched,
    policy: &EventPolicy,
    at: Timestamp,
    before: &Baselines,
) -> Result<Option<Write>, StoreError> {
    let decided = subject.decide(policy, at, before.get(subject.subject()));
    decided.map_err(|error| StoreError::Invalid(format!("an event as JSON: {error}")))
}

/// Returns whether a publication of `at` may be evaluated because no later one was, and records its evaluation. Two
/// publications of one minute are ordered by their counters. A last-evaluated time in the future (the clock was
/// wrong) does not block this evaluation.
fn is_newest(conn: &mut Conn, at: Timestamp, versions: Versions, now: Timestamp) -> Result<bool, StoreError> {
    let last = stored::baseline::<Timestamp>(conn, EVALUATED)?;
    let covered = stored::baseline::<Versions>(conn, COVERED)?;
    let is_believed = |last: Timestamp| !Policy::CONTRACT.is_in_future(last, now);
    let is_behind = covered.as_ref().is_some_and(|covered| versions.is_behind(covered.value));
    if let Some(last) = &last
        && (last.value > at && is_believed(last.value) || last.value == at && is_behind)
    {
        return Ok(false);
    }
    let is_stored = match &covered {
        Some(covered) if covered.value == versions => true,
        Some(covered) => stored::keep_baseline(conn, COVERED, &covered.following(versions))?,
        None => stored::begin_baseline(conn, COVERED, None, &versions)?,
    };
    if !is_stored {
        return Ok(false);
    }
    match &last {
        Some(last) if last.value == at => Ok(true),
        Some(last) => stored::keep_baseline(conn, EVALUATED, &last.following(at)),
        None => stored::begin_baseline(conn, EVALUATED, None, &at),
    }
}

/// Evaluates some subjects and writes the result; returns the number of new events.
fn record(
    conn: &mut Conn,
    policy: &EventPolicy,
    at: Timestamp,
    subjects: &[&dyn AnyWatched],
    ids: &[Uuid],
    now: Timestamp,
) -> Result<u64, StoreError> {
    let before = baselines(conn, subjects)?;
    let mut events = 0;
    for (subject, id) in subjects.iter().zip(ids) {
        let Some(write) = decide(*subject, policy, at, &before)? else { continue };
        events += keep(conn, subject.subject(), before.get(subject.subject()), &write, *id, now)?;
    }
    Ok(events)
}

/// Records events and stores the new state; returns the number of new events.
fn keep(
    conn: &mut Conn,
    subject: &str,
    before: Option<&Baseline<Box<RawValue>>>,
    write: &Write,
    id: Uuid,
    now: Timestamp,
) -> Result<u64, StoreError> {
    let recorded = match &write.occurrence {
        Some(occurrence) => stored::record(conn, id, occurrence, now)?,
        None => RecordOutcome::Known,
    };
    match before {
        Some(before) if !write.begins => {
            stored::keep_baseline(conn, subject, &before.following(&write.state))?;
        }
        unreadable => {
            if unreadable.is_some() {
                tracing::warn!(subject, "ignoring an unreadable stored baseline");
            }
            stored::begin_baseline(conn, subject, Some(&write.keys), &write.state)?;
        }
    }
    Ok(u64::from(recorded == RecordOutcome::New))
}
