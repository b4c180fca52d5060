//! Deletes old rows, a batch per transaction, so that no writer waits long.

use conditions_core::time::Timestamp;
use diesel::{BoolExpressionMethods, ExpressionMethods, NullableExpressionMethods, QueryDsl, RunQueryDsl};

use super::stage;
use crate::conn::{Conn, on_db};
use crate::error::StoreError;
use crate::schema::{webhook_attempts, webhook_deliveries};
use crate::statement::paired;
use crate::time::micros;
use crate::webhooks::{events, subscriptions};

/// Numbers of rows deleted by one batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PruneCounts {
    /// Deliveries, with their attempts.
    pub deliveries: usize,
    pub events: usize,
    /// Ended subscriptions.
    pub subscriptions: usize,
    /// Whether there may be more: call again, in a separate transaction.
    pub more: bool,
}

/// Deletes at most `most` deliveries, events and subscriptions each that ended before `before`. Unfinished rows stay
/// however old they are, unless their subscription has ended.
///
/// # Errors
/// Returns an error if the database fails.
pub fn prune(conn: &mut Conn, before: Timestamp, most: u32) -> Result<PruneCounts, StoreError> {
    let deliveries = deliveries(conn, before, most)?;
    let most_rows = i64::from(most);
    let events = events::prune(conn, before, most_rows)?;
    let subscriptions = subscriptions::prune(conn, before, most_rows)?;
    let full = usize::try_from(most).unwrap_or(usize::MAX);
    let more = deliveries >= full || events >= full || subscriptions >= full;
    Ok(PruneCounts { deliveries, events, subscriptions, more })
}

fn deliveries(conn: &mut Conn, before: Timestamp, most: u32) -> Result<usize, StoreError> {
    use webhook_deliveries::dsl;
    let before = micros(before);
    // A claim whose holder died after the subscription had ended: no process ends it.
    let abandoned =
        dsl::webhook_deliveries.filter(dsl::ready_at.lt(before)).filter(dsl::stage.eq(stage::CLAIMED));
    on_db!(conn, |c| diesel::update(abandoned)
        .set((
            dsl::stage.eq(stage::DISCARDED),
            dsl::ready_at.eq(None::<i64>),
            dsl::claim_id.eq(None::<String>),
            dsl::ended_at.eq(dsl::due_at.nullable()),
        ))
        .execute(c))?;
    let old: Vec<(String, String)> = on_db!(conn, |c| dsl::webhook_deliveries
        .filter(dsl::ended_at.lt(before))
        .order(dsl::ended_at)
        .limit(i64::from(most))
        .select((dsl::subscription_id, dsl::id))
        .load(c))?;
    let mut gone = 0;
    for old in old.chunks(super::BATCH) {
        let keys = || old.iter().map(|(subscription, id)| (subscription, id));
        // Still ended: the owner may be redelivering it at this moment.
        let rows =
            paired((dsl::subscription_id, dsl::id), keys()).and(dsl::ended_at.assume_not_null().lt(before));
        gone += on_db!(conn, |c| diesel::delete(dsl::webhook_deliveries.filter(rows)).execute(c))?;
        let columns = (webhook_attempts::subscription_id, webhook_attempts::delivery_id);
        let attempts = paired(columns, keys());
        on_db!(conn, |c| diesel::delete(webhook_attempts::table.filter(attempts)).execute(c))?;
    }
    Ok(gone)
}
