//! Pending sign-ins by email. Each ends with the first correct code, its link, or too many wrong codes.

use accounts::code::{ATTEMPTS, is_valid};
use accounts::{Address, Digest};
use conditions_core::time::Timestamp;
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};

use crate::conn::{Conn, on_db};
use crate::error::StoreError;
use crate::schema::account_challenges::dsl;
use crate::time::{micros, timestamp};

/// A challenge to store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewChallenge {
    /// Digest by which the challenge is found.
    pub digest: Digest,
    /// Address that wants to sign in.
    pub address: Address,
    /// Digests of code and link; `None` if the address may not sign in, which looks the same from outside.
    pub opens: Option<(Digest, Digest)>,
    /// Lifetime, in milliseconds.
    pub holds_ms: i64,
}

/// Stores a challenge.
///
/// # Errors
/// Returns an error if the database fails.
pub fn begin(conn: &mut Conn, new: &NewChallenge, now: Timestamp) -> Result<(), StoreError> {
    let (code, link) = new.opens.map(|(code, link)| (code.hex(), link.hex())).unzip();
    on_db!(conn, |c| diesel::insert_into(dsl::account_challenges)
        .values((
            dsl::digest.eq(new.digest.hex()),
            dsl::email.eq(new.address.as_str()),
            dsl::code_digest.eq(code),
            dsl::link_digest.eq(link),
            dsl::made_at.eq(micros(now)),
            dsl::holds_ms.eq(new.holds_ms),
            dsl::attempts.eq(0),
        ))
        .execute(c))?;
    Ok(())
}

/// Returns the address of a challenge that is still valid.
///
/// # Errors
/// Returns an error if the database fails.
pub fn address_of(conn: &mut Conn, challenge: Digest, now: Timestamp) -> Result<Option<Address>, StoreError> {
    let row = dsl::account_challenges.find(challenge.hex()).filter(dsl::attempts.lt(ATTEMPTS));
    let row = row.select((dsl::email, dsl::made_at, dsl::holds_ms));
    let row: Option<(String, i64, i64)> = on_db!(conn, |c| row.first(c).optional())?;
    let counting = row.filter(|(_, made_at, holds_ms)| is_valid(timestamp(*made_at), *holds_ms, now));
    Ok(counting.and_then(|(email, ..)| Address::parse(&email).ok()))
}

type Row = (String, Option<String>, i64, i64);

/// Tries a code and returns the address if it is correct. Wrong, expired, used and unknown codes are indistinguishable
/// from outside.
///
/// # Errors
/// Returns an error if the database fails.
pub fn answer(
    conn: &mut Conn,
    challenge: Digest,
    code: Digest,
    now: Timestamp,
) -> Result<Option<Address>, StoreError> {
    // The attempt is counted first, which also blocks concurrent attempts on the same challenge.
    let row = dsl::account_challenges.find(challenge.hex());
    let row = row.filter(dsl::attempts.lt(ATTEMPTS));
    let row: Option<Row> = on_db!(conn, |c| diesel::update(row)
        .set(dsl::attempts.eq(dsl::attempts + 1))
        .returning((dsl::email, dsl::code_digest, dsl::made_at, dsl::holds_ms))
        .get_result(c)
        .optional())?;
    let Some((email, stored, made_at, holds_ms)) = row else { return Ok(None) };
    let is_right = stored.is_some_and(|stored| same(&stored, code));
    if !is_right || !is_valid(timestamp(made_at), holds_ms, now) {
        return Ok(None);
    }
    on_db!(conn, |c| diesel::delete(dsl::account_challenges.find(challenge.hex())).execute(c))?;
    Ok(Address::parse(&email).ok())
}

/// Consumes a link and returns the address that may sign in.
///
/// # Errors
/// Returns an error if the database fails.
pub fn follow(conn: &mut Conn, link: Digest, now: Timestamp) -> Result<Option<Address>, StoreError> {
    let one = dsl::account_challenges.filter(dsl::link_digest.eq(link.hex()));
    let row: Option<(String, i64, i64)> = on_db!(conn, |c| diesel::delete(one)
        .returning((dsl::email, dsl::made_at, dsl::holds_ms))
        .get_result(c)
        .optional())?;
    let counting = row.filter(|(_, made_at, holds_ms)| is_valid(timestamp(*made_at), *holds_ms, now));
    Ok(counting.and_then(|(email, ..)| Address::parse(&email).ok()))
}

/// Compares two digests in constant time.
fn same(stored: &str, given: Digest) -> bool {
    Digest::from_text(stored) == Digest::from_text(&given.hex())
}

/// Deletes challenges that were begun before `before`.
///
/// # Errors
/// Returns an error if the database fails.
pub fn prune(conn: &mut Conn, before: Timestamp) -> Result<usize, StoreError> {
    let old = dsl::account_challenges.filter(dsl::made_at.lt(micros(before)));
    Ok(on_db!(conn, |c| diesel::delete(old).execute(c))?)
}
