//! Accounts at work: who stands behind what a request presents, and what people do with their accounts.

pub mod acts;
pub mod billing;
pub mod identities;
pub mod own;
#[cfg(feature = "passkeys")]
pub mod passkeys;
pub mod sign_in;
pub mod upkeep;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use pages::account::Way;
use storage::{Store, StoreError};
use tokio::sync::Semaphore;

use crate::clock;
use crate::config::{AccountsConfig, BillingSecret, SignUp};
use crate::http::identity::Identities as _;
use crate::http::throttle::Throttle;
use crate::mail::post::Post;
use identities::StoredIdentities;

/// The page that a link in a sign-in email opens. The query of the link is a credential.
pub const SIGN_IN_LINK: &str = "/account/link";
/// Requests that change something of accounts, per network and minute: far more than people send, and little work.
const REQUESTS_PER_MINUTE: u32 = 60;
/// Passwords that are hashed at once: each takes 19 MiB and a core.
const HASHING: usize = 2;
/// Passwords that wait to be hashed; beyond them the service is busy.
const WAITING: usize = 16;

/// Why something about an account is refused.
#[derive(Debug)]
pub enum Refused {
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

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Self {
        if error.is_transient() { Self::Busy } else { Self::Broken(error.to_string()) }
    }
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
    requests: Option<Throttle<IpAddr>>,
    hashing: Arc<Semaphore>,
    hashing_or_waiting: Arc<Semaphore>,
    opened: Instant,
    #[cfg(feature = "passkeys")]
    site: Result<::passkeys::Site, ::passkeys::Unusable>,
}

impl Accounts {
    /// Those of a store, for a service of this name at this address.
    #[must_use]
    pub fn new(
        store: Store,
        identities: Arc<StoredIdentities>,
        post: Post,
        config: &AccountsConfig,
        (service, base_url): (&str, &str),
    ) -> Self {
        Self {
            store,
            identities,
            post,
            sign_up: config.sign_up,
            billing: config.billing.clone(),
            base_url: base_url.to_owned(),
            service: service.to_owned(),
            requests: Throttle::per_minute(REQUESTS_PER_MINUTE),
            hashing: Arc::new(Semaphore::new(HASHING)),
            hashing_or_waiting: Arc::new(Semaphore::new(HASHING + WAITING)),
            opened: clock::monotonic(),
            #[cfg(feature = "passkeys")]
            site: ::passkeys::Site::of(base_url),
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
    pub fn passkeys(&self) -> Option<Way> {
        Some(match &self.site {
            Ok(_) => Way::Open,
            Err(::passkeys::Unusable::NoDomain) => Way::NoDomain,
            Err(::passkeys::Unusable::NoTls) => Way::NoTls,
        })
    }

    /// A program without the feature knows no passkeys.
    #[cfg(not(feature = "passkeys"))]
    #[must_use]
    pub const fn passkeys(&self) -> Option<Way> {
        None
    }

    /// Counts a request that changes something.
    ///
    /// # Errors
    /// [`Refused::TooMany`].
    pub fn admit(&self, client: IpAddr) -> Result<(), Refused> {
        let Some(requests) = &self.requests else { return Ok(()) };
        let wait =
            |wait: std::time::Duration| Refused::TooMany(i64::try_from(wait.as_millis()).unwrap_or(i64::MAX));
        requests.admit(client, self.opened.elapsed()).map_err(wait)
    }

    /// Hashes off the threads that answer requests, so many at once.
    async fn hashing<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let _waiting = self.hashing_or_waiting.try_acquire().map_err(|_| Refused::Busy)?;
        let hashing = Arc::clone(&self.hashing).acquire_owned().await.map_err(|_| Refused::Busy)?;
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(hashing);
            done
        });
        done.await.map_err(|error| Refused::Broken(error.to_string()))
    }
}

/// Random bytes of the system.
fn random<const N: usize>() -> Result<[u8; N], Refused> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| Refused::Broken(error.to_string()))?;
    Ok(bytes)
}
