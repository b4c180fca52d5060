//! The morning email: the accounts that want it, and its place in the outbox of emails. Its id is the account and the
//! local day, so any number of replicas and evaluations make one email a day.

use std::collections::{BTreeMap, BTreeSet};

use conditions_core::chrono::NaiveDate;
use conditions_core::time::Timestamp;
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use uuid::Uuid;

use super::channels;
use super::schema::{alert_letters, alert_ways};
use crate::conn::{Conn, on_db};
use crate::error::StoreError;
use crate::schema::saved_resorts;
use crate::statement::among;
use crate::time::micros;

/// End of the id of a morning email.
const ENDING: &str = ".morning";
/// Accounts per statement.
const IDS: usize = 1_000;

/// An account that wants a morning email.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MorningReader {
    pub account: Uuid,
    /// Hour of the local day from which the email is due.
    pub hour: u8,
    /// Slugs of its saved resorts, the one saved first at the beginning.
    pub saved: Vec<String>,
}

/// The morning email of an account and its local day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct MorningEmail {
    pub account: Uuid,
    pub day: NaiveDate,
}

impl MorningEmail {
    fn id(self) -> String {
        format!("{}.{}{ENDING}", self.account, self.day)
    }
}

/// Returns whether an email of the outbox is a morning email.
#[must_use]
pub fn is_morning(id: &str) -> bool {
    id.ends_with(ENDING)
}

/// Sets or removes the hour of an account's morning email.
///
/// # Errors
/// Returns an error if the database fails.
pub fn set(conn: &mut Conn, account: Uuid, hour: Option<u8>) -> Result<(), StoreError> {
    on_db!(conn, |c| diesel::update(alert_ways::table.find(account.to_string()))
        .set(alert_ways::morning.eq(hour.map(i64::from)))
        .execute(c))?;
    Ok(())
}

/// Returns the accounts that receive emails and want one in the morning. An account without a saved resort is absent.
///
/// # Errors
/// Returns an error if the database fails.
pub fn readers(conn: &mut Conn) -> Result<Vec<MorningReader>, StoreError> {
    let hours: Vec<(String, Option<i64>)> = on_db!(conn, |c| alert_ways::table
        .filter(alert_ways::mail.eq(channels::ON))
        .filter(alert_ways::morning.is_not_null())
        .order(alert_ways::account_id)
        .select((alert_ways::account_id, alert_ways::morning))
        .load(c))?;
    let mut readers = Vec::new();
    for hours in hours.chunks(IDS) {
        let mut saved = saved(conn, hours.iter().map(|(account, _)| account))?;
        readers.extend(hours.iter().filter_map(|(account, hour)| {
            let hour = u8::try_from((*hour)?).ok()?;
            Some(MorningReader {
                account: Uuid::parse_str(account).ok()?,
                hour,
                saved: saved.remove(account)?,
            })
        }));
    }
    Ok(readers)
}

/// Returns the saved resorts of accounts, the one saved first at the beginning.
fn saved<'a>(
    conn: &mut Conn,
    accounts: impl Iterator<Item = &'a String>,
) -> Result<BTreeMap<String, Vec<String>>, StoreError> {
    let rows: Vec<(String, String)> = on_db!(conn, |c| saved_resorts::table
        .filter(among(saved_resorts::account_id, accounts))
        .order((saved_resorts::saved_at, saved_resorts::slug))
        .select((saved_resorts::account_id, saved_resorts::slug))
        .load(c))?;
    let mut saved: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (account, slug) in rows {
        saved.entry(account).or_default().push(slug);
    }
    Ok(saved)
}

/// Returns the saved resorts of some accounts, the one saved first at the beginning.
///
/// # Errors
/// Returns an error if the database fails.
pub fn saved_of(conn: &mut Conn, accounts: &[Uuid]) -> Result<BTreeMap<Uuid, Vec<String>>, StoreError> {
    let mut all = BTreeMap::new();
    for accounts in accounts.chunks(IDS) {
        let ids: Vec<String> = accounts.iter().map(Uuid::to_string).collect();
        let saved = saved(conn, ids.iter())?;
        all.extend(saved.into_iter().filter_map(|(id, slugs)| Some((Uuid::parse_str(&id).ok()?, slugs))));
    }
    Ok(all)
}

/// Returns the emails that are not in the outbox yet.
///
/// # Errors
/// Returns an error if the database fails.
pub fn missing(conn: &mut Conn, due: &[MorningEmail]) -> Result<Vec<MorningEmail>, StoreError> {
    let mut known = BTreeSet::new();
    for due in due.chunks(IDS) {
        let rows: Vec<String> = on_db!(conn, |c| alert_letters::table
            .filter(among(alert_letters::id, due.iter().map(|email| email.id())))
            .select(alert_letters::id)
            .load(c))?;
        known.extend(rows);
    }
    Ok(due.iter().filter(|email| !known.contains(&email.id())).copied().collect())
}

/// Puts emails into the outbox; returns how many are new.
///
/// # Errors
/// Returns an error if the database fails.
pub fn enqueue(conn: &mut Conn, due: &[MorningEmail], now: Timestamp) -> Result<usize, StoreError> {
    let mut new = 0;
    for email in due {
        let row = (
            alert_letters::id.eq(email.id()),
            alert_letters::account_id.eq(email.account.to_string()),
            alert_letters::made_at.eq(micros(now)),
            alert_letters::due_at.eq(micros(now)),
            alert_letters::attempts.eq(0),
        );
        new += on_db!(conn, |c| diesel::insert_into(alert_letters::table)
            .values(row)
            .on_conflict_do_nothing()
            .execute(c))?;
    }
    Ok(new)
}
