//! Passkeys: adding one to an account, signing in with one, removing one.
//!
//! A ceremony is stored under a name that its browser has in a cookie, so any replica can finish it, but no other
//! browser can. Sign-ins are counted when they begin, together with those by mail and by password: by network, or by
//! browser if it was signed in before. An answer needs a begun ceremony and uses it up.

use std::net::IpAddr;

use accounts::passkey::{self, MOST};
use accounts::passkeys::{PasskeyError, Site, add, authenticate};
use accounts::quota::{Counter, KNOWN_SIGN_INS, SIGN_INS, Subject};
use accounts::{AccountId, Digest};
use conditions_core::time::Timestamp;
use pages::Language;
use pages::account::Event;
use runtime::clock;
use serde_json::Value;
use storage::accounts::passkeys::{self, AddOutcome, Passkey};
use storage::accounts::{browsers, ceremonies, people};
use storage::{Conn, StoreError, limits};
use uuid::Uuid;
use zeroize::Zeroizing;

use super::actions::{self, Actor};
use super::sign_in::{NewSession, SignInCookies, SignInOrigin, known_browser};
use super::{AccountError, Accounts, random};

/// A begun ceremony.
#[derive(Debug)]
pub struct PasskeyCeremony {
    /// Name of the ceremony, which the browser stores.
    pub name: Zeroizing<String>,
    /// JSON options for the browser.
    pub options: Value,
}

/// Logs the reason of a rejection; the caller gets no reason.
fn log_rejection(wrong: PasskeyError) -> AccountError {
    match wrong {
        PasskeyError::Unreadable(_) | PasskeyError::Refused(_) => {
            tracing::debug!(%wrong, "a passkey was rejected");
            AccountError::Wrong
        }
        PasskeyError::Stored(_) | PasskeyError::Unwritable(_) => AccountError::Broken(wrong.to_string()),
    }
}

/// Returns the counters of a sign-in: the browser, if it was signed in before, else its network.
fn counters(
    conn: &mut Conn,
    client: IpAddr,
    known: Option<Digest>,
    now: Timestamp,
) -> Result<Vec<Counter>, StoreError> {
    let subject = Subject::from(client);
    let Some(browser) = known else { return Ok(SIGN_INS.counters(&subject)) };
    Ok(match browsers::account_of(conn, browser, now)? {
        Some(_) => KNOWN_SIGN_INS.counters(&subject.browser(browser)),
        None => SIGN_INS.counters(&subject),
    })
}

impl Accounts {
    /// Returns the domain of passkeys, if the service can have any.
    #[must_use]
    pub fn site_of_passkeys(&self) -> Option<&str> {
        self.site.as_ref().ok().map(Site::id)
    }

    fn site(&self) -> Result<&Site, AccountError> {
        self.site.as_ref().map_err(|_| AccountError::Wrong)
    }

    /// Begins to add a passkey to an account.
    ///
    /// # Errors
    /// Returns [`AccountError::Full`] if the account has the maximum number of passkeys.
    pub async fn begin_passkey(&self, account: AccountId) -> Result<PasskeyCeremony, AccountError> {
        let site = self.site()?;
        let read = self.store.read(move |conn| {
            let Some(found) = people::find(conn, account)? else { return Ok(None) };
            Ok(Some((found, passkeys::list(conn, account)?)))
        });
        let (found, list) = read.await?.ok_or(AccountError::Wrong)?;
        if list.len() >= MOST {
            return Err(AccountError::Full);
        }
        // Passkeys of another domain would be unknown to the browser.
        let here = list.into_iter().filter(|one| one.site == site.id());
        let known: Vec<add::ExistingPasskey> = here
            .map(|one| add::ExistingPasskey { credential: one.credential, transports: one.transports })
            .collect();
        let begun = add::begin(site, account.0.into_bytes(), found.address.as_str(), &known);
        self.store_ceremony(Some(account), begun.map_err(log_rejection)?, None).await
    }

    /// Finishes adding a passkey, with a name chosen by its owner.
    ///
    /// # Errors
    /// Returns [`AccountError::Wrong`] if the answer is invalid, late or repeated, or if the credential exists already,
    /// and [`AccountError::Full`] if the account has the maximum number of passkeys.
    pub async fn add_passkey(
        &self,
        account: AccountId,
        language: Language,
        ceremony: &str,
        name: String,
        answer: &[u8],
    ) -> Result<(), AccountError> {
        let site = self.site()?;
        let digest = passkey::digest(ceremony).ok_or(AccountError::Wrong)?;
        let now = clock::now();
        let begun = self.store.run(move |conn| ceremonies::remove(conn, digest, Some(account), now)).await?;
        let added = add::end(site, &begun.ok_or(AccountError::Wrong)?, answer).map_err(log_rejection)?;
        let new = Passkey {
            id: Uuid::new_v4().to_string(),
            credential: added.credential,
            site: site.id().to_owned(),
            key: added.key,
            state: added.state,
            transports: added.transports,
            name,
            created_at: now,
            used_at: None,
        };
        let adding = self.store.run(move |conn| {
            let adding = passkeys::add(conn, account, &new)?;
            if adding == AddOutcome::Added {
                Actor::Owner.did(conn, "passkey_added", account, &new.id, now)?;
            }
            Ok(adding)
        });
        match adding.await? {
            AddOutcome::Added => {
                self.notify(account, Event::PasskeyAdded, language).await;
                Ok(())
            }
            AddOutcome::Full => Err(AccountError::Full),
            AddOutcome::Taken => Err(AccountError::Wrong),
        }
    }

    /// Begins a sign-in with a passkey.
    ///
    /// # Errors
    /// Returns [`AccountError::TooMany`] if a limit is exceeded.
    pub async fn begin_with_passkey(&self, from: SignInOrigin<'_>) -> Result<PasskeyCeremony, AccountError> {
        let begun = authenticate::begin(self.site()?).map_err(log_rejection)?;
        self.store_ceremony(None, begun, Some((from.client, from.known))).await
    }

    /// Stores a begun ceremony after counting it.
    async fn store_ceremony(
        &self,
        account: Option<AccountId>,
        begun: accounts::passkeys::CeremonyStart,
        by: Option<(IpAddr, Option<Digest>)>,
    ) -> Result<PasskeyCeremony, AccountError> {
        let too_few = || AccountError::Broken("not enough usable random bytes".to_owned());
        let name = passkey::ceremony(&random()?).ok_or_else(too_few)?;
        let (digest, state, now): (Digest, String, _) = (name.digest, begun.state, clock::now());
        let kept = self.store.run(move |conn| {
            if let Some((client, known)) = by {
                let counters = counters(conn, client, known, now)?;
                if let Err(wait_ms) = limits::admit(conn, &counters, now)? {
                    return Ok(Err(wait_ms));
                }
            }
            ceremonies::begin(conn, digest, account, &state, now)?;
            Ok(Ok(()))
        });
        kept.await?.map_err(AccountError::TooMany)?;
        Ok(PasskeyCeremony { name: name.text, options: begun.options })
    }

    /// Signs in with a passkey; returns the cookies of the browser.
    ///
    /// # Errors
    /// Returns [`AccountError::Wrong`] in the same way for a passkey that is unknown, removed, of another domain, of a
    /// deleted account, or invalid.
    pub async fn with_passkey(
        &self,
        ceremony: &str,
        answer: &[u8],
        from: SignInOrigin<'_>,
    ) -> Result<SignInCookies, AccountError> {
        let site = self.site()?;
        let digest = passkey::digest(ceremony).ok_or(AccountError::Wrong)?;
        let presented = authenticate::read(answer).map_err(log_rejection)?;
        let account = AccountId(Uuid::from_bytes(presented.account().ok_or(AccountError::Wrong)?));
        let (credential, here, now) = (presented.credential(), site.id().to_owned(), clock::now());
        let found = self.store.run(move |conn| {
            let Some(begun) = ceremonies::remove(conn, digest, None, now)? else { return Ok(None) };
            Ok(passkeys::find(conn, &credential, account, &here)?.map(|passkey| (begun, passkey)))
        });
        let (begun, passkey) = found.await?.ok_or(AccountError::Wrong)?;
        let used = presented.end(site, &begun, (&passkey.key, &passkey.state)).map_err(log_rejection)?;
        let entering = NewSession::new(from)?;
        let entered = entering.entered();
        let is_in = self.store.run(move |conn| {
            // Removed in between, or its account was deleted.
            if !passkeys::used(conn, &passkey.credential, &used.state, now)? {
                return Ok(None);
            }
            if used.counts_back {
                Actor::Owner.did(conn, "passkey_counted_back", account, &passkey.id, now)?;
            }
            let is_stranger = known_browser(conn, entering.before, Some(account), now)?.is_none();
            entering.store(conn, account, now)?;
            Ok(Some(is_stranger))
        });
        if is_in.await?.ok_or(AccountError::Wrong)? {
            self.notify(account, Event::SignedIn(from.browser_name()), from.language).await;
        }
        Ok(entered)
    }

    /// Removes a passkey; returns false if there is no passkey of that name.
    ///
    /// # Errors
    /// Returns an [`AccountError`] if the change cannot be stored.
    pub async fn remove_passkey(&self, account: AccountId, id: &str) -> Result<bool, AccountError> {
        let (id, now) = (id.to_owned(), clock::now());
        Ok(self.store.run(move |conn| actions::remove_passkey(conn, Actor::Owner, account, &id, now)).await?)
    }
}
