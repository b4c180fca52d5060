//! Decides which deliveries may be claimed and how a claim ends: first in, first out per subscription and lane, and
//! only the owner of a claim may finish it.

use conditions_core::time::Timestamp;
use uuid::Uuid;

use super::attempt::{Ending, NextStep, longest_wait_ms, next_step};
use super::subscription::SubscriptionState;
use crate::policy::DeliveryPolicy;

#[cfg(any(test, feature = "test-model"))]
mod model;

#[cfg(any(test, feature = "test-model"))]
pub use model::claimable;

/// The part of a stored delivery that decides its life.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Sequence number, increasing with creation: the order within a lane.
    pub sequence: u64,
    /// Id of the subscription.
    pub subscription: Uuid,
    /// Queue within the subscription, in which order is preserved: [`crate::events::Occurrence::lane`].
    pub lane: String,
    /// Number of attempts that ended.
    pub attempts: u8,
    /// Stage of the delivery.
    pub stage: Stage,
}

/// The stage of a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Waiting for its next attempt.
    Waiting {
        /// Earliest time of the next attempt.
        due: Timestamp,
    },
    /// In flight.
    Claimed {
        /// Id of the claim.
        claim: Uuid,
        /// End of the claim unless it is renewed or finished.
        until: Timestamp,
    },
    /// The receiver accepted it.
    Delivered,
    /// Every attempt failed.
    Failed,
    /// The subscription ended first.
    Discarded,
}

impl Stage {
    const fn is_over(self) -> bool {
        match self {
            Self::Waiting { .. } | Self::Claimed { .. } => false,
            Self::Delivered | Self::Failed | Self::Discarded => true,
        }
    }
}

/// The claim no longer belongs to the caller: another process claimed or finished the delivery. The outcome of the
/// attempt must not be recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the claim on this delivery was lost")]
pub struct StaleClaimError;

fn is_held(row: &Row, now: Timestamp) -> bool {
    matches!(row.stage, Stage::Claimed { until, .. } if until > now)
}

/// Returns the longest plausible wait, in milliseconds. A wait that ends later was started before the clock jumped.
#[must_use]
pub fn jumped_ms(policy: &DeliveryPolicy) -> i64 {
    longest_wait_ms(policy).saturating_mul(2)
}

impl Row {
    /// Ends an attempt under a claim, for the row and its subscription together. `random` is as in [`next_step`].
    ///
    /// A delivery that would be retried is discarded if its subscription has ended. If the returned standing is not
    /// active, the caller discards the subscription's other rows ([`Row::discard`]).
    ///
    /// # Errors
    /// Returns [`StaleClaimError`] if the claim is lost; the row is then unchanged.
    pub fn finish(
        &mut self,
        policy: &DeliveryPolicy,
        now: Timestamp,
        claim: Uuid,
        standing: SubscriptionState,
        ending: &Ending,
        random: f64,
    ) -> Result<SubscriptionState, StaleClaimError> {
        match self.stage {
            Stage::Claimed { claim: held, .. } if held == claim => {}
            Stage::Waiting { .. }
            | Stage::Claimed { .. }
            | Stage::Delivered
            | Stage::Failed
            | Stage::Discarded => return Err(StaleClaimError),
        }
        self.attempts = self.attempts.saturating_add(1);
        let (stage, standing) = match next_step(policy, now, self.attempts, ending, random) {
            NextStep::Delivered => (Stage::Delivered, standing.delivered()),
            NextStep::Failed => (Stage::Failed, standing.failed(policy)),
            NextStep::Retry(due) if standing.is_active() => (Stage::Waiting { due }, standing),
            NextStep::Retry(_) => (Stage::Discarded, standing),
        };
        self.stage = stage;
        Ok(standing)
    }

    /// Ends a row of a subscription that has ended. An attempt in flight ends normally and is recorded, unless its
    /// claim has expired.
    pub fn discard(&mut self, now: Timestamp) {
        if !self.stage.is_over() && !is_held(self, now) {
            self.stage = Stage::Discarded;
        }
    }
}

#[cfg(test)]
mod tests;
