//! Notices: alerts that fired, each once, with the evidence that fired it.

use std::collections::{BTreeMap, BTreeSet};

use accounts::alerts::{Evidence, Kind, LastReport};
use conditions_core::time::Timestamp;
use diesel::{ExpressionMethods, Insertable, NullableExpressionMethods, QueryDsl, RunQueryDsl};
use uuid::Uuid;

use super::schema::alert_notices::{self, dsl};
use crate::conn::{Conn, Driver, on_db};
use crate::error::{StoreError, storable_key};
use crate::statement::among;
use crate::time::{micros, timestamp};

/// Rows per statement on PostgreSQL, far below its 65,535 parameters.
const BATCH: usize = 2_000;
/// Ids per statement.
const IDS: usize = 1_000;

/// An alert that fired.
#[derive(Debug, Clone, PartialEq)]
pub struct Notice {
    pub alert: Uuid,
    pub account: Uuid,
    pub kind: Kind,
    pub slug: String,
    /// Key that is unique for its alert and resort.
    pub key: String,
    /// IANA name of the resort's zone.
    pub zone: String,
    /// Evidence that fired it.
    pub evidence: Evidence,
    pub fired_at: Timestamp,
    /// Earliest time of an email about it; `None` if no email is due.
    pub due_at: Option<Timestamp>,
}

#[derive(Insertable)]
#[diesel(table_name = alert_notices)]
struct Row {
    alert_id: String,
    slug: String,
    key: String,
    account_id: String,
    kind: &'static str,
    zone: String,
    evidence: String,
    observed_at: i64,
    fired_at: i64,
    due_at: Option<i64>,
}

/// The past notices of an alert at a resort.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AlertReading {
    /// The last notice.
    pub told: Option<LastReport>,
    /// Keys of all notices.
    pub keys: BTreeSet<String>,
}

/// Returns the past notices of some alerts at a resort, by alert.
///
/// # Errors
/// Returns an error if the database fails.
pub fn readings(
    conn: &mut Conn,
    slug: &str,
    ids: &[Uuid],
) -> Result<BTreeMap<Uuid, AlertReading>, StoreError> {
    let mut known: BTreeMap<Uuid, AlertReading> = BTreeMap::new();
    for ids in ids.chunks(IDS) {
        let ids = ids.iter().map(Uuid::to_string);
        let rows: Vec<(String, String, String)> = on_db!(conn, |c| dsl::alert_notices
            .filter(dsl::slug.eq(slug))
            .filter(among(dsl::alert_id, ids))
            .order(dsl::observed_at)
            .select((dsl::alert_id, dsl::key, dsl::evidence))
            .load(c))?;
        for (id, key, evidence) in rows {
            let Ok(id) = Uuid::parse_str(&id) else { continue };
            let known = known.entry(id).or_default();
            known.keys.insert(key);
            // The newest comes last.
            if let Ok(Evidence { cm, observed_at, .. }) = serde_json::from_str(&evidence) {
                known.told = Some(LastReport { cm, observed_at });
            }
        }
    }
    Ok(known)
}

/// Stores notices; returns how many are new. A notice with a known key is left unchanged.
///
/// # Errors
/// Returns an error if the database fails.
pub fn record(conn: &mut Conn, notices: &[Notice]) -> Result<usize, StoreError> {
    let rows: Result<Vec<Row>, StoreError> = notices.iter().map(row).collect();
    let rows = rows?;
    let mut new = 0;
    match &mut conn.0 {
        // diesel has no batch with ON CONFLICT for SQLite, but a statement costs microseconds there.
        Driver::Sqlite(c) => {
            for row in rows {
                let insert = diesel::insert_into(dsl::alert_notices).values(row).on_conflict_do_nothing();
                new += insert.execute(c)?;
            }
        }
        Driver::Postgres(c) => {
            for rows in rows.chunks(BATCH) {
                let insert = diesel::insert_into(dsl::alert_notices).values(rows).on_conflict_do_nothing();
                new += insert.execute(c)?;
            }
        }
    }
    Ok(new)
}

fn row(notice: &Notice) -> Result<Row, StoreError> {
    storable_key("notice's key", &notice.key)?;
    let evidence = serde_json::to_string(&notice.evidence)
        .map_err(|error| StoreError::Invalid(format!("evidence as JSON: {error}")))?;
    Ok(Row {
        alert_id: notice.alert.to_string(),
        slug: notice.slug.clone(),
        key: notice.key.clone(),
        account_id: notice.account.to_string(),
        kind: notice.kind.as_str(),
        zone: notice.zone.clone(),
        evidence,
        observed_at: micros(notice.evidence.observed_at),
        fired_at: micros(notice.fired_at),
        due_at: notice.due_at.map(micros),
    })
}

/// Cancels the notices that wait for an email: those of one alert of an account, or all of them.
///
/// # Errors
/// Returns an error if the database fails.
pub fn cancel(conn: &mut Conn, alert: Option<Uuid>, account: Uuid) -> Result<(), StoreError> {
    let waiting = dsl::alert_notices
        .filter(dsl::account_id.eq(account.to_string()))
        .filter(dsl::letter.is_null())
        .filter(dsl::due_at.is_not_null());
    let none = dsl::due_at.eq(None::<i64>);
    on_db!(conn, |c| match alert {
        Some(id) => diesel::update(waiting.filter(dsl::alert_id.eq(id.to_string()))).set(none).execute(c),
        None => diesel::update(waiting).set(none).execute(c),
    })?;
    Ok(())
}

/// Lists the notices of an account, newest first.
///
/// # Errors
/// Returns an error if the database fails.
pub fn history(conn: &mut Conn, account: Uuid, most: i64) -> Result<Vec<Notice>, StoreError> {
    let rows: Vec<NoticeRow> = on_db!(conn, |c| dsl::alert_notices
        .filter(dsl::account_id.eq(account.to_string()))
        .order((dsl::fired_at.desc(), dsl::alert_id, dsl::slug))
        .limit(most)
        .select(COLUMNS)
        .load(c))?;
    Ok(rows.into_iter().filter_map(notice).collect())
}

/// Returns the notices of some emails, by kind and resort.
///
/// # Errors
/// Returns an error if the database fails.
pub fn of_letters(conn: &mut Conn, letters: &[String]) -> Result<BTreeMap<String, Vec<Notice>>, StoreError> {
    let mut by_letter: BTreeMap<String, Vec<Notice>> = BTreeMap::new();
    for letters in letters.chunks(IDS) {
        let rows: Vec<(String, NoticeRow)> = on_db!(conn, |c| dsl::alert_notices
            .filter(among(dsl::letter.assume_not_null(), letters))
            .order((dsl::kind, dsl::slug, dsl::key, dsl::alert_id))
            .select((dsl::letter.assume_not_null(), COLUMNS))
            .load(c))?;
        for (letter, stored) in rows {
            if let Some(notice) = notice(stored) {
                by_letter.entry(letter).or_default().push(notice);
            }
        }
    }
    Ok(by_letter)
}

/// Deletes notices that fired before `before` and wait for no email; returns their number.
///
/// # Errors
/// Returns an error if the database fails.
pub fn prune(conn: &mut Conn, before: Timestamp) -> Result<usize, StoreError> {
    let old = dsl::alert_notices.filter(dsl::fired_at.lt(micros(before)));
    Ok(on_db!(conn, |c| diesel::delete(old).execute(c))?)
}

type NoticeRow = (String, String, String, String, String, String, String, i64, Option<i64>);

const COLUMNS: (
    dsl::alert_id,
    dsl::account_id,
    dsl::kind,
    dsl::slug,
    dsl::key,
    dsl::zone,
    dsl::evidence,
    dsl::fired_at,
    dsl::due_at,
) = (
    dsl::alert_id,
    dsl::account_id,
    dsl::kind,
    dsl::slug,
    dsl::key,
    dsl::zone,
    dsl::evidence,
    dsl::fired_at,
    dsl::due_at,
);

/// Converts a row into a notice; returns `None` for a row that a newer program wrote.
fn notice((alert, account, kind, slug, key, zone, evidence, fired_at, due_at): NoticeRow) -> Option<Notice> {
    Some(Notice {
        alert: Uuid::parse_str(&alert).ok()?,
        account: Uuid::parse_str(&account).ok()?,
        kind: Kind::of_word(&kind)?,
        slug,
        key,
        zone,
        evidence: serde_json::from_str(&evidence).ok()?,
        fired_at: timestamp(fired_at),
        due_at: due_at.map(timestamp),
    })
}
