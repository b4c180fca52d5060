//! Signing in: by a code or a link that came by mail, or with a password.
//!
//! An address that may not sign in takes the same way and the same statements as one that may; the mail leaves after the
//! answer. What limits an answer is counted before anything is looked up, so that it says nothing of it; what limits mails alone
//! is seen by nobody but who reads them.

use std::net::IpAddr;

use accounts::code::{self, Challenge, HOLDS_MS, Random};
use accounts::limits::{ALL_PASSWORDS, MAILS, PASSWORDS, STRANGERS_MAILS, TRIES};
use accounts::secret::Made;
use accounts::{AccountId, Address, Digest, known, password, session};
use conditions_core::time::Timestamp;
use pages::Language;
use storage::accounts::challenges::{self, New};
use storage::accounts::{browsers, people, sessions};
use storage::{Conn, StoreError, limits};
use uuid::Uuid;
use zeroize::Zeroizing;

use super::SIGN_IN_LINK;
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
    /// By which a browser that was signed in before is found.
    pub known: Option<Digest>,
}

/// What a browser that is signed in keeps.
#[derive(Debug)]
pub struct Entered {
    /// The session's value.
    pub session: Zeroizing<String>,
    /// Its name as a browser that was signed in, which outlives the session.
    pub browser: Zeroizing<String>,
}

/// A session and a name that are to be stored, with what the browser was called before.
pub(super) struct Entering {
    session: Made,
    browser: Made,
    before: Option<Digest>,
    id: String,
    agent: String,
}

impl Entering {
    pub(super) fn new(from: From<'_>) -> Result<Self, Refused> {
        let too_few = || Refused::Broken("random bytes did not suffice".to_owned());
        Ok(Self {
            session: session::make(&random()?).ok_or_else(too_few)?,
            browser: known::make(&random()?).ok_or_else(too_few)?,
            before: from.known,
            id: Uuid::new_v4().to_string(),
            agent: from.browser.to_owned(),
        })
    }

    /// Begins the session and remembers the browser.
    pub(super) fn store(
        &self,
        conn: &mut Conn,
        account: AccountId,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        browsers::remember(conn, self.browser.digest, self.before, account, now)?;
        sessions::begin(conn, self.session.digest, account, (&self.id, &self.agent), now)
    }

    pub(super) fn entered(&self) -> Entered {
        Entered { session: self.session.text.clone(), browser: self.browser.text.clone() }
    }
}

/// Counts a mail to an address; whether it may leave. A browser that was signed in to the address's account is counted by itself,
/// whoever else asks in the address's name by the network and with all other strangers.
fn may_mail(
    conn: &mut Conn,
    key: &str,
    (is_known, known): (bool, Option<Digest>),
    client: IpAddr,
    now: Timestamp,
) -> Result<bool, StoreError> {
    if let Some(browser) = known.filter(|_| is_known) {
        let own = MAILS.of_address_by(key, browser);
        return Ok(limits::take(conn, &own, MAILS.most, MAILS.window_ms, now)?.is_ok());
    }
    // What one network is refused counts against no other.
    for (name, limit) in
        [(MAILS.of_address_from(key, client), MAILS), (STRANGERS_MAILS.of_address(key), STRANGERS_MAILS)]
    {
        if limits::take(conn, &name, limit.most, limit.window_ms, now)?.is_err() {
            return Ok(false);
        }
    }
    Ok(true)
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
        let (tries, key) = (TRIES.of_network(from.client), address.key());
        let (client, known) = (from.client, from.known);
        let (is_open, is_closed) = (self.sign_up == SignUp::Open, self.sign_up == SignUp::Closed);
        let now = clock::now();
        let begun = self
            .store
            .run(move |conn| {
                if let Err(wait_ms) = limits::take(conn, &tries, TRIES.most, TRIES.window_ms, now)? {
                    return Ok(Err(wait_ms));
                }
                let found = people::of_address(conn, &new.address)?;
                let owner = known.map(|known| browsers::account_of(conn, known, now)).transpose()?.flatten();
                let is_known = owner.is_some() && owner == found.as_ref().map(|account| account.id);
                let may_mail = may_mail(conn, &key, (is_known, known), client, now)?;
                let may_sign_in = found.is_some_and(|account| !is_closed || account.verified_at.is_some());
                let opens = may_mail && (is_open || may_sign_in);
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
        let path = language.address(SIGN_IN_LINK);
        let link = format!("{}{path}?t={}", self.base_url, challenge.link.as_str());
        let (subject, text) = pages::account::sign_in_mail(language, &self.service, &challenge.code, &link);
        let id = format!("sign-in.{}", Uuid::new_v4().simple());
        Mail { to: address.clone(), subject, text, html: None, id, unsubscribe: None }
    }

    /// Answers a challenge with a code; what the browser keeps.
    ///
    /// # Errors
    /// [`Refused::Wrong`] for a code that is wrong, late or used up, and for a challenge that never was.
    pub async fn answer(&self, challenge: &str, typed: &str, from: From<'_>) -> Result<Entered, Refused> {
        let (Some(digest), Some(digits)) = (code::digest(challenge), code::digits(typed)) else {
            return Err(Refused::Wrong);
        };
        let code = code::code_digest(challenge, &digits);
        self.opened(from, move |conn, now| challenges::answer(conn, digest, code, now)).await
    }

    /// Follows a link out of a mail; what the browser keeps.
    ///
    /// # Errors
    /// [`Refused::Wrong`] for a link that is wrong, late or used up.
    pub async fn follow(&self, link: &str, from: From<'_>) -> Result<Entered, Refused> {
        let digest = code::digest(link).ok_or(Refused::Wrong)?;
        self.opened(from, move |conn, now| challenges::follow(conn, digest, now)).await
    }

    /// Uses up what proves an address and begins a session, both or neither.
    async fn opened(
        &self,
        from: From<'_>,
        prove: impl Fn(&mut Conn, Timestamp) -> Result<Option<Address>, StoreError> + Send + 'static,
    ) -> Result<Entered, Refused> {
        let entering = Entering::new(from)?;
        let (entered, new, now) = (entering.entered(), AccountId(Uuid::new_v4()), clock::now());
        let is_in = self
            .store
            .run(move |conn| {
                let Some(address) = prove(conn, now)? else { return Ok(false) };
                let account = acts::proved(conn, new, &address, now)?;
                entering.store(conn, account.id, now)?;
                Ok(true)
            })
            .await?;
        if is_in { Ok(entered) } else { Err(Refused::Wrong) }
    }

    /// Signs in with a password; what the browser keeps.
    ///
    /// # Errors
    /// [`Refused::Wrong`] for a wrong password, and after as long for an address that has none.
    pub async fn with_password(
        &self,
        address: &Address,
        given: Zeroizing<String>,
        from: From<'_>,
    ) -> Result<Entered, Refused> {
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
        let entering = Entering::new(from)?;
        let entered = entering.entered();
        self.store
            .run(move |conn| {
                limits::clear(conn, &own)?;
                limits::clear(conn, &all)?;
                entering.store(conn, account, now)
            })
            .await?;
        Ok(entered)
    }
}
