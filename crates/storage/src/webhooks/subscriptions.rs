//! Creates subscriptions within limits that are exact under concurrency, finds them, and ends them together with their
//! pending deliveries.

use conditions_core::time::Timestamp;
use diesel::sql_types::{BigInt, Nullable, Text};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, NullableExpressionMethods as _, OptionalExtension, QueryDsl,
    Queryable, RunQueryDsl, Selectable, SelectableHelper,
};
use uuid::Uuid;
use webhooks::callback::Receiver;
use webhooks::delivery::subscription::{Proof, State, SubscriptionState};
use webhooks::subscriptions::quotas::mark;
use webhooks::subscriptions::{Caps, Creation, Credentials, NewSubscription, Subscription};

use crate::conn::{Conn, SingleRead, on_db};
use crate::error::{StoreError, storable, storable_key};
use crate::limits;
use crate::schema::webhook_subscriptions::dsl;
use crate::statement::{among, prepared};
use crate::time::{micros, timestamp};
use crate::webhooks::outbox;
use crate::webhooks::{clock, text};

mod places;
mod secrets;

pub use secrets::{SealedRow, begin_rotation, commit_due_rotations, commit_rotation, reseal, sealed_page};

/// The columns of a row that owners see.
#[derive(Queryable, Selectable)]
#[diesel(table_name = crate::schema::webhook_subscriptions)]
struct StoredSubscription {
    url: String,
    events: String,
    resort_slug: Option<String>,
    secret_digest: String,
    sealed_secret: String,
    next_digest: Option<String>,
    next_sealed: Option<String>,
    next_until: Option<i64>,
    created_at: i64,
    state: String,
    consecutive_failures: i64,
    ended_at: Option<i64>,
    answered_at: Option<i64>,
    delivered_at: Option<i64>,
    unanswered_until: Option<i64>,
}

/// Creates a subscription if the limits allow it.
///
/// # Errors
/// Returns [`StoreError::Invalid`] for empty texts or a zero character.
pub fn create(
    conn: &mut Conn,
    new: &NewSubscription,
    caps: &Caps,
    now: Timestamp,
) -> Result<Creation, StoreError> {
    storable_key("url", &new.url)?;
    storable_key("host", &new.receiver.host)?;
    storable_key("sealed secret", &new.sealed_secret)?;
    storable("resort", new.resort_slug.as_deref().unwrap_or_default())?;
    let now = clock::now(conn, now)?;
    // Always the origin's row before the receiver's: two transactions with the same two rows then wait for each other
    // without a deadlock.
    let origin = format!("origin {}", new.origin);
    let recent = limits::lock(conn, &origin, now)?;
    let mut recent = limits::counting(&recent, now, caps.window_ms);
    if let Some(index) = recent.len().checked_sub(caps.per_origin) {
        let leaves = recent.get(index).map_or(now, |at| timestamp(*at)).plus_millis(caps.window_ms);
        return Ok(Creation::TooMany { retry_after_ms: leaves.since(now).max(1) });
    }
    if let Some(refusal) = places::refusal(conn, new, caps, now)? {
        return Ok(refusal);
    }
    recent.push(micros(now));
    limits::store(conn, &origin, &recent)?;
    insert(conn, new)?;
    Ok(Creation::Created)
}

/// For both databases: SQLite numbers placeholders in the order in which they appear. Columns that are not listed are
/// null.
const INSERT: &str = "INSERT INTO webhook_subscriptions (id, url, host, events, resort_slug, secret_digest, \
    sealed_secret, created_at, state, origin, site, network, consecutive_failures, latency_ms, last_sequence) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 0, 0, 0)";

fn insert(conn: &mut Conn, new: &NewSubscription) -> Result<(), StoreError> {
    let Receiver { host, site, networks } = &new.receiver;
    on_db!(conn, |c| prepared(INSERT)
        .bind::<Text, _>(new.id.to_string())
        .bind::<Text, _>(&new.url)
        .bind::<Text, _>(host)
        .bind::<Text, _>(text::of_events(&new.events))
        .bind::<Nullable<Text>, _>(&new.resort_slug)
        .bind::<Text, _>(text::of_digest(&new.secret_digest))
        .bind::<Text, _>(&new.sealed_secret)
        .bind::<BigInt, _>(micros(new.created_at))
        .bind::<Text, _>(text::of_state(SubscriptionState::default().state))
        .bind::<Text, _>(mark(&new.origin))
        .bind::<Text, _>(site)
        .bind::<Text, _>(networks.first().map_or("", String::as_str))
        .execute(c))?;
    Ok(())
}

/// Returns one subscription, ended ones included.
///
/// # Errors
/// Returns an error if the database fails.
pub fn find(read: SingleRead<'_>, id: Uuid) -> Result<Option<Subscription>, StoreError> {
    let key = id.to_string();
    let row: Option<StoredSubscription> = on_db!(read.0, |c| dsl::webhook_subscriptions
        .find(&key)
        .select(StoredSubscription::as_select())
        .first(c)
        .optional())?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(Subscription {
        id,
        url: row.url,
        events: text::events(&row.events)?,
        resort_slug: row.resort_slug,
        secret_digest: text::digest(&row.secret_digest)?,
        sealed_secret: row.sealed_secret,
        next: secrets::next(row.next_digest.as_deref(), row.next_sealed, row.next_until)?,
        created_at: timestamp(row.created_at),
        standing: SubscriptionState {
            state: text::state(&row.state)?,
            consecutive_failures: text::count(row.consecutive_failures),
        },
        proof: Proof {
            answered_at: row.answered_at.map(timestamp),
            delivered_at: row.delivered_at.map(timestamp),
            unanswered_until: row.unanswered_until.map(timestamp),
        },
        ended_at: row.ended_at.map(timestamp),
    }))
}

/// Returns the stored credentials that a bearer is compared with, ended subscriptions included.
///
/// # Errors
/// Returns an error if the database fails.
pub fn credentials(read: SingleRead<'_>, id: Uuid) -> Result<Option<Credentials>, StoreError> {
    type Row = (String, Option<String>, Option<i64>, String);
    let row: Option<Row> = on_db!(read.0, |c| dsl::webhook_subscriptions
        .find(id.to_string())
        .select((dsl::secret_digest, dsl::next_digest, dsl::next_until, dsl::state))
        .first(c)
        .optional())?;
    let Some((digest, next, until, state)) = row else { return Ok(None) };
    let next = match (next, until) {
        (Some(next), Some(until)) => Some((text::digest(&next)?, timestamp(until))),
        (Some(_) | None, Some(_) | None) => None,
    };
    Ok(Some(Credentials { digest: text::digest(&digest)?, next, state: text::state(&state)? }))
}

/// Returns the number of subscriptions that get deliveries.
///
/// # Errors
/// Returns an error if the database fails.
pub fn active(conn: &mut Conn) -> Result<usize, StoreError> {
    let count: i64 =
        on_db!(conn, |c| dsl::webhook_subscriptions.filter(dsl::ended_at.is_null()).count().get_result(c))?;
    Ok(usize::try_from(count).unwrap_or(0))
}

/// Ends a subscription for its owner and discards its pending deliveries; returns false if it is unknown or was removed
/// before. A dropped subscription can be removed.
///
/// # Errors
/// Returns an error if the database fails.
pub fn remove(conn: &mut Conn, id: Uuid, now: Timestamp) -> Result<bool, StoreError> {
    let key = id.to_string();
    let (mut locked, now) = outbox::lock_at(conn, std::slice::from_ref(&key), now)?;
    let Some(locked) = locked.pop() else { return Ok(false) };
    let standing = locked.standing.removed();
    if standing == locked.standing {
        return Ok(false);
    }
    on_db!(conn, |c| diesel::update(dsl::webhook_subscriptions.find(&key))
        .set((dsl::state.eq(text::of_state(standing.state)), dsl::ended_at.eq(Some(micros(now)))))
        .execute(c))?;
    outbox::discard(conn, &key, now)?;
    Ok(true)
}

/// Fills in the sites of at most `most` active subscriptions that an older program created; returns whether there may
/// be more.
///
/// # Errors
/// Returns an error if the database fails.
pub fn place_former(conn: &mut Conn, most: u32) -> Result<bool, StoreError> {
    places::fill_in(conn, webhooks::callback::receiver::site, most)
}

/// Gives up at most `most` subscriptions whose receiver was called but did not succeed within its deadline, and
/// discards their pending deliveries; returns their number.
///
/// # Errors
/// Returns an error if the database fails.
pub fn give_up_unanswered(conn: &mut Conn, now: Timestamp, most: u32) -> Result<usize, StoreError> {
    let now = clock::now(conn, now)?;
    let late: Vec<String> = on_db!(conn, |c| dsl::webhook_subscriptions
        .filter(dsl::unanswered_until.le(micros(now)))
        .filter(dsl::ended_at.is_null())
        .order(dsl::unanswered_until)
        .limit(i64::from(most))
        .select(dsl::id)
        .load(c))?;
    let mut given_up = 0;
    for locked in outbox::lock(conn, &late)? {
        // Under the lock: its first success may have come just now.
        if !locked.standing.is_active() || locked.proof.unanswered_until.is_none_or(|until| until > now) {
            continue;
        }
        on_db!(conn, |c| diesel::update(dsl::webhook_subscriptions.find(&locked.id))
            .set((dsl::state.eq(text::of_state(State::Dropped)), dsl::ended_at.eq(Some(micros(now)))))
            .execute(c))?;
        outbox::discard(conn, &locked.id, now)?;
        given_up += 1;
    }
    Ok(given_up)
}

/// Deletes at most `most` subscriptions that ended before `before` and have no delivery left.
pub(super) fn prune(conn: &mut Conn, before: Timestamp, most: i64) -> Result<usize, StoreError> {
    use crate::schema::webhook_deliveries as deliveries;
    let ended: Vec<String> = on_db!(conn, |c| dsl::webhook_subscriptions
        .filter(dsl::ended_at.lt(micros(before)))
        .filter(diesel::dsl::not(diesel::dsl::exists(
            deliveries::table.filter(deliveries::subscription_id.eq(dsl::id))
        )))
        .order(dsl::ended_at)
        .limit(most)
        .select(dsl::id)
        .load(c))?;
    let gone = dsl::webhook_subscriptions
        .filter(among(dsl::id, &ended).and(dsl::ended_at.assume_not_null().lt(micros(before))));
    Ok(on_db!(conn, |c| diesel::delete(gone).execute(c))?)
}
