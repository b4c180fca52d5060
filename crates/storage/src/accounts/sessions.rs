//! Sessions: browsers that are signed in.

use accounts::session::{MOST, Times};
use accounts::{AccountId, Digest};
use conditions_core::time::Timestamp;
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};

use crate::conn::{Conn, on_db};
use crate::error::{StoreError, storable};
use crate::schema::account_sessions::dsl;
use crate::time::{micros, timestamp};

/// A session as its owner sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Id of the session; it grants nothing.
    pub id: String,
    /// Summary of the browser's `User-Agent`.
    pub browser: String,
    /// Times of the sign-in and of the last use.
    pub times: Times,
}

/// A session to begin.
#[derive(Debug, Clone, Copy)]
pub struct NewSession<'a> {
    /// Digest of the secret in the cookie.
    pub digest: Digest,
    pub account: AccountId,
    /// Id of the session; it grants nothing.
    pub id: &'a str,
    /// Summary of the browser's `User-Agent`.
    pub browser: &'a str,
}

/// Begins a session. If there are too many, the least recently used session ends.
///
/// # Errors
/// Returns an error if the database fails.
pub fn begin(conn: &mut Conn, session: &NewSession<'_>, now: Timestamp) -> Result<(), StoreError> {
    let NewSession { digest, account, id, browser } = *session;
    storable("browser", browser)?;
    let key = account.to_string();
    let old: Vec<String> = on_db!(conn, |c| dsl::account_sessions
        .filter(dsl::account_id.eq(&key))
        .order(dsl::seen_at.desc())
        .offset(i64::try_from(MOST).unwrap_or(i64::MAX).saturating_sub(1))
        .limit(i64::MAX)
        .select(dsl::digest)
        .load(c))?;
    for one in old {
        on_db!(conn, |c| diesel::delete(dsl::account_sessions.find(one)).execute(c))?;
    }
    on_db!(conn, |c| diesel::insert_into(dsl::account_sessions)
        .values((
            dsl::digest.eq(digest.hex()),
            dsl::id.eq(id),
            dsl::account_id.eq(&key),
            dsl::signed_in_at.eq(micros(now)),
            dsl::seen_at.eq(micros(now)),
            dsl::browser.eq(browser),
        ))
        .execute(c))?;
    Ok(())
}

/// Lists the sessions of an account, most recently used first.
///
/// # Errors
/// Returns an error if the database fails.
pub fn list(conn: &mut Conn, account: AccountId) -> Result<Vec<Session>, StoreError> {
    type Row = (String, String, i64, i64);
    let rows: Vec<Row> = on_db!(conn, |c| dsl::account_sessions
        .filter(dsl::account_id.eq(account.to_string()))
        .order((dsl::seen_at.desc(), dsl::id))
        .select((dsl::id, dsl::browser, dsl::signed_in_at, dsl::seen_at))
        .load(c))?;
    Ok(rows
        .into_iter()
        .map(|(id, browser, signed_in_at, seen_at)| Session {
            id,
            browser,
            times: Times { signed_in_at: timestamp(signed_in_at), seen_at: timestamp(seen_at) },
        })
        .collect())
}

/// Returns the id of a cookie's session.
///
/// # Errors
/// Returns an error if the database fails.
pub fn name(conn: &mut Conn, digest: Digest) -> Result<Option<String>, StoreError> {
    let row = dsl::account_sessions.find(digest.hex()).select(dsl::id);
    Ok(on_db!(conn, |c| row.first(c).optional())?)
}

/// Records a use of a session.
///
/// # Errors
/// Returns an error if the database fails.
pub fn record_use(conn: &mut Conn, digest: Digest, now: Timestamp) -> Result<(), StoreError> {
    let row = dsl::account_sessions.find(digest.hex());
    on_db!(conn, |c| diesel::update(row).set(dsl::seen_at.eq(micros(now))).execute(c))?;
    Ok(())
}

/// Ends the session of a cookie.
///
/// # Errors
/// Returns an error if the database fails.
pub fn end(conn: &mut Conn, digest: Digest) -> Result<bool, StoreError> {
    Ok(on_db!(conn, |c| diesel::delete(dsl::account_sessions.find(digest.hex())).execute(c))? == 1)
}

/// Ends one of an account's sessions by its id.
///
/// # Errors
/// Returns an error if the database fails.
pub fn end_one(conn: &mut Conn, account: AccountId, id: &str) -> Result<bool, StoreError> {
    let one = dsl::account_sessions.filter(dsl::id.eq(id)).filter(dsl::account_id.eq(account.to_string()));
    Ok(on_db!(conn, |c| diesel::delete(one).execute(c))? == 1)
}

/// Ends every session of an account except `but`; returns their number.
///
/// # Errors
/// Returns an error if the database fails.
pub fn end_all(conn: &mut Conn, account: AccountId, but: Option<Digest>) -> Result<usize, StoreError> {
    let kept = but.map_or_else(String::new, |but| but.hex());
    let others =
        dsl::account_sessions.filter(dsl::account_id.eq(account.to_string())).filter(dsl::digest.ne(kept));
    Ok(on_db!(conn, |c| diesel::delete(others).execute(c))?)
}

/// Deletes sessions that were last used before `idle` or begun before `old`; returns their number.
///
/// # Errors
/// Returns an error if the database fails.
pub fn prune(conn: &mut Conn, idle: Timestamp, old: Timestamp) -> Result<usize, StoreError> {
    use diesel::BoolExpressionMethods as _;
    let ended =
        dsl::account_sessions.filter(dsl::seen_at.lt(micros(idle)).or(dsl::signed_in_at.lt(micros(old))));
    Ok(on_db!(conn, |c| diesel::delete(ended).execute(c))?)
}
