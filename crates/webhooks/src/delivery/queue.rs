//! Which deliveries may be claimed, and how a claim ends: first in, first out per subscription and lane, and only the
//! holder of a claim may finish it.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use conditions_core::time::Timestamp;
use uuid::Uuid;

use super::attempt::{Ending, Verdict, judge, longest_wait_ms};
use super::subscription::Standing;
use crate::policy::DeliveryPolicy;

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
pub struct Stale;

/// Which rows may be claimed at `now`, at most `most`, longest due first.
///
/// Of each subscription and lane only the oldest unfinished row is looked at, so that a retry holds back what came
/// after it. Rows of subscriptions that are not active are left alone, and no subscription gets more under way than
/// the policy allows. A row that is due further ahead than any wait is due now: a clock has jumped.
#[must_use]
pub fn claimable<'r>(
    policy: &DeliveryPolicy,
    now: Timestamp,
    rows: &'r [Row],
    is_active: impl Fn(Uuid) -> bool,
    most: usize,
) -> Vec<&'r Row> {
    let mut heads: BTreeMap<(Uuid, &str), &Row> = BTreeMap::new();
    let mut under_way: BTreeMap<Uuid, usize> = BTreeMap::new();
    for row in rows.iter().filter(|row| !row.stage.is_over()) {
        if is_held(row, now) {
            *under_way.entry(row.subscription).or_default() += 1;
        }
        match heads.entry((row.subscription, row.lane.as_str())) {
            Entry::Vacant(slot) => {
                slot.insert(row);
            }
            Entry::Occupied(mut slot) if row.sequence < slot.get().sequence => {
                slot.insert(row);
            }
            Entry::Occupied(_) => {}
        }
    }
    let mut ready: Vec<(Timestamp, &Row)> =
        heads.into_values().filter_map(|row| Some((ready_since(policy, now, row)?, row))).collect();
    ready.sort_unstable_by_key(|(since, row)| (*since, row.sequence));
    let mut chosen = Vec::new();
    for (_, row) in ready {
        let count = under_way.entry(row.subscription).or_default();
        if chosen.len() < most && *count < policy.per_subscription && is_active(row.subscription) {
            *count += 1;
            chosen.push(row);
        }
    }
    chosen
}

fn is_held(row: &Row, now: Timestamp) -> bool {
    matches!(row.stage, Stage::Claimed { until, .. } if until > now)
}

/// A wait that ends further ahead than this was begun by a clock that has jumped since, ms.
#[must_use]
pub fn jumped_ms(policy: &DeliveryPolicy) -> i64 {
    longest_wait_ms(policy).saturating_mul(2)
}

/// Since when a row could be claimed; `None` when it cannot.
fn ready_since(policy: &DeliveryPolicy, now: Timestamp, row: &Row) -> Option<Timestamp> {
    match row.stage {
        Stage::Waiting { due } if due <= now => Some(due),
        Stage::Waiting { due } => (due.since(now) > jumped_ms(policy)).then_some(now),
        Stage::Claimed { until, .. } => (until <= now).then_some(until),
        Stage::Delivered | Stage::Failed | Stage::Discarded => None,
    }
}

impl Row {
    /// Takes the claim. The caller picked the row by [`claimable`] in the same transaction.
    pub const fn claim(&mut self, policy: &DeliveryPolicy, now: Timestamp, claim: Uuid) {
        self.stage = Stage::Claimed { claim, until: now.plus_millis(policy.lease_ms) };
    }

    /// Ends an attempt under a claim, for the row and its subscription at once. `random` as in [`judge`].
    ///
    /// A delivery that would be tried again ends as discarded when its subscription has ended meanwhile. The caller
    /// discards the subscription's other rows when the standing that comes back is not active ([`Row::discard`]).
    ///
    /// # Errors
    /// [`Stale`] when the claim is lost; nothing has changed then.
    pub fn finish(
        &mut self,
        policy: &DeliveryPolicy,
        now: Timestamp,
        claim: Uuid,
        standing: Standing,
        ending: &Ending,
        random: f64,
    ) -> Result<Standing, Stale> {
        match self.stage {
            Stage::Claimed { claim: held, .. } if held == claim => {}
            Stage::Waiting { .. }
            | Stage::Claimed { .. }
            | Stage::Delivered
            | Stage::Failed
            | Stage::Discarded => return Err(Stale),
        }
        self.attempts = self.attempts.saturating_add(1);
        let (stage, standing) = match judge(policy, now, self.attempts, ending, random) {
            Verdict::Delivered => (Stage::Delivered, standing.delivered()),
            Verdict::Failed => (Stage::Failed, standing.failed(policy)),
            Verdict::Retry(due) if standing.is_active() => (Stage::Waiting { due }, standing),
            Verdict::Retry(_) => (Stage::Discarded, standing),
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
