//! Whether writes get through, for a load balancer that asks `/readyz?for=writes`. Only a write can tell: a server whose
//! standby is gone answers every read and commits nothing. One is made at most once a second, and only while somebody asks;
//! while it hangs there is no second one, so it takes the place of no other transaction.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use storage::{Store, settings};
use tokio::sync::{Notify, watch};

use crate::clock;
use crate::supervise::Tasks;

/// How long a write may take before it counts as hanging.
const PATIENCE: Duration = Duration::from_secs(2);
/// The time between two writes.
const APART: Duration = Duration::from_secs(1);
/// The setting that is written.
const KEY: &str = "write-probe";

/// The newest write, and a request for the next one.
#[derive(Debug, Default)]
pub struct WriteProbe {
    asked: Notify,
    state: Mutex<State>,
}

#[derive(Debug, Clone, Copy, Default)]
struct State {
    /// When the write that is in progress began.
    begun: Option<Instant>,
    /// The last one that ended failed.
    has_failed: bool,
}

impl WriteProbe {
    /// A probe of `store` that works until the service stops.
    #[must_use]
    pub fn start(store: &Store, tasks: &mut Tasks) -> Arc<Self> {
        let probe = Arc::new(Self::default());
        let work = Arc::clone(&probe).run(store.clone(), tasks.stopped().clone());
        tasks.spawn("write probe", work);
        probe
    }

    /// Whether the last write got through and none hangs, at `now`. Asks for another one.
    #[must_use]
    pub fn gets_through(&self, now: Instant) -> bool {
        self.asked.notify_one();
        let state = *self.state();
        let hangs = state.begun.is_some_and(|begun| now.saturating_duration_since(begun) > PATIENCE);
        !state.has_failed && !hangs
    }

    /// Writes when asked, until `stop` is set.
    async fn run(self: Arc<Self>, store: Store, mut stop: watch::Receiver<bool>) {
        loop {
            tokio::select! {
                _ = stop.changed() => return,
                () = self.asked.notified() => {}
            }
            self.state().begun = Some(clock::monotonic());
            let at = clock::now().to_string();
            let written = store.run(move |conn| settings::set(conn, KEY, &at)).await;
            *self.state() = State { begun: None, has_failed: written.is_err() };
            if let Err(error) = written {
                tracing::warn!(%error, "a write did not get through");
            }
            tokio::time::sleep(APART).await;
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
