//! Measures what changes slowly and costs a query or a system call: size of the database, free disk, waiting work, unused
//! allowances, age of the keys. The values are those of the last measurement.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use conditions_core::time::Timestamp;
use sources::budget::Limits;
use storage::alerts::emails;
use storage::{Store, StoreError, budget, space};
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;

use crate::clock;
use crate::metrics::Metrics;
use crate::status::Status;
use crate::supervise::Tasks;

/// Interval between measurements.
const EVERY: Duration = Duration::from_secs(15);
/// Time limit of a query.
const PATIENCE: Duration = Duration::from_secs(2);

/// Places and state that are measured.
#[derive(Debug, Clone)]
pub struct MeasuredState {
    pub store: Store,
    pub status: Arc<Status>,
    pub metrics: Arc<Metrics>,
    pub data_folder: PathBuf,
    /// Key file of the webhooks; `None` if the keys are in the settings.
    pub key_file: Option<PathBuf>,
}

impl MeasuredState {
    /// Measures until the service stops.
    pub fn start(self, tasks: &mut Tasks) {
        let until = tasks.stopped().clone();
        tasks.again("measurements", move || self.clone().run(until.clone()));
    }

    async fn run(self, mut stop: watch::Receiver<bool>) {
        let mut every = tokio::time::interval(EVERY);
        every.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = stop.changed() => return,
                _ = every.tick() => {}
            }
            self.outside();
            if let Err(error) = self.inside(clock::now()).await {
                // The publisher reports a database that does not answer.
                tracing::debug!(%error, "cannot measure the database");
            }
        }
    }

    /// Measures the machine and this process.
    fn outside(&self) {
        let metrics = &self.metrics;
        metrics.waiting_transactions("read", self.store.waiting_reads());
        metrics.waiting_transactions("write", self.store.waiting_writes());
        if let Some((free, size)) = disk(&self.data_folder) {
            metrics.disk_free.set(free as f64);
            metrics.disk_size.set(size as f64);
        }
        if let Some(changed_at) = self.key_file.as_deref().and_then(changed_at) {
            metrics.webhook_keys_changed_at.set(changed_at);
        }
    }

    /// Measures with queries.
    async fn inside(&self, now: Timestamp) -> Result<(), StoreError> {
        let ledgers = self.status.ledgers();
        let names: Vec<&'static str> = ledgers.keys().copied().collect();
        let (size, letters, used) = self
            .store
            .within(PATIENCE)
            .read(move |conn| {
                let used =
                    names.iter().map(|name| budget::used(conn, name, now)).collect::<Result<Vec<_>, _>>()?;
                Ok((space::size_bytes(conn)?, emails::waiting(conn)?, used))
            })
            .await?;
        self.metrics.database_bytes.set(size);
        self.metrics.emails_waiting("alert", letters);
        for ((ledger, limits), used) in ledgers.into_iter().zip(used) {
            for (window, left) in left(limits, used) {
                self.metrics.allowance(ledger, window, left);
            }
        }
        Ok(())
    }
}

/// Returns the unused part of each limited window.
fn left(limits: Limits, used: budget::WindowUse) -> impl Iterator<Item = (&'static str, f64)> {
    let windows = [
        ("minute", limits.minute, used.minute),
        ("hour", limits.hour, used.hour),
        ("day", limits.day, used.day),
    ];
    windows.into_iter().filter_map(|(window, limit, used)| {
        let limit = limit.filter(|limit| *limit > 0.0)?;
        Some((window, (1.0 - used as f64 / 1_000.0 / limit).clamp(0.0, 1.0)))
    })
}

/// Returns the free bytes and the size of the file system of a folder.
#[cfg(unix)]
fn disk(folder: &Path) -> Option<(u64, u64)> {
    let stat = rustix::fs::statvfs(folder).ok()?;
    Some((stat.f_bavail.saturating_mul(stat.f_frsize), stat.f_blocks.saturating_mul(stat.f_frsize)))
}

/// Without this system call nothing is measured.
#[cfg(not(unix))]
fn disk(_: &Path) -> Option<(u64, u64)> {
    None
}

/// Returns the time of the last write of a file, in Unix seconds.
fn changed_at(file: &Path) -> Option<f64> {
    let modified = fs::metadata(file).ok()?.modified().ok()?;
    Some(modified.duration_since(std::time::UNIX_EPOCH).ok()?.as_secs_f64())
}

#[cfg(test)]
mod tests;
