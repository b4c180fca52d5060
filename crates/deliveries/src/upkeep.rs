//! Housekeeping of the webhooks once a minute: due secret rotations are committed, receivers that never succeeded are
//! given up, and old rows are deleted. In between it updates the counts for `/metrics`.

use std::time::Duration;

use conditions_core::time::{HOUR_MS, Timestamp};
use runtime::clock;
use storage::webhooks::{outbox, subscriptions};
use storage::{Store, StoreError, limits, space};
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;

use super::dispatch::Measures;

/// Interval between counts.
const EVERY: Duration = Duration::from_secs(10);
/// Number of counts between two housekeeping runs.
const COUNTS: u32 = 6;
/// File pages released at a time: a few MB, so that no writer waits long.
const PAGES: u32 = 2_000;
/// Retention of deliveries, events and ended subscriptions, in milliseconds.
const KEPT_MS: i64 = 30 * 24 * HOUR_MS;
/// Retention of clients' addresses, in milliseconds: their limit covers an hour.
const ADDRESSES_MS: i64 = 2 * HOUR_MS;
/// Rows per transaction.
const BATCH: u32 = 500;

/// Runs once a minute until `stop` is set.
pub async fn run(store: Store, measures: Measures, mut stop: watch::Receiver<bool>) {
    let mut counts = 0;
    let mut every = tokio::time::interval(EVERY);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = stop.changed() => return,
            _ = every.tick() => {}
        }
        // If the count fails, the last values stay; other parts report that the database fails.
        if let Ok(census) = store.read(|conn| outbox::census(conn, clock::now())).await {
            measures.set_census(&census);
        }
        counts = (counts + 1) % COUNTS;
        if counts != 1 {
            continue;
        }
        if let Err(error) = once(&store, clock::now()).await {
            tracing::warn!(%error, "housekeeping of the webhooks failed; retrying in a minute");
        }
    }
}

/// Runs the housekeeping once.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn once(store: &Store, now: Timestamp) -> Result<(), StoreError> {
    let due = store.run(move |conn| subscriptions::commit_due_rotations(conn, now)).await?;
    if due > 0 {
        tracing::info!(subscriptions = due, "committed due secret rotations");
    }
    while store.run(|conn| subscriptions::place_former(conn, BATCH)).await? {}
    loop {
        let given_up = store.run(move |conn| subscriptions::give_up_unanswered(conn, now, BATCH)).await?;
        if given_up == 0 {
            break;
        }
        tracing::info!(subscriptions = given_up, "gave up subscriptions whose receivers never succeeded");
    }
    store.run(move |conn| limits::prune(conn, now.plus_millis(-ADDRESSES_MS))).await?;
    loop {
        let before = now.plus_millis(-KEPT_MS);
        let pruned = store.run(move |conn| outbox::prune(conn, before, BATCH)).await?;
        if !pruned.more {
            break;
        }
    }
    store.run(|conn| space::give_back(conn, PAGES)).await
}
