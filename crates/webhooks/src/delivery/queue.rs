//! Which deliveries may be claimed, and how a claim ends: first in, first out per subscription and lane, and only the
//! holder of a claim may finish it.

use conditions_core::time::Timestamp;
use uuid::Uuid;

use super::attempt::{Ending, NextStep, judge, longest_wait_ms};
use super::subscription::SubscriptionState;
use crate::policy::DeliveryPolicy;

#[cfg(any(test, feature = "test-model"))]
mod model;

#[cfg(any(test, feature = "test-model"))]
pub use model::claimable;

/// One delivery, as far as its life is decided here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Grows with creation: the order within a lane.
    pub sequence: u64,
    /// The subscription.
    pub subscription: Uuid,
    /// What is kept in order within a subscription: [`crate::events::Occurrence::lane`].
    pub lane: String,
    /// Attempts that ended.
    pub attempts: u8,
    /// Where it is.
    pub stage: Stage,
}

/// Where a delivery is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// To be tried.
    Waiting {
        /// Not before.
        due: Timestamp,
    },
    /// Being tried.
    Claimed {
        /// Who holds it.
        claim: Uuid,
        /// Until when the claim holds without a word.
        until: Timestamp,
    },
    /// The receiver has it.
    Delivered,
    /// Every attempt failed.
    Failed,
    /// Its subscription ended before it did.
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

/// The claim is no longer the caller's: somebody else holds the delivery or has finished it. Whatever the attempt
/// brought is not to be recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the claim on this delivery was lost")]
pub struct StaleClaim;

fn is_held(row: &Row, now: Timestamp) -> bool {
    matches!(row.stage, Stage::Claimed { until, .. } if until > now)
}

/// A wait that ends further ahead than this was begun by a clock that has jumped since, ms.
#[must_use]
pub fn jumped_ms(policy: &DeliveryPolicy) -> i64 {
    longest_wait_ms(policy).saturating_mul(2)
}

impl Row {
    /// Ends an attempt under a claim, for the row and its subscription at once. `random` as in [`judge`].
    ///
    /// A delivery that would be tried again ends as discarded when its subscription has ended meanwhile. The caller
    /// discards the subscription's other rows when the standing that comes back is not active ([`Row::discard`]).
    ///
    /// # Errors
    /// [`StaleClaim`] when the claim is lost; nothing has changed then.
    pub fn finish(
        &mut self,
        policy: &DeliveryPolicy,
        now: Timestamp,
        claim: Uuid,
        standing: SubscriptionState,
        ending: &Ending,
        random: f64,
    ) -> Result<SubscriptionState, StaleClaim> {
        match self.stage {
            Stage::Claimed { claim: held, .. } if held == claim => {}
            Stage::Waiting { .. }
            | Stage::Claimed { .. }
            | Stage::Delivered
            | Stage::Failed
            | Stage::Discarded => return Err(StaleClaim),
        }
        self.attempts = self.attempts.saturating_add(1);
        let (stage, standing) = match judge(policy, now, self.attempts, ending, random) {
            NextStep::Delivered => (Stage::Delivered, standing.delivered()),
            NextStep::Failed => (Stage::Failed, standing.failed(policy)),
            NextStep::Retry(due) if standing.is_active() => (Stage::Waiting { due }, standing),
            NextStep::Retry(_) => (Stage::Discarded, standing),
        };
        self.stage = stage;
        Ok(standing)
    }

    /// Ends a row whose subscription has ended. What is under way ends by itself and is recorded, unless its holder
    /// has let the claim lapse.
    pub fn discard(&mut self, now: Timestamp) {
        if !self.stage.is_over() && !is_held(self, now) {
            self.stage = Stage::Discarded;
        }
    }
}

#[cfg(test)]
mod tests;
