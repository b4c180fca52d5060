//! Evaluates events on a schedule: compares the published world with what was reported before and records changes
//! together with the new state, subject by subject, in transactions of some hundred.
//!
//! `webhooks::events` decides what has happened, against the stored baselines, never against the memory of this
//! process. Baselines are stored whether or not there are subscribers, so a new subscriber is only notified of later
//! changes. One replica evaluates at a time, by a lease, because two replicas whose evidence is a second apart would
//! report each other's states in turn. A publication older than the last evaluated one is skipped.

use std::sync::Arc;

use conditions_core::time::Timestamp;
use publication::evaluation::{Evaluate, Parts};
use publication::published::Published;
use publication::versions::Versions;
use runtime::clock;
use storage::webhooks::events as stored;
use storage::{Conn, Store, StoreError};
use tokio::sync::Notify;
use uuid::Uuid;
use webhooks::events::start::Start;
use webhooks::events::{AnyWatched, EVENTS};
use webhooks::policy::EventPolicy;

use super::snapshot;

mod ledger;

pub use ledger::{Baselines, Ledger, Moment, changed, record};

/// Subjects per transaction.
const CHUNK: usize = 100;
/// Subscriptions per step of a fan-out.
const STEP: usize = 1_000;

/// Evaluates events on a schedule.
#[derive(Debug)]
pub struct Evaluator {
    pub parts: Parts,
    /// Progress of this process since its start.
    pub start: Start,
}

/// The parts of a publication that events watch.
#[derive(Debug)]
pub struct WatchedPublication {
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

impl WatchedPublication {
    /// Reads what events watch of a publication, at its own time.
    #[must_use]
    pub fn from_publication(policy: &EventPolicy, published: &Published) -> Self {
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
            let observed =
                tokio::task::spawn_blocking(move || WatchedPublication::from_publication(&of, &published))
                    .await;
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
    observed: WatchedPublication,
    now: Timestamp,
) -> Result<u64, StoreError> {
    let WatchedPublication { at, versions, subjects } = observed;
    let policy = *policy;
    let subjects: Arc<[Box<dyn AnyWatched>]> = subjects.into();
    let read = Arc::clone(&subjects);
    // Read once for all subjects; without changes this is the only query.
    let news: Vec<usize> = store
        .read(move |conn| changed(conn, &policy, at, &read.iter().map(AsRef::as_ref).collect::<Vec<_>>()))
        .await?;
    let mut events = 0;
    for chunk in news.chunks(CHUNK) {
        let (subjects, chunk, ids) = (Arc::clone(&subjects), chunk.to_vec(), ids(chunk.len()));
        let work = move |conn: &mut Conn| {
            let chunk: Vec<_> =
                chunk.iter().filter_map(|index| subjects.get(*index)).map(AsRef::as_ref).collect();
            record(conn, &policy, Moment { at, versions, now }, &chunk, &ids)
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
