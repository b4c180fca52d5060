//! Daily grading: map, grade, learn, put into force.
//!
//! One replica grades at a time, under a lease. A missed day is made up for at the next check; grading twice in a day
//! does no harm.

use std::sync::Arc;
use std::time::Duration;

use conditions_core::time::Timestamp;
use runtime::{clock, lease};
use storage::{Store, StoreError};
use tokio::sync::watch;
use verification::{Place, Report};

use super::{grade, map, newest, winters_of};
use crate::published::Latest;

/// Interval at which the grader checks whether the day has been graded.
const LOOK: Duration = Duration::from_secs(600);
/// Maximum time of a grading run.
const LEASE_TTL: Duration = Duration::from_secs(900);
/// Lease of the grader.
const LEASE: &str = "grading";

/// Grades stored forecasts.
#[derive(Debug, Clone)]
pub struct Grader {
    /// Store of forecasts and measurements.
    pub store: Store,
    /// Graded resorts.
    pub places: Vec<Place>,
    /// Current publication, whose past winters are mapped.
    pub latest: Arc<Latest>,
    /// Name of this process in leases.
    pub owner: String,
}

impl Grader {
    /// Grades every day until `stop` is set.
    pub async fn run(self, mut stop: watch::Receiver<bool>) {
        let mut every = tokio::time::interval(LOOK);
        every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = stop.changed() => return,
                _ = every.tick() => {}
            }
            if let Err(error) = self.grade_if_due(clock::now()).await {
                tracing::warn!(%error, "cannot grade forecasts; retrying later");
            }
        }
    }

    /// Grades if today has not been graded yet and no other process does it.
    async fn grade_if_due(&self, now: Timestamp) -> Result<(), StoreError> {
        let today = now.utc().date_naive();
        let known = self.store.read(newest).await?;
        if known.report.is_some_and(|report| report.made_on >= today)
            || !lease::hold(&self.store, LEASE, &self.owner, now, LEASE_TTL).await?
        {
            return Ok(());
        }
        let graded = self.graded(now).await;
        lease::release(&self.store, LEASE, &self.owner).await?;
        let (report, maps) = graded?;
        let learnt = report.weights.iter().filter(|band| band.learnt).count();
        tracing::info!(
            issues = report.issues,
            pairs = report.pairs,
            resorts = report.resorts,
            learnt,
            maps,
            "forecasts graded"
        );
        Ok(())
    }

    /// Returns the report and the number of resorts whose past winters are mapped to a station. Maps come first,
    /// because the report marks the day as done.
    async fn graded(&self, now: Timestamp) -> Result<(Report, usize), StoreError> {
        let winters = self.latest.current().map(|current| winters_of(&current.world)).unwrap_or_default();
        let maps = map(&self.store, winters, now).await?;
        Ok((grade(&self.store, self.places.clone(), now).await?, maps))
    }
}
