//! Browsers that have signed in to an account before. A known browser gets no access; only its sign-in attempts are
//! counted separately from those that strangers make in the account's name.

use accounts::session::MOST;
use accounts::{AccountId, Digest, browser_mark};
use conditions_core::time::Timestamp;
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use uuid::Uuid;

use crate::conn::{Conn, on_db};
use crate::error::StoreError;
use crate::schema::account_browsers::dsl;
use crate::time::{micros, timestamp};

/// Remembers a browser that has just signed in, in place of its previous entry. If there are too many, the browser with
/// the oldest sign-in is removed.
///
/// # Errors
/// Returns an error if the database fails.
pub fn remember(
    conn: &mut Conn,
    digest: Digest,
    before: Option<Digest>,
    account: AccountId,
    now: Timestamp,
) -> Result<(), StoreError> {
    let key = account.to_string();
    if let Some(before) = before {
        on_db!(conn, |c| diesel::delete(dsl::account_browsers.find(before.hex())).execute(c))?;
    }
    let old: Vec<String> = on_db!(conn, |c| dsl::account_browsers
        .filter(dsl::account_id.eq(&key))
        .order(dsl::seen_at.desc())
        .offset(i64::try_from(MOST).unwrap_or(i64::MAX).saturating_sub(1))
        .limit(i64::MAX)
        .select(dsl::digest)
        .load(c))?;
    for one in old {
        on_db!(conn, |c| diesel::delete(dsl::account_browsers.find(one)).execute(c))?;
    }
    on_db!(conn, |c| diesel::insert_into(dsl::account_browsers)
        .values((dsl::digest.eq(digest.hex()), dsl::account_id.eq(&key), dsl::seen_at.eq(micros(now)),))
        .execute(c))?;
    Ok(())
}

/// Returns the account that a browser signed in to last, while that is valid.
///
/// # Errors
/// Returns an error if the database fails.
pub fn account_of(conn: &mut Conn, digest: Digest, now: Timestamp) -> Result<Option<AccountId>, StoreError> {
    let row = dsl::account_browsers.find(digest.hex()).select((dsl::account_id, dsl::seen_at));
    let row: Option<(String, i64)> = on_db!(conn, |c| row.first(c).optional())?;
    let counting = row.filter(|(_, seen_at)| browser_mark::is_valid(timestamp(*seen_at), now));
    Ok(counting.and_then(|(account, _)| Uuid::parse_str(&account).ok()).map(AccountId))
}

/// Deletes the browsers of an account.
///
/// # Errors
/// Returns an error if the database fails.
pub fn delete(conn: &mut Conn, account: AccountId) -> Result<usize, StoreError> {
    let own = dsl::account_browsers.filter(dsl::account_id.eq(account.to_string()));
    Ok(on_db!(conn, |c| diesel::delete(own).execute(c))?)
}

/// Returns the number of browsers known to an account.
///
/// # Errors
/// Returns an error if the database fails.
pub fn count(conn: &mut Conn, account: AccountId) -> Result<i64, StoreError> {
    let own = dsl::account_browsers.filter(dsl::account_id.eq(account.to_string()));
    Ok(on_db!(conn, |c| own.count().get_result(c))?)
}

/// Deletes browsers that have not signed in since `before`; returns their number.
///
/// # Errors
/// Returns an error if the database fails.
pub fn prune(conn: &mut Conn, before: Timestamp) -> Result<usize, StoreError> {
    let old = dsl::account_browsers.filter(dsl::seen_at.lt(micros(before)));
    Ok(on_db!(conn, |c| diesel::delete(old).execute(c))?)
}
