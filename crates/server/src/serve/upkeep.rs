//! Removal of data past its retention time.

use std::sync::Arc;
use std::time::Duration;

use ingest_runner::options::ReelLimits;
use ingest_runner::reels::{self, Disk};
use publication::published::Latest;
use publication::{day_log, grading, store};
use runtime::clock;
use runtime::supervise::Tasks;
use storage::Store;
use tokio::sync::watch;

use crate::config::Config;

/// Interval between removals of expired evidence.
const PRUNE_EVERY: Duration = Duration::from_secs(3600);

/// Removes expired data and writes the daily log until the service stops.
pub(super) fn look_after(
    kept: RetentionTargets,
    latest: &Arc<Latest>,
    stopped: &watch::Receiver<bool>,
    tasks: &mut Tasks,
) {
    let (own, spoken, until) = (kept.store.clone(), Arc::clone(latest), stopped.clone());
    tasks.again("day log", move || day_log::run(own.clone(), Arc::clone(&spoken), until.clone()));
    let until = stopped.clone();
    tasks.again("prune", move || prune(kept.clone(), until.clone()));
}

/// The stores with a retention time.
#[derive(Clone)]
pub(super) struct RetentionTargets {
    store: Store,
    retention: Duration,
    reels: Disk,
    room: ReelLimits,
}

impl RetentionTargets {
    pub(super) fn new(config: &Config, store: &Store, reels: &Disk) -> Self {
        let (retention, room) = (config.retention, config.reels);
        Self { store: store.clone(), retention, reels: reels.clone(), room }
    }
}

/// Periodically removes expired data. Evidence that was in force at the start of the retention period stays, for
/// replay.
async fn prune(kept: RetentionTargets, mut stop: watch::Receiver<bool>) {
    let RetentionTargets { store, retention, reels, room } = kept;
    let mut every = tokio::time::interval(PRUNE_EVERY);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = stop.changed() => return,
            _ = every.tick() => {}
        }
        let before = clock::now().plus_millis(-i64::try_from(retention.as_millis()).unwrap_or(i64::MAX));
        match store::prune_evidence(&store, before).await {
            Ok(0) => {}
            Ok(rows) => tracing::info!(rows, %before, "old evidence removed"),
            Err(error) => tracing::warn!(%error, "cannot remove old evidence"),
        }
        match store::forget_winters(&store, before).await {
            Ok(0) => {}
            Ok(rows) => tracing::info!(rows, "superseded winters removed"),
            Err(error) => tracing::warn!(%error, "cannot remove superseded winters"),
        }
        match reels::prune::prune(&store, &reels, room, clock::now()).await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "old powder reels removed"),
            Err(error) => tracing::warn!(%error, "cannot remove old powder reels"),
        }
        match grading::prune(&store, clock::now()).await {
            Ok(0) => {}
            Ok(rows) => tracing::info!(rows, "old forecasts and measured days removed"),
            Err(error) => tracing::warn!(%error, "cannot remove old forecasts"),
        }
    }
}
