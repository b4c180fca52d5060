//! Accounts at work: who stands behind what a request presents, and what people do with their accounts.

pub mod acts;
pub mod billing;
mod hashing;
pub mod identities;
pub mod notices;
pub mod own;
#[cfg(feature = "passkeys")]
pub mod passkeys;
pub mod sign_in;
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
use crate::mail::post::Post;
use crate::options::{AccountOptions, BillingSecret, SignUp};

/// The page that a link in a sign-in email opens. The query of the link is a credential.
pub const SIGN_IN_LINK: &str = "/account/link";
/// Requests a minute that change something of accounts, for each network, each account that is signed in, and each browser that was
/// signed in before: far more than people send, and little work.
pub const REQUESTS_PER_MINUTE: u32 = 60;
/// Wrong names of browsers that a network may present in a minute, past its own limit.
const WRONG_BROWSERS_PER_MINUTE: u32 = 30;

/// Why something about an account is refused.
#[derive(Debug)]
pub enum AccountError {
    /// What was presented is wrong, late, used up, or was never.
    Wrong,
    /// So many were tried lately that it is to wait for so many milliseconds.
    TooMany(i64),
    /// There is no room for another one.
    Full,
    /// The password is not taken.
    Weak(accounts::password::Weak),
    /// The service is busy.
    Busy,
    /// The service fails.
    Broken(String),
}

impl From<StoreError> for AccountError {
    fn from(error: StoreError) -> Self {
        if error.is_transient() { Self::Busy } else { Self::Broken(error.to_string()) }
    }
}

/// Who is counted by more than a network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Visitor {
    /// An account that is signed in.
    Account(AccountId),
    /// A browser that says that it was signed in before.
    Browser(Digest),
    /// A browser that says that it has begun a sign-in by email.
    Challenge(Digest),
}

/// The accounts of a deployment.
#[derive(Debug)]
pub struct Accounts {
    store: Store,
    identities: Arc<StoredIdentities>,
    post: Post,
    sign_up: SignUp,
    billing: Option<BillingSecret>,
    base_url: String,
    service: String,
    requests: Option<Networks>,
    /// Of those who are not counted by their network.
    own_requests: Option<Throttle<Visitor>>,
    browsers: Secrets,
    hashing: Hashing,
    opened: Instant,
    #[cfg(feature = "passkeys")]
    site: Result<accounts::passkeys::Site, accounts::passkeys::Unusable>,
}

impl Accounts {
    /// Those of a store, for a service of this name at this address.
    #[must_use]
    pub fn new(
        store: Store,
        identities: Arc<StoredIdentities>,
        post: Post,
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
            site: accounts::passkeys::Site::of(base_url),
        }
    }

    /// The address that pages of this service have, as browsers name it in `Origin`.
    #[must_use]
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// The name of the cookie that holds a session.
    #[must_use]
    pub fn cookie(&self) -> &'static str {
        self.identities.cookie()
    }

    /// Whether strangers may make an account.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.sign_up == SignUp::Open
    }

    /// Whether the service's address can have passkeys.
    #[cfg(feature = "passkeys")]
    #[must_use]
    pub fn passkeys(&self) -> Option<PasskeySupport> {
        Some(match &self.site {
            Ok(_) => PasskeySupport::Open,
            Err(accounts::passkeys::Unusable::NoDomain) => PasskeySupport::NoDomain,
            Err(accounts::passkeys::Unusable::NoTls) => PasskeySupport::NoTls,
        })
    }

    /// A program without the feature knows no passkeys.
    #[cfg(not(feature = "passkeys"))]
    #[must_use]
    pub const fn passkeys(&self) -> Option<PasskeySupport> {
        None
    }

    /// Counts a request that changes something. Whoever is signed in counts by account, and everyone else by network; past the limit
    /// of the network, a browser that was signed in before, or that has begun a sign-in, counts by itself.
    ///
    /// # Errors
    /// [`AccountError::TooMany`].
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

/// Random bytes of the system.
fn random<const N: usize>() -> Result<[u8; N], AccountError> {
    runtime::random::bytes().map_err(|error| AccountError::Broken(error.to_string()))
}
