//! Where an account's alerts go, as its owner says: letters that begin when a link is followed and end when another is, and a
//! webhook that is shown to be the account's own.

use std::sync::Arc;

use accounts::alerts::Alert;
use accounts::quota::{CONFIRMATIONS, Subject};
use accounts::{AccountId, Address, Digest, secret};
use conditions_core::time::{HOUR_MS, Timestamp};
use pages::{Language, letter};
use runtime::random;
use storage::accounts::people;
use storage::alerts::notices::{self, Notice};
use storage::alerts::{asked, ways};
use storage::oauth::{self, Grant};
use storage::{Conn, Store, StoreError};
use uuid::Uuid;
use world::Service;

use super::post::{from, mail, name_of};
use crate::mail::post::Post;

/// How long a link that begins letters holds.
const ASKED_MS: i64 = 48 * HOUR_MS;
/// Fired alerts that a page shows.
const SHOWN: i64 = 100;

/// Where alerts go.
#[derive(Debug)]
pub struct Ways {
    store: Store,
    post: Post,
    service: Arc<Service>,
}

/// What a person's page of alerts shows.
#[derive(Debug, Clone)]
pub struct AlertsOverview {
    /// The address.
    pub address: String,
    /// The ways, if any was ever set.
    pub ways: Option<ways::Ways>,
    /// What is asked for.
    pub alerts: Vec<Alert>,
    /// What fired, newest first.
    pub fired: Vec<Notice>,
    /// Clients that may act for the account.
    pub grants: Vec<Grant>,
}

/// What became of a request for letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EmailRequest {
    /// The letter with the link is on its way.
    Sent,
    /// Letters go already: asking anew, out of a page that is older than that, would end them until a link is followed again.
    There,
    /// Three were sent within the hour.
    TooMany,
}

impl Ways {
    /// Those of a store.
    #[must_use]
    pub const fn new(store: Store, post: Post, service: Arc<Service>) -> Self {
        Self { store, post, service }
    }

    /// All that a page shows.
    ///
    /// # Errors
    /// What the database said.
    pub async fn held(&self, account: AccountId) -> Result<AlertsOverview, StoreError> {
        self.store
            .read(move |conn| {
                let person = people::find(conn, account)?;
                Ok(AlertsOverview {
                    address: person.map(|person| person.address.as_str().to_owned()).unwrap_or_default(),
                    ways: ways::of(conn, &[account.0])?.remove(&account.0),
                    alerts: asked::of_account(conn, account.0)?,
                    fired: notices::history(conn, account.0, SHOWN)?,
                    grants: oauth::grants(conn, account)?,
                })
            })
            .await
    }

    /// Sends a letter with a link to an account's address; letters begin when it is followed, in this language.
    ///
    /// # Errors
    /// What the database said.
    pub async fn ask(
        &self,
        account: AccountId,
        language: Language,
        now: Timestamp,
    ) -> Result<EmailRequest, StoreError> {
        let (link, token) = (made()?, made()?);
        let digest = Digest::of(&link).hex();
        let asked = self.store.run(move |conn| {
            let Some(person) = people::find(conn, account)? else { return Ok(Err(EmailRequest::TooMany)) };
            let kept =
                |conn: &mut Conn| Ok::<_, StoreError>(ways::of(conn, &[account.0])?.remove(&account.0));
            if kept(conn)?.is_some_and(|ways| ways.mail == Some(ways::Mail::On)) {
                return Ok(Err(EmailRequest::There));
            }
            let subject = Subject::default().account(&account.to_string());
            if storage::limits::admit(conn, &CONFIRMATIONS.counters(&subject), now)?.is_err() {
                return Ok(Err(EmailRequest::TooMany));
            }
            ways::ask(conn, account.0, &token, &digest, language.code(), now)?;
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

    /// Off the request's way: whoever does not get it asks again.
    fn send(&self, to: Address, language: Language, link: &str, token: &str) {
        let letter = letter::of_asking(from(&self.service, language), link, token);
        self.post.take(mail(to, name_of(link), letter));
    }

    /// Sets the language of an account's letters from now on.
    ///
    /// # Errors
    /// What the database said.
    pub async fn speak(&self, account: AccountId, language: Language) -> Result<(), StoreError> {
        self.store.run(move |conn| ways::speak(conn, account.0, language.code())).await
    }

    /// Begins the letters of whoever was sent this; false for what was sent to nobody lately.
    ///
    /// # Errors
    /// What the database said.
    pub async fn begin(&self, link: &str, now: Timestamp) -> Result<bool, StoreError> {
        let digest = Digest::of(link).hex();
        let since = now.plus_millis(-ASKED_MS);
        Ok(self.store.run(move |conn| ways::confirm(conn, &digest, since)).await?.is_some())
    }

    /// Ends the letters of whoever has this token in theirs; false for one that nobody has.
    ///
    /// # Errors
    /// What the database said.
    pub async fn end_by(&self, token: &str) -> Result<bool, StoreError> {
        let token = token.to_owned();
        self.store
            .run(move |conn| {
                let Some(account) = ways::of_token(conn, &token)? else { return Ok(false) };
                ways::stop(conn, account)?;
                Ok(true)
            })
            .await
    }

    /// Ends the letters of an account.
    ///
    /// # Errors
    /// What the database said.
    pub async fn end(&self, account: AccountId) -> Result<(), StoreError> {
        self.store.run(move |conn| ways::stop(conn, account.0)).await
    }

    /// Sends an account's alerts to a subscription of webhooks, or to none.
    ///
    /// # Errors
    /// What the database said.
    pub async fn set_webhook(&self, account: AccountId, webhook: Option<Uuid>) -> Result<(), StoreError> {
        let token = made()?;
        self.store.run(move |conn| ways::set_webhook(conn, account.0, &token, webhook).map(drop)).await
    }
}

/// A new text that opens one thing.
fn made() -> Result<String, StoreError> {
    let broken = || StoreError::Invalid("the system gives no random bytes".to_owned());
    let random = random::bytes::<64>().map_err(|_| broken())?;
    Ok(secret::letters(32, &random).ok_or_else(broken)?.to_string())
}
