//! The outbox of alert emails: collected from notices, claimed under a lease, and ended once.

use std::collections::{BTreeMap, BTreeSet};

use ::accounts::alerts::quiet::local_day;
use conditions_core::time::{DAY_MS, Timestamp};
use diesel::{ExpressionMethods, Insertable, JoinOnDsl, QueryDsl, RunQueryDsl};
use uuid::Uuid;

use super::channels;
use super::schema::alert_letters::{self, dsl};
use super::schema::{alert_notices, alert_ways};
use crate::conn::{Conn, Driver, on_db};
use crate::error::StoreError;
use crate::schema::accounts;
use crate::statement::among;
use crate::time::{micros, timestamp};

/// Maximum number of notices that one step collects.
const MOST_GATHERED: i64 = 20_000;
/// Rows per statement.
const BATCH: usize = 2_000;

#[derive(Insertable)]
#[diesel(table_name = alert_letters)]
struct Row {
    id: String,
    account_id: String,
    made_at: i64,
    due_at: i64,
    attempts: i64,
}

/// An email to send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlertEmail {
    /// Id: the account and the day.
    pub id: String,
    pub account: Uuid,
    /// Recipient address.
    pub address: String,
    /// Last part of the unsubscribe link.
    pub token: String,
    /// Code of the language that the account has chosen.
    pub language: Option<String>,
    pub made_at: Timestamp,
    /// Number of earlier attempts.
    pub attempts: u32,
}

/// How an attempt ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The mail server accepted it.
    Sent,
    /// To be retried from this time.
    Again(Timestamp),
    /// The mail server rejected it, and would again.
    Bounced,
    /// Retries went on for as long as the email was news.
    GivenUp,
}

/// Collects due notices into emails: one email, with all due notices, for each account that receives email and has had
/// none on its day. The rest waits for the account's next day. Returns the number of emails.
///
/// # Errors
/// Returns an error if the database fails.
pub fn gather(conn: &mut Conn, now: Timestamp) -> Result<usize, StoreError> {
    let due: Vec<(String, String)> = on_db!(conn, |c| alert_notices::table
        .filter(alert_notices::letter.is_null())
        .filter(alert_notices::due_at.le(micros(now)))
        .order((alert_notices::due_at, alert_notices::account_id))
        .limit(MOST_GATHERED)
        .select((alert_notices::account_id, alert_notices::zone))
        .load(c))?;
    // The day is in the zone of the oldest notice: an account has no zone.
    let mut zones: BTreeMap<String, String> = BTreeMap::new();
    for (account, zone) in due {
        zones.entry(account).or_insert(zone);
    }
    let taking = taking(conn, zones.keys())?;
    let letters: BTreeMap<String, String> = zones
        .into_iter()
        .filter(|(account, _)| taking.contains(account))
        .map(|(account, zone)| {
            let day = local_day(now, zone.parse().unwrap_or(::accounts::alerts::quiet::UTC));
            (format!("{account}.{day}"), account)
        })
        .collect();
    let known = existing(conn, letters.keys())?;
    let told: Vec<&String> =
        letters.iter().filter(|(id, _)| known.contains(*id)).map(|(_, account)| account).collect();
    put_off(conn, &told, now)?;
    let new: Vec<Row> = letters
        .into_iter()
        .filter(|(id, _)| !known.contains(id))
        .map(|(id, account_id)| Row {
            id,
            account_id,
            made_at: micros(now),
            due_at: micros(now),
            attempts: 0,
        })
        .collect();
    for rows in new.chunks(BATCH) {
        assign(conn, rows, now)?;
    }
    Ok(new.len())
}

/// Postpones the due notices of accounts that already got today's email to the same hour of the next day. They then
/// block no other account's notices, and that hour is not a quiet one.
fn put_off(conn: &mut Conn, accounts: &[&String], now: Timestamp) -> Result<(), StoreError> {
    use alert_notices::dsl as of;
    for accounts in accounts.chunks(BATCH) {
        let due = of::alert_notices
            .filter(among(of::account_id, accounts))
            .filter(of::letter.is_null())
            .filter(of::due_at.le(micros(now)));
        on_db!(conn, |c| diesel::update(due).set(of::due_at.eq(of::due_at + DAY_MS * 1_000)).execute(c))?;
    }
    Ok(())
}

/// Returns the accounts that receive email.
fn taking<'a>(
    conn: &mut Conn,
    ids: impl Iterator<Item = &'a String>,
) -> Result<BTreeSet<String>, StoreError> {
    let ids: Vec<&String> = ids.collect();
    let mut taking = BTreeSet::new();
    for ids in ids.chunks(BATCH) {
        let rows: Vec<String> = on_db!(conn, |c| alert_ways::table
            .filter(among(alert_ways::account_id, ids))
            .filter(alert_ways::mail.eq(channels::ON))
            .select(alert_ways::account_id)
            .load(c))?;
        taking.extend(rows);
    }
    Ok(taking)
}

/// Returns the emails that exist.
fn existing<'a>(
    conn: &mut Conn,
    ids: impl Iterator<Item = &'a String>,
) -> Result<BTreeSet<String>, StoreError> {
    let ids: Vec<&String> = ids.collect();
    let mut known = BTreeSet::new();
    for ids in ids.chunks(BATCH) {
        let rows: Vec<String> =
            on_db!(conn, |c| dsl::alert_letters.filter(among(dsl::id, ids)).select(dsl::id).load(c))?;
        known.extend(rows);
    }
    Ok(known)
}

/// Creates emails and assigns to each the due notices of its account.
fn assign(conn: &mut Conn, rows: &[Row], now: Timestamp) -> Result<(), StoreError> {
    use alert_notices::dsl as of;
    match &mut conn.0 {
        // One statement per row: on SQLite it costs microseconds.
        Driver::Sqlite(c) => {
            for row in rows {
                diesel::insert_into(dsl::alert_letters).values(row).execute(c)?;
                let due = of::alert_notices
                    .filter(of::account_id.eq(&row.account_id))
                    .filter(of::letter.is_null())
                    .filter(of::due_at.le(micros(now)));
                diesel::update(due).set(of::letter.eq(&row.id)).execute(c)?;
            }
        }
        Driver::Postgres(c) => {
            diesel::insert_into(dsl::alert_letters).values(rows).execute(c)?;
            let (ids, accounts): (Vec<&str>, Vec<&str>) =
                rows.iter().map(|row| (row.id.as_str(), row.account_id.as_str())).unzip();
            crate::statement::prepared(
                "UPDATE alert_notices SET letter = new.id FROM (SELECT * FROM unnest($1::text[], $2::text[]) \
                 AS new(id, account_id)) AS new WHERE alert_notices.account_id = new.account_id \
                 AND alert_notices.letter IS NULL AND alert_notices.due_at <= $3",
            )
            .bind::<diesel::sql_types::Array<diesel::sql_types::Text>, _>(ids)
            .bind::<diesel::sql_types::Array<diesel::sql_types::Text>, _>(accounts)
            .bind::<diesel::sql_types::BigInt, _>(micros(now))
            .execute(c)?;
        }
    }
    Ok(())
}

/// Claims at most `most` due emails for `for_ms`; no other process sends them until then. An email whose account or
/// subscription has ended ends unsent.
///
/// # Errors
/// Returns an error if the database fails.
pub fn claim(
    conn: &mut Conn,
    by: &str,
    most: i64,
    for_ms: i64,
    now: Timestamp,
) -> Result<Vec<AlertEmail>, StoreError> {
    let due =
        dsl::alert_letters.filter(dsl::due_at.le(micros(now))).order((dsl::due_at, dsl::id)).limit(most);
    let ids: Vec<String> = match &mut conn.0 {
        Driver::Sqlite(c) => due.select(dsl::id).load(c)?,
        Driver::Postgres(c) => due.select(dsl::id).for_update().skip_locked().load(c)?,
    };
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    type DueRow = (String, String, i64, i64, String, String, String, Option<String>);
    let rows: Vec<DueRow> = on_db!(conn, |c| dsl::alert_letters
        .inner_join(accounts::table.on(accounts::id.eq(dsl::account_id)))
        .inner_join(alert_ways::table.on(alert_ways::account_id.eq(dsl::account_id)))
        .filter(among(dsl::id, &ids))
        .order(dsl::id)
        .select((
            dsl::id,
            dsl::account_id,
            dsl::made_at,
            dsl::attempts,
            accounts::email,
            alert_ways::mail,
            alert_ways::token,
            alert_ways::language,
        ))
        .load(c))?;
    let (mut letters, mut dead) = (Vec::new(), ids.iter().cloned().collect::<BTreeSet<String>>());
    for (id, account, made_at, attempts, address, mail, token, language) in rows {
        let Some(account) = Uuid::parse_str(&account).ok().filter(|_| mail == channels::ON) else { continue };
        dead.remove(&id);
        let attempts = u32::try_from(attempts).unwrap_or(u32::MAX);
        letters.push(AlertEmail {
            id,
            account,
            address,
            token,
            language,
            made_at: timestamp(made_at),
            attempts,
        });
    }
    let until = micros(now.plus_millis(for_ms));
    let claimed = dsl::alert_letters.filter(among(dsl::id, letters.iter().map(|letter| &letter.id)));
    on_db!(conn, |c| diesel::update(claimed)
        .set((dsl::due_at.eq(Some(until)), dsl::claimed_by.eq(Some(by)), dsl::attempts.eq(dsl::attempts + 1)))
        .execute(c))?;
    let ended = dsl::alert_letters.filter(among(dsl::id, &dead));
    on_db!(conn, |c| diesel::update(ended)
        .set((
            dsl::due_at.eq(None::<i64>),
            dsl::ended_at.eq(Some(micros(now))),
            dsl::outcome.eq(Some("unwanted")),
        ))
        .execute(c))?;
    Ok(letters)
}

/// Records how attempts ended, for emails that are still claimed by `by`.
///
/// # Errors
/// Returns an error if the database fails.
pub fn finish(
    conn: &mut Conn,
    by: &str,
    outcomes: &[(String, Uuid, Outcome)],
    now: Timestamp,
) -> Result<(), StoreError> {
    let of = |wanted: fn(&Outcome) -> bool| -> Vec<&String> {
        outcomes.iter().filter(|(_, _, outcome)| wanted(outcome)).map(|(id, _, _)| id).collect()
    };
    let ended = [
        ("sent", of(|outcome| *outcome == Outcome::Sent)),
        ("bounced", of(|outcome| *outcome == Outcome::Bounced)),
        ("given up", of(|outcome| *outcome == Outcome::GivenUp)),
    ];
    for (word, ids) in ended {
        if ids.is_empty() {
            continue;
        }
        let rows = dsl::alert_letters.filter(among(dsl::id, ids)).filter(dsl::claimed_by.eq(by));
        on_db!(conn, |c| diesel::update(rows)
            .set((
                dsl::due_at.eq(None::<i64>),
                dsl::claimed_by.eq(None::<String>),
                dsl::ended_at.eq(Some(micros(now))),
                dsl::outcome.eq(Some(word)),
            ))
            .execute(c))?;
    }
    for (id, account, outcome) in outcomes {
        match outcome {
            Outcome::Again(at) => {
                let row = dsl::alert_letters.find(id).filter(dsl::claimed_by.eq(by));
                on_db!(conn, |c| diesel::update(row)
                    .set((dsl::due_at.eq(Some(micros(*at))), dsl::claimed_by.eq(None::<String>)))
                    .execute(c))?;
            }
            Outcome::Bounced => channels::note_bounce(conn, *account)?,
            Outcome::Sent | Outcome::GivenUp => {}
        }
    }
    let sent: Vec<Uuid> = outcomes
        .iter()
        .filter(|(_, _, outcome)| *outcome == Outcome::Sent)
        .map(|(_, account, _)| *account)
        .collect();
    channels::reset_bounces(conn, &sent)
}

/// Deletes emails that ended before `before`; returns their number.
///
/// # Errors
/// Returns an error if the database fails.
pub fn prune(conn: &mut Conn, before: Timestamp) -> Result<usize, StoreError> {
    let old = dsl::alert_letters.filter(dsl::ended_at.lt(micros(before)));
    Ok(on_db!(conn, |c| diesel::delete(old).execute(c))?)
}

/// Returns whether a due notice is in no email yet.
///
/// # Errors
/// Returns an error if the database fails.
pub fn is_due(conn: &mut Conn, now: Timestamp) -> Result<bool, StoreError> {
    let due = alert_notices::table
        .filter(alert_notices::letter.is_null())
        .filter(alert_notices::due_at.le(micros(now)));
    Ok(on_db!(conn, |c| diesel::select(diesel::dsl::exists(due)).get_result(c))?)
}

/// Returns the number of pending emails.
///
/// # Errors
/// Returns an error if the database fails.
pub fn waiting(conn: &mut Conn) -> Result<i64, StoreError> {
    Ok(on_db!(conn, |c| dsl::alert_letters.filter(dsl::due_at.is_not_null()).count().get_result(c))?)
}
