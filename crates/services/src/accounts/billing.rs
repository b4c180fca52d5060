//! Events of the billing provider about an account's plan: signed as in Standard Webhooks, valid within five minutes of
//! their timestamp, and processed once.
//!
//! The format is independent of the provider: a small adapter turns events of Stripe or another provider into
//! `{"account", "plan", "until", "at"}`. An event states the current plan, not a change, so a lost event is made good
//! by the next one. An old event that is sent again after a newer one has no effect if both state their time.

use accounts::{AccountId, Address, Plan};
use conditions_core::time::Timestamp;
use runtime::clock;
use serde::Deserialize;
use storage::accounts::{billing, people};
use webhooks::verify::{self, StandardHeaders, TOLERANCE_SECONDS};

use super::actions::{self, Actor};
use super::{AccountError, Accounts};

/// Content of an event.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Event {
    /// Id or mail address of the account.
    account: String,
    /// `free` or `pro`.
    plan: String,
    /// End of Pro, RFC 3339; absent for never.
    #[serde(default)]
    until: Option<String>,
    /// Time of the stated plan, RFC 3339. The signature's time is that of the attempt and does not define the order.
    #[serde(default)]
    at: Option<String>,
}

/// Outcome of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventOutcome {
    /// The plan is set.
    Done,
    /// The event was processed before.
    Again,
    /// A newer event of the account was processed before.
    Older,
    /// The account does not exist. The provider may send the event again once it does.
    NoAccount,
    /// The event is malformed; sending it again does not help.
    Malformed,
    /// The signature or its time is wrong, or no secret is configured.
    Unsigned,
}

/// Maximum length of an event's id, in bytes.
const LONGEST_ID: usize = 200;

impl Accounts {
    /// Processes an event.
    ///
    /// # Errors
    /// Returns an [`AccountError`] if the provider should send the event again.
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
                    AccountRef::Id(id) => people::find(conn, *id)?,
                    AccountRef::Address(address) => people::of_address(conn, address)?,
                };
                let Some(account) = account.map(|account| account.id) else {
                    return Ok((EventOutcome::NoAccount, None));
                };
                if !billing::record_event(conn, &id, now)? {
                    return Ok((EventOutcome::Again, None));
                }
                if let Some(at) = at
                    && !billing::is_newest(conn, account, at)?
                {
                    return Ok((EventOutcome::Older, None));
                }
                actions::set_plan(conn, Actor::Billing, account, plan, now)?;
                Ok((EventOutcome::Done, Some(account)))
            })
            .await?;
        if let Some(account) = account {
            self.identities.remove(account);
        }
        Ok(taken)
    }
}

enum AccountRef {
    Id(AccountId),
    Address(Address),
}

/// Parses an event and its time. A time in the future is rejected, because it would suppress all later events.
fn read(body: &[u8], now: Timestamp) -> Option<(AccountRef, Plan, Option<Timestamp>)> {
    let event: Event = serde_json::from_slice(body).ok()?;
    let whose = match event.account.parse() {
        Ok(id) => AccountRef::Id(id),
        Err(_) => AccountRef::Address(Address::parse(&event.account).ok()?),
    };
    let instant = |text: Option<String>| match text {
        Some(text) => Timestamp::parse(&text).map(Some),
        None => Some(None),
    };
    let (until, at) = (instant(event.until)?, instant(event.at)?);
    if at.is_some_and(|at| at.since(now) > TOLERANCE_SECONDS * 1_000) {
        return None;
    }
    Some((whose, Plan::from_name(&event.plan, until)?, at))
}
