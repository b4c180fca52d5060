//! `robots.txt` of hosts with a feed: fetched before the first call, cached for a day, and obeyed.
//!
//! A file that cannot be fetched allows nothing until it can; a missing file allows everything. Redirects are followed
//! as RFC 9309 requires: on the same origin, and elsewhere if the callback guard allows the request, to the addresses
//! that it has vetted. A name, like a bare address, may point into this network.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

use conditions_core::time::{DAY_MS, HOUR_MS, Timestamp};
use reqwest::Url;
use runtime::clock;
use sources::robots::{Rules, TOKEN, Verdict, verdict};
use tokio::sync::{Mutex, OwnedMutexGuard, Semaphore, SemaphorePermit};

use crate::client::Client;
use crate::guard::Guard;

/// Time for which a file is cached.
const GOOD_FOR_MS: i64 = DAY_MS;
/// Time until a failed fetch is repeated.
const FAILED_FOR_MS: i64 = HOUR_MS;
/// Maximum number of hosts that are called concurrently.
const AT_ONCE: usize = 4;
/// Maximum size of a file in bytes: more than is parsed of it.
const MOST_BYTES: usize = 2 << 20;
/// Maximum number of consecutive redirects.
const MOST_REDIRECTS: usize = 5;

const NOT_FOLLOWED: &str = "it redirects to a place that is not followed";

/// The cached rules of one host.
type Host = Arc<Mutex<Option<HostRules>>>;

/// The rules of every host, and a limit of concurrent hosts.
#[derive(Debug)]
pub struct Robots {
    hosts: Mutex<HashMap<String, Host>>,
    at_once: Semaphore,
    /// Vets redirects to other origins; without a guard none is followed.
    guard: Option<Guard>,
}

/// Exclusive access to a host, while few other hosts are called.
#[derive(Debug)]
pub struct ExclusiveHost<'a> {
    host: OwnedMutexGuard<Option<HostRules>>,
    guard: Option<&'a Guard>,
    _one: SemaphorePermit<'a>,
}

impl Default for Robots {
    fn default() -> Self {
        Self { hosts: Mutex::default(), at_once: Semaphore::new(AT_ONCE), guard: None }
    }
}

/// The rules of one host.
#[derive(Debug)]
pub struct HostRules {
    rules: Result<Rules, String>,
    until: Timestamp,
}

impl Robots {
    /// Follows redirects to other origins if `guard` allows the request.
    #[must_use]
    pub fn guarded(guard: Guard) -> Self {
        Self { guard: Some(guard), ..Self::default() }
    }

    /// Returns the vetted public addresses of `url`.
    ///
    /// # Errors
    /// Returns the reason why `url` may not be called; without a guard none may.
    pub async fn public(&self, url: &Url) -> Result<Vec<IpAddr>, String> {
        let guard = self.guard.as_ref().ok_or("addresses cannot be vetted without a guard")?;
        let (_, reachable) = guard.vet(url.as_str()).await.map_err(|why| why.to_string())?;
        Ok(reachable.addresses().to_vec())
    }

    /// Waits for exclusive access to the host of a URL; returns `None` when the process ends.
    pub async fn exclusive(&self, url: &Url) -> Option<ExclusiveHost<'_>> {
        let origin = url.origin().ascii_serialization();
        let host = Arc::clone(self.hosts.lock().await.entry(origin).or_default());
        let host = host.lock_owned().await;
        Some(ExclusiveHost { host, guard: self.guard.as_ref(), _one: self.at_once.acquire().await.ok()? })
    }
}

impl ExclusiveHost<'_> {
    /// Checks whether `url` may be fetched.
    ///
    /// # Errors
    /// Returns the reason if it may not.
    pub async fn allowed(&mut self, client: &Client, url: &Url) -> Result<(), String> {
        let now = clock::now();
        // A file with a longer lifetime than possible was fetched while the clock was fast.
        let is_good = |known: &HostRules| (0..=GOOD_FOR_MS).contains(&known.until.since(now));
        if !self.host.as_ref().is_some_and(is_good) {
            let rules = fetch(client, self.guard, url).await;
            let good_for = if rules.is_ok() { GOOD_FOR_MS } else { FAILED_FOR_MS };
            *self.host = Some(HostRules { rules, until: now.plus_millis(good_for) });
        }
        let host = url.host_str().unwrap_or_default();
        match self.host.as_ref().map(|known| &known.rules) {
            Some(Ok(rules)) if rules.allow(path(url).as_str()) => Ok(()),
            Some(Ok(_)) => Err(format!("robots.txt of {host} does not allow {}", url.path())),
            Some(Err(why)) => Err(format!("robots.txt of {host} cannot be read: {why}")),
            None => Err(format!("robots.txt of {host} is not known")),
        }
    }
}

/// Returns path and query, as rules match them.
fn path(url: &Url) -> String {
    url.query().map_or_else(|| url.path().to_owned(), |query| format!("{}?{query}", url.path()))
}

async fn fetch(client: &Client, guard: Option<&Guard>, url: &Url) -> Result<Rules, String> {
    let mut at = url.join("/robots.txt").map_err(|_| "no address".to_owned())?;
    for _ in 0..=MOST_REDIRECTS {
        let fetched = if at.origin() == url.origin() {
            client.get(at.as_str(), MOST_BYTES).await
        } else {
            let addresses = vet_redirect(guard, &at).await?;
            match client.at(&at, &addresses) {
                Ok(pinned) => pinned.get(at.as_str(), MOST_BYTES).await,
                Err(error) => Err(error),
            }
        };
        let fetched = fetched.map_err(|error| error.to_string())?;
        if !(300..400).contains(&fetched.status) {
            return match verdict(fetched.status) {
                Verdict::Rules => Ok(Rules::parse(&fetched.body, TOKEN)),
                Verdict::Everything => Ok(Rules::NONE),
                Verdict::Nothing => Err(format!("HTTP {}", fetched.status)),
            };
        }
        at = fetched.location.as_deref().and_then(|to| at.join(to).ok()).ok_or(NOT_FOLLOWED)?;
    }
    Err("too many redirects".to_owned())
}

/// Returns the addresses to which a redirect to another origin may be followed.
async fn vet_redirect(guard: Option<&Guard>, to: &Url) -> Result<Vec<IpAddr>, String> {
    let guard = guard.ok_or(NOT_FOLLOWED)?;
    let judged = guard.vet(to.as_str()).await;
    let (_, reachable) = judged.map_err(|why| format!("{NOT_FOLLOWED}: {why}"))?;
    Ok(reachable.addresses().to_vec())
}

#[cfg(test)]
mod tests;
