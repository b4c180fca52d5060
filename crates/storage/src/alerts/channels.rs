//! Delivery channels of an account's alerts: its email address, once the owner has followed a link sent there, and a
//! webhook.

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

/// Bounces in a row after which no more emails are sent.
const MOST_BOUNCES: i64 = 3;
/// Accounts per statement.
const IDS: usize = 1_000;

/// Stored value for an account that receives emails.
pub(super) const ON: &str = "on";

/// State of an account's alert emails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mail {
    /// An email with the confirmation link was sent.
    Asked,
    /// Emails are sent.
    On,
    /// The owner, or three bounces in a row, ended them.
    Stopped,
}

impl Mail {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Asked => "asked",
            Self::On => ON,
            Self::Stopped => "stopped",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        [Self::Asked, Self::On, Self::Stopped].into_iter().find(|mail| mail.as_str() == text)
    }
}

/// The delivery channels of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ways {
    /// Email; `None` if it was never requested.
    pub mail: Option<Mail>,
    /// Last part of the unsubscribe link.
    pub token: String,
    /// Subscription of the account's webhook.
    pub webhook: Option<Uuid>,
    /// Code of the language of its emails; `None` if none was chosen.
    pub language: Option<String>,
    /// Hour of the local day from which its morning email is due; `None` if it wants none.
    pub morning: Option<u8>,
}

type Row = (String, String, String, Option<String>, Option<String>, Option<i64>);

fn from_row((account, mail, token, webhook, language, morning): Row) -> Option<(Uuid, Ways)> {
    let webhook = webhook.and_then(|id| Uuid::parse_str(&id).ok());
    let morning = morning.and_then(|hour| u8::try_from(hour).ok());
    let ways = Ways { mail: Mail::parse(&mail), token, webhook, language, morning };
    Some((Uuid::parse_str(&account).ok()?, ways))
}

/// Returns the channels of some accounts; an account without any is absent.
///
/// # Errors
/// Returns an error if the database fails.
pub fn load(conn: &mut Conn, accounts: &[Uuid]) -> Result<BTreeMap<Uuid, Ways>, StoreError> {
    let mut found = BTreeMap::new();
    for accounts in accounts.chunks(IDS) {
        let rows: Vec<Row> = on_db!(conn, |c| dsl::alert_ways
            .filter(among(dsl::account_id, accounts.iter().map(Uuid::to_string)))
            .select((dsl::account_id, dsl::mail, dsl::token, dsl::webhook_id, dsl::language, dsl::morning))
            .load(c))?;
        found.extend(rows.into_iter().filter_map(from_row));
    }
    Ok(found)
}

/// Records that a confirmation link is sent to an account's address: emails begin when the link is followed. `token`
/// unsubscribes; an existing token is retained. `language` is the language of the emails.
///
/// # Errors
/// Returns an error if the database fails.
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
        dsl::mail.eq(Mail::Asked.as_str()),
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

/// Sets the language of an account's emails.
///
/// # Errors
/// Returns an error if the database fails.
pub fn set_language(conn: &mut Conn, account: Uuid, language: &str) -> Result<(), StoreError> {
    on_db!(conn, |c| diesel::update(dsl::alert_ways.find(account.to_string()))
        .set(dsl::language.eq(language))
        .execute(c))?;
    Ok(())
}

/// Turns emails on for the account that was sent the link with this digest at or after `since`; returns the account.
///
/// # Errors
/// Returns an error if the database fails.
pub fn confirm(conn: &mut Conn, confirm_digest: &str, since: Timestamp) -> Result<Option<Uuid>, StoreError> {
    let row: Option<String> = on_db!(conn, |c| dsl::alert_ways
        .filter(dsl::confirm_digest.eq(confirm_digest))
        .filter(dsl::mail.eq(Mail::Asked.as_str()))
        .filter(dsl::asked_at.ge(micros(since)))
        .select(dsl::account_id)
        .first(c)
        .optional())?;
    let Some(account) = row else { return Ok(None) };
    on_db!(conn, |c| diesel::update(dsl::alert_ways.find(&account))
        .set((dsl::mail.eq(Mail::On.as_str()), dsl::confirm_digest.eq(None::<String>)))
        .execute(c))?;
    Ok(Uuid::parse_str(&account).ok())
}

/// Finds the account that an unsubscribe token belongs to; returns `None` for an unknown token.
///
/// # Errors
/// Returns an error if the database fails.
pub fn of_token(conn: &mut Conn, token: &str) -> Result<Option<Uuid>, StoreError> {
    let row: Option<String> = on_db!(conn, |c| dsl::alert_ways
        .filter(dsl::token.eq(token))
        .select(dsl::account_id)
        .first(c)
        .optional())?;
    Ok(row.and_then(|account| Uuid::parse_str(&account).ok()))
}

/// Turns off the emails of an account, the morning email too, and cancels its waiting notices.
///
/// # Errors
/// Returns an error if the database fails.
pub fn stop(conn: &mut Conn, account: Uuid) -> Result<(), StoreError> {
    on_db!(conn, |c| diesel::update(dsl::alert_ways.find(account.to_string()))
        .set((
            dsl::mail.eq(Mail::Stopped.as_str()),
            dsl::confirm_digest.eq(None::<String>),
            dsl::morning.eq(None::<i64>),
        ))
        .execute(c))?;
    notices::cancel(conn, None, account)
}

/// Counts a bounced email. The third bounce in a row turns emails off.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) fn note_bounce(conn: &mut Conn, account: Uuid) -> Result<(), StoreError> {
    let key = account.to_string();
    on_db!(conn, |c| diesel::update(dsl::alert_ways.find(&key))
        .set(dsl::bounces.eq(dsl::bounces + 1))
        .execute(c))?;
    let many: Option<i64> =
        on_db!(conn, |c| dsl::alert_ways.find(&key).select(dsl::bounces).first(c).optional())?;
    if many.is_some_and(|many| many >= MOST_BOUNCES) { stop(conn, account) } else { Ok(()) }
}

/// Resets the bounce counters of accounts whose email arrived.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) fn reset_bounces(conn: &mut Conn, accounts: &[Uuid]) -> Result<(), StoreError> {
    for accounts in accounts.chunks(IDS) {
        let counted = dsl::alert_ways
            .filter(among(dsl::account_id, accounts.iter().map(Uuid::to_string)))
            .filter(dsl::bounces.gt(0));
        on_db!(conn, |c| diesel::update(counted).set(dsl::bounces.eq(0)).execute(c))?;
    }
    Ok(())
}

/// Sets or removes the webhook of an account; returns its previous subscription.
///
/// # Errors
/// Returns an error if the database fails.
pub fn set_webhook(
    conn: &mut Conn,
    account: Uuid,
    token: &str,
    webhook: Option<Uuid>,
) -> Result<Option<Uuid>, StoreError> {
    let before = load(conn, &[account])?.remove(&account).and_then(|ways| ways.webhook);
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
