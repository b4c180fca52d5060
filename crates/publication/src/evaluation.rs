//! Scheduled evaluation of the publication by one replica at a time, the one that holds the lease. A failed evaluation
//! is logged and counted, and the next one makes up for it.

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

/// Duration of the lease beyond the next evaluation.
const LEASE_FOR: Duration = Duration::from_secs(120);

/// Resources of an evaluator.
#[derive(Debug)]
pub struct Parts {
    /// Store with earlier reports.
    pub store: Store,
    /// The current publication.
    pub latest: Arc<Latest>,
    /// First rounds of the lanes.
    pub status: Arc<Status>,
    /// Counters shown at `/metrics`.
    pub metrics: Arc<Metrics>,
    /// Notified when there is something to send.
    pub outgoing: Arc<Notify>,
    /// Name of this process in leases.
    pub owner: String,
    /// Event policy of the contract: what is certain enough to report.
    pub policy: EventPolicy,
    /// Interval between evaluations.
    pub every: Duration,
}

impl Parts {
    /// Returns the publication if it is this replica's turn.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn turn(
        &self,
        lease: &'static str,
        now: Timestamp,
    ) -> Result<Option<Arc<Published>>, StoreError> {
        let Some(published) = self.latest.current() else { return Ok(None) };
        let is_held = lease::hold(&self.store, lease, &self.owner, now, self.every + LEASE_FOR).await?;
        Ok(is_held.then_some(published))
    }

    /// Returns whether a publication is no longer part of the initial filling of the world: see [`Start`].
    pub fn is_filled(&self, start: &mut Start, published: &Published, now: Timestamp) -> bool {
        let ready = self.status.every_lane_had_a_round();
        start.allows(&self.policy, ready, now, published.world.as_of)
    }
}

/// An evaluator that runs on a schedule.
pub trait Evaluate: Debug + Send + Sized {
    /// Name of the lease of the evaluating replica, also used in log lines.
    const LEASE: &'static str;

    /// Result of an evaluation; the default means that nothing happened.
    type Summary: Debug + Default + PartialEq + Send;

    /// Returns its resources.
    fn parts(&self) -> &Parts;

    /// Evaluates the publication if it is this replica's turn and the world is filled.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    fn tick(&mut self, now: Timestamp) -> impl Future<Output = Result<Self::Summary, StoreError>> + Send;

    /// Evaluates until `stop` is set, then releases the lease.
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
                        tracing::warn!(of = Self::LEASE, %error, "cannot evaluate; retrying on schedule");
                    }
                }
            }
            let Parts { store, owner, .. } = self.parts();
            if let Err(error) = lease::release(store, Self::LEASE, owner).await {
                tracing::debug!(of = Self::LEASE, %error, "the lease expires");
            }
        }
    }
}
