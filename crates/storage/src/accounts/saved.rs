//! Resorts that accounts have saved.

use std::collections::{BTreeMap, BTreeSet};

use accounts::AccountId;
use conditions_core::time::Timestamp;
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};

use crate::conn::{Conn, on_db};
use crate::error::{StoreError, storable_key};
use crate::schema::accounts as people;
use crate::schema::saved_resorts::dsl;
use crate::time::{micros, timestamp};

/// Maximum number of saved resorts of an account.
pub const MOST: usize = 100;

/// Outcome of saving a resort.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SaveOutcome {
    Saved,
    /// The resort was saved before.
    Known,
    /// The account has [`MOST`] saved resorts already.
    Full,
}

/// Saves a resort.
///
/// # Errors
/// Returns an error if the database fails.
pub fn save(
    conn: &mut Conn,
    account: AccountId,
    slug: &str,
    now: Timestamp,
) -> Result<SaveOutcome, StoreError> {
    storable_key("slug", slug)?;
    let key = account.to_string();
    // The account's row is locked first, so that concurrent calls are counted one after the other.
    on_db!(conn, |c| diesel::update(people::table.find(&key)).set(people::id.eq(&key)).execute(c))?;
    let known = slugs(conn, account)?;
    if known.contains(slug) {
        return Ok(SaveOutcome::Known);
    }
    if known.len() >= MOST {
        return Ok(SaveOutcome::Full);
    }
    on_db!(conn, |c| diesel::insert_into(dsl::saved_resorts)
        .values((dsl::account_id.eq(&key), dsl::slug.eq(slug), dsl::saved_at.eq(micros(now))))
        .execute(c))?;
    Ok(SaveOutcome::Saved)
}

/// Removes a saved resort; returns false if it was not saved.
///
/// # Errors
/// Returns an error if the database fails.
pub fn remove(conn: &mut Conn, account: AccountId, slug: &str) -> Result<bool, StoreError> {
    let row = dsl::saved_resorts.find((account.to_string(), slug));
    Ok(on_db!(conn, |c| diesel::delete(row).execute(c))? == 1)
}

/// Returns the slugs of an account's saved resorts.
///
/// # Errors
/// Returns an error if the database fails.
pub fn slugs(conn: &mut Conn, account: AccountId) -> Result<BTreeSet<String>, StoreError> {
    let slugs: Vec<String> = on_db!(conn, |c| dsl::saved_resorts
        .filter(dsl::account_id.eq(account.to_string()))
        .select(dsl::slug)
        .load(c))?;
    Ok(slugs.into_iter().collect())
}

/// Lists an account's saved resorts by slug, each with the time when it was saved.
///
/// # Errors
/// Returns an error if the database fails.
pub fn list(conn: &mut Conn, account: AccountId) -> Result<Vec<(String, Timestamp)>, StoreError> {
    let rows: Vec<(String, i64)> = on_db!(conn, |c| dsl::saved_resorts
        .filter(dsl::account_id.eq(account.to_string()))
        .select((dsl::slug, dsl::saved_at))
        .load(c))?;
    // Sorted here, because the order of text depends on the locale in PostgreSQL.
    let mut saved: Vec<(String, Timestamp)> =
        rows.into_iter().map(|(slug, at)| (slug, timestamp(at))).collect();
    saved.sort();
    Ok(saved)
}

/// Returns by how many accounts each resort is saved.
///
/// # Errors
/// Returns an error if the database fails.
pub fn counts(conn: &mut Conn) -> Result<BTreeMap<String, i64>, StoreError> {
    let rows: Vec<(String, i64)> = on_db!(conn, |c| dsl::saved_resorts
        .group_by(dsl::slug)
        .select((dsl::slug, diesel::dsl::count_star()))
        .load(c))?;
    Ok(rows.into_iter().collect())
}
