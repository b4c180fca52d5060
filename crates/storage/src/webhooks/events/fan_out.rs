//! Turns an event into one delivery per subscription, in a bounded step per transaction. The cursor is written with the
//! deliveries, so a crash between two steps loses and repeats nothing.

use conditions_core::time::Timestamp;
use diesel::{BoolExpressionMethods, ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use serde_json::value::RawValue;
use uuid::Uuid;
use webhooks::body::{FrozenBody, delivery_id};
use webhooks::events::{Audience, Occurrence};

use crate::conn::{Conn, on_db};
use crate::error::StoreError;
use crate::limits;
use crate::schema::{webhook_events, webhook_subscriptions};
use crate::time::{micros, timestamp};
use crate::webhooks::outbox::{self, Kind, New};
use crate::webhooks::{clock, text};

/// Maximum number of subscriptions that one step examines.
const MOST: usize = 1_000;

/// One event at a time, in the order of events: a later event of a lane is never numbered before an earlier one.
const LOCK: &str = "fan-out";

/// The result of one step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FannedOut {
    /// Number of deliveries created.
    pub made: usize,
    /// Whether there is more: call again, in a separate transaction.
    pub more: bool,
}

#[derive(diesel::Queryable)]
struct PendingEvent {
    dedupe_key: String,
    id: String,
    event: String,
    resort_slug: String,
    audience: String,
    data: String,
    happened_at: i64,
    fanned_out_to: Option<String>,
}

/// Creates deliveries of the oldest events that are not fanned out completely; examines at most `most` subscriptions,
/// and never more than 1,000.
///
/// # Errors
/// Returns [`StoreError::Invalid`] for a stored event that cannot be read.
pub fn fan_out(conn: &mut Conn, most: usize, now: Timestamp) -> Result<FannedOut, StoreError> {
    let now = clock::now(conn, now)?;
    let (mut room, mut made) = (most.clamp(1, MOST), 0);
    if oldest(conn)?.is_none() {
        return Ok(FannedOut { made, more: false });
    }
    limits::lock(conn, LOCK, now)?;
    while room > 0 {
        let Some(event) = oldest(conn)? else { break };
        let step = step(conn, &event, room, now)?;
        made += step.made;
        room = room.saturating_sub(step.looked_at.max(1));
    }
    Ok(FannedOut { made, more: oldest(conn)?.is_some() })
}

fn oldest(conn: &mut Conn) -> Result<Option<PendingEvent>, StoreError> {
    use webhook_events::dsl;
    Ok(on_db!(conn, |c| dsl::webhook_events
        .filter(dsl::fanned_out_at.is_null())
        .order((dsl::recorded_at, dsl::id))
        .select((
            dsl::dedupe_key,
            dsl::id,
            dsl::event,
            dsl::resort_slug,
            dsl::audience,
            dsl::data,
            dsl::happened_at,
            dsl::fanned_out_to,
        ))
        .first(c)
        .optional())?)
}

struct Step {
    looked_at: usize,
    made: usize,
}

fn step(conn: &mut Conn, event: &PendingEvent, room: usize, now: Timestamp) -> Result<Step, StoreError> {
    let occurrence = occurrence(event)?;
    let found = audience(conn, &occurrence, event.fanned_out_to.as_deref().unwrap_or_default(), room)?;
    let locked = outbox::lock(conn, &found)?;
    let event_id = text::uuid(&event.id)?;
    let mut deliveries = Vec::new();
    for subscription in &locked {
        // Checked again under the lock: the owner may have ended it in the meantime.
        let reached = occurrence.reaches(&subscription.events, subscription.resort_slug.as_deref());
        if reached && subscription.standing.is_active() {
            deliveries.push(delivery(&occurrence, event_id, text::uuid(&subscription.id)?)?);
        }
    }
    let made = outbox::insert(conn, &locked, &deliveries, now)?;
    use webhook_events::dsl;
    let done = found.len() < room;
    on_db!(conn, |c| diesel::update(dsl::webhook_events.find(&event.dedupe_key))
        .set((
            found.last().map(|last| dsl::fanned_out_to.eq(Some(last))),
            dsl::fanned_out_at.eq(done.then_some(micros(now))),
        ))
        .execute(c))?;
    Ok(Step { looked_at: found.len(), made })
}

fn occurrence(event: &PendingEvent) -> Result<Occurrence<Box<RawValue>>, StoreError> {
    let data = RawValue::from_string(event.data.clone())
        .map_err(|error| StoreError::Invalid(format!("stored event `{}`: {error}", event.dedupe_key)))?;
    Ok(Occurrence {
        event: text::event(&event.event)?,
        audience: text::audience(&event.audience)?,
        resort_slug: event.resort_slug.clone(),
        dedupe_key: event.dedupe_key.clone(),
        data,
        created_at: timestamp(event.happened_at),
    })
}

/// Returns active subscriptions in the audience's scope after the cursor, by id; their lists of events are checked
/// later.
fn audience(
    conn: &mut Conn,
    occurrence: &Occurrence<Box<RawValue>>,
    after: &str,
    most: usize,
) -> Result<Vec<String>, StoreError> {
    use webhook_subscriptions::dsl;
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let slug = &occurrence.resort_slug;
    Ok(on_db!(conn, |c| {
        let active = dsl::webhook_subscriptions
            .filter(dsl::ended_at.is_null())
            .filter(dsl::id.gt(after))
            .order(dsl::id)
            .limit(most)
            .select(dsl::id);
        match occurrence.audience {
            Audience::Resort => active.filter(dsl::resort_slug.eq(slug)).load(c),
            Audience::Global => active.filter(dsl::resort_slug.is_null()).load(c),
            Audience::ResortAndGlobal => {
                active.filter(dsl::resort_slug.eq(slug).or(dsl::resort_slug.is_null())).load(c)
            }
        }
    })?)
}

fn delivery(
    occurrence: &Occurrence<Box<RawValue>>,
    event: Uuid,
    subscription: Uuid,
) -> Result<New, StoreError> {
    let id = delivery_id(event, subscription);
    let frozen = FrozenBody::new(id, subscription, occurrence)
        .map_err(|error| StoreError::Invalid(error.to_string()))?;
    Ok(New {
        subscription: subscription.to_string(),
        id: id.to_string(),
        event_id: Some(event.to_string()),
        event: occurrence.event,
        lane: occurrence.lane().to_owned(),
        kind: Kind::Event,
        body: frozen.into_text(),
    })
}

/// Deletes at most `most` events whose fan-out ended before `before`. Their keys go with them: keys name a day or a
/// version of a baseline, which are never repeated.
pub(in crate::webhooks) fn prune(conn: &mut Conn, before: Timestamp, most: i64) -> Result<usize, StoreError> {
    use webhook_events::dsl;
    let old: Vec<String> = on_db!(conn, |c| dsl::webhook_events
        .filter(dsl::fanned_out_at.lt(micros(before)))
        .limit(most)
        .select(dsl::dedupe_key)
        .load(c))?;
    let gone = dsl::webhook_events.filter(dsl::dedupe_key.eq_any(&old));
    Ok(on_db!(conn, |c| diesel::delete(gone).execute(c))?)
}
