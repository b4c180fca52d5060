//! First in, first out: the front of a lane, its successor when it ends, and the end of all deliveries of a
//! subscription.

use conditions_core::time::Timestamp;
use diesel::sql_types::{Array, Text};
use diesel::{BoolExpressionMethods, ExpressionMethods, QueryDsl, RunQueryDsl};

use super::stage;
use crate::conn::{Conn, Driver, on_db};
use crate::error::StoreError;
use crate::schema::webhook_deliveries::dsl;
use crate::statement::prepared;
use crate::time::micros;

/// A subscription and one of its lanes.
pub(super) type Lane = (String, String);

const FOLLOW_SQLITE: &str = "UPDATE webhook_deliveries SET ready_at = due_at \
    WHERE subscription_id = ? AND sequence = (SELECT MIN(sequence) FROM webhook_deliveries \
    WHERE subscription_id = ? AND lane = ? AND ready_at IS NULL AND ended_at IS NULL)";
const FOLLOW_POSTGRES: &str = "UPDATE webhook_deliveries AS next SET ready_at = next.due_at \
    FROM unnest($1::text[], $2::text[]) AS freed(subscription, lane) \
    WHERE next.subscription_id = freed.subscription AND next.sequence = (SELECT MIN(behind.sequence) \
    FROM webhook_deliveries AS behind WHERE behind.subscription_id = freed.subscription \
    AND behind.lane = freed.lane AND behind.ready_at IS NULL AND behind.ended_at IS NULL)";

/// Returns whether a lane has an unfinished delivery.
pub(super) fn is_occupied(conn: &mut Conn, subscription: &str, lane: &str) -> Result<bool, StoreError> {
    let front = dsl::webhook_deliveries
        .filter(dsl::subscription_id.eq(subscription))
        .filter(dsl::lane.eq(lane))
        .filter(dsl::ready_at.is_not_null());
    Ok(on_db!(conn, |c| diesel::select(diesel::dsl::exists(front)).get_result(c))?)
}

/// Returns the number of unfinished deliveries of a lane.
pub(super) fn waiting(conn: &mut Conn, subscription: &str, lane: &str) -> Result<usize, StoreError> {
    let behind = dsl::webhook_deliveries
        .filter(dsl::subscription_id.eq(subscription))
        .filter(dsl::lane.eq(lane))
        .filter(dsl::ready_at.is_null())
        .filter(dsl::ended_at.is_null());
    let behind: i64 = on_db!(conn, |c| behind.count().get_result(c))?;
    Ok(usize::from(is_occupied(conn, subscription, lane)?) + usize::try_from(behind).unwrap_or(0))
}

/// Moves the next delivery of each lane to the front. The caller has removed the previous one.
pub(super) fn follow(conn: &mut Conn, freed: &[Lane]) -> Result<(), StoreError> {
    if freed.is_empty() {
        return Ok(());
    }
    match &mut conn.0 {
        Driver::Sqlite(c) => {
            for (subscription, lane) in freed {
                prepared(FOLLOW_SQLITE)
                    .bind::<Text, _>(subscription)
                    .bind::<Text, _>(subscription)
                    .bind::<Text, _>(lane)
                    .execute(c)?;
            }
        }
        Driver::Postgres(c) => {
            let (subscriptions, lanes): (Vec<&str>, Vec<&str>) =
                freed.iter().map(|(subscription, lane)| (subscription.as_str(), lane.as_str())).unzip();
            prepared(FOLLOW_POSTGRES)
                .bind::<Array<Text>, _>(subscriptions)
                .bind::<Array<Text>, _>(lanes)
                .execute(c)?;
        }
    }
    Ok(())
}

/// Ends the pending deliveries of an ended subscription and those whose claim has lapsed. A delivery in flight ends on
/// its own and is recorded. The caller has the subscription's lock.
pub(in crate::webhooks) fn discard(
    conn: &mut Conn,
    subscription: &str,
    now: Timestamp,
) -> Result<(), StoreError> {
    let now = micros(now);
    let held = dsl::stage.eq(stage::CLAIMED).and(dsl::due_at.gt(now));
    let waiting = dsl::webhook_deliveries
        .filter(dsl::subscription_id.eq(subscription))
        .filter(dsl::ended_at.is_null())
        .filter(diesel::dsl::not(held));
    on_db!(conn, |c| diesel::update(waiting)
        .set((
            dsl::stage.eq(stage::DISCARDED),
            dsl::ready_at.eq(None::<i64>),
            dsl::claim_id.eq(None::<String>),
            dsl::ended_at.eq(Some(now)),
        ))
        .execute(c))?;
    Ok(())
}
