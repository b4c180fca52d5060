//! The lock under which deliveries change: their subscriptions' rows. On SQLite the transaction has it already.

use diesel::{QueryDsl, Queryable, RunQueryDsl};
use webhooks::delivery::subscription::Standing;
use webhooks::events::EventName;

use crate::conn::{Conn, Driver};
use crate::error::StoreError;
use crate::schema::webhook_subscriptions::dsl;
use crate::statement::among;
use crate::webhooks::text;

/// A subscription, locked until the transaction ends.
#[derive(Debug, Clone)]
pub(in crate::webhooks) struct Locked {
    pub(in crate::webhooks) id: String,
    pub(in crate::webhooks) events: Vec<EventName>,
    pub(in crate::webhooks) resort_slug: Option<String>,
    pub(in crate::webhooks) standing: Standing,
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
}

/// What is read under the lock, once for the three statements below.
macro_rules! rows {
    ($ids:expr) => {
        dsl::webhook_subscriptions.filter(among(dsl::id, $ids)).order(dsl::id).select((
            dsl::id,
            dsl::events,
            dsl::resort_slug,
            dsl::state,
            dsl::consecutive_failures,
            dsl::latency_ms,
            dsl::last_sequence,
        ))
    };
}

/// Waits for the lock of every one of these that exists. In the order of ids, so that two that ask for the same ones do
/// not wait in a circle.
pub(in crate::webhooks) fn lock(conn: &mut Conn, ids: &[String]) -> Result<Vec<Locked>, StoreError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<Row> = match &mut conn.0 {
        Driver::Sqlite(c) => rows!(ids).load(c)?,
        Driver::Postgres(c) => rows!(ids).for_update().load(c)?,
    };
    rows.into_iter().map(locked).collect()
}

/// The locks that nobody else holds at this moment.
pub(super) fn lock_free(conn: &mut Conn, ids: &[String]) -> Result<Vec<Locked>, StoreError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<Row> = match &mut conn.0 {
        Driver::Sqlite(c) => rows!(ids).load(c)?,
        Driver::Postgres(c) => rows!(ids).for_update().skip_locked().load(c)?,
    };
    rows.into_iter().map(locked).collect()
}

fn locked(row: Row) -> Result<Locked, StoreError> {
    Ok(Locked {
        standing: Standing {
            state: text::state(&row.state)?,
            consecutive_failures: text::count(row.consecutive_failures),
        },
        events: text::events(&row.events)?,
        id: row.id,
        resort_slug: row.resort_slug,
        latency_ms: row.latency_ms,
        last_sequence: row.last_sequence,
    })
}
