//! Creates deliveries: of an event, as a test, or as a redelivery. Each goes to the end of its lane.

use std::collections::{BTreeMap, BTreeSet};

use conditions_core::time::Timestamp;
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use serde::Serialize;
use uuid::Uuid;
use webhooks::body::{FrozenBody, delivery_id};
use webhooks::events::{EventName, Occurrence};
use webhooks::subscriptions::{Redelivery, TestOutcome};

use super::lanes::{is_occupied, waiting};
use super::lock::LockedSubscription;
use super::{KEPT, Kind, lock_at, stage};
use crate::conn::{Conn, Driver, on_db};
use crate::error::{StoreError, storable};
use crate::schema::{webhook_attempts, webhook_deliveries, webhook_standings};
use crate::statement::paired;
use crate::time::micros;
use crate::webhooks::wake;

mod make;

/// Lane of tests, which wait for each other and for nothing else. No slug contains this character.
const TEST_LANE: &str = "@test";

/// Number of new deliveries after which older ones are deleted: it takes two statements.
const FORGET_STEP: i64 = 10;

/// A delivery to create.
#[derive(Debug, Clone)]
pub(in crate::webhooks) struct New {
    pub(in crate::webhooks) subscription: String,
    pub(in crate::webhooks) id: String,
    pub(in crate::webhooks) event_id: Option<String>,
    pub(in crate::webhooks) event: EventName,
    pub(in crate::webhooks) lane: String,
    pub(in crate::webhooks) kind: Kind,
    pub(in crate::webhooks) body: String,
}

/// Creates deliveries in this order and returns how many are new. Their subscriptions are `locked`. The dispatchers of
/// other replicas are notified at the commit.
pub(in crate::webhooks) fn insert(
    conn: &mut Conn,
    locked: &[LockedSubscription],
    new: &[New],
    now: Timestamp,
) -> Result<usize, StoreError> {
    let mut last: BTreeMap<&str, i64> =
        locked.iter().map(|locked| (locked.id.as_str(), locked.last_sequence)).collect();
    let mut lanes = BTreeSet::new();
    let mut rows = Vec::with_capacity(new.len());
    for new in new {
        storable("body", &new.body)?;
        let Some(sequence) = last.get_mut(new.subscription.as_str()) else { continue };
        *sequence += 1;
        let is_first = lanes.insert((new.subscription.as_str(), new.lane.as_str()));
        rows.push(Row { new, sequence: *sequence, is_first });
    }
    if rows.is_empty() {
        return Ok(0);
    }
    wake::notify(conn);
    let made = match &mut conn.0 {
        Driver::Sqlite(_) => make::one_by_one(conn, &rows, micros(now))?,
        Driver::Postgres(c) => make::together(c, &rows, micros(now))?,
    };
    for (subscription, last) in last {
        let before = locked.iter().find(|locked| locked.id == subscription);
        forget_older(conn, subscription, before.map_or(0, |locked| locked.last_sequence), last)?;
    }
    Ok(made)
}

/// A numbered delivery, and whether it is the first of its lane among those created with it.
struct Row<'a> {
    new: &'a New,
    sequence: i64,
    is_first: bool,
}

/// Writes the last number that a subscription has assigned.
fn number(conn: &mut Conn, subscription: &str, sequence: i64) -> Result<(), StoreError> {
    use webhook_standings::dsl;
    on_db!(conn, |c| diesel::update(dsl::webhook_standings.find(subscription))
        .set(dsl::last_sequence.eq(sequence))
        .execute(c))?;
    Ok(())
}

/// Creates a test delivery that the owner requested: tried like any other, but neither a failure nor a success of its
/// subscription. Does nothing if `most` of its tests are pending.
///
/// # Errors
/// Returns [`StoreError::Invalid`] for a body with a zero character, or the database's error for an id that exists.
pub fn test(
    conn: &mut Conn,
    delivery: Uuid,
    subscription: Uuid,
    event: EventName,
    body: &str,
    most: usize,
    now: Timestamp,
) -> Result<TestOutcome, StoreError> {
    let subscription = subscription.to_string();
    let (locked, now) = lock_at(conn, std::slice::from_ref(&subscription), now)?;
    if !locked.first().is_some_and(|locked| locked.standing.is_active()) {
        return Ok(TestOutcome::Ended);
    }
    if waiting(conn, &subscription, TEST_LANE)? >= most {
        return Ok(TestOutcome::TooMany);
    }
    let new = New {
        subscription,
        id: delivery.to_string(),
        event_id: None,
        event,
        lane: TEST_LANE.to_owned(),
        kind: Kind::Test,
        body: body.to_owned(),
    };
    insert(conn, &locked, std::slice::from_ref(&new), now)?;
    Ok(TestOutcome::Queued)
}

/// Creates the delivery of an event for one subscription; returns false if the subscription has ended. A repeated call
/// for the same event uses the same id, which the database rejects.
///
/// # Errors
/// Returns [`StoreError::Invalid`] for data that cannot be written as JSON.
pub fn enqueue_one<D: Serialize>(
    conn: &mut Conn,
    event: Uuid,
    subscription: Uuid,
    occurrence: &Occurrence<D>,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let (locked, now) = lock_at(conn, &[subscription.to_string()], now)?;
    if !locked.first().is_some_and(|locked| locked.standing.is_active()) {
        return Ok(false);
    }
    let id = delivery_id(event, subscription);
    let frozen = FrozenBody::new(id, subscription, occurrence)
        .map_err(|error| StoreError::Invalid(error.to_string()))?;
    let new = New {
        subscription: subscription.to_string(),
        id: id.to_string(),
        event_id: Some(event.to_string()),
        event: occurrence.event,
        lane: occurrence.lane().to_owned(),
        kind: Kind::Event,
        body: frozen.into_text(),
    };
    Ok(insert(conn, &locked, std::slice::from_ref(&new), now)? == 1)
}

/// Redelivers a delivery that has ended: the same id and the same bytes, at the end of its lane, with new attempts. It
/// neither counts towards the failures in a row nor resets them.
///
/// # Errors
/// Returns an error if the database fails.
pub fn redeliver(
    conn: &mut Conn,
    subscription: Uuid,
    delivery: Uuid,
    now: Timestamp,
) -> Result<Redelivery, StoreError> {
    use webhook_deliveries::dsl;
    let (subscription, delivery) = (subscription.to_string(), delivery.to_string());
    let (mut locked, now) = lock_at(conn, std::slice::from_ref(&subscription), now)?;
    let Some(locked) = locked.pop() else { return Ok(Redelivery::Unknown) };
    let key = dsl::webhook_deliveries.find((&subscription, &delivery));
    let row: Option<(String, String, Option<i64>)> =
        on_db!(conn, |c| key.select((dsl::lane, dsl::kind, dsl::ended_at)).first(c).optional())?;
    let (lane, kind, ended_at) = match row {
        None => return Ok(Redelivery::Unknown),
        Some(_) if !locked.standing.is_active() => return Ok(Redelivery::Ended),
        Some(row) => row,
    };
    if ended_at.is_none() {
        return Ok(Redelivery::UnderWay);
    }
    let is_front = !is_occupied(conn, &subscription, &lane)?;
    let (sequence, at) = (locked.last_sequence + 1, micros(now));
    on_db!(conn, |c| diesel::update(key)
        .set((
            dsl::sequence.eq(sequence),
            dsl::kind.eq(Kind::parse(&kind)?.again().as_str()),
            dsl::stage.eq(stage::WAITING),
            dsl::earlier_attempts.eq(dsl::earlier_attempts + dsl::attempts),
            dsl::attempts.eq(0),
            dsl::due_at.eq(at),
            dsl::ready_at.eq(is_front.then_some(at)),
            dsl::ended_at.eq(None::<i64>),
        ))
        .execute(c))?;
    number(conn, &subscription, sequence)?;
    forget_older(conn, &subscription, locked.last_sequence, sequence)?;
    wake::notify(conn);
    Ok(Redelivery::Queued)
}

/// Deletes finished deliveries of a subscription beyond the newest [`KEPT`], after the number of its last delivery went
/// from `before` to `last`, so that requests for deliveries cannot fill the disk. Unfinished deliveries stay.
fn forget_older(conn: &mut Conn, subscription: &str, before: i64, last: i64) -> Result<(), StoreError> {
    if last <= KEPT || before / FORGET_STEP == last / FORGET_STEP {
        return Ok(());
    }
    let ended = webhook_deliveries::ended_at.is_not_null();
    let behind: Vec<String> = on_db!(conn, |c| webhook_deliveries::table
        .filter(webhook_deliveries::subscription_id.eq(subscription))
        .filter(webhook_deliveries::sequence.le(last - KEPT))
        .filter(ended)
        .select(webhook_deliveries::id)
        .load(c))?;
    for ids in behind.chunks(super::BATCH) {
        let keys = || ids.iter().map(|id| (subscription, id.as_str()));
        let rows = paired((webhook_deliveries::subscription_id, webhook_deliveries::id), keys());
        on_db!(conn, |c| diesel::delete(webhook_deliveries::table.filter(rows)).execute(c))?;
        let columns = (webhook_attempts::subscription_id, webhook_attempts::delivery_id);
        let rows = paired(columns, keys());
        on_db!(conn, |c| diesel::delete(webhook_attempts::table.filter(rows)).execute(c))?;
    }
    Ok(())
}
