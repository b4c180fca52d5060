//! Supervises background tasks: a task that ends before the service stops is logged, counted and shown at `/readyz`. A
//! restartable task restarts after a pause. Without any other task the service is incomplete, and its process ends, so
//! that its supervisor can restart it.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::join_all;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;

use crate::metrics::Metrics;
use crate::status::Status;

/// Pause before a task restarts.
const PAUSE: Duration = Duration::from_secs(10);

/// The tasks of a service.
#[derive(Debug)]
pub struct Tasks {
    runtime: Handle,
    stopped: watch::Receiver<bool>,
    status: Arc<Status>,
    metrics: Arc<Metrics>,
    fatal: mpsc::UnboundedSender<&'static str>,
    running: Vec<(&'static str, JoinHandle<()>)>,
    pause: Duration,
}

/// Names of essential tasks, as they end.
pub type Fatal = mpsc::UnboundedReceiver<&'static str>;

impl Tasks {
    /// Creates an empty set. Tasks run on `runtime` until `stopped` is set.
    #[must_use]
    pub fn new(
        runtime: Handle,
        stopped: watch::Receiver<bool>,
        status: Arc<Status>,
        metrics: Arc<Metrics>,
    ) -> (Self, Fatal) {
        let (fatal, ends) = mpsc::unbounded_channel();
        (Self { runtime, stopped, status, metrics, fatal, running: Vec::new(), pause: PAUSE }, ends)
    }

    /// Returns the signal on which every task ends.
    #[must_use]
    pub const fn stopped(&self) -> &watch::Receiver<bool> {
        &self.stopped
    }

    /// Starts an essential task.
    pub fn spawn(&mut self, name: &'static str, work: impl Future<Output = ()> + Send + 'static) {
        let task = self.runtime.spawn(work);
        self.watch(name, task);
    }

    /// Supervises an essential task that runs already.
    pub fn watch(&mut self, name: &'static str, task: JoinHandle<()>) {
        let (watcher, fatal) = (self.watcher(name), self.fatal.clone());
        let watched = self.runtime.spawn(async move {
            let ended = task.await;
            if watcher.is_early(ended.is_err()) {
                let _ = fatal.send(name);
            }
        });
        self.running.push((name, watched));
    }

    /// Starts a task that is restarted when it ends.
    pub fn again<F, W>(&mut self, name: &'static str, make: F)
    where
        F: Fn() -> W + Send + 'static,
        W: Future<Output = ()> + Send + 'static,
    {
        let (watcher, pause) = (self.watcher(name), self.pause);
        let mut stopped = self.stopped.clone();
        let task = self.runtime.spawn(async move {
            loop {
                let ended = AssertUnwindSafe(make()).catch_unwind().await;
                if !watcher.is_early(ended.is_err()) {
                    return;
                }
                tokio::select! {
                    _ = stopped.changed() => return,
                    () = tokio::time::sleep(pause) => watcher.status.task_is_back(name),
                }
            }
        });
        self.running.push((name, task));
    }

    /// Starts a task that ends on its own.
    pub fn once(&mut self, name: &'static str, work: impl Future<Output = ()> + Send + 'static) {
        let watcher = self.watcher(name);
        let task = self.runtime.spawn(async move {
            if AssertUnwindSafe(work).catch_unwind().await.is_err() {
                watcher.is_early(true);
            }
        });
        self.running.push((name, task));
    }

    /// Waits for all tasks to end, at most for `most`; returns the names of those that continue.
    pub async fn ended(self, most: Duration) -> Vec<&'static str> {
        let (names, tasks): (Vec<_>, Vec<_>) = self.running.into_iter().unzip();
        let stops: Vec<_> = tasks.iter().map(JoinHandle::abort_handle).collect();
        if tokio::time::timeout(most, join_all(tasks)).await.is_ok() {
            return Vec::new();
        }
        names.into_iter().zip(stops).filter(|(_, task)| !task.is_finished()).map(|(name, _)| name).collect()
    }

    fn watcher(&self, name: &'static str) -> Watcher {
        self.metrics.task_begun(name);
        let (stopped, status, metrics) =
            (self.stopped.clone(), Arc::clone(&self.status), Arc::clone(&self.metrics));
        Watcher { name, stopped, status, metrics }
    }
}

struct Watcher {
    name: &'static str,
    stopped: watch::Receiver<bool>,
    status: Arc<Status>,
    metrics: Arc<Metrics>,
}

impl Watcher {
    /// Records the end of a task, unless the service is stopping; returns whether it is not.
    fn is_early(&self, panicked: bool) -> bool {
        // A sender that set the signal and is gone has stopped as well.
        if *self.stopped.borrow() || self.stopped.has_changed().is_err() {
            return false;
        }
        tracing::error!(task = self.name, panicked, "a background task ended before the service");
        self.metrics.task_ended(self.name);
        self.status.task_ended(self.name);
        true
    }
}

#[cfg(test)]
mod tests;
