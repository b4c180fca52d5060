//! Tokens of programs.

use accounts::token::MOST;
use accounts::{AccountId, Digest, Scopes};
use conditions_core::time::Timestamp;
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};

use crate::conn::{Conn, on_db};
use crate::error::{StoreError, storable_key};
use crate::schema::account_tokens::dsl;
use crate::schema::accounts as people;
use crate::time::{micros, timestamp};

/// A token as its owner sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// Id in addresses; it grants nothing.
    pub id: String,
    /// Name chosen by the owner.
    pub name: String,
    pub scopes: Scopes,
    pub created_at: Timestamp,
    /// Time of the last use, to within five minutes.
    pub used_at: Option<Timestamp>,
    /// Time from which the token is not valid.
    pub expires_at: Option<Timestamp>,
}

/// Creates a token; returns false if the account has the maximum number.
///
/// # Errors
/// Returns an error if the database fails.
pub fn make(conn: &mut Conn, digest: Digest, account: AccountId, new: &Token) -> Result<bool, StoreError> {
    storable_key("token's name", &new.name)?;
    let key = account.to_string();
    // The account's row is locked first, so that concurrent calls are counted one after the other.
    on_db!(conn, |c| diesel::update(people::table.find(&key)).set(people::id.eq(&key)).execute(c))?;
    let count: i64 =
        on_db!(conn, |c| dsl::account_tokens.filter(dsl::account_id.eq(&key)).count().get_result(c))?;
    if usize::try_from(count).unwrap_or(usize::MAX) >= MOST {
        return Ok(false);
    }
    on_db!(conn, |c| diesel::insert_into(dsl::account_tokens)
        .values((
            dsl::digest.eq(digest.hex()),
            dsl::id.eq(&new.id),
            dsl::account_id.eq(&key),
            dsl::name.eq(&new.name),
            dsl::scopes.eq(new.scopes.to_text()),
            dsl::created_at.eq(micros(new.created_at)),
            dsl::used_at.eq(new.used_at.map(micros)),
            dsl::expires_at.eq(new.expires_at.map(micros)),
        ))
        .execute(c))?;
    Ok(true)
}

/// Lists the tokens of an account, newest first.
///
/// # Errors
/// Returns an error if the database fails.
pub fn list(conn: &mut Conn, account: AccountId) -> Result<Vec<Token>, StoreError> {
    type Row = (String, String, String, i64, Option<i64>, Option<i64>);
    let rows: Vec<Row> = on_db!(conn, |c| dsl::account_tokens
        .filter(dsl::account_id.eq(account.to_string()))
        .order((dsl::created_at.desc(), dsl::id))
        .select((dsl::id, dsl::name, dsl::scopes, dsl::created_at, dsl::used_at, dsl::expires_at))
        .load(c))?;
    Ok(rows
        .into_iter()
        .map(|(id, name, scopes, created_at, used_at, expires_at)| Token {
            id,
            name,
            scopes: Scopes::parse(&scopes),
            created_at: timestamp(created_at),
            used_at: used_at.map(timestamp),
            expires_at: expires_at.map(timestamp),
        })
        .collect())
}

/// Records a use of a token.
///
/// # Errors
/// Returns an error if the database fails.
pub fn used(conn: &mut Conn, digest: Digest, now: Timestamp) -> Result<(), StoreError> {
    let row = dsl::account_tokens.find(digest.hex());
    on_db!(conn, |c| diesel::update(row).set(dsl::used_at.eq(Some(micros(now)))).execute(c))?;
    Ok(())
}

/// Revokes a token of an account; returns false if the account has none with this id.
///
/// # Errors
/// Returns an error if the database fails.
pub fn revoke(conn: &mut Conn, account: AccountId, id: &str) -> Result<bool, StoreError> {
    let one = dsl::account_tokens.filter(dsl::id.eq(id)).filter(dsl::account_id.eq(account.to_string()));
    Ok(on_db!(conn, |c| diesel::delete(one).execute(c))? == 1)
}
