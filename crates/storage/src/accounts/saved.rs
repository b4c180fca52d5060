//! Resorts that somebody saved.

use std::collections::BTreeSet;

use accounts::AccountId;
use conditions_core::time::Timestamp;
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};

use crate::conn::{Conn, on_db};
use crate::error::{StoreError, storable_key};
use crate::schema::accounts as people;
use crate::schema::saved_resorts::dsl;
use crate::time::{instant, micros};

/// Resorts that an account may save.
pub const MOST: usize = 100;

/// What became of a resort that was to be saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SaveOutcome {
    /// It is saved now.
    Saved,
    /// It was saved before.
    Known,
    /// The account has [`MOST`] already.
    Full,
}

/// Saves a resort.
///
/// # Errors
/// What the database said.
pub fn save(
    conn: &mut Conn,
    account: AccountId,
    slug: &str,
    now: Timestamp,
) -> Result<SaveOutcome, StoreError> {
    storable_key("slug", slug)?;
    let key = account.to_string();
    // Behind the account's row, so that two that ask at once are counted one after the other.
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

/// Removes a saved resort; false when it was not saved.
///
/// # Errors
/// What the database said.
pub fn remove(conn: &mut Conn, account: AccountId, slug: &str) -> Result<bool, StoreError> {
    let row = dsl::saved_resorts.find((account.to_string(), slug));
    Ok(on_db!(conn, |c| diesel::delete(row).execute(c))? == 1)
}

/// The slugs of an account's saved resorts.
///
/// # Errors
/// What the database said.
pub fn slugs(conn: &mut Conn, account: AccountId) -> Result<BTreeSet<String>, StoreError> {
    let slugs: Vec<String> = on_db!(conn, |c| dsl::saved_resorts
        .filter(dsl::account_id.eq(account.to_string()))
        .select(dsl::slug)
        .load(c))?;
    Ok(slugs.into_iter().collect())
}

/// An account's saved resorts by slug, each with when it was saved.
///
/// # Errors
/// What the database said.
pub fn list(conn: &mut Conn, account: AccountId) -> Result<Vec<(String, Timestamp)>, StoreError> {
    let rows: Vec<(String, i64)> = on_db!(conn, |c| dsl::saved_resorts
        .filter(dsl::account_id.eq(account.to_string()))
        .select((dsl::slug, dsl::saved_at))
        .load(c))?;
    // Sorted here: the order of text is a matter of locale in PostgreSQL.
    let mut saved: Vec<(String, Timestamp)> =
        rows.into_iter().map(|(slug, at)| (slug, instant(at))).collect();
    saved.sort();
    Ok(saved)
}
