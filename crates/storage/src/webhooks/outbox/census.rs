//! Counts of subscriptions and pending deliveries, for monitoring.

use conditions_core::time::Timestamp;
use diesel::dsl::count_star;
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use webhooks::delivery::subscription::State;

use super::stage;
use crate::conn::{Conn, on_db};
use crate::error::StoreError;
use crate::schema::{webhook_deliveries, webhook_subscriptions};
use crate::time::{micros, timestamp};
use crate::webhooks::{clock, text};

/// The counts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Census {
    /// Subscriptions by state; states without any are absent.
    pub subscriptions: Vec<(State, usize)>,
    /// Deliveries that have not ended.
    pub queue: usize,
    /// Wait of the oldest claimable delivery, in milliseconds; 0 if there is none.
    pub oldest_due_ms: i64,
}

/// Counts subscriptions and pending deliveries.
///
/// # Errors
/// Returns an error if the database fails.
pub fn census(conn: &mut Conn, now: Timestamp) -> Result<Census, StoreError> {
    use webhook_deliveries::dsl as d;
    use webhook_subscriptions::dsl as s;
    let now = clock::now(conn, now)?;
    let states: Vec<(String, i64)> = on_db!(conn, |c| s::webhook_subscriptions
        .group_by(s::state)
        .select((s::state, count_star()))
        .load(c))?;
    let subscriptions = states
        .into_iter()
        .map(|(state, count)| Ok((text::state(&state)?, usize::try_from(count).unwrap_or(0))))
        .collect::<Result<_, StoreError>>()?;
    // Uses the indexes of deliveries at the front of their lanes and of the others.
    let front: i64 =
        on_db!(conn, |c| d::webhook_deliveries.filter(d::ready_at.is_not_null()).count().get_result(c))?;
    let behind: i64 = on_db!(conn, |c| d::webhook_deliveries
        .filter(d::ready_at.is_null())
        .filter(d::ended_at.is_null())
        .count()
        .get_result(c))?;
    let oldest: Option<Option<i64>> = on_db!(conn, |c| d::webhook_deliveries
        .filter(d::ready_at.le(micros(now)))
        .filter(d::stage.eq(stage::WAITING))
        .order(d::ready_at)
        .select(d::ready_at)
        .first(c)
        .optional())?;
    Ok(Census {
        subscriptions,
        queue: usize::try_from(front + behind).unwrap_or(0),
        oldest_due_ms: oldest.flatten().map_or(0, |at| now.since(timestamp(at))),
    })
}
