//! The lock under which deliveries change: the rows of their subscriptions. On SQLite the transaction has it already.

use conditions_core::time::Timestamp;
use diesel::{QueryDsl, Queryable, RunQueryDsl};
use webhooks::delivery::subscription::{Proof, SubscriptionState};
use webhooks::events::EventName;

use crate::conn::{Conn, Driver};
use crate::error::StoreError;
use crate::schema::webhook_standings::dsl;
use crate::statement::among;
use crate::time::timestamp;
use crate::webhooks::clock::Millis;
use crate::webhooks::text;

/// A subscription, locked until the transaction ends.
#[derive(Debug, Clone)]
pub(in crate::webhooks) struct LockedSubscription {
    pub(in crate::webhooks) id: String,
    pub(in crate::webhooks) events: Vec<EventName>,
    pub(in crate::webhooks) resort_slug: Option<String>,
    pub(in crate::webhooks) standing: SubscriptionState,
    pub(in crate::webhooks) proof: Proof,
    pub(super) latency_ms: i64,
    pub(super) last_sequence: i64,
}

#[derive(Queryable)]
struct Row {
    id: String,
    events: String,
    resort_slug: Option<String>,
    state: String,
    consecutive_failures: i64,
    latency_ms: i64,
    last_sequence: i64,
    answered_at: Option<i64>,
    delivered_at: Option<i64>,
    unanswered_until: Option<i64>,
}

/// The columns read under the lock, once for the statements below.
macro_rules! rows {
    ($ids:expr, $columns:expr) => {
        dsl::webhook_standings.filter(among(dsl::id, $ids)).order(dsl::id).select($columns)
    };
}

macro_rules! columns {
    () => {
        (
            dsl::id,
            dsl::events,
            dsl::resort_slug,
            dsl::state,
            dsl::consecutive_failures,
            dsl::latency_ms,
            dsl::last_sequence,
            dsl::answered_at,
            dsl::delivered_at,
            dsl::unanswered_until,
        )
    };
}

/// Locks every existing subscription of `ids`. The locks are taken in the order of ids, so that concurrent calls cannot
/// deadlock.
pub(in crate::webhooks) fn lock(
    conn: &mut Conn,
    ids: &[String],
) -> Result<Vec<LockedSubscription>, StoreError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<Row> = match &mut conn.0 {
        Driver::Sqlite(c) => rows!(ids, columns!()).load(c)?,
        Driver::Postgres(c) => rows!(ids, columns!()).for_update().load(c)?,
    };
    rows.into_iter().map(locked).collect()
}

/// Locks like [`lock`] and also returns the time for decisions, as [`clock::now`](crate::webhooks::clock::now), in one
/// round trip. The time is `now` if there is nothing to lock.
pub(in crate::webhooks) fn lock_at(
    conn: &mut Conn,
    ids: &[String],
    now: Timestamp,
) -> Result<(Vec<LockedSubscription>, Timestamp), StoreError> {
    let Driver::Postgres(c) = &mut conn.0 else { return Ok((lock(conn, ids)?, now)) };
    let rows: Vec<(Row, i64)> = match ids {
        // A list is planned again each time, and for its length; a single id is not.
        [id] => dsl::webhook_standings.find(id).select((columns!(), Millis)).for_update().load(c)?,
        ids => rows!(ids, (columns!(), Millis)).for_update().load(c)?,
    };
    let at = rows.iter().map(|(_, millis)| Timestamp::from_millis(*millis)).max();
    let rows: Result<_, _> = rows.into_iter().map(|(row, _)| locked(row)).collect();
    Ok((rows?, at.unwrap_or(now)))
}

/// Locks the subscriptions that no other transaction has locked.
pub(super) fn lock_free(conn: &mut Conn, ids: &[String]) -> Result<Vec<LockedSubscription>, StoreError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<Row> = match &mut conn.0 {
        Driver::Sqlite(c) => rows!(ids, columns!()).load(c)?,
        Driver::Postgres(c) => rows!(ids, columns!()).for_update().skip_locked().load(c)?,
    };
    rows.into_iter().map(locked).collect()
}

fn locked(row: Row) -> Result<LockedSubscription, StoreError> {
    Ok(LockedSubscription {
        standing: SubscriptionState {
            state: text::state(&row.state)?,
            consecutive_failures: text::count(row.consecutive_failures),
        },
        proof: Proof {
            answered_at: row.answered_at.map(timestamp),
            delivered_at: row.delivered_at.map(timestamp),
            unanswered_until: row.unanswered_until.map(timestamp),
        },
        events: text::events(&row.events)?,
        id: row.id,
        resort_slug: row.resort_slug,
        latency_ms: row.latency_ms,
        last_sequence: row.last_sequence,
    })
}
