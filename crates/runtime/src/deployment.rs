//! Writes what this process knows of its sources and of itself, and reads what all processes have written, so that every
//! replica reports the same state.
//!
//! The write is also the service's own test of the database: on PostgreSQL it is made every two seconds, so a commit that
//! hangs is known after four.

use std::sync::Arc;
use std::time::Duration;

use conditions_core::time::{DAY_MS, Timestamp};
use storage::deployment::{self, ProcessState};
use storage::{Backend, Store, StoreError};
use tokio::sync::watch;

use crate::clock;
use crate::health::PendingWrite;
use crate::opening;
use crate::status::Status;
use crate::supervise::Tasks;

/// Interval at which the rows of all processes are read.
const READ: Duration = Duration::from_secs(1);
/// Time limit of a read, and of a write to PostgreSQL.
const PATIENCE: Duration = Duration::from_secs(2);
/// Rows of processes are deleted this long after they were last seen, rows of sources this long after their last change.
const PROCESS_KEPT_MS: i64 = DAY_MS;
const SOURCE_KEPT_MS: i64 = 90 * DAY_MS;
/// Old rows are deleted at most this often.
const PRUNE_MS: i64 = 3_600_000;

/// Intervals of the writes.
#[derive(Debug, Clone, Copy)]
struct Pace {
    /// Changed sources are written after at most this time.
    sources: Duration,
    /// The process's own row is written this often, with the changed sources.
    process: Duration,
}

impl Pace {
    const fn for_backend(backend: Backend) -> Self {
        match backend {
            Backend::Postgres => {
                Self { sources: Duration::from_millis(500), process: Duration::from_secs(2) }
            }
            // Only one process serves from a file: no other one reads these rows, and writing them costs disk I/O.
            Backend::Sqlite => Self { sources: Duration::from_secs(30), process: Duration::from_secs(30) },
        }
    }

    /// Returns the age at which the row of a process no longer counts: eight writes are missing.
    fn live_ms(self) -> i64 {
        millis(self.process * 8)
    }
}

/// This process as a part of its deployment.
#[derive(Debug)]
pub struct Deployment {
    reads: Store,
    writes: Store,
    status: Arc<Status>,
    id: String,
    version: &'static str,
    started_at: Timestamp,
    pace: Pace,
}

/// Times of the last writes of a writer.
#[derive(Debug, Default, Clone, Copy)]
struct LastWrites {
    process_at: Option<Timestamp>,
    sources_at: Option<Timestamp>,
    pruned_at: Option<Timestamp>,
}

impl Deployment {
    /// Reads the state of the deployment and starts to take part in it as the process `id`, until the service stops.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn start(
        store: &Store,
        status: &Arc<Status>,
        id: String,
        version: &'static str,
        tasks: &mut Tasks,
    ) -> Result<(), StoreError> {
        let deployment = Arc::new(Self::new(store, status, id, version, clock::now()));
        if store.backend() == Backend::Sqlite {
            // A file belongs to one process: those of earlier starts have ended.
            let started_at = deployment.started_at;
            store
                .run(move |conn| deployment::prune(conn, started_at, ended(started_at, SOURCE_KEPT_MS)))
                .await?;
        }
        deployment.read(clock::now()).await?;
        let (reader, until) = (Arc::clone(&deployment), tasks.stopped().clone());
        tasks.again("deployment state", move || Arc::clone(&reader).keep_reading(until.clone()));
        let until = tasks.stopped().clone();
        tasks.again("heartbeat", move || Arc::clone(&deployment).keep_writing(until.clone()));
        Ok(())
    }

    fn new(
        store: &Store,
        status: &Arc<Status>,
        id: String,
        version: &'static str,
        started_at: Timestamp,
    ) -> Self {
        let (pace, patience) = match store.backend() {
            Backend::Postgres => (Pace::for_backend(Backend::Postgres), PATIENCE),
            Backend::Sqlite => (Pace::for_backend(Backend::Sqlite), opening::ANSWER),
        };
        let (reads, writes) = (store.within(PATIENCE), store.within(patience));
        Self { reads, writes, status: Arc::clone(status), id, version, started_at, pace }
    }

    async fn keep_reading(self: Arc<Self>, mut stop: watch::Receiver<bool>) {
        let mut every = tokio::time::interval(READ);
        every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = stop.changed() => return,
                _ = every.tick() => {}
            }
            // The publisher reports a database that does not answer.
            if let Err(error) = self.read(clock::now()).await {
                tracing::debug!(%error, "cannot read the state of the deployment");
            }
        }
    }

    async fn keep_writing(self: Arc<Self>, mut stop: watch::Receiver<bool>) {
        let mut every = tokio::time::interval(Duration::from_millis(500));
        every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut written = LastWrites::default();
        loop {
            let stops = tokio::select! {
                _ = stop.changed() => true,
                _ = every.tick() => false,
            };
            let now = clock::now();
            let outcome =
                if stops { self.write(now, None).await } else { self.turn(&mut written, now).await };
            if let Err(error) = outcome {
                tracing::debug!(%error, "cannot write the state of this process");
            }
            if stops {
                return;
            }
        }
    }

    /// Reads the rows of all processes.
    async fn read(&self, now: Timestamp) -> Result<(), StoreError> {
        let mark = self.status.healths().mark();
        let sources = self.reads.read_single(deployment::sources).await?;
        let processes = self.reads.read_single(deployment::processes).await?;
        self.status.healths().adopt(mark, sources, processes, self.pace.live_ms(), now);
        Ok(())
    }

    /// Writes what is due at `now`.
    async fn turn(&self, written: &mut LastWrites, now: Timestamp) -> Result<(), StoreError> {
        let is_due = |last: Option<Timestamp>, every: Duration| {
            // A clock that was set back must not hold up the next write.
            last.is_none_or(|last| !(0..millis(every)).contains(&now.since(last)))
        };
        let heartbeat = is_due(written.process_at, self.pace.process);
        let has_changes = !self.status.healths().unwritten().is_empty();
        let writes_sources = has_changes && is_due(written.sources_at, self.pace.sources);
        if !heartbeat && !writes_sources {
            return Ok(());
        }
        let prune = heartbeat && is_due(written.pruned_at, Duration::from_millis(PRUNE_MS.unsigned_abs()));
        // A write that fails is tried again at the same pace.
        (written.sources_at, written.process_at) =
            (Some(now), if heartbeat { Some(now) } else { written.process_at });
        self.write(now, prune.then_some(now)).await?;
        if prune {
            written.pruned_at = Some(now);
        }
        Ok(())
    }

    /// Writes the changed sources and the row of this process; with `prune`, deletes old rows.
    async fn write(&self, now: Timestamp, prune: Option<Timestamp>) -> Result<(), StoreError> {
        let unwritten = Arc::new(self.status.healths().unwritten());
        let (process, holder, changes) = (self.row(now), self.id.clone(), Arc::clone(&unwritten));
        let write = move |conn: &mut storage::Conn| {
            for change in changes.iter().map(|change| PendingWrite::row(change, &holder)) {
                deployment::put_source(conn, &change)?;
            }
            deployment::put_process(conn, &process)?;
            match prune {
                Some(now) => deployment::prune(conn, ended(now, PROCESS_KEPT_MS), ended(now, SOURCE_KEPT_MS)),
                None => Ok(()),
            }
        };
        let outcome = self.writes.run(write).await;
        self.status.writes_held_up(self.writes.writes_are_held_up());
        outcome?;
        self.status.healths().written(&unwritten);
        Ok(())
    }

    /// Returns the row of this process.
    fn row(&self, now: Timestamp) -> ProcessState {
        let (counters, published_at) = {
            let publication = self.status.publication();
            (serde_json::json!(publication.counters).to_string(), publication.published_at)
        };
        ProcessState {
            id: self.id.clone(),
            version: self.version.to_owned(),
            started_at: self.started_at,
            last_seen_at: now,
            timeline: self.writes.timeline().map(i64::from),
            counters,
            published_at,
            sources: serde_json::json!(self.status.healths().own_sources()).to_string(),
        }
    }
}

const fn ended(now: Timestamp, kept_ms: i64) -> Timestamp {
    now.plus_millis(-kept_ms)
}

fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests;
