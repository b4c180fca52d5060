//! OAuth grants of the account's connector, with the codes and tokens issued for them.
//!
//! A code or refresh token is consumed, under a lock of its row, in the transaction that issues its successors: the
//! second of two concurrent uses finds it used, and that ends the grant.

use accounts::oauth::grant::{ACCESS_MS, CODE_MS, Code, REFRESH_MS, Refresh, TokenRequest, Verdict};
use accounts::{AccountId, Digest, Scopes};
use conditions_core::text::ShownName;
use conditions_core::time::Timestamp;
use diesel::{ExpressionMethods, JoinOnDsl, OptionalExtension, QueryDsl, RunQueryDsl};

use crate::conn::{Conn, Driver, on_db};
use crate::error::{StoreError, storable};
use crate::time::{micros, timestamp};

pub mod clients;
mod schema;

use schema::{oauth_grants, oauth_secrets};

const CODE: &str = "code";
const ACCESS: &str = "access";
const REFRESH: &str = "refresh";

/// Maximum number of grants of an account; the oldest ends for a new one.
const MOST_GRANTS: i64 = 50;

/// A user's consent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Consent {
    /// A new id.
    pub id: String,
    pub account: AccountId,
    pub client: String,
    /// Name that the client gives itself, or the host of its redirect.
    pub client_name: String,
    /// Granted scopes.
    pub scopes: Scopes,
    /// Resource that its tokens are for.
    pub audience: String,
    /// Redirect URL that receives the code.
    pub redirect: String,
    /// PKCE challenge.
    pub challenge: String,
}

/// A grant as its owner sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    pub id: String,
    pub client: String,
    /// Name that the client gives itself.
    pub client_name: ShownName,
    /// Granted scopes.
    pub scopes: Scopes,
    pub made_at: Timestamp,
}

/// Digests of a new pair of tokens.
#[derive(Debug, Clone, Copy)]
pub struct Pair {
    pub access: Digest,
    pub refresh: Digest,
}

/// The account and rights of an access token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bearer {
    pub account: AccountId,
    /// Granted scopes.
    pub scopes: Scopes,
    /// Resource that the token is for.
    pub audience: String,
    /// Time from which the token is not valid.
    pub expires_at: Timestamp,
}

fn account(text: &str) -> Result<AccountId, StoreError> {
    text.parse().map_err(|_| StoreError::Invalid(format!("stored account `{text}` of a grant")))
}

/// Stores a user's consent and the code for the client.
///
/// # Errors
/// Returns an error if the database fails.
pub fn allow(conn: &mut Conn, allowed: &Consent, code: Digest, now: Timestamp) -> Result<(), StoreError> {
    storable("client's name", &allowed.client_name)?;
    storable("client", &allowed.client)?;
    let key = allowed.account.to_string();
    let former: Vec<String> = on_db!(conn, |c| oauth_grants::table
        .filter(oauth_grants::account_id.eq(&key))
        .filter(oauth_grants::ended_at.is_null())
        .order((oauth_grants::made_at.desc(), oauth_grants::id))
        .offset(MOST_GRANTS - 1)
        .select(oauth_grants::id)
        .load(c))?;
    for id in former {
        end(conn, &id, now)?;
    }
    on_db!(conn, |c| diesel::insert_into(oauth_grants::table)
        .values((
            oauth_grants::id.eq(&allowed.id),
            oauth_grants::account_id.eq(&key),
            oauth_grants::client_id.eq(&allowed.client),
            oauth_grants::client_name.eq(&allowed.client_name),
            oauth_grants::scopes.eq(allowed.scopes.to_text()),
            oauth_grants::audience.eq(&allowed.audience),
            oauth_grants::made_at.eq(micros(now)),
        ))
        .execute(c))?;
    on_db!(conn, |c| diesel::insert_into(oauth_secrets::table)
        .values((
            oauth_secrets::digest.eq(code.hex()),
            oauth_secrets::kind.eq(CODE),
            oauth_secrets::grant_id.eq(&allowed.id),
            oauth_secrets::made_at.eq(micros(now)),
            oauth_secrets::expires_at.eq(micros(now.plus_millis(CODE_MS))),
            oauth_secrets::redirect.eq(&allowed.redirect),
            oauth_secrets::challenge.eq(&allowed.challenge),
        ))
        .execute(c))?;
    Ok(())
}

type Row = (String, i64, i64, Option<i64>, Option<String>, Option<String>);
/// The client, the scopes and the end of a grant.
type GrantRow = (String, String, Option<i64>);

/// Issues a pair of tokens for a code or a refresh token and returns the granted scopes; `None` if the credential is
/// not valid. A credential that was used before ends its grant.
///
/// # Errors
/// Returns an error if the database fails.
pub fn issue(
    conn: &mut Conn,
    asked: &TokenRequest,
    pair: Pair,
    now: Timestamp,
) -> Result<Option<Scopes>, StoreError> {
    let (digest, kind) = match asked {
        TokenRequest::Code { code, .. } => (code, CODE),
        TokenRequest::Refresh { token, .. } => (token, REFRESH),
    };
    let key = digest.hex();
    macro_rules! row {
        () => {
            oauth_secrets::table.find(&key).filter(oauth_secrets::kind.eq(kind)).select((
                oauth_secrets::grant_id,
                oauth_secrets::made_at,
                oauth_secrets::expires_at,
                oauth_secrets::used_at,
                oauth_secrets::redirect,
                oauth_secrets::challenge,
            ))
        };
    }
    let row: Option<Row> = match &mut conn.0 {
        Driver::Sqlite(c) => row!().first(c).optional()?,
        Driver::Postgres(c) => row!().for_update().first(c).optional()?,
    };
    let Some(row) = row else { return Ok(None) };
    let grant = row.0.clone();
    let of: Option<GrantRow> = on_db!(conn, |c| oauth_grants::table
        .find(&grant)
        .select((oauth_grants::client_id, oauth_grants::scopes, oauth_grants::ended_at))
        .first(c)
        .optional())?;
    let Some(of) = of else { return Ok(None) };
    let scopes = Scopes::parse(&of.1);
    let verdict = verdict(asked, row, of, now);
    match verdict {
        Verdict::Bad => return Ok(None),
        Verdict::Stolen => {
            end(conn, &grant, now)?;
            return Ok(None);
        }
        Verdict::Good => {}
    }
    on_db!(conn, |c| diesel::update(oauth_secrets::table.find(&key))
        .set(oauth_secrets::used_at.eq(Some(micros(now))))
        .execute(c))?;
    for (digest, kind, holds_ms) in [(pair.access, ACCESS, ACCESS_MS), (pair.refresh, REFRESH, REFRESH_MS)] {
        on_db!(conn, |c| diesel::insert_into(oauth_secrets::table)
            .values((
                oauth_secrets::digest.eq(digest.hex()),
                oauth_secrets::kind.eq(kind),
                oauth_secrets::grant_id.eq(&grant),
                oauth_secrets::made_at.eq(micros(now)),
                oauth_secrets::expires_at.eq(micros(now.plus_millis(holds_ms))),
            ))
            .execute(c))?;
    }
    Ok(Some(scopes))
}

/// Decides whether a presented code or refresh token is valid.
fn verdict(
    asked: &TokenRequest,
    (_, made_at, expires_at, used_at, redirect, challenge): Row,
    (client, _, ended_at): GrantRow,
    now: Timestamp,
) -> Verdict {
    match asked {
        TokenRequest::Code { client: by, redirect: sent, verifier, .. } => {
            let stored = Code {
                client,
                redirect: redirect.unwrap_or_default(),
                challenge: challenge.unwrap_or_default(),
                made_at: timestamp(made_at),
                is_used: used_at.is_some(),
            };
            match stored.verify(by, sent.as_deref(), verifier, now) {
                Verdict::Good if ended_at.is_some() => Verdict::Bad,
                verdict => verdict,
            }
        }
        TokenRequest::Refresh { client: by, .. } => Refresh {
            client,
            expires_at: timestamp(expires_at),
            used_at: used_at.map(timestamp),
            is_ended: ended_at.is_some(),
        }
        .verify(by, now),
    }
}

/// Returns the account and rights of an access token; `None` if it was never issued or was revoked.
///
/// # Errors
/// Returns an error if the database fails.
pub fn bearer(conn: &mut Conn, token: Digest) -> Result<Option<Bearer>, StoreError> {
    type Row = (String, String, String, i64);
    let row: Option<Row> = on_db!(conn, |c| oauth_secrets::table
        .inner_join(oauth_grants::table.on(oauth_grants::id.eq(oauth_secrets::grant_id)))
        .filter(oauth_secrets::digest.eq(token.hex()))
        .filter(oauth_secrets::kind.eq(ACCESS))
        .filter(oauth_grants::ended_at.is_null())
        .select((
            oauth_grants::account_id,
            oauth_grants::scopes,
            oauth_grants::audience,
            oauth_secrets::expires_at,
        ))
        .first(c)
        .optional())?;
    row.map(|(of, scopes, audience, expires_at)| {
        let (account, scopes) = (account(&of)?, Scopes::parse(&scopes));
        Ok(Bearer { account, scopes, audience, expires_at: timestamp(expires_at) })
    })
    .transpose()
}

/// Ends the grant of a token that its client revokes; returns the account. An unknown token has ended already.
///
/// # Errors
/// Returns an error if the database fails.
pub fn revoke(
    conn: &mut Conn,
    token: Digest,
    client: Option<&str>,
    now: Timestamp,
) -> Result<Option<AccountId>, StoreError> {
    let grant: Option<String> = on_db!(conn, |c| oauth_secrets::table
        .find(token.hex())
        .filter(oauth_secrets::kind.ne(CODE))
        .select(oauth_secrets::grant_id)
        .first(c)
        .optional())?;
    let Some(grant) = grant else { return Ok(None) };
    let row: Option<(String, String)> = on_db!(conn, |c| oauth_grants::table
        .find(&grant)
        .select((oauth_grants::client_id, oauth_grants::account_id))
        .first(c)
        .optional())?;
    let Some((of, owner)) = row else { return Ok(None) };
    if client.is_some_and(|client| of != client) {
        return Ok(None);
    }
    end(conn, &grant, now)?;
    Ok(Some(account(&owner)?))
}

/// Returns the grants of an account that have not ended, newest first.
///
/// # Errors
/// Returns an error if the database fails.
pub fn grants(conn: &mut Conn, account: AccountId) -> Result<Vec<Grant>, StoreError> {
    type Row = (String, String, String, String, i64);
    let rows: Vec<Row> = on_db!(conn, |c| oauth_grants::table
        .filter(oauth_grants::account_id.eq(account.to_string()))
        .filter(oauth_grants::ended_at.is_null())
        .order((oauth_grants::made_at.desc(), oauth_grants::id))
        .select((
            oauth_grants::id,
            oauth_grants::client_id,
            oauth_grants::client_name,
            oauth_grants::scopes,
            oauth_grants::made_at,
        ))
        .load(c))?;
    Ok(rows
        .into_iter()
        .map(|(id, client, client_name, scopes, made_at)| Grant {
            id,
            client,
            client_name: client_name.into(),
            scopes: Scopes::parse(&scopes),
            made_at: timestamp(made_at),
        })
        .collect())
}

/// Ends one of an account's grants; returns false if it has none with this id.
///
/// # Errors
/// Returns an error if the database fails.
pub fn end_of(conn: &mut Conn, account: AccountId, id: &str, now: Timestamp) -> Result<bool, StoreError> {
    let known = grants(conn, account)?.iter().any(|grant| grant.id == id);
    if known {
        end(conn, id, now)?;
    }
    Ok(known)
}

fn end(conn: &mut Conn, id: &str, now: Timestamp) -> Result<(), StoreError> {
    on_db!(conn, |c| diesel::update(oauth_grants::table.find(id))
        .set(oauth_grants::ended_at.eq(Some(micros(now))))
        .execute(c))?;
    let issued =
        oauth_secrets::table.filter(oauth_secrets::grant_id.eq(id)).filter(oauth_secrets::kind.eq(ACCESS));
    on_db!(conn, |c| diesel::delete(issued).execute(c))?;
    Ok(())
}

/// Deletes everything of an account.
///
/// # Errors
/// Returns an error if the database fails.
pub fn forget_account(conn: &mut Conn, account: AccountId) -> Result<(), StoreError> {
    let key = account.to_string();
    let ids: Vec<String> = on_db!(conn, |c| oauth_grants::table
        .filter(oauth_grants::account_id.eq(&key))
        .select(oauth_grants::id)
        .load(c))?;
    let issued = oauth_secrets::table.filter(crate::statement::among(oauth_secrets::grant_id, &ids));
    on_db!(conn, |c| diesel::delete(issued).execute(c))?;
    let all = oauth_grants::table.filter(oauth_grants::account_id.eq(&key));
    on_db!(conn, |c| diesel::delete(all).execute(c))?;
    Ok(())
}

/// Deletes codes and tokens that can no longer be presented, and clients that registered before `before` and never got
/// a grant.
///
/// # Errors
/// Returns an error if the database fails.
pub fn prune(conn: &mut Conn, before: Timestamp, now: Timestamp) -> Result<usize, StoreError> {
    let old = oauth_secrets::table.filter(oauth_secrets::expires_at.lt(micros(before)));
    let gone = on_db!(conn, |c| diesel::delete(old).execute(c))?;
    // No client is deleted in its first day, by any replica's clock.
    Ok(gone + clients::prune(conn, before.min(now))?)
}
