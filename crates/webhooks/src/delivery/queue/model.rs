//! The choice of deliveries in memory, plain and slow. Tests compare storages with it; production code does not call
//! it.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use conditions_core::time::Timestamp;
use uuid::Uuid;

use super::{Row, Stage, is_held, jumped_ms};
use crate::policy::DeliveryPolicy;

/// Returns the rows that may be claimed at `now`, at most `most`, longest due first.
///
/// Only the oldest unfinished row per subscription and lane is considered, so a retry holds back later rows. Rows of
/// inactive subscriptions are skipped, and the policy limits the rows in flight per subscription. A row that is due
/// later than any wait allows is due now, because the clock jumped.
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

/// Returns the time since which a row can be claimed; `None` if it cannot be claimed.
fn ready_since(policy: &DeliveryPolicy, now: Timestamp, row: &Row) -> Option<Timestamp> {
    match row.stage {
        Stage::Waiting { due } if due <= now => Some(due),
        Stage::Waiting { due } => (due.since(now) > jumped_ms(policy)).then_some(now),
        Stage::Claimed { until, .. } => (until <= now).then_some(until),
        Stage::Delivered | Stage::Failed | Stage::Discarded => None,
    }
}

impl Row {
    /// Claims the row. The caller picked it with [`claimable`] in the same transaction.
    pub const fn claim(&mut self, policy: &DeliveryPolicy, now: Timestamp, claim: Uuid) {
        self.stage = Stage::Claimed { claim, until: now.plus_millis(policy.lease_ms) };
    }
}
