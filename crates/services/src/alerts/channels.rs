//! Delivery of an account's alerts, as set by its owner: emails, which start and stop by links, and a webhook that is
//! proved to belong to the account.

use std::sync::Arc;

use accounts::alerts::Alert;
use accounts::quota::{CONFIRMATIONS, Subject};
use accounts::{AccountId, Address, Digest, secret};
use conditions_core::time::{HOUR_MS, Timestamp};
use pages::{Language, email};
use runtime::random;
use storage::accounts::people;
use storage::alerts::notices::{self, Notice};
use storage::alerts::{channels, morning, owned};
use storage::oauth::{self, Grant};
use storage::{Conn, Store, StoreError};
use uuid::Uuid;
use world::Service;

use super::post::{from, mail, name_of};
use crate::mail::post::MailQueue;

/// Lifetime of a link that starts emails.
const ASKED_MS: i64 = 48 * HOUR_MS;
/// Number of triggered alerts shown on a page.
const SHOWN: i64 = 100;

/// Delivery settings of alerts.
#[derive(Debug)]
pub struct AlertDelivery {
    store: Store,
    post: MailQueue,
    service: Arc<Service>,
}

/// Content of a person's alerts page.
#[derive(Debug, Clone)]
pub struct AlertsOverview {
    /// Mail address.
    pub address: String,
    /// Delivery settings, if any were ever made.
    pub ways: Option<channels::Ways>,
    pub alerts: Vec<Alert>,
    /// Notices of alerts, newest first.
    pub fired: Vec<Notice>,
    /// Clients that may act for the account.
    pub grants: Vec<Grant>,
}

/// Outcome of a request for emails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EmailRequest {
    /// The email with the link is being sent.
    Sent,
    /// Emails are active already. A new request from an outdated page would stop them until a link is followed again,
    /// so it is ignored.
    There,
    /// Three were sent within the hour.
    TooMany,
}

impl AlertDelivery {
    /// Creates the delivery settings of a store.
    #[must_use]
    pub const fn new(store: Store, post: MailQueue, service: Arc<Service>) -> Self {
        Self { store, post, service }
    }

    /// Returns the content of the alerts page.
    ///
    /// # Errors
    /// Returns the database error if it cannot be read.
    pub async fn overview(&self, account: AccountId) -> Result<AlertsOverview, StoreError> {
        self.store
            .read(move |conn| {
                let person = people::find(conn, account)?;
                Ok(AlertsOverview {
                    address: person.map(|person| person.address.as_str().to_owned()).unwrap_or_default(),
                    ways: channels::load(conn, &[account.0])?.remove(&account.0),
                    alerts: owned::of_account(conn, account.0)?,
                    fired: notices::history(conn, account.0, SHOWN)?,
                    grants: oauth::grants(conn, account)?,
                })
            })
            .await
    }

    /// Sends an email with a link to an account's address. Alert emails start when the link is followed, in this
    /// language.
    ///
    /// # Errors
    /// Returns the database error if the request cannot be stored.
    pub async fn ask(
        &self,
        account: AccountId,
        language: Language,
        now: Timestamp,
    ) -> Result<EmailRequest, StoreError> {
        let (link, token) = (made()?, made()?);
        let digest = Digest::from_text(&link).hex();
        let asked = self.store.run(move |conn| {
            let Some(person) = people::find(conn, account)? else { return Ok(Err(EmailRequest::TooMany)) };
            let kept =
                |conn: &mut Conn| Ok::<_, StoreError>(channels::load(conn, &[account.0])?.remove(&account.0));
            if kept(conn)?.is_some_and(|ways| ways.mail == Some(channels::Mail::On)) {
                return Ok(Err(EmailRequest::There));
            }
            let subject = Subject::default().account(&account.to_string());
            if storage::limits::admit(conn, &CONFIRMATIONS.counters(&subject), now)?.is_err() {
                return Ok(Err(EmailRequest::TooMany));
            }
            channels::ask(conn, account.0, &token, &digest, language.code(), now)?;
            Ok(kept(conn)?.map(|ways| (person.address, ways.token)).ok_or(EmailRequest::TooMany))
        });
        match asked.await? {
            Ok((to, token)) => {
                self.send(to, language, &link, &token);
                Ok(EmailRequest::Sent)
            }
            Err(asking) => Ok(asking),
        }
    }

    /// Sends in the background; a recipient who does not get the email requests another.
    fn send(&self, to: Address, language: Language, link: &str, token: &str) {
        let letter = email::of_asking(from(&self.service, language), link, token);
        self.post.send(mail(to, name_of(link), letter));
    }

    /// Sets the language of an account's emails from now on.
    ///
    /// # Errors
    /// Returns the database error if the change cannot be stored.
    pub async fn set_language(&self, account: AccountId, language: Language) -> Result<(), StoreError> {
        self.store.run(move |conn| channels::set_language(conn, account.0, language.code())).await
    }

    /// Starts emails for the recipient of this link; returns false if no such link was sent recently.
    ///
    /// # Errors
    /// Returns the database error if the change cannot be stored.
    pub async fn begin(&self, link: &str, now: Timestamp) -> Result<bool, StoreError> {
        let digest = Digest::from_text(link).hex();
        let since = now.plus_millis(-ASKED_MS);
        Ok(self.store.run(move |conn| channels::confirm(conn, &digest, since)).await?.is_some())
    }

    /// Sets the hour of an account's morning email, or ends it.
    ///
    /// # Errors
    /// Returns the database error if the change cannot be stored.
    pub async fn set_morning(&self, account: AccountId, hour: Option<u8>) -> Result<(), StoreError> {
        self.store.run(move |conn| morning::set(conn, account.0, hour)).await
    }

    /// Stops the emails that contain this token: the morning email for its own token, else all of them. Returns false if
    /// the token is unknown.
    ///
    /// # Errors
    /// Returns the database error if the change cannot be stored.
    pub async fn end_by(&self, token: &str) -> Result<bool, StoreError> {
        let (token, is_morning) = match token.strip_suffix(email::MORNING_ENDING) {
            Some(token) => (token.to_owned(), true),
            None => (token.to_owned(), false),
        };
        self.store
            .run(move |conn| {
                let Some(account) = channels::of_token(conn, &token)? else { return Ok(false) };
                if is_morning {
                    morning::set(conn, account, None)?
                } else {
                    channels::stop(conn, account)?
                }
                Ok(true)
            })
            .await
    }

    /// Stops the emails of an account.
    ///
    /// # Errors
    /// Returns the database error if the change cannot be stored.
    pub async fn end(&self, account: AccountId) -> Result<(), StoreError> {
        self.store.run(move |conn| channels::stop(conn, account.0)).await
    }

    /// Sends an account's alerts to a webhook subscription, or to none.
    ///
    /// # Errors
    /// Returns the database error if the change cannot be stored.
    pub async fn set_webhook(&self, account: AccountId, webhook: Option<Uuid>) -> Result<(), StoreError> {
        let token = made()?;
        self.store.run(move |conn| channels::set_webhook(conn, account.0, &token, webhook).map(drop)).await
    }
}

/// Returns a new single-purpose secret.
fn made() -> Result<String, StoreError> {
    let broken = || StoreError::Invalid("the system does not provide random bytes".to_owned());
    let random = random::bytes::<64>().map_err(|_| broken())?;
    Ok(secret::alphanumeric(32, &random).ok_or_else(broken)?.to_string())
}
