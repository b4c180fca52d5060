//! Ends claims: attempt, delivery, lane and subscription in one transaction, and only for the holder of the claim.
//!
//! The decisions are those of `webhooks::delivery`, made on the current rows under the lock of the subscriptions.

use std::collections::{BTreeMap, BTreeSet};

use conditions_core::time::Timestamp;
use diesel::{QueryDsl, Queryable, RunQueryDsl};
use uuid::Uuid;
use webhooks::delivery::Ending;
use webhooks::delivery::queue::{Row, Stage};
use webhooks::delivery::subscription::SubscriptionState;
use webhooks::policy::DeliveryPolicy;

use super::lanes::{discard, follow};
use super::lock::LockedSubscription;
use super::{Kind, SNIPPET, lock_at, stage};
use crate::conn::{Conn, on_db};
use crate::error::StoreError;
use crate::schema::webhook_deliveries;
use crate::statement::paired;
use crate::time::{micros, timestamp};
use crate::webhooks::text;

mod write;

use write::{AttemptRow, Change};

/// A new duration counts for one part in this many in the smoothed duration.
const NEW_WEIGHT: i64 = 4;

/// An attempt that ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndedAttempt {
    pub subscription: Uuid,
    pub delivery: Uuid,
    /// Claim under which it was tried.
    pub claim: Uuid,
    /// Start, by the caller's clock.
    pub started_at: Timestamp,
    /// End, by the caller's clock.
    pub ended_at: Timestamp,
    pub ending: Ending,
    /// Beginning of the body of a response that is not a success; cut at [`SNIPPET`] bytes.
    pub snippet: Option<String>,
}

/// Outcome of recording an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FinishOutcome {
    /// The attempt is recorded.
    Recorded {
        /// New stage of the delivery.
        stage: Stage,
        /// New state of the subscription.
        standing: SubscriptionState,
    },
    /// The claim was lost; nothing is recorded.
    Stale,
}

/// The columns of a finished row that decisions and writes need.
struct HeldRow {
    row: Row,
    lane: String,
    earlier: i64,
    counts: bool,
    due_at: i64,
    recorded: bool,
}

#[derive(Queryable)]
struct StoredDelivery {
    subscription_id: String,
    id: String,
    sequence: i64,
    lane: String,
    kind: String,
    stage: String,
    attempts: i64,
    earlier_attempts: i64,
    due_at: i64,
    claim_id: Option<String>,
}

/// Ends claims in this order. `randoms` are the arguments of `webhooks::delivery::attempt::next_step`, one for each.
///
/// # Errors
/// Returns an error if the database fails; nothing is recorded then.
pub fn finish(
    conn: &mut Conn,
    policy: &DeliveryPolicy,
    ended: &[EndedAttempt],
    randoms: &[f64],
    now: Timestamp,
) -> Result<Vec<FinishOutcome>, StoreError> {
    let ids: BTreeSet<String> = ended.iter().map(|ended| ended.subscription.to_string()).collect();
    let ids: Vec<String> = ids.into_iter().collect();
    let mut subscriptions: BTreeMap<Uuid, LockedSubscription> = BTreeMap::new();
    let (locked, now) = lock_at(conn, &ids, now)?;
    for locked in locked {
        subscriptions.insert(text::uuid(&locked.id)?, locked);
    }
    let before = subscriptions.clone();
    let mut held = load(conn, ended)?;
    let mut finished = Vec::with_capacity(ended.len());
    let mut attempts = Vec::new();
    for (ended, random) in ended.iter().zip(randoms.iter().copied().chain(std::iter::repeat(1.0))) {
        let outcome = one(policy, &mut subscriptions, &mut held, ended, random, now);
        if let Some(row) = held.get(&ended.delivery).filter(|_| outcome != FinishOutcome::Stale) {
            attempts.push(AttemptRow::new(ended, row.earlier + i64::from(row.row.attempts)));
        }
        finished.push(outcome);
    }
    let recorded: Vec<(&Uuid, &HeldRow)> = held.iter().filter(|(_, held)| held.recorded).collect();
    write::deliveries(conn, &recorded.iter().map(|(id, held)| change(id, held, now)).collect::<Vec<_>>())?;
    write::attempts(conn, &attempts)?;
    let over = recorded.iter().filter(|(_, held)| !matches!(held.row.stage, Stage::Waiting { .. }));
    let freed: BTreeSet<(String, String)> =
        over.map(|(_, held)| (held.row.subscription.to_string(), held.lane.clone())).collect();
    follow(conn, &freed.into_iter().collect::<Vec<_>>())?;
    let touched: BTreeSet<Uuid> = recorded.iter().map(|(_, held)| held.row.subscription).collect();
    let touched = subscriptions.iter().filter(|(id, _)| touched.contains(id));
    settle(conn, &touched.map(|(id, after)| (before.get(id), after)).collect::<Vec<_>>(), now)?;
    Ok(finished)
}

/// Ends one claim in memory.
fn one(
    policy: &DeliveryPolicy,
    subscriptions: &mut BTreeMap<Uuid, LockedSubscription>,
    held: &mut BTreeMap<Uuid, HeldRow>,
    ended: &EndedAttempt,
    random: f64,
    now: Timestamp,
) -> FinishOutcome {
    let Some(subscription) = subscriptions.get_mut(&ended.subscription) else { return FinishOutcome::Stale };
    let Some(delivery) = held.get_mut(&ended.delivery) else { return FinishOutcome::Stale };
    let standing =
        delivery.row.finish(policy, now, ended.claim, subscription.standing, &ended.ending, random);
    let Ok(standing) = standing else { return FinishOutcome::Stale };
    delivery.recorded = true;
    let stage = delivery.row.stage;
    if delivery.counts {
        subscription.standing = standing;
    }
    subscription.proof = subscription.proof.after(policy, now, ended.ending.is_success(), delivery.counts);
    let took = ended.ended_at.since(ended.started_at).clamp(0, policy.deadline_ms.saturating_mul(2));
    // Never 0, which means that no attempt has ended yet.
    subscription.latency_ms =
        (subscription.latency_ms + (took - subscription.latency_ms) / NEW_WEIGHT).max(1);
    if !subscription.standing.is_active() {
        // Like rows that are not in this batch: a delivery without a holder ends with the subscription.
        let rows = held.values_mut().filter(|held| held.row.subscription == ended.subscription);
        rows.for_each(|held| held.row.discard(now));
    }
    FinishOutcome::Recorded { stage, standing: subscription.standing }
}

fn load(conn: &mut Conn, ended: &[EndedAttempt]) -> Result<BTreeMap<Uuid, HeldRow>, StoreError> {
    use webhook_deliveries::dsl;
    let mut held = BTreeMap::new();
    for ended in ended.chunks(super::BATCH) {
        let keys = ended.iter().map(|ended| (ended.subscription.to_string(), ended.delivery.to_string()));
        let rows: Vec<StoredDelivery> = on_db!(conn, |c| dsl::webhook_deliveries
            .filter(paired((dsl::subscription_id, dsl::id), keys))
            .select((
                dsl::subscription_id,
                dsl::id,
                dsl::sequence,
                dsl::lane,
                dsl::kind,
                dsl::stage,
                dsl::attempts,
                dsl::earlier_attempts,
                dsl::due_at,
                dsl::claim_id,
            ))
            .load(c))?;
        for row in rows {
            held.insert(text::uuid(&row.id)?, self::from_stored(row)?);
        }
    }
    Ok(held)
}

fn from_stored(stored: StoredDelivery) -> Result<HeldRow, StoreError> {
    let stage = match (stored.stage.as_str(), &stored.claim_id) {
        (stage::CLAIMED, Some(claim)) => {
            Stage::Claimed { claim: text::uuid(claim)?, until: timestamp(stored.due_at) }
        }
        (stage::WAITING, _) => Stage::Waiting { due: timestamp(stored.due_at) },
        (stage::DELIVERED, _) => Stage::Delivered,
        (stage::FAILED, _) => Stage::Failed,
        _ => Stage::Discarded,
    };
    Ok(HeldRow {
        row: Row {
            sequence: u64::try_from(stored.sequence).unwrap_or(0),
            subscription: text::uuid(&stored.subscription_id)?,
            lane: stored.lane.clone(),
            attempts: u8::try_from(stored.attempts).unwrap_or(u8::MAX),
            stage,
        },
        lane: stored.lane,
        earlier: stored.earlier_attempts,
        counts: Kind::parse(&stored.kind)?.counts(),
        due_at: stored.due_at,
        recorded: false,
    })
}

/// Returns the row to write.
fn change(id: &Uuid, held: &HeldRow, now: Timestamp) -> Change {
    let (stage, due_at) = match held.row.stage {
        Stage::Waiting { due } => (stage::WAITING, Some(micros(due))),
        Stage::Claimed { until, .. } => (stage::CLAIMED, Some(micros(until))),
        Stage::Delivered => (stage::DELIVERED, None),
        Stage::Failed => (stage::FAILED, None),
        Stage::Discarded => (stage::DISCARDED, None),
    };
    Change {
        subscription: held.row.subscription.to_string(),
        id: id.to_string(),
        stage,
        attempts: i64::from(held.row.attempts),
        due_at: due_at.unwrap_or(held.due_at),
        ready_at: due_at,
        ended_at: due_at.is_none().then_some(micros(now)),
    }
}

/// Writes the changes of subscriptions; the pending deliveries of an ended one are discarded.
fn settle(
    conn: &mut Conn,
    touched: &[(Option<&LockedSubscription>, &LockedSubscription)],
    now: Timestamp,
) -> Result<(), StoreError> {
    let same = |before: &LockedSubscription, after: &LockedSubscription| {
        before.standing == after.standing
            && before.proof == after.proof
            && before.latency_ms == after.latency_ms
    };
    let changed = touched.iter().filter(|(before, after)| !before.is_some_and(|before| same(before, after)));
    let rows = changed.map(|(before, after)| {
        let was_active = before.is_some_and(|before| before.standing.is_active());
        write::SettledSubscription {
            id: &after.id,
            state: text::of_state(after.standing.state),
            consecutive_failures: i64::from(after.standing.consecutive_failures),
            latency_ms: after.latency_ms,
            proof: after.proof,
            ended_at: (was_active && !after.standing.is_active()).then_some(micros(now)),
        }
    });
    write::subscriptions(conn, &rows.collect::<Vec<_>>())?;
    for (_, ended) in touched.iter().filter(|(_, after)| !after.standing.is_active()) {
        discard(conn, &ended.id, now)?;
    }
    Ok(())
}

/// Returns the beginning of a text that both databases can store, at most [`SNIPPET`] bytes.
fn snippet(text: &str) -> String {
    let mut kept = text.replace('\0', "\u{fffd}");
    let mut end = kept.len().min(SNIPPET);
    while !kept.is_char_boundary(end) {
        end -= 1;
    }
    kept.truncate(end);
    kept
}
