//! Housekeeping of the webhooks once a minute: secrets of rotations that are due replace the present ones, and old rows are
//! deleted.

use std::time::Duration;

use conditions_core::time::{HOUR_MS, Timestamp};
use storage::webhooks::{outbox, subscriptions};
use storage::{Store, StoreError};
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;

use crate::clock;

/// From one run to the next.
const EVERY: Duration = Duration::from_secs(60);
/// How long deliveries, events and ended subscriptions are kept, ms.
const KEPT_MS: i64 = 30 * 24 * HOUR_MS;
/// Rows per transaction.
const BATCH: u32 = 500;

/// Runs once a minute until `stop` is set.
pub async fn run(store: Store, mut stop: watch::Receiver<bool>) {
    let mut every = tokio::time::interval(EVERY);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = stop.changed() => return,
            _ = every.tick() => {}
        }
        if let Err(error) = once(&store, clock::now()).await {
            tracing::warn!(%error, "housekeeping of the webhooks failed; tried again in a minute");
        }
    }
}

/// Runs once.
///
/// # Errors
/// What the database says.
pub async fn once(store: &Store, now: Timestamp) -> Result<(), StoreError> {
    let due = store.run(move |conn| subscriptions::commit_due_rotations(conn, now)).await?;
    if due > 0 {
        tracing::info!(subscriptions = due, "new secrets replaced the present ones");
    }
    loop {
        let before = now.plus_millis(-KEPT_MS);
        let pruned = store.run(move |conn| outbox::prune(conn, before, BATCH)).await?;
        if !pruned.more {
            return Ok(());
        }
    }
}
