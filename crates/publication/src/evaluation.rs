//! What is published is evaluated on a schedule, by one replica at a time: the one that holds the lease. An evaluation that fails
//! is logged and counted, and the next one does it.

use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

use conditions_core::time::Timestamp;
use runtime::metrics::Metrics;
use runtime::status::Status;
use runtime::{clock, lease};
use storage::{Store, StoreError};
use tokio::sync::{Notify, watch};
use tokio::time::MissedTickBehavior;
use webhooks::events::start::Start;
use webhooks::policy::EventPolicy;

use crate::published::{Latest, Published};

/// How long the lease holds beyond the time to the next evaluation.
const LEASE_FOR: Duration = Duration::from_secs(120);

/// What an evaluator works with.
#[derive(Debug)]
pub struct Parts {
    /// Where what was told before is kept.
    pub store: Store,
    /// What is published.
    pub latest: Arc<Latest>,
    /// Which lanes have had their first round.
    pub status: Arc<Status>,
    /// The counters shown at `/metrics`.
    pub metrics: Arc<Metrics>,
    /// Notified when there is something to send.
    pub outgoing: Arc<Notify>,
    /// This process, for the lease.
    pub owner: String,
    /// The contract: what is sure enough to be told.
    pub policy: EventPolicy,
    /// From one evaluation to the next.
    pub every: Duration,
}

impl Parts {
    /// What is published, when it is this replica's turn.
    ///
    /// # Errors
    /// What the database says.
    pub async fn turn(
        &self,
        lease: &'static str,
        now: Timestamp,
    ) -> Result<Option<Arc<Published>>, StoreError> {
        let Some(published) = self.latest.current() else { return Ok(None) };
        let is_held = lease::hold(&self.store, lease, &self.owner, now, self.every + LEASE_FOR).await?;
        Ok(is_held.then_some(published))
    }

    /// Whether a publication is no longer the world's filling: see [`Start`].
    pub fn is_filled(&self, start: &mut Start, published: &Published, now: Timestamp) -> bool {
        let ready = self.status.every_lane_had_a_round();
        start.allows(&self.policy, ready, now, published.world.as_of)
    }
}

/// Something that is evaluated on a schedule.
pub trait Evaluate: Debug + Send + Sized {
    /// The lease of the replica that evaluates; log lines call the evaluation so, too.
    const LEASE: &'static str;

    /// What an evaluation did; the default is nothing.
    type Summary: Debug + Default + PartialEq + Send;

    /// What it works with.
    fn parts(&self) -> &Parts;

    /// Evaluates what is published, when it is this replica's turn and no longer the world's filling.
    ///
    /// # Errors
    /// What the database says.
    fn tick(&mut self, now: Timestamp) -> impl Future<Output = Result<Self::Summary, StoreError>> + Send;

    /// Evaluates until `stop` is set, and gives the lease back.
    fn run(mut self, mut stop: watch::Receiver<bool>) -> impl Future<Output = ()> + Send {
        async move {
            let mut every = tokio::time::interval(self.parts().every);
            every.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                tokio::select! {
                    _ = stop.changed() => break,
                    _ = every.tick() => {}
                }
                match self.tick(clock::now()).await {
                    Ok(summary) if summary == Self::Summary::default() => {}
                    Ok(summary) => tracing::info!(of = Self::LEASE, ?summary, "evaluated"),
                    Err(error) => {
                        self.parts().metrics.storage_failures.inc();
                        tracing::warn!(of = Self::LEASE, %error, "cannot evaluate; tried again on schedule");
                    }
                }
            }
            let Parts { store, owner, .. } = self.parts();
            if let Err(error) = lease::release(store, Self::LEASE, owner).await {
                tracing::debug!(of = Self::LEASE, %error, "the lease ends by itself");
            }
        }
    }
}
