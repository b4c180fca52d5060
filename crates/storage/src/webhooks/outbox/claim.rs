//! Which deliveries are tried now, and whose they are meanwhile: the choice of `webhooks::delivery::queue::claimable`,
//! made on rows, within the room that the caller has.

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
use crate::time::{instant, micros};
use crate::webhooks::{clock, text};

mod choose;

use choose::{ChosenDelivery, choose};

/// A delivery to try.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedDelivery {
    /// Its id: the body's, and that of the headers.
    pub delivery: Uuid,
    /// By what [`super::finish()`] knows the holder.
    pub claim: Uuid,
    /// The subscription.
    pub subscription: Uuid,
    /// Where it goes.
    pub url: String,
    /// The site of the URL's host: what limits per receiver count.
    pub site: String,
    /// The neighbourhood of the client that made the subscription.
    pub maker: String,
    /// Its event.
    pub event: EventName,
    /// The bytes to send, as text.
    pub body: String,
    /// Which attempt this is, from 1; a redelivery counts anew.
    pub attempt: u8,
    /// Whether the owner asked for it as a test.
    pub is_test: bool,
    /// The sealed secrets: the present one, then the one that follows.
    pub sealed: Vec<String>,
    /// Whether the receiver is slow or failed last.
    pub poor: bool,
    /// Whether no attempt to the receiver has ended yet.
    pub is_new: bool,
    /// Since when it could have been claimed.
    pub due_since: Timestamp,
}

/// Claims what is due, longest due first and at most `claims` of them. Each claim holds for the policy's lease.
///
/// Of each subscription and lane only the oldest unfinished delivery is looked at; no subscription has more under way
/// than the policy allows, over all replicas; host and poor receivers are limited by `room`.
///
/// # Errors
/// What the database said.
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
    let details = take(conn, &chosen, &claims, until)?;
    claimed(chosen, &claims, details)
}

/// What a claim holds beside the choice.
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

/// All of them in one journey.
const TAKE: &str = "UPDATE webhook_deliveries AS row SET stage = $4, claim_id = taken.claim, \
    due_at = $5, ready_at = $5 FROM unnest($1::text[], $2::text[], $3::text[]) AS taken(subscription, id, claim) \
    JOIN webhook_subscriptions AS owner ON owner.id = taken.subscription \
    WHERE row.subscription_id = taken.subscription AND row.id = taken.id \
    RETURNING row.id, row.event, row.body, row.attempts, row.kind, owner.url, owner.sealed_secret, owner.next_sealed";

/// Writes the claims; what they hold, in no order.
fn take(
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
    /// The subscription.
    pub subscription: Uuid,
    /// The delivery.
    pub delivery: Uuid,
    /// The claim.
    pub claim: Uuid,
    /// Since when it could have been claimed.
    pub due_since: Timestamp,
    /// How long it waits now, ms; 0 for due since when it was.
    pub wait_ms: i64,
}

/// Gives claims back that were never begun: no attempt is counted, and the delivery keeps its place in its lane. A claim
/// that was lost meanwhile is left alone, and one whose subscription has ended is discarded. How many were given back.
///
/// # Errors
/// What the database said.
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

/// Frees every claim at once and says how many. For the start, before the first claim: a file has one process, and the one
/// before is dead. On PostgreSQL others may be alive, so that leases are waited for: 0.
///
/// # Errors
/// What the database said.
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
    // What was under way when its subscription ended has nobody left to end it.
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

/// How long until something becomes due that is not due yet, ms; none when nothing waits for a time.
///
/// # Errors
/// What the database said.
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
    // A wait that a jump of the clock put there has ended, as in the choice.
    let wait = |at| Some(instant(at).since(now)).map(|ms| if ms > jumped_ms(policy) { 0 } else { ms });
    Ok(next.flatten().and_then(wait))
}
