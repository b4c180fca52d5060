//! Checks whether writes succeed, for a load balancer that queries `/readyz?for=writes`. Only a write shows this: a
//! server whose standby is gone answers every read and commits nothing. The probe writes at most once a second, and
//! only while it is queried; while one write hangs there is no second one, so it displaces no other transaction.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use storage::{Store, settings};
use tokio::sync::{Notify, watch};

use crate::clock;
use crate::supervise::Tasks;

/// Time after which a write counts as hanging.
const PATIENCE: Duration = Duration::from_secs(2);
/// Time between two writes.
const APART: Duration = Duration::from_secs(1);
/// Key of the setting that is written.
const KEY: &str = "write-probe";

/// The newest write, and a request for the next one.
#[derive(Debug, Default)]
pub struct WriteProbe {
    asked: Notify,
    state: Mutex<State>,
}

#[derive(Debug, Clone, Copy, Default)]
struct State {
    /// Start of the write in progress.
    begun: Option<Instant>,
    /// Whether the last finished write failed.
    has_failed: bool,
}

impl WriteProbe {
    /// Starts a probe of `store` that works until the service stops.
    #[must_use]
    pub fn start(store: &Store, tasks: &mut Tasks) -> Arc<Self> {
        let probe = Arc::new(Self::default());
        let work = Arc::clone(&probe).run(store.clone(), tasks.stopped().clone());
        tasks.spawn("write probe", work);
        probe
    }

    /// Returns whether the last write succeeded and none hangs at `now`. Requests another write.
    #[must_use]
    pub fn gets_through(&self, now: Instant) -> bool {
        self.asked.notify_one();
        let state = *self.state();
        let hangs = state.begun.is_some_and(|begun| now.saturating_duration_since(begun) > PATIENCE);
        !state.has_failed && !hangs
    }

    /// Writes on request until `stop` is set.
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
                tracing::warn!(%error, "a write did not succeed");
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
