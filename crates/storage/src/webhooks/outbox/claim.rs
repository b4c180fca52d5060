//! Claims due deliveries: the choice of `webhooks::delivery::queue::claimable`, made on rows, within the caller's
//! capacity.

use std::collections::BTreeMap;

use conditions_core::time::Timestamp;
use diesel::sql_types::{Array, BigInt, Nullable, Text};
use diesel::{
    ExpressionMethods, JoinOnDsl, OptionalExtension, QueryDsl, Queryable, QueryableByName, RunQueryDsl,
};
use uuid::Uuid;
use webhooks::delivery::queue::jumped_ms;
use webhooks::delivery::slots::Capacity;
use webhooks::events::EventName;
use webhooks::policy::DeliveryPolicy;

use super::{discard, stage};
use crate::conn::{Backend, Conn, Driver, on_db};
use crate::error::StoreError;
use crate::schema::{webhook_deliveries, webhook_subscriptions};
use crate::statement::prepared;
use crate::time::{micros, timestamp};
use crate::webhooks::{clock, text};

mod choose;

use choose::{ChosenDelivery, choose};

/// A delivery to try.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedDelivery {
    /// Id, used in the body and in the headers.
    pub delivery: Uuid,
    /// Id by which [`super::finish()`] recognises the holder.
    pub claim: Uuid,
    pub subscription: Uuid,
    /// URL of the receiver.
    pub url: String,
    /// Site of the URL's host, which limits per receiver count.
    pub site: String,
    /// Network of the client that created the subscription.
    pub maker: String,
    pub event: EventName,
    /// Bytes to send, as text.
    pub body: String,
    /// Number of this attempt, from 1; a redelivery starts again at 1.
    pub attempt: u8,
    /// Whether the owner requested it as a test.
    pub is_test: bool,
    /// Sealed secrets: the current one, then the next one.
    pub sealed: Vec<String>,
    /// Whether the receiver is slow or failed last.
    pub poor: bool,
    /// Whether no attempt to the receiver has ended yet.
    pub is_new: bool,
    /// Time since which it could have been claimed.
    pub due_since: Timestamp,
}

/// Claims at most `claims` due deliveries, longest due first. Each claim lasts for the policy's lease.
///
/// Only the oldest unfinished delivery of each subscription and lane is considered; no subscription has more in flight
/// than the policy allows, over all replicas; `room` limits deliveries per host and to poor receivers.
///
/// # Errors
/// Returns an error if the database fails.
pub fn claim(
    conn: &mut Conn,
    policy: &DeliveryPolicy,
    room: &Capacity,
    claims: &[Uuid],
    now: Timestamp,
) -> Result<Vec<ClaimedDelivery>, StoreError> {
    let now = clock::now(conn, now)?;
    let most = room.most.min(claims.len());
    let chosen = choose(conn, policy, room, most, now)?;
    if chosen.is_empty() {
        return Ok(Vec::new());
    }
    let until = micros(now.plus_millis(policy.lease_ms));
    let claims: Vec<String> = claims.iter().take(chosen.len()).map(Uuid::to_string).collect();
    let details = write_claims(conn, &chosen, &claims, until)?;
    claimed(chosen, &claims, details)
}

/// The data of a claim in addition to the choice.
#[derive(Queryable, QueryableByName)]
struct Detail {
    #[diesel(sql_type = Text)]
    id: String,
    #[diesel(sql_type = Text)]
    event: String,
    #[diesel(sql_type = Text)]
    body: String,
    #[diesel(sql_type = BigInt)]
    attempts: i64,
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Text)]
    url: String,
    #[diesel(sql_type = Text)]
    sealed_secret: String,
    #[diesel(sql_type = Nullable<Text>)]
    next_sealed: Option<String>,
}

/// All of them in one round trip.
const TAKE: &str = "UPDATE webhook_deliveries AS row SET stage = $4, claim_id = taken.claim, \
    due_at = $5, ready_at = $5 FROM unnest($1::text[], $2::text[], $3::text[]) AS taken(subscription, id, claim) \
    JOIN webhook_subscriptions AS owner ON owner.id = taken.subscription \
    WHERE row.subscription_id = taken.subscription AND row.id = taken.id \
    RETURNING row.id, row.event, row.body, row.attempts, row.kind, owner.url, owner.sealed_secret, owner.next_sealed";

/// Writes the claims and returns their data, in no order.
fn write_claims(
    conn: &mut Conn,
    chosen: &[ChosenDelivery],
    claims: &[String],
    until: i64,
) -> Result<Vec<Detail>, StoreError> {
    if let Driver::Postgres(c) = &mut conn.0 {
        let column = |of: fn(&ChosenDelivery) -> &str| chosen.iter().map(of).collect::<Vec<_>>();
        return Ok(prepared(TAKE)
            .bind::<Array<Text>, _>(column(|chosen| &chosen.subscription))
            .bind::<Array<Text>, _>(column(|chosen| &chosen.id))
            .bind::<Array<Text>, _>(claims)
            .bind::<Text, _>(stage::CLAIMED)
            .bind::<BigInt, _>(until)
            .load(c)?);
    }
    let mut details = Vec::with_capacity(chosen.len());
    for (chosen, claim) in chosen.iter().zip(claims) {
        details.extend(take_one(conn, chosen, claim, until)?);
    }
    Ok(details)
}

fn take_one(
    conn: &mut Conn,
    chosen: &ChosenDelivery,
    claim: &str,
    until: i64,
) -> Result<Option<Detail>, StoreError> {
    use webhook_deliveries::dsl as d;
    use webhook_subscriptions::dsl as s;
    let row = d::webhook_deliveries.find((&chosen.subscription, &chosen.id));
    Ok(on_db!(conn, |c| {
        diesel::update(row)
            .set((
                d::stage.eq(stage::CLAIMED),
                d::claim_id.eq(claim),
                d::due_at.eq(until),
                d::ready_at.eq(until),
            ))
            .execute(c)?;
        row.inner_join(s::webhook_subscriptions.on(s::id.eq(d::subscription_id)))
            .select((
                d::id,
                d::event,
                d::body,
                d::attempts,
                d::kind,
                s::url,
                s::sealed_secret,
                s::next_sealed,
            ))
            .first(c)
            .optional()
    })?)
}

fn claimed(
    chosen: Vec<ChosenDelivery>,
    claims: &[String],
    details: Vec<Detail>,
) -> Result<Vec<ClaimedDelivery>, StoreError> {
    let mut details: BTreeMap<String, Detail> =
        details.into_iter().map(|detail| (detail.id.clone(), detail)).collect();
    let mut claimed = Vec::with_capacity(chosen.len());
    for (chosen, claim) in chosen.into_iter().zip(claims) {
        let Some(detail) = details.remove(&chosen.id) else { continue };
        claimed.push(ClaimedDelivery {
            delivery: text::uuid(&chosen.id)?,
            claim: text::uuid(claim)?,
            subscription: text::uuid(&chosen.subscription)?,
            url: detail.url,
            site: chosen.site,
            maker: chosen.maker,
            event: text::event(&detail.event)?,
            body: detail.body,
            attempt: u8::try_from(detail.attempts.saturating_add(1)).unwrap_or(u8::MAX),
            is_test: super::Kind::parse(&detail.kind)?.is_test(),
            sealed: std::iter::once(detail.sealed_secret).chain(detail.next_sealed).collect(),
            poor: chosen.poor,
            is_new: chosen.is_new,
            due_since: chosen.since,
        });
    }
    Ok(claimed)
}

/// A claim under which nothing was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReturnedClaim {
    pub subscription: Uuid,
    pub delivery: Uuid,
    pub claim: Uuid,
    /// Time since which it could have been claimed.
    pub due_since: Timestamp,
    /// New wait, in milliseconds; 0 retains the original due time.
    pub wait_ms: i64,
}

/// Returns claims that were never begun: no attempt is counted, and the delivery stays in its place in the lane. A lost
/// claim is left alone, and a delivery whose subscription has ended is discarded. Returns how many were given back.
///
/// # Errors
/// Returns an error if the database fails.
pub fn hand_back(conn: &mut Conn, back: &[ReturnedClaim], now: Timestamp) -> Result<usize, StoreError> {
    use webhook_deliveries::dsl;
    let mut subscriptions: Vec<String> = back.iter().map(|claim| claim.subscription.to_string()).collect();
    subscriptions.sort_unstable();
    subscriptions.dedup();
    let (locked, now) = super::lock_at(conn, &subscriptions, now)?;
    let mut given = 0;
    for claim in back {
        let due = if claim.wait_ms > 0 { now.plus_millis(claim.wait_ms) } else { claim.due_since };
        let row = dsl::webhook_deliveries
            .filter(dsl::subscription_id.eq(claim.subscription.to_string()))
            .filter(dsl::id.eq(claim.delivery.to_string()))
            .filter(dsl::claim_id.eq(claim.claim.to_string()));
        given += on_db!(conn, |c| diesel::update(row)
            .set((
                dsl::stage.eq(stage::WAITING),
                dsl::claim_id.eq(None::<String>),
                dsl::due_at.eq(micros(due)),
                dsl::ready_at.eq(Some(micros(due))),
            ))
            .execute(c))?;
    }
    for ended in locked.iter().filter(|subscription| !subscription.standing.is_active()) {
        discard(conn, &ended.id, now)?;
    }
    Ok(given)
}

/// Frees every claim and returns their number. Call it at the start, before the first claim: a SQLite file has one
/// process, and the previous one is dead. On PostgreSQL others may be alive, so leases must lapse: it returns 0.
///
/// # Errors
/// Returns an error if the database fails.
pub fn void_all(conn: &mut Conn, now: Timestamp) -> Result<usize, StoreError> {
    use webhook_deliveries::dsl;
    use webhook_subscriptions::dsl as s;
    if conn.backend() == Backend::Postgres {
        return Ok(0);
    }
    let at = micros(now);
    let claimed =
        dsl::webhook_deliveries.filter(dsl::ready_at.is_not_null()).filter(dsl::stage.eq(stage::CLAIMED));
    let freed = on_db!(conn, |c| diesel::update(claimed)
        .set((
            dsl::stage.eq(stage::WAITING),
            dsl::claim_id.eq(None::<String>),
            dsl::due_at.eq(at),
            dsl::ready_at.eq(Some(at)),
        ))
        .execute(c))?;
    // Deliveries in flight when their subscription ended have no process left to end them.
    let ended: Vec<String> = on_db!(conn, |c| dsl::webhook_deliveries
        .inner_join(s::webhook_subscriptions.on(s::id.eq(dsl::subscription_id)))
        .filter(dsl::ready_at.is_not_null())
        .filter(s::ended_at.is_not_null())
        .select(s::id)
        .distinct()
        .load(c))?;
    for subscription in ended {
        discard(conn, &subscription, now)?;
    }
    Ok(freed)
}

/// Returns the time until the next delivery becomes due, in milliseconds; `None` if none waits for a time.
///
/// # Errors
/// Returns an error if the database fails.
pub fn next_wait_ms(
    conn: &mut Conn,
    policy: &DeliveryPolicy,
    now: Timestamp,
) -> Result<Option<i64>, StoreError> {
    use webhook_deliveries::dsl;
    let now = clock::now(conn, now)?;
    let next: Option<Option<i64>> = on_db!(conn, |c| dsl::webhook_deliveries
        .filter(dsl::ready_at.gt(micros(now)))
        .order(dsl::ready_at)
        .select(dsl::ready_at)
        .first(c)
        .optional())?;
    // A wait that a jump of the clock caused has ended, as in the choice.
    let wait = |at| Some(timestamp(at).since(now)).map(|ms| if ms > jumped_ms(policy) { 0 } else { ms });
    Ok(next.flatten().and_then(wait))
}
