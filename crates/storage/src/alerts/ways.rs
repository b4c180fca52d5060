//! Where an account's alerts go: to its address once its owner has followed a link there, and to a webhook of its own.

use std::collections::BTreeMap;

use conditions_core::time::Timestamp;
use diesel::upsert::excluded;
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use uuid::Uuid;

use super::notices;
use super::schema::alert_ways::dsl;
use crate::conn::{Conn, on_db};
use crate::error::{StoreError, storable_key};
use crate::statement::among;
use crate::time::micros;

/// Letters in a row that come back before no more are sent.
const MOST_BOUNCES: i64 = 3;
/// Accounts per statement.
const IDS: usize = 1_000;

/// How a row says that letters go to the account's address.
pub(super) const ON: &str = "on";

/// Whether letters go to an account's address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mail {
    /// A letter with the link was sent.
    Asked,
    /// They do.
    On,
    /// Their owner, or three that came back, ended them.
    Stopped,
}

impl Mail {
    const fn text(self) -> &'static str {
        match self {
            Self::Asked => "asked",
            Self::On => ON,
            Self::Stopped => "stopped",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        [Self::Asked, Self::On, Self::Stopped].into_iter().find(|mail| mail.text() == text)
    }
}

/// The ways of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ways {
    /// By letter; `None` while nobody has asked.
    pub mail: Option<Mail>,
    /// What a link that ends its letters ends with.
    pub token: String,
    /// The subscription of its own webhook.
    pub webhook: Option<Uuid>,
    /// Code of the language that its letters speak; `None` where none was chosen.
    pub language: Option<String>,
}

type Row = (String, String, String, Option<String>, Option<String>);

fn ways((account, mail, token, webhook, language): Row) -> Option<(Uuid, Ways)> {
    let webhook = webhook.and_then(|id| Uuid::parse_str(&id).ok());
    Some((Uuid::parse_str(&account).ok()?, Ways { mail: Mail::parse(&mail), token, webhook, language }))
}

/// The ways of some accounts; one that has none is absent.
///
/// # Errors
/// What the database said.
pub fn of(conn: &mut Conn, accounts: &[Uuid]) -> Result<BTreeMap<Uuid, Ways>, StoreError> {
    let mut found = BTreeMap::new();
    for accounts in accounts.chunks(IDS) {
        let rows: Vec<Row> = on_db!(conn, |c| dsl::alert_ways
            .filter(among(dsl::account_id, accounts.iter().map(Uuid::to_string)))
            .select((dsl::account_id, dsl::mail, dsl::token, dsl::webhook_id, dsl::language))
            .load(c))?;
        found.extend(rows.into_iter().filter_map(ways));
    }
    Ok(found)
}

/// Notes that a letter with a link is sent to an account's address: letters begin when whoever has the link follows it.
/// `token` ends them, and is kept where the account has one; they speak `language`.
///
/// # Errors
/// What the database said.
pub fn ask(
    conn: &mut Conn,
    account: Uuid,
    token: &str,
    confirm_digest: &str,
    language: &str,
    now: Timestamp,
) -> Result<(), StoreError> {
    storable_key("token", token)?;
    storable_key("digest", confirm_digest)?;
    let row = (
        dsl::account_id.eq(account.to_string()),
        dsl::mail.eq(Mail::Asked.text()),
        dsl::token.eq(token),
        dsl::confirm_digest.eq(confirm_digest),
        dsl::asked_at.eq(micros(now)),
        dsl::bounces.eq(0),
        dsl::language.eq(language),
    );
    on_db!(conn, |c| diesel::insert_into(dsl::alert_ways)
        .values(row)
        .on_conflict(dsl::account_id)
        .do_update()
        .set((
            dsl::mail.eq(excluded(dsl::mail)),
            dsl::confirm_digest.eq(excluded(dsl::confirm_digest)),
            dsl::asked_at.eq(excluded(dsl::asked_at)),
            dsl::bounces.eq(0),
            dsl::language.eq(excluded(dsl::language)),
        ))
        .execute(c))?;
    Ok(())
}

/// Sets the language of an account's letters from now on.
///
/// # Errors
/// What the database said.
pub fn speak(conn: &mut Conn, account: Uuid, language: &str) -> Result<(), StoreError> {
    on_db!(conn, |c| diesel::update(dsl::alert_ways.find(account.to_string()))
        .set(dsl::language.eq(language))
        .execute(c))?;
    Ok(())
}

/// Begins the letters of whoever was sent the link of this digest since `since`; whose they are.
///
/// # Errors
/// What the database said.
pub fn confirm(conn: &mut Conn, confirm_digest: &str, since: Timestamp) -> Result<Option<Uuid>, StoreError> {
    let row: Option<String> = on_db!(conn, |c| dsl::alert_ways
        .filter(dsl::confirm_digest.eq(confirm_digest))
        .filter(dsl::mail.eq(Mail::Asked.text()))
        .filter(dsl::asked_at.ge(micros(since)))
        .select(dsl::account_id)
        .first(c)
        .optional())?;
    let Some(account) = row else { return Ok(None) };
    on_db!(conn, |c| diesel::update(dsl::alert_ways.find(&account))
        .set((dsl::mail.eq(Mail::On.text()), dsl::confirm_digest.eq(None::<String>)))
        .execute(c))?;
    Ok(Uuid::parse_str(&account).ok())
}

/// Whose letters a link's token ends; `None` for a token that nobody was given.
///
/// # Errors
/// What the database said.
pub fn of_token(conn: &mut Conn, token: &str) -> Result<Option<Uuid>, StoreError> {
    let row: Option<String> = on_db!(conn, |c| dsl::alert_ways
        .filter(dsl::token.eq(token))
        .select(dsl::account_id)
        .first(c)
        .optional())?;
    Ok(row.and_then(|account| Uuid::parse_str(&account).ok()))
}

/// Ends the letters of an account. What waits for one is told by none.
///
/// # Errors
/// What the database said.
pub fn stop(conn: &mut Conn, account: Uuid) -> Result<(), StoreError> {
    on_db!(conn, |c| diesel::update(dsl::alert_ways.find(account.to_string()))
        .set((dsl::mail.eq(Mail::Stopped.text()), dsl::confirm_digest.eq(None::<String>)))
        .execute(c))?;
    notices::hush(conn, None, account)
}

/// Counts a letter that came back. The third in a row ends them.
///
/// # Errors
/// What the database said.
pub(super) fn note_bounce(conn: &mut Conn, account: Uuid) -> Result<(), StoreError> {
    let key = account.to_string();
    on_db!(conn, |c| diesel::update(dsl::alert_ways.find(&key))
        .set(dsl::bounces.eq(dsl::bounces + 1))
        .execute(c))?;
    let many: Option<i64> =
        on_db!(conn, |c| dsl::alert_ways.find(&key).select(dsl::bounces).first(c).optional())?;
    if many.is_some_and(|many| many >= MOST_BOUNCES) { stop(conn, account) } else { Ok(()) }
}

/// A letter that arrived: those that come back are counted anew.
///
/// # Errors
/// What the database said.
pub(super) fn reset_bounces(conn: &mut Conn, accounts: &[Uuid]) -> Result<(), StoreError> {
    for accounts in accounts.chunks(IDS) {
        let counted = dsl::alert_ways
            .filter(among(dsl::account_id, accounts.iter().map(Uuid::to_string)))
            .filter(dsl::bounces.gt(0));
        on_db!(conn, |c| diesel::update(counted).set(dsl::bounces.eq(0)).execute(c))?;
    }
    Ok(())
}

/// Sets or takes away the webhook of an account; the subscription that it had.
///
/// # Errors
/// What the database said.
pub fn set_webhook(
    conn: &mut Conn,
    account: Uuid,
    token: &str,
    webhook: Option<Uuid>,
) -> Result<Option<Uuid>, StoreError> {
    let before = of(conn, &[account])?.remove(&account).and_then(|ways| ways.webhook);
    let id = webhook.map(|id| id.to_string());
    on_db!(conn, |c| diesel::insert_into(dsl::alert_ways)
        .values((
            dsl::account_id.eq(account.to_string()),
            dsl::mail.eq(""),
            dsl::token.eq(token),
            dsl::bounces.eq(0),
            dsl::webhook_id.eq(id.as_deref()),
        ))
        .on_conflict(dsl::account_id)
        .do_update()
        .set(dsl::webhook_id.eq(excluded(dsl::webhook_id)))
        .execute(c))?;
    Ok(before)
}
