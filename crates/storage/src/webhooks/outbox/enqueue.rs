//! A delivery's beginning: of an event, as a test, or once more. Each goes to the end of its lane.

use conditions_core::time::Timestamp;
use diesel::sql_types::{Array, BigInt, Text};
use diesel::{ExpressionMethods, Insertable, OptionalExtension, QueryDsl, RunQueryDsl};
use uuid::Uuid;
use webhooks::events::EventName;

use super::lanes::occupied;
use super::lock::Locked;
use super::{BATCH, Kind, lock, stage};
use crate::conn::{Conn, Driver, on_db};
use crate::error::{StoreError, storable};
use crate::schema::{webhook_deliveries, webhook_subscriptions};
use crate::statement::prepared;
use crate::time::micros;
use crate::webhooks::{clock, wake};

/// The lane of tests: they wait for each other and for nothing else. No slug holds such a sign.
const TEST_LANE: &str = "@test";

/// A delivery to make.
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

/// What came of asking for a delivery once more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Redelivery {
    /// It waits at the end of its lane.
    Queued,
    /// The subscription has no such delivery.
    Unknown,
    /// It has not ended yet.
    UnderWay,
    /// The subscription has ended.
    Ended,
}

#[derive(Insertable)]
#[diesel(table_name = webhook_deliveries)]
struct Row<'a> {
    subscription_id: &'a str,
    id: &'a str,
    sequence: i64,
    event_id: Option<&'a str>,
    event: &'static str,
    lane: &'a str,
    kind: &'static str,
    stage: &'static str,
    attempts: i64,
    earlier_attempts: i64,
    due_at: i64,
    ready_at: Option<i64>,
    created_at: i64,
    body: &'a str,
}

/// Makes deliveries, in this order; how many are new. Their subscriptions are `locked`.
pub(in crate::webhooks) fn insert(
    conn: &mut Conn,
    locked: &[Locked],
    new: &[New],
    now: Timestamp,
) -> Result<usize, StoreError> {
    if new.is_empty() {
        return Ok(0);
    }
    let subscriptions: Vec<&str> = locked.iter().map(|locked| locked.id.as_str()).collect();
    let mut occupied = occupied(conn, &subscriptions)?;
    let mut last: std::collections::BTreeMap<&str, i64> =
        locked.iter().map(|locked| (locked.id.as_str(), locked.last_sequence)).collect();
    let at = micros(now);
    let mut rows = Vec::with_capacity(new.len());
    for new in new {
        storable("body", &new.body)?;
        let Some(sequence) = last.get_mut(new.subscription.as_str()) else { continue };
        *sequence += 1;
        let is_front = occupied.insert((new.subscription.clone(), new.lane.clone()));
        rows.push(Row {
            subscription_id: &new.subscription,
            id: &new.id,
            sequence: *sequence,
            event_id: new.event_id.as_deref(),
            event: new.event.wire(),
            lane: &new.lane,
            kind: new.kind.text(),
            stage: stage::WAITING,
            attempts: 0,
            earlier_attempts: 0,
            due_at: at,
            ready_at: is_front.then_some(at),
            created_at: at,
            body: &new.body,
        });
    }
    let inserted = write(conn, &rows)?;
    let numbered: Vec<(&str, i64)> = last.into_iter().collect();
    number(conn, &numbered)?;
    Ok(inserted)
}

fn write(conn: &mut Conn, rows: &[Row<'_>]) -> Result<usize, StoreError> {
    use webhook_deliveries::dsl;
    let mut inserted = 0;
    match (&mut conn.0, rows) {
        (Driver::Sqlite(c), rows) => {
            for row in rows {
                inserted += diesel::insert_into(dsl::webhook_deliveries).values(row).execute(c)?;
            }
        }
        // One row is a statement that is kept.
        (Driver::Postgres(c), [row]) => {
            inserted += diesel::insert_into(dsl::webhook_deliveries).values(row).execute(c)?;
        }
        (Driver::Postgres(c), rows) => {
            for rows in rows.chunks(BATCH) {
                inserted += diesel::insert_into(dsl::webhook_deliveries).values(rows).execute(c)?;
            }
        }
    }
    Ok(inserted)
}

/// Writes the last number that each subscription has given.
fn number(conn: &mut Conn, last: &[(&str, i64)]) -> Result<(), StoreError> {
    use webhook_subscriptions::dsl;
    match &mut conn.0 {
        Driver::Sqlite(c) => {
            for (id, sequence) in last {
                diesel::update(dsl::webhook_subscriptions.find(id))
                    .set(dsl::last_sequence.eq(sequence))
                    .execute(c)?;
            }
        }
        Driver::Postgres(c) => {
            let (ids, sequences): (Vec<&str>, Vec<i64>) = last.iter().copied().unzip();
            prepared(
                "UPDATE webhook_subscriptions AS row SET last_sequence = given.sequence \
                 FROM unnest($1::text[], $2::bigint[]) AS given(id, sequence) WHERE row.id = given.id",
            )
            .bind::<Array<Text>, _>(ids)
            .bind::<Array<BigInt>, _>(sequences)
            .execute(c)?;
        }
    }
    Ok(())
}

/// Makes a delivery that the owner asked for as a test: tried like any other, and neither a failure nor a success of
/// its subscription. False when the subscription is unknown or has ended.
///
/// # Errors
/// [`StoreError::Invalid`] for a body with a zero character; the database's refusal of an id that is there.
pub fn test(
    conn: &mut Conn,
    delivery: Uuid,
    subscription: Uuid,
    event: EventName,
    body: &str,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let now = clock::now(conn, now)?;
    let subscription = subscription.to_string();
    let locked = lock(conn, std::slice::from_ref(&subscription))?;
    if !locked.first().is_some_and(|locked| locked.standing.is_active()) {
        return Ok(false);
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
    wake::notify(conn)?;
    Ok(true)
}

/// Sends a delivery that has ended once more: the same id and the same bytes, at the end of its lane, with attempts of
/// its own. It neither counts towards the failures in a row nor resets them.
///
/// # Errors
/// What the database said.
pub fn redeliver(
    conn: &mut Conn,
    subscription: Uuid,
    delivery: Uuid,
    now: Timestamp,
) -> Result<Redelivery, StoreError> {
    use webhook_deliveries::dsl;
    let now = clock::now(conn, now)?;
    let (subscription, delivery) = (subscription.to_string(), delivery.to_string());
    let Some(locked) = lock(conn, std::slice::from_ref(&subscription))?.pop() else {
        return Ok(Redelivery::Unknown);
    };
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
    let is_front = !occupied(conn, &[&subscription])?.contains(&(subscription.clone(), lane));
    let (sequence, at) = (locked.last_sequence + 1, micros(now));
    on_db!(conn, |c| diesel::update(key)
        .set((
            dsl::sequence.eq(sequence),
            dsl::kind.eq(Kind::parse(&kind)?.again().text()),
            dsl::stage.eq(stage::WAITING),
            dsl::earlier_attempts.eq(dsl::earlier_attempts + dsl::attempts),
            dsl::attempts.eq(0),
            dsl::due_at.eq(at),
            dsl::ready_at.eq(is_front.then_some(at)),
            dsl::ended_at.eq(None::<i64>),
        ))
        .execute(c))?;
    number(conn, &[(&subscription, sequence)])?;
    wake::notify(conn)?;
    Ok(Redelivery::Queued)
}
