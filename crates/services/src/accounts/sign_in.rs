//! Sign-in by a code or a link sent by email, or with a password.
//!
//! An address that may not sign in takes the same path and the same statements as one that may; the email is sent after
//! the answer. Limits on answers depend on the client and never on the address; limits on emails are visible only to
//! the recipient. The limits are in [`accounts::quota`]. A browser that was signed in to the account has a separate
//! count, which requests and guesses of strangers do not affect.

use std::net::IpAddr;

use accounts::code::{self, Challenge, HOLDS_MS, Random};
use accounts::mailbox::Mailbox;
use accounts::quota::{Counter, KNOWN_MAILS, KNOWN_SIGN_INS, Level, MAILS, PASSWORDS, SIGN_INS, Subject};
use accounts::secret::NewSecret;
use accounts::{AccountId, Address, Digest, browser_mark, password, session};
use conditions_core::time::Timestamp;
use pages::Language;
use pages::account::Event;
use runtime::clock;
use storage::accounts::challenges::{self, NewChallenge};
use storage::accounts::{browsers, people, sessions};
use storage::{Conn, StoreError, limits};
use uuid::Uuid;
use zeroize::Zeroizing;

use super::SIGN_IN_LINK;
use super::{AccountError, Accounts, actions, random};
use crate::mail::Mail;
use crate::options::SignUp;

/// Origin of a sign-in.
#[derive(Debug, Clone, Copy)]
pub struct SignInOrigin<'a> {
    /// Address or network of the client.
    pub client: IpAddr,
    /// Short description of the browser.
    pub browser: &'a str,
    /// Language of emails.
    pub language: Language,
    /// Digest of the mark of a browser that was signed in before.
    pub known: Option<Digest>,
    /// Sign-in by email that the browser has begun, if any.
    pub challenge: Option<Digest>,
}

impl<'a> SignInOrigin<'a> {
    /// Returns the browser's name, if it is known.
    pub(super) fn browser_name(&self) -> Option<&'a str> {
        Some(self.browser).filter(|name| *name != UNKNOWN_BROWSER)
    }
}

/// Name of a browser that is not recognised.
pub const UNKNOWN_BROWSER: &str = "?";

/// Cookies of a browser that is signed in.
#[derive(Debug)]
pub struct SignInCookies {
    /// Value of the session.
    pub session: Zeroizing<String>,
    /// Mark of a browser that was signed in, which outlives the session.
    pub browser: Zeroizing<String>,
}

/// A session and a browser mark to be stored, with the browser's previous mark.
pub(super) struct NewSession {
    session: NewSecret,
    browser: NewSecret,
    pub(super) before: Option<Digest>,
    id: String,
    agent: String,
}

impl NewSession {
    pub(super) fn new(from: SignInOrigin<'_>) -> Result<Self, AccountError> {
        let too_few = || AccountError::Broken("not enough usable random bytes".to_owned());
        Ok(Self {
            session: session::make(&random()?).ok_or_else(too_few)?,
            browser: browser_mark::make(&random()?).ok_or_else(too_few)?,
            before: from.known,
            id: Uuid::new_v4().to_string(),
            agent: from.browser.to_owned(),
        })
    }

    /// Stores the session and remembers the browser.
    pub(super) fn store(
        &self,
        conn: &mut Conn,
        account: AccountId,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        browsers::remember(conn, self.browser.digest, self.before, account, now)?;
        sessions::begin(
            conn,
            &sessions::NewSession {
                digest: self.session.digest,
                account,
                id: &self.id,
                browser: &self.agent,
            },
            now,
        )
    }

    pub(super) fn entered(&self) -> SignInCookies {
        SignInCookies { session: self.session.text.clone(), browser: self.browser.text.clone() }
    }
}

/// Returns the browser if it was signed in to this account before.
pub(super) fn known_browser(
    conn: &mut Conn,
    known: Option<Digest>,
    account: Option<AccountId>,
    now: Timestamp,
) -> Result<Option<Digest>, StoreError> {
    let Some(browser) = known else { return Ok(None) };
    let owner = browsers::account_of(conn, browser, now)?;
    Ok(Some(browser).filter(|_| owner.is_some() && owner == account))
}

/// Counts a request for an email; returns the time to wait, or whether the email may be sent.
fn may_mail(
    conn: &mut Conn,
    mailbox: Mailbox,
    known: Option<Digest>,
    client: IpAddr,
    now: Timestamp,
) -> Result<Result<bool, i64>, StoreError> {
    let subject = Subject::from(client);
    if let Some(browser) = known {
        return Ok(Ok(limits::admit(conn, &KNOWN_MAILS.counters(&subject.browser(browser)), now)?.is_ok()));
    }
    if let Err(wait_ms) = limits::admit(conn, &SIGN_INS.counters(&subject), now)? {
        return Ok(Err(wait_ms));
    }
    Ok(Ok(limits::admit(conn, &MAILS.counters(&subject.mailbox(mailbox)), now)?.is_ok()))
}

/// Takes back the count of an email after an unknown browser has completed the sign-in: the email was wanted. Only the
/// owner of the mailbox can complete it.
fn completed(conn: &mut Conn, address: &Address, client: IpAddr, now: Timestamp) -> Result<(), StoreError> {
    let counters = MAILS.counters(&Subject::from(client).mailbox(Mailbox::from_address(address)));
    let (own, shared): (Vec<Counter>, Vec<Counter>) =
        counters.into_iter().partition(|counter| counter.rule.level == Level::Mailbox);
    // The domain first, as in `limits::admit`, so that two transactions never deadlock.
    limits::give_back(conn, &shared, now)?;
    limits::clear(conn, &own)
}

/// Outcome of a request for an email.
enum ChallengeOutcome {
    /// The challenge is stored; the flag states whether an email is sent.
    New(bool),
    /// No email is sent, and the previous email to this browser is still valid: the browser keeps its challenge.
    Kept,
}

impl Accounts {
    /// Begins a sign-in by email. Returns the name of its challenge, which is the browser's secret; `None` if the
    /// browser keeps its challenge.
    ///
    /// # Errors
    /// Returns an [`AccountError`], which never depends on the address.
    pub async fn begin(
        &self,
        address: &Address,
        from: SignInOrigin<'_>,
    ) -> Result<Option<Zeroizing<String>>, AccountError> {
        let random = Random { name: random()?, link: random()?, code: u64::from_be_bytes(random()?) };
        let challenge = Challenge::new(&random)
            .ok_or(AccountError::Broken("not enough usable random bytes".to_owned()))?;
        let new = NewChallenge {
            digest: challenge.digest(),
            address: address.clone(),
            opens: Some((challenge.code_digest(), challenge.link_digest())),
            holds_ms: HOLDS_MS,
        };
        let (client, known, former) = (from.client, from.known, from.challenge);
        let (is_open, is_closed) = (self.sign_up == SignUp::Open, self.sign_up == SignUp::Closed);
        let now = clock::now();
        let begun = self
            .store
            .run(move |conn| {
                let found = people::of_address(conn, &new.address)?;
                let known = known_browser(conn, known, found.as_ref().map(|account| account.id), now)?;
                let may_mail = may_mail(conn, Mailbox::from_address(&new.address), known, client, now)?;
                let may_mail = match may_mail {
                    Err(wait_ms) => return Ok(Err(wait_ms)),
                    Ok(may_mail) => may_mail,
                };
                if let Some(former) = former.filter(|_| !may_mail)
                    && let Some(address) = challenges::address_of(conn, former, now)?
                    && address.key() == new.address.key()
                {
                    return Ok(Ok(ChallengeOutcome::Kept));
                }
                let may_sign_in = found.map_or(is_open, |account| {
                    account.suspended_at.is_none() && (!is_closed || account.verified_at.is_some())
                });
                let opens = may_mail && may_sign_in;
                let new = NewChallenge { opens: new.opens.filter(|_| opens), ..new.clone() };
                challenges::begin(conn, &new, now)?;
                Ok(Ok(ChallengeOutcome::New(opens)))
            })
            .await?;
        Ok(match begun.map_err(AccountError::TooMany)? {
            ChallengeOutcome::Kept => None,
            ChallengeOutcome::New(is_mailed) => {
                // The row exists first: an email never contains a code that is not in the store.
                if is_mailed {
                    self.post.send(self.sign_in_mail(address, &challenge, from.language));
                }
                Some(challenge.name)
            }
        })
    }

    fn sign_in_mail(&self, address: &Address, challenge: &Challenge, language: Language) -> Mail {
        let path = language.address(SIGN_IN_LINK);
        let link = format!("{}{path}?t={}", self.base_url, challenge.link.as_str());
        let (subject, text) = pages::account::sign_in_mail(language, &self.service, &challenge.code, &link);
        let id = format!("sign-in.{}", Uuid::new_v4().simple());
        Mail { to: address.clone(), subject, text, html: None, id, unsubscribe: None }
    }

    /// Answers a challenge with a code; returns the cookies of the browser.
    ///
    /// # Errors
    /// Returns [`AccountError::Wrong`] if the code is wrong, late or used up, or if the challenge is unknown.
    pub async fn answer(
        &self,
        challenge: &str,
        typed: &str,
        from: SignInOrigin<'_>,
    ) -> Result<SignInCookies, AccountError> {
        let (Some(digest), Some(digits)) = (code::digest(challenge), code::digits(typed)) else {
            return Err(AccountError::Wrong);
        };
        let code = code::code_digest(challenge, &digits);
        self.opened(from, move |conn, now| challenges::answer(conn, digest, code, now)).await
    }

    /// Follows a link in an email; returns the cookies of the browser.
    ///
    /// # Errors
    /// Returns [`AccountError::Wrong`] if the link is wrong, late or used up.
    pub async fn follow(&self, link: &str, from: SignInOrigin<'_>) -> Result<SignInCookies, AccountError> {
        let digest = code::digest(link).ok_or(AccountError::Wrong)?;
        self.opened(from, move |conn, now| challenges::follow(conn, digest, now)).await
    }

    /// Uses up the proof of an address and begins a session, in one transaction.
    async fn opened(
        &self,
        from: SignInOrigin<'_>,
        prove: impl Fn(&mut Conn, Timestamp) -> Result<Option<Address>, StoreError> + Send + 'static,
    ) -> Result<SignInCookies, AccountError> {
        let entering = NewSession::new(from)?;
        let (entered, new, now) = (entering.entered(), AccountId(Uuid::new_v4()), clock::now());
        let client = from.client;
        let is_in = self
            .store
            .run(move |conn| {
                let Some(address) = prove(conn, now)? else { return Ok(None) };
                let known = people::of_address(conn, &address)?;
                if known.as_ref().is_some_and(|account| account.suspended_at.is_some()) {
                    return Ok(None);
                }
                let was_in = known.is_some_and(|account| account.verified_at.is_some());
                let account = actions::proved(conn, new, &address, now)?;
                let is_stranger = known_browser(conn, entering.before, Some(account.id), now)?.is_none();
                if is_stranger {
                    completed(conn, &address, client, now)?;
                }
                entering.store(conn, account.id, now)?;
                Ok(Some((account.id, was_in && is_stranger)))
            })
            .await?;
        let (account, is_news) = is_in.ok_or(AccountError::Wrong)?;
        if is_news {
            self.notify(account, Event::SignedIn(from.browser_name()), from.language).await;
        }
        Ok(entered)
    }

    /// Signs in with a password; returns the cookies of the browser.
    ///
    /// # Errors
    /// Returns [`AccountError::Wrong`] if the password is wrong, and after the same time if the address has no
    /// password.
    pub async fn with_password(
        &self,
        address: &Address,
        given: Zeroizing<String>,
        from: SignInOrigin<'_>,
    ) -> Result<SignInCookies, AccountError> {
        let (wanted, key, client, known) = (address.clone(), address.key(), from.client, from.known);
        let now = clock::now();
        let found = self
            .store
            .run(move |conn| {
                let found = people::password(conn, &wanted)?;
                let account = found.as_ref().map(|(account, _)| *account);
                let subject = Subject::from(client);
                let counters = match known_browser(conn, known, account, now)? {
                    Some(browser) => KNOWN_SIGN_INS.counters(&subject.browser(browser)),
                    None => {
                        if let Err(wait_ms) = limits::admit(conn, &SIGN_INS.counters(&subject), now)? {
                            return Ok(Err(wait_ms));
                        }
                        PASSWORDS.counters(&subject.account(&key))
                    }
                };
                Ok(limits::admit(conn, &counters, now)?.map(|()| (found, counters)))
            })
            .await?;
        let (found, counters) = found.map_err(AccountError::TooMany)?;
        let (account, hash) = match found {
            Some((account, Some(hash))) => (Some(account), hash),
            Some((_, None)) | None => (None, password::PLACEHOLDER.to_owned()),
        };
        let is_right = self.hashing.run(from.client, move || password::matches(&given, &hash)).await;
        let right = match is_right {
            Ok(true) => account,
            Ok(false) => None,
            Err(refused) => {
                self.store.run(move |conn| limits::give_back(conn, &counters, now)).await?;
                return Err(refused);
            }
        };
        let account = right.ok_or(AccountError::Wrong)?;
        let entering = NewSession::new(from)?;
        let entered = entering.entered();
        let is_news = self
            .store
            .run(move |conn| {
                // Only wrong passwords count.
                limits::give_back(conn, &counters, now)?;
                limits::clear_shares(conn, &counters)?;
                let is_stranger = known_browser(conn, entering.before, Some(account), now)?.is_none();
                entering.store(conn, account, now)?;
                Ok(is_stranger)
            })
            .await?;
        if is_news {
            self.notify(account, Event::SignedIn(from.browser_name()), from.language).await;
        }
        Ok(entered)
    }
}
