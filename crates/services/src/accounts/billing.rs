//! What the billing provider says of an account's plan: signed as Standard Webhooks has it, believed within five minutes of
//! its timestamp, and taken once.
//!
//! Provider-neutral: a few lines in front of this turn Stripe's or another's event into `{"account", "plan", "until", "at"}`. An
//! event says what is, not what changes, so one that is lost is made good by the next; and one that is sent again after a newer
//! one changes nothing where both say of which instant they are.

use accounts::{AccountId, Address, Plan};
use conditions_core::time::Timestamp;
use runtime::clock;
use serde::Deserialize;
use storage::accounts::{billing, people};
use webhooks::verify::{self, StandardHeaders, TOLERANCE_SECONDS};

use super::acts::{self, Actor};
use super::{AccountError, Accounts};

/// What an event says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Event {
    /// The account's id, or its mail address.
    account: String,
    /// `free` or `pro`.
    plan: String,
    /// When Pro ends, RFC 3339; absent for never.
    #[serde(default)]
    until: Option<String>,
    /// Of which instant this is, RFC 3339. The signature's time is that of the attempt and says nothing of the order.
    #[serde(default)]
    at: Option<String>,
}

/// What became of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventOutcome {
    /// The plan is set.
    Done,
    /// It was taken before.
    Again,
    /// A newer one of the account was taken before.
    Older,
    /// There is no such account: the provider may send it again once there is.
    NoAccount,
    /// It says nothing that can be done; sending it again does not help.
    Malformed,
    /// Its signature or its time is wrong, or no secret is configured.
    Unsigned,
}

/// Bytes of an event's id at most.
const LONGEST_ID: usize = 200;

impl Accounts {
    /// Takes an event.
    ///
    /// # Errors
    /// [`AccountError`] for what the provider is to send again.
    pub async fn billed(
        &self,
        headers: StandardHeaders<'_>,
        body: &[u8],
    ) -> Result<EventOutcome, AccountError> {
        let now = clock::now();
        let Some(secret) = &self.billing else { return Ok(EventOutcome::Unsigned) };
        let seconds = now.millis().div_euclid(1_000);
        if verify::standard(&[&secret.0], headers, body, seconds, TOLERANCE_SECONDS).is_err() {
            return Ok(EventOutcome::Unsigned);
        }
        let id = headers.id.to_owned();
        let read = read(body, now).filter(|_| (1..=LONGEST_ID).contains(&id.len()));
        let Some((whose, plan, at)) = read else {
            return Ok(EventOutcome::Malformed);
        };
        let (taken, account) = self
            .store
            .run(move |conn| {
                let account = match &whose {
                    Whose::Id(id) => people::find(conn, *id)?,
                    Whose::Address(address) => people::of_address(conn, address)?,
                };
                let Some(account) = account.map(|account| account.id) else {
                    return Ok((EventOutcome::NoAccount, None));
                };
                if !billing::take(conn, &id, now)? {
                    return Ok((EventOutcome::Again, None));
                }
                if let Some(at) = at
                    && !billing::is_newest(conn, account, at)?
                {
                    return Ok((EventOutcome::Older, None));
                }
                acts::set_plan(conn, Actor::Billing, account, plan, now)?;
                Ok((EventOutcome::Done, Some(account)))
            })
            .await?;
        if let Some(account) = account {
            self.identities.forget(account);
        }
        Ok(taken)
    }
}

enum Whose {
    Id(AccountId),
    Address(Address),
}

/// What an event says, and of which instant. One of the future would silence all that follow.
fn read(body: &[u8], now: Timestamp) -> Option<(Whose, Plan, Option<Timestamp>)> {
    let event: Event = serde_json::from_slice(body).ok()?;
    let whose = match event.account.parse() {
        Ok(id) => Whose::Id(id),
        Err(_) => Whose::Address(Address::parse(&event.account).ok()?),
    };
    let instant = |text: Option<String>| match text {
        Some(text) => Timestamp::parse(&text).map(Some),
        None => Some(None),
    };
    let (until, at) = (instant(event.until)?, instant(event.at)?);
    if at.is_some_and(|at| at.since(now) > TOLERANCE_SECONDS * 1_000) {
        return None;
    }
    Some((whose, Plan::named(&event.plan, until)?, at))
}
