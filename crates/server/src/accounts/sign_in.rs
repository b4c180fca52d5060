//! Signing in: by a code or a link that came by mail, or with a password.
//!
//! An address that may not sign in takes the same way and the same statements as one that may; the mail leaves after the
//! answer. Limits are counted before anything is looked up, so that they say nothing of it.

use std::net::IpAddr;

use accounts::code::{self, Challenge, HOLDS_MS, Random};
use accounts::limits::{ALL_PASSWORDS, MAILS, PASSWORDS, TRIES};
use accounts::{AccountId, Address, password, session};
use conditions_core::time::Timestamp;
use pages::Language;
use storage::accounts::challenges::{self, New};
use storage::accounts::{people, sessions};
use storage::{Conn, StoreError, limits};
use uuid::Uuid;
use zeroize::Zeroizing;

use super::{Accounts, Refused, acts, random};
use crate::clock;
use crate::config::SignUp;
use crate::mail::Mail;

/// Who wants to sign in, and from where.
#[derive(Debug, Clone, Copy)]
pub struct From<'a> {
    /// The client's address or network.
    pub client: IpAddr,
    /// The browser, in a few words.
    pub browser: &'a str,
    /// In which language mail is written.
    pub language: Language,
}

impl Accounts {
    /// Begins a sign-in by mail; the name of its challenge, which is the browser's secret.
    ///
    /// # Errors
    /// [`Refused`], never for what an address is.
    pub async fn begin(&self, address: &Address, from: From<'_>) -> Result<Zeroizing<String>, Refused> {
        let random = Random { name: random()?, link: random()?, code: u64::from_be_bytes(random()?) };
        let challenge =
            Challenge::new(&random).ok_or(Refused::Broken("random bytes did not suffice".to_owned()))?;
        let new = New {
            digest: challenge.digest(),
            address: address.clone(),
            opens: Some((challenge.code_digest(), challenge.link_digest())),
            holds_ms: HOLDS_MS,
        };
        let (tries, mails) = (TRIES.of_network(from.client), MAILS.of_address(&address.key()));
        let (is_open, is_closed) = (self.sign_up == SignUp::Open, self.sign_up == SignUp::Closed);
        let now = clock::now();
        let begun = self
            .store
            .run(move |conn| {
                if let Err(wait_ms) = limits::take(conn, &tries, TRIES.most, TRIES.window_ms, now)? {
                    return Ok(Err(wait_ms));
                }
                let may_mail = limits::take(conn, &mails, MAILS.most, MAILS.window_ms, now)?.is_ok();
                let found = people::of_address(conn, &new.address)?;
                let is_known = found.is_some_and(|account| !is_closed || account.verified_at.is_some());
                let opens = may_mail && (is_open || is_known);
                let new = New { opens: new.opens.filter(|_| opens), ..new.clone() };
                challenges::begin(conn, &new, now)?;
                Ok(Ok(opens))
            })
            .await?;
        // The row is there: a mail never says a code that no row knows.
        if begun.map_err(Refused::TooMany)? {
            self.post.take(self.sign_in_mail(address, &challenge, from.language));
        }
        Ok(challenge.name)
    }

    fn sign_in_mail(&self, address: &Address, challenge: &Challenge, language: Language) -> Mail {
        let path = language.address("/account/link");
        let link = format!("{}{path}?t={}", self.base_url, challenge.link.as_str());
        let (subject, text) = pages::account::sign_in_mail(language, &self.service, &challenge.code, &link);
        let id = format!("sign-in.{}", Uuid::new_v4().simple());
        Mail { to: address.clone(), subject, text, html: None, id, unsubscribe: None }
    }

    /// Answers a challenge with a code; a new session's value.
    ///
    /// # Errors
    /// [`Refused::Wrong`] for a code that is wrong, late or used up, and for a challenge that never was.
    pub async fn answer(
        &self,
        challenge: &str,
        typed: &str,
        from: From<'_>,
    ) -> Result<Zeroizing<String>, Refused> {
        let (Some(digest), Some(digits)) = (code::digest(challenge), code::digits(typed)) else {
            return Err(Refused::Wrong);
        };
        let code = code::code_digest(challenge, &digits);
        self.opened(from, move |conn, now| challenges::answer(conn, digest, code, now)).await
    }

    /// Follows a link out of a mail; a new session's value.
    ///
    /// # Errors
    /// [`Refused::Wrong`] for a link that is wrong, late or used up.
    pub async fn follow(&self, link: &str, from: From<'_>) -> Result<Zeroizing<String>, Refused> {
        let digest = code::digest(link).ok_or(Refused::Wrong)?;
        self.opened(from, move |conn, now| challenges::follow(conn, digest, now)).await
    }

    /// Uses up what proves an address and begins a session, both or neither.
    async fn opened(
        &self,
        from: From<'_>,
        prove: impl Fn(&mut Conn, Timestamp) -> Result<Option<Address>, StoreError> + Send + 'static,
    ) -> Result<Zeroizing<String>, Refused> {
        let made = session::make(&random()?).ok_or(Refused::Wrong)?;
        let (digest, new, now) = (made.digest, AccountId(Uuid::new_v4()), clock::now());
        let (id, browser) = (Uuid::new_v4().to_string(), from.browser.to_owned());
        let is_in = self
            .store
            .run(move |conn| {
                let Some(address) = prove(conn, now)? else { return Ok(false) };
                let account = acts::proved(conn, new, &address, now)?;
                sessions::begin(conn, digest, account.id, (&id, &browser), now)?;
                Ok(true)
            })
            .await?;
        if is_in { Ok(made.text) } else { Err(Refused::Wrong) }
    }

    /// Signs in with a password; a new session's value.
    ///
    /// # Errors
    /// [`Refused::Wrong`] for a wrong password, and after as long for an address that has none.
    pub async fn with_password(
        &self,
        address: &Address,
        given: Zeroizing<String>,
        from: From<'_>,
    ) -> Result<Zeroizing<String>, Refused> {
        let key = address.key();
        let (tries, all) = (TRIES.of_network(from.client), ALL_PASSWORDS.of_address(&key));
        let own = PASSWORDS.of_address_from(&key, from.client);
        let (wanted, names, now) = (address.clone(), [all.clone(), own.clone()], clock::now());
        let found = self
            .store
            .run(move |conn| {
                let [all, own] = &names;
                // What a network alone may do is asked first: what it is refused counts against nobody else.
                for (name, limit) in [(&tries, TRIES), (own, PASSWORDS), (all, ALL_PASSWORDS)] {
                    if let Err(wait_ms) = limits::take(conn, name, limit.most, limit.window_ms, now)? {
                        return Ok(Err(wait_ms));
                    }
                }
                Ok(Ok(people::password(conn, &wanted)?))
            })
            .await?
            .map_err(Refused::TooMany)?;
        let (account, hash) = match found {
            Some((account, Some(hash))) => (Some(account), hash),
            Some((_, None)) | None => (None, password::NOBODYS.to_owned()),
        };
        let is_right = self.hashing(move || password::matches(&given, &hash)).await?;
        let account = account.filter(|_| is_right).ok_or(Refused::Wrong)?;
        let made = session::make(&random()?).ok_or(Refused::Wrong)?;
        let (digest, id, browser) = (made.digest, Uuid::new_v4().to_string(), from.browser.to_owned());
        self.store
            .run(move |conn| {
                limits::clear(conn, &own)?;
                limits::clear(conn, &all)?;
                sessions::begin(conn, digest, account, (&id, &browser), now)
            })
            .await?;
        Ok(made.text)
    }
}
