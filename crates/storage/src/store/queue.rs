//! The queue of transactions that wait for a database thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::conn::{Access, Conn};
use crate::error::StoreError;
use crate::options::Options;
use crate::worker::Worker;

pub(super) type Job = Box<dyn FnOnce(&mut Worker) + Send>;

#[derive(Clone)]
pub(super) struct Queue {
    pub(super) jobs: Sender<Job>,
    pub(super) threads: ThreadCount,
    pub(super) waiting: Arc<AtomicUsize>,
    pub(super) limit: usize,
    pub(super) patience: Duration,
    /// Whether the last write that ended was late or temporarily impossible.
    pub(super) is_held_up: Arc<AtomicBool>,
}

/// The number of threads that take jobs from a queue.
#[derive(Debug, Clone, Default)]
pub(super) struct ThreadCount(Arc<AtomicUsize>);

/// Counts one of these threads until it is dropped.
#[derive(Debug)]
pub(super) struct AtWork(pub(super) ThreadCount);

impl ThreadCount {
    pub(super) fn enter(&self) -> AtWork {
        self.0.fetch_add(1, Ordering::AcqRel);
        AtWork(self.clone())
    }

    pub(super) fn is_none(&self) -> bool {
        self.0.load(Ordering::Acquire) == 0
    }
}

impl Drop for AtWork {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::AcqRel);
    }
}

impl Queue {
    pub(super) async fn send<T, F>(&self, access: Access, mut work: F) -> Result<T, StoreError>
    where
        F: FnMut(&mut Conn) -> Result<T, StoreError> + Send + 'static,
        T: Send + 'static,
    {
        let (reply, outcome) = oneshot::channel();
        let late = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&late);
        let is_held_up = Arc::clone(&self.is_held_up);
        self.push(Box::new(move |worker| {
            if !reply.is_closed() {
                let outcome = worker.transaction(access, &told, &mut work);
                note(&is_held_up, access, &outcome);
                let _ = reply.send(outcome);
            }
        }))?;
        match timeout(self.patience, outcome).await {
            Ok(outcome) => outcome.map_err(|_| stopped())?,
            Err(_) => {
                late.store(true, Ordering::Release);
                let late = Err(StoreError::Late { waited: self.patience });
                note(&self.is_held_up, access, &late);
                late
            }
        }
    }

    pub(super) fn send_blocking<T, F>(&self, access: Access, mut work: F) -> Result<T, StoreError>
    where
        F: FnMut(&mut Conn) -> Result<T, StoreError> + Send + 'static,
        T: Send + 'static,
    {
        let (reply, outcome) = mpsc::sync_channel(1);
        let is_held_up = Arc::clone(&self.is_held_up);
        self.push(Box::new(move |worker| {
            let outcome = worker.transaction(access, &AtomicBool::new(false), &mut work);
            note(&is_held_up, access, &outcome);
            let _ = reply.send(outcome);
        }))?;
        outcome.recv().map_err(|_| stopped())?
    }

    pub(super) fn push(&self, job: Job) -> Result<(), StoreError> {
        let waiting = self.waiting.fetch_add(1, Ordering::Relaxed);
        if waiting >= self.limit {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(StoreError::Overloaded { waiting });
        }
        let counter = Arc::clone(&self.waiting);
        let counted: Job = Box::new(move |worker| {
            counter.fetch_sub(1, Ordering::Relaxed);
            job(worker);
        });
        self.jobs.send(counted).map_err(|_| stopped())
    }
}

/// Records whether the outcome of a write means that later writes are held up.
fn note<T>(is_held_up: &AtomicBool, access: Access, outcome: &Result<T, StoreError>) {
    match outcome {
        _ if access != Access::Write => {}
        Ok(_) => is_held_up.store(false, Ordering::Relaxed),
        Err(error) if error.is_transient() => is_held_up.store(true, Ordering::Relaxed),
        Err(_) => {}
    }
}

pub(super) fn queue(options: &Options) -> (Queue, Receiver<Job>) {
    let (jobs, receiver) = mpsc::channel();
    let Options { queue: limit, patience, .. } = *options;
    let (waiting, is_held_up, threads) = (Arc::default(), Arc::default(), ThreadCount::default());
    (Queue { jobs, threads, waiting, limit, patience, is_held_up }, receiver)
}

fn stopped() -> StoreError {
    StoreError::Stopped("the threads have ended".to_owned())
}
