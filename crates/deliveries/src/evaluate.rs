//! When events happen: on a schedule, what is published is compared with what was told before, and what is new is recorded
//! together with the new state, subject by subject, in transactions of some hundred.
//!
//! What happened is decided in `webhooks::events`, against the baselines that are stored, never against what this process
//! remembers. They are kept whether anybody subscribes or not, so that a new subscriber is told of later changes alone. One
//! replica evaluates at a time, by a lease, because two whose evidence is a second apart would report each other's states
//! in turn; a publication older than the last one that was evaluated is passed over.

use std::collections::BTreeMap;
use std::sync::Arc;

use conditions_core::policy::Policy;
use conditions_core::time::Timestamp;
use publication::evaluation::{Evaluate, Parts};
use publication::published::Published;
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
/// The subject that says which publication was evaluated last.
const EVALUATED: &str = "@evaluated";

/// Evaluates events on a schedule.
#[derive(Debug)]
pub struct Evaluator {
    /// What it works with.
    pub parts: Parts,
    /// How far this process has come since its start.
    pub start: Start,
}

/// All that events watch of a publication.
#[derive(Debug)]
pub struct Observed {
    at: Timestamp,
    subjects: Vec<Box<dyn AnyWatched>>,
}

/// What an evaluation did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Summary {
    /// New events.
    pub events: u64,
    /// Deliveries made of them, and of what an earlier process left.
    pub deliveries: usize,
}

impl Observed {
    /// What events watch of a publication, at its own instant.
    #[must_use]
    pub fn of(policy: &EventPolicy, published: &Published) -> Self {
        let world = &published.world;
        let subjects = snapshot::with(world, |snapshot| {
            EVENTS.iter().flat_map(|event| event.watch(policy, snapshot)).collect()
        });
        Self { at: world.as_of, subjects }
    }
}

impl Evaluate for Evaluator {
    const LEASE: &'static str = "webhooks";

    type Summary = Summary;

    fn parts(&self) -> &Parts {
        &self.parts
    }

    /// What was recorded before a failure stays, and the rest is found at the next evaluation.
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
        // Also what an earlier process recorded and did not bring to its subscriptions.
        summary.deliveries = fan_out(&parts.store, &parts.outgoing).await?;
        Ok(summary)
    }
}

/// Records what is new in what was observed; how many events are new.
///
/// # Errors
/// What the database says; what was recorded before stays, and the rest is found at the next evaluation.
pub async fn evaluate(
    store: &Store,
    policy: &EventPolicy,
    observed: Observed,
    now: Timestamp,
) -> Result<u64, StoreError> {
    let Observed { at, subjects } = observed;
    let policy = *policy;
    let subjects: Arc<[Box<dyn AnyWatched>]> = subjects.into();
    let read = Arc::clone(&subjects);
    // Read once for all subjects; with nothing new this is everything that happens.
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
            record(conn, &policy, at, &chunk, &ids, now)
        };
        let Some(recorded) = store.run(work).await? else { return Ok(events) };
        events += recorded;
    }
    Ok(events)
}

/// Brings every event to its subscriptions; how many deliveries were made.
///
/// # Errors
/// What the database says; what is left is brought at the next call.
pub async fn fan_out(store: &Store, outgoing: &Notify) -> Result<usize, StoreError> {
    let mut made = 0;
    loop {
        let now = clock::now();
        let step = store.run(move |conn| stored::fan_out(conn, STEP, now)).await?;
        made += step.made;
        if step.made > 0 {
            // The first are under way before the last are made.
            outgoing.notify_one();
        }
        if !step.more {
            return Ok(made);
        }
    }
}

/// In their order: what happens in one moment is brought to subscriptions in the order of ids.
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

/// Whether a publication of `at` may be evaluated: no later one was. Notes that it was. One that lies ahead of `now` was
/// evaluated while the clock was wrong, and holds off none.
fn is_newest(conn: &mut Conn, at: Timestamp, now: Timestamp) -> Result<bool, StoreError> {
    let last = stored::baseline::<Timestamp>(conn, EVALUATED)?;
    let is_believed = |last: Timestamp| !Policy::CONTRACT.is_ahead(last, now);
    match &last {
        Some(last) if last.value > at && is_believed(last.value) => Ok(false),
        Some(last) if last.value == at => Ok(true),
        Some(last) => stored::keep_baseline(conn, EVALUATED, &last.following(at)),
        None => stored::begin_baseline(conn, EVALUATED, None, &at),
    }
}

/// Decides about some subjects and writes it; how many events are new. `None` when a later publication was evaluated
/// meanwhile.
fn record(
    conn: &mut Conn,
    policy: &EventPolicy,
    at: Timestamp,
    subjects: &[&dyn AnyWatched],
    ids: &[Uuid],
    now: Timestamp,
) -> Result<Option<u64>, StoreError> {
    if !is_newest(conn, at, now)? {
        return Ok(None);
    }
    let before = baselines(conn, subjects)?;
    let mut events = 0;
    for (subject, id) in subjects.iter().zip(ids) {
        let Some(write) = decide(*subject, policy, at, &before)? else { continue };
        events += keep(conn, subject.subject(), before.get(subject.subject()), &write, *id, now)?;
    }
    Ok(Some(events))
}

/// Records what happened and keeps the state that it led to; how many events are new.
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
                tracing::warn!(subject, "a stored baseline cannot be read; it is begun anew");
            }
            stored::begin_baseline(conn, subject, Some(&write.keys), &write.state)?;
        }
    }
    Ok(u64::from(recorded == RecordOutcome::New))
}
