//! Finds the account of a cookie or token, with everything that a request needs to know of it, in one snapshot.

use std::collections::BTreeSet;
use std::sync::Arc;

use accounts::session::Times;
use accounts::{AccountId, Digest, Plan, Scopes};
use conditions_core::time::Timestamp;
use diesel::{OptionalExtension, QueryDsl, RunQueryDsl};

use super::people::{self, id};
use super::saved;
use crate::conn::{Conn, on_db};
use crate::error::StoreError;
use crate::oauth::{self, Bearer};
use crate::schema::{account_sessions, account_tokens};
use crate::time::timestamp;

/// The digest of a credential, by kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PresentedCredential {
    /// A browser's cookie.
    Session(Digest),
    /// A program's token.
    Token(Digest),
    /// An OAuth access token of the account's connector.
    Access(Digest),
}

/// The stored record of a credential. Its validity is decided from this and the current time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    Session(Times),
    Token {
        scopes: Scopes,
        /// Time of the last recorded use.
        used_at: Option<Timestamp>,
        /// Time from which the token is not valid.
        expires_at: Option<Timestamp>,
    },
    Access {
        /// Scopes that the owner allowed.
        scopes: Scopes,
        /// Resource that the token is for.
        audience: String,
        /// Time from which the token is not valid.
        expires_at: Timestamp,
    },
}

/// An account and the credential that identified it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identified {
    pub account: AccountId,
    /// Plan that the account has paid for.
    pub plan: Plan,
    /// Slugs of its saved resorts.
    pub saved: Arc<BTreeSet<String>>,
    /// Stored record of the credential.
    pub proof: Proof,
}

/// Finds the account of a credential; returns `None` if the credential was never issued, has ended or was revoked, or
/// if the account is suspended.
///
/// # Errors
/// Returns an error if the database fails.
pub fn find(conn: &mut Conn, presented: PresentedCredential) -> Result<Option<Identified>, StoreError> {
    let found = match presented {
        PresentedCredential::Session(digest) => session(conn, digest)?,
        PresentedCredential::Token(digest) => token(conn, digest)?,
        PresentedCredential::Access(digest) => access(conn, digest)?,
    };
    let Some((account, proof)) = found else { return Ok(None) };
    let account = id(&account)?;
    let person = people::find(conn, account)?.filter(|person| person.suspended_at.is_none());
    let Some(person) = person else { return Ok(None) };
    Ok(Some(Identified { account, plan: person.plan, saved: Arc::new(saved::slugs(conn, account)?), proof }))
}

type FoundProof = Option<(String, Proof)>;

fn session(conn: &mut Conn, digest: Digest) -> Result<FoundProof, StoreError> {
    use account_sessions::dsl;
    let row: Option<(String, i64, i64)> = on_db!(conn, |c| dsl::account_sessions
        .find(digest.hex())
        .select((dsl::account_id, dsl::signed_in_at, dsl::seen_at))
        .first(c)
        .optional())?;
    Ok(row.map(|(account, signed_in_at, seen_at)| {
        let times = Times { signed_in_at: timestamp(signed_in_at), seen_at: timestamp(seen_at) };
        (account, Proof::Session(times))
    }))
}

fn token(conn: &mut Conn, digest: Digest) -> Result<FoundProof, StoreError> {
    use account_tokens::dsl;
    type Row = (String, String, Option<i64>, Option<i64>);
    let row: Option<Row> = on_db!(conn, |c| dsl::account_tokens
        .find(digest.hex())
        .select((dsl::account_id, dsl::scopes, dsl::used_at, dsl::expires_at))
        .first(c)
        .optional())?;
    Ok(row.map(|(account, scopes, used_at, expires_at)| {
        let scopes = Scopes::parse(&scopes);
        let (used_at, expires_at) = (used_at.map(timestamp), expires_at.map(timestamp));
        (account, Proof::Token { scopes, used_at, expires_at })
    }))
}

fn access(conn: &mut Conn, digest: Digest) -> Result<FoundProof, StoreError> {
    Ok(oauth::bearer(conn, digest)?.map(|Bearer { account, scopes, audience, expires_at }| {
        (account.to_string(), Proof::Access { scopes, audience, expires_at })
    }))
}
