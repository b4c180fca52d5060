//! Identities of sessions and tokens from the store, with recent results cached in memory.
//!
//! A cached result is valid for [`HOLDS`]: an ended session or a revoked token is useless everywhere after that time,
//! and on this replica at once ([`StoredIdentities::remove`]). A malformed token or session never reaches the store.
//! Well-formed guesses are counted by [`Secrets`], which never rejects a valid session or token because of them.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use accounts::oauth::grant;
use accounts::oauth::metadata::RESOURCE_PATH;
use accounts::{AccountId, Scopes, session, span, token};
use conditions_core::time::{MINUTE_MS, Timestamp};
use runtime::clock;
use runtime::secrets::{SecretRejection, Secrets};
use storage::accounts::identification::{self, Identified, PresentedCredential, Proof};
use storage::accounts::{sessions, tokens};
use storage::{Store, StoreError};
use world::Caller;

use crate::alerts::holdings::Memory;
use crate::identity::{Credential, Identities, Identity, IdentityError, IdentityFuture, SignedInBrowser};
use crate::identity::{HOST_SESSION, PLAIN_SESSION};

/// Lifetime of a cached result: less than the two seconds that a revocation may take.
pub const HOLDS: Duration = Duration::from_millis(1_500);
/// Maximum number of cached results.
const MOST: usize = 20_000;
/// Unknown well-formed tokens and sessions that a client may present per minute.
const UNKNOWN_PER_MINUTE: u32 = 30;
/// Interval after which the use of a token is recorded again.
const USED_MS: i64 = 5 * MINUTE_MS;

/// The identities of a store.
#[derive(Debug)]
pub struct StoredIdentities {
    store: Store,
    cookie: &'static str,
    /// Resource that client tokens are issued for.
    resource: String,
    found: Mutex<HashMap<PresentedCredential, CachedIdentity>>,
    secrets: Secrets,
    opened: Instant,
}

/// A cached result with its monotonic time.
#[derive(Debug, Clone)]
struct CachedIdentity {
    who: Identified,
    at: Duration,
}

impl StoredIdentities {
    /// Creates the identities of a store, for a service at this address.
    #[must_use]
    pub fn new(store: Store, base_url: &str) -> Self {
        let cookie = if base_url.starts_with("https://") { HOST_SESSION } else { PLAIN_SESSION };
        let secrets = Secrets::wrong_per_minute(UNKNOWN_PER_MINUTE);
        let resource = format!("{base_url}{RESOURCE_PATH}");
        Self { store, cookie, resource, found: Mutex::default(), secrets, opened: clock::monotonic() }
    }

    /// Removes the cached results of an account whose owner has just changed something.
    pub fn remove(&self, account: AccountId) {
        self.lock().retain(|_, found| found.who.account != account);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<PresentedCredential, CachedIdentity>> {
        // A panic while the lock is held leaves a cache with missing entries at worst.
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Finds the identity of a credential, in the cache or the store.
    async fn find(
        &self,
        presented: PresentedCredential,
        client: IpAddr,
    ) -> Result<Identified, IdentityError> {
        let now = self.opened.elapsed();
        let before = self.lock().get(&presented).cloned();
        if let Some(found) = before.filter(|found| now.saturating_sub(found.at) < HOLDS) {
            return Ok(found.who);
        }
        let look_up =
            async |presented| self.store.read(move |conn| identification::find(conn, presented)).await;
        match self.secrets.admit(client, Some(presented), look_up).await {
            Ok(who) => {
                self.cache(presented, CachedIdentity { who: who.clone(), at: now });
                Ok(who)
            }
            Err(SecretRejection::Failed(error)) => {
                tracing::warn!(%error, "cannot look up a token or a session");
                Err(IdentityError::Unavailable)
            }
            Err(denied) => {
                self.lock().remove(&presented);
                Err(match denied {
                    SecretRejection::TooMany(wait) => IdentityError::TooMany(wait),
                    SecretRejection::Wrong | SecretRejection::Failed(_) => IdentityError::Unknown,
                })
            }
        }
    }

    fn cache(&self, presented: PresentedCredential, found: CachedIdentity) {
        let mut known = self.lock();
        if known.len() >= MOST && !known.contains_key(&presented) {
            let now = found.at;
            known.retain(|_, old| now.saturating_sub(old.at) < HOLDS);
            if known.len() >= MOST {
                known.clear();
            }
        }
        known.insert(presented, found);
    }

    /// Records the use of a credential in the background.
    fn note(&self, presented: PresentedCredential, now: Timestamp) {
        if let Some(found) = self.lock().get_mut(&presented) {
            match &mut found.who.proof {
                Proof::Session(times) => times.seen_at = now,
                Proof::Token { used_at, .. } => *used_at = Some(now),
                Proof::Access { .. } => {}
            }
        }
        let store = self.store.clone();
        tokio::spawn(async move {
            let noted: Result<(), StoreError> = store
                .run(move |conn| match presented {
                    PresentedCredential::Session(digest) => sessions::record_use(conn, digest, now),
                    PresentedCredential::Token(digest) => tokens::used(conn, digest, now),
                    PresentedCredential::Access(_) => Ok(()),
                })
                .await;
            if let Err(error) = noted {
                tracing::warn!(%error, "cannot record the use of a token or a session");
            }
        });
    }

    async fn identified(
        &self,
        presented: PresentedCredential,
        client: IpAddr,
    ) -> Result<Identity, IdentityError> {
        let (who, now) = (self.find(presented, client).await?, clock::now());
        let (identity, is_stale) =
            identify_at(who, presented, &self.resource, now).ok_or(IdentityError::Unknown)?;
        if is_stale {
            self.note(presented, now);
        }
        Ok(identity)
    }
}

/// Returns the identity at `now`, and whether the use has to be recorded; `None` if the credential has expired.
fn identify_at(
    who: Identified,
    presented: PresentedCredential,
    resource: &str,
    now: Timestamp,
) -> Option<(Identity, bool)> {
    let Identified { account, plan, saved, proof } = who;
    let caller =
        if plan.is_pro(now) { Caller::subscriber(account, saved) } else { Caller::reader(account, saved) };
    match (proof, presented) {
        (Proof::Session(times), PresentedCredential::Session(digest)) if times.is_valid(now) => {
            let signed = Some(SignedInBrowser { account, digest, times });
            Some((Identity { caller: caller.within(Scopes::ALL), signed }, times.is_stale(now)))
        }
        (Proof::Token { scopes, used_at, expires_at }, PresentedCredential::Token(_))
            if expires_at.is_none_or(|end| now < end) =>
        {
            let is_stale = used_at.is_none_or(|used_at| !span::is_within(used_at, USED_MS, now));
            Some((Identity { caller: caller.within(scopes), signed: None }, is_stale))
        }
        (Proof::Access { scopes, audience, expires_at }, PresentedCredential::Access(_))
            if now < expires_at && audience == resource =>
        {
            Some((Identity { caller: caller.within(scopes), signed: None }, false))
        }
        (Proof::Session(_) | Proof::Token { .. } | Proof::Access { .. }, _) => None,
    }
}

impl Identities for StoredIdentities {
    fn resolve<'a>(&'a self, presented: Credential<'a>, client: IpAddr) -> IdentityFuture<'a> {
        let presented = match presented {
            Credential::Bearer(text) => text.and_then(token::digest).map(PresentedCredential::Token),
            Credential::Access(text) => text.and_then(|text| match token::digest(text) {
                Some(digest) => Some(PresentedCredential::Token(digest)),
                None => grant::access_digest(text).map(PresentedCredential::Access),
            }),
            Credential::Session(text) => session::digest(text).map(PresentedCredential::Session),
        };
        match presented {
            Some(presented) => Box::pin(self.identified(presented, client)),
            None => Box::pin(std::future::ready(Err(IdentityError::Unknown))),
        }
    }

    fn cookie(&self) -> &'static str {
        self.cookie
    }
}

impl Memory for StoredIdentities {
    fn remove(&self, account: AccountId) {
        Self::remove(self, account);
    }
}

#[cfg(test)]
mod tests;
