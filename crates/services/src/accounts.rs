//! Accounts: identification of callers, and the actions of people on their accounts.

pub mod actions;
pub mod billing;
mod hashing;
pub mod identities;
pub mod notices;
#[cfg(feature = "passkeys")]
pub mod passkeys;
pub mod self_service;
pub mod sign_in;
pub mod texts;
pub mod upkeep;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ::accounts::{AccountId, Digest};
use hashing::Hashing;
use identities::StoredIdentities;
use pages::account::PasskeySupport;
use runtime::clock;
use runtime::secrets::{SecretRejection, Secrets};
use runtime::throttle::{Networks, Throttle};
use storage::accounts::{browsers, challenges};
use storage::{Store, StoreError};

use crate::identity::Identities as _;
use crate::mail::post::MailQueue;
use crate::options::{AccountOptions, BillingSecret, SignUp};

/// Path of the page that a link in a sign-in email opens. The query of the link is a credential.
pub const SIGN_IN_LINK: &str = "/account/link";
/// Requests per minute that change something about accounts, for each network, each signed-in account, and each browser
/// that was signed in before: far more than people send, and little work.
pub const REQUESTS_PER_MINUTE: u32 = 60;
/// Wrong browser marks per minute that a network may present beyond its own limit.
const WRONG_BROWSERS_PER_MINUTE: u32 = 30;

/// Reason why an account request is rejected.
#[derive(Debug)]
pub enum AccountError {
    /// The credential is wrong, late, used up or unknown.
    Wrong,
    /// Too many attempts; wait this number of milliseconds.
    TooMany(i64),
    /// The maximum number is reached.
    Full,
    /// The password is too weak.
    Weak(accounts::password::PasswordError),
    Busy,
    /// The service failed.
    Broken(String),
}

impl From<StoreError> for AccountError {
    fn from(error: StoreError) -> Self {
        if error.is_transient() { Self::Busy } else { Self::Broken(error.to_string()) }
    }
}

/// Visitor with a separate limit, in addition to the network's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Visitor {
    /// An account that is signed in.
    Account(AccountId),
    /// A browser that claims to have been signed in before.
    Browser(Digest),
    /// A browser that claims to have begun a sign-in by email.
    Challenge(Digest),
}

/// The accounts of a deployment.
#[derive(Debug)]
pub struct Accounts {
    store: Store,
    identities: Arc<StoredIdentities>,
    post: MailQueue,
    sign_up: SignUp,
    billing: Option<BillingSecret>,
    base_url: String,
    service: String,
    requests: Option<Networks>,
    /// Limits of visitors that are not counted by their network.
    own_requests: Option<Throttle<Visitor>>,
    browsers: Secrets,
    hashing: Hashing,
    opened: Instant,
    #[cfg(feature = "passkeys")]
    site: Result<accounts::passkeys::Site, accounts::passkeys::SiteError>,
}

impl Accounts {
    /// Creates the accounts service of a store, for a service with this name and address.
    #[must_use]
    pub fn new(
        store: Store,
        identities: Arc<StoredIdentities>,
        post: MailQueue,
        config: &AccountOptions,
        service: &str,
        base_url: &str,
    ) -> Self {
        Self {
            store,
            identities,
            post,
            sign_up: config.sign_up,
            billing: config.billing.clone(),
            base_url: base_url.to_owned(),
            service: service.to_owned(),
            requests: Networks::per_minute(REQUESTS_PER_MINUTE),
            own_requests: Throttle::per_minute(REQUESTS_PER_MINUTE),
            browsers: Secrets::wrong_per_minute(WRONG_BROWSERS_PER_MINUTE),
            hashing: Hashing::new(),
            opened: clock::monotonic(),
            #[cfg(feature = "passkeys")]
            site: accounts::passkeys::Site::from_base_url(base_url),
        }
    }

    /// Returns the address of the service's pages, as browsers send it in `Origin`.
    #[must_use]
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// Returns the name of the session cookie.
    #[must_use]
    pub fn cookie(&self) -> &'static str {
        self.identities.cookie()
    }

    /// Returns whether strangers may create an account.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.sign_up == SignUp::Open
    }

    /// Returns the passkey support if the service's address allows passkeys.
    #[cfg(feature = "passkeys")]
    #[must_use]
    pub fn passkeys(&self) -> Option<PasskeySupport> {
        Some(match &self.site {
            Ok(_) => PasskeySupport::Open,
            Err(accounts::passkeys::SiteError::NoDomain) => PasskeySupport::NoDomain,
            Err(accounts::passkeys::SiteError::NoTls) => PasskeySupport::NoTls,
        })
    }

    /// Returns `None`: this build has no passkeys.
    #[cfg(not(feature = "passkeys"))]
    #[must_use]
    pub const fn passkeys(&self) -> Option<PasskeySupport> {
        None
    }

    /// Counts a request that changes something. A signed-in caller counts by account, others by network. Beyond the
    /// network's limit, a browser that was signed in before or has begun a sign-in has a separate limit.
    ///
    /// # Errors
    /// Returns [`AccountError::TooMany`] if a limit is exceeded.
    pub async fn admit(&self, client: IpAddr, visitor: Option<Visitor>) -> Result<(), AccountError> {
        let elapsed = self.opened.elapsed();
        let too_many =
            |wait: Duration| AccountError::TooMany(i64::try_from(wait.as_millis()).unwrap_or(i64::MAX));
        let own = |visitor| match &self.own_requests {
            Some(own) => own.admit(visitor, elapsed).map_err(too_many),
            None => Ok(()),
        };
        if let Some(account @ Visitor::Account(_)) = visitor {
            return own(account);
        }
        let Some(requests) = &self.requests else { return Ok(()) };
        let Err(wait) = requests.admit(client, elapsed) else { return Ok(()) };
        let Some(visitor) = visitor else { return Err(too_many(wait)) };
        let now = clock::now();
        let is_known = async |visitor| {
            let is_known = self.store.read(move |conn| match visitor {
                Visitor::Account(_) => Ok(true),
                Visitor::Browser(name) => Ok(browsers::account_of(conn, name, now)?.is_some()),
                Visitor::Challenge(name) => Ok(challenges::address_of(conn, name, now)?.is_some()),
            });
            Ok::<_, StoreError>(is_known.await?.then_some(()))
        };
        match self.browsers.admit(client, Some(visitor), is_known).await {
            Ok(()) => own(visitor),
            Err(SecretRejection::Failed(error)) => Err(error.into()),
            Err(SecretRejection::Wrong | SecretRejection::TooMany(_)) => Err(too_many(wait)),
        }
    }
}

/// Returns random bytes of the system.
fn random<const N: usize>() -> Result<[u8; N], AccountError> {
    runtime::random::bytes().map_err(|error| AccountError::Broken(error.to_string()))
}
