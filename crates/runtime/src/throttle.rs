//! An in-memory limit per minute and client (or any other key).
//!
//! Generic cell rate algorithm: one number per client states when it will have used up its allowance. A burst of one
//! minute's allowance passes; after that, requests pass at the steady rate. Each replica counts separately.
//! [`Networks`] counts a client together with the networks around it.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use accounts::quota;

/// Maximum number of clients in memory. Above it, clients without a debt are removed, at most once a second. While all
/// of them are in debt, new clients are admitted without counting, since rejecting them would be the outage that the
/// attack aims at.
const CLIENTS_MAX: usize = 100_000;
const SECOND_US: u64 = 1_000_000;
const MINUTE_US: u64 = 60_000_000;

/// Returns the key that counts as one client: an IPv4 address, or the /64 of an IPv6 subscriber.
#[must_use]
pub fn subscriber(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

/// A limit. `K` identifies the client; use [`subscriber`] for an address.
#[derive(Debug)]
pub struct Throttle<K> {
    /// Microseconds that one request uses up.
    cost_us: u64,
    ledger: Mutex<Ledger<K>>,
}

/// Debts, in microseconds of the caller's clock.
#[derive(Debug)]
struct Ledger<K> {
    /// Time when each client's debt is paid.
    paid_at: HashMap<K, u64>,
    /// Earliest time of the next removal.
    clear_from: u64,
}

impl<K: Eq + Hash> Throttle<K> {
    /// Creates a limit of `requests` per minute; `None` for no limit.
    #[must_use]
    pub fn per_minute(requests: u32) -> Option<Self> {
        let cost_us = MINUTE_US.checked_div(u64::from(requests))?.max(1);
        Some(Self { cost_us, ledger: Mutex::new(Ledger { paid_at: HashMap::new(), clear_from: 0 }) })
    }

    /// Counts a request of `client` at `now`, a time since any fixed start. `Err` contains the time to wait.
    ///
    /// # Errors
    /// Returns the wait if the client has used up its minute.
    pub fn admit(&self, client: K, now: Duration) -> Result<(), Duration> {
        let now = u64::try_from(now.as_micros()).unwrap_or(u64::MAX);
        // A panic while holding the lock leaves a count that is at worst one short.
        let mut ledger = self.ledger.lock().unwrap_or_else(PoisonError::into_inner);
        if ledger.paid_at.len() >= CLIENTS_MAX && !ledger.paid_at.contains_key(&client) {
            if now < ledger.clear_from {
                return Ok(());
            }
            ledger.clear_from = now.saturating_add(SECOND_US);
            ledger.paid_at.retain(|_, paid_at| *paid_at > now);
        }
        let paid_at = ledger.paid_at.entry(client).or_default();
        let after = (*paid_at).max(now).saturating_add(self.cost_us);
        let latest = now.saturating_add(MINUTE_US);
        if after > latest {
            return Err(Duration::from_micros(after - latest));
        }
        *paid_at = after;
        Ok(())
    }

    /// Checks whether [`Throttle::admit`] would admit `client`, without counting.
    ///
    /// # Errors
    /// Returns the errors of [`Throttle::admit`].
    pub fn would_admit(&self, client: &K, now: Duration) -> Result<(), Duration> {
        let now = u64::try_from(now.as_micros()).unwrap_or(u64::MAX);
        let ledger = self.ledger.lock().unwrap_or_else(PoisonError::into_inner);
        let paid_at = ledger.paid_at.get(client).copied().unwrap_or_default();
        let after = paid_at.max(now).saturating_add(self.cost_us);
        let latest = now.saturating_add(MINUTE_US);
        if after > latest { Err(Duration::from_micros(after - latest)) } else { Ok(()) }
    }
}

/// A limit per network and minute at three levels: the client's own (an IPv4 address or an IPv6 /64), and the /56 and
/// /48 around it, which have twice and four times as much. So a client with many /64s gains little by them.
#[derive(Debug)]
pub struct Networks {
    /// Keyed by the multiple of the limit, so that an address counts once at each level.
    levels: HashMap<u32, Throttle<IpAddr>>,
}

impl Networks {
    /// Creates a limit of `requests` per minute and network; `None` for no limit.
    #[must_use]
    pub fn per_minute(requests: u32) -> Option<Self> {
        let level = |factor: u32| Some((factor, Throttle::per_minute(requests.saturating_mul(factor))?));
        let levels: HashMap<_, _> = [1, 2, 4].into_iter().filter_map(level).collect();
        (!levels.is_empty()).then_some(Self { levels })
    }

    /// Counts a request of a client at every level, or at none. Times are as in [`Throttle::admit`].
    ///
    /// # Errors
    /// Returns the wait if a level has used up its minute.
    pub fn admit(&self, client: IpAddr, now: Duration) -> Result<(), Duration> {
        self.would_admit(client, now)?;
        self.at(client).try_for_each(|(network, level)| level.admit(network, now))
    }

    /// Checks whether [`Networks::admit`] would admit a client, without counting.
    ///
    /// # Errors
    /// Returns the errors of [`Networks::admit`].
    pub fn would_admit(&self, client: IpAddr, now: Duration) -> Result<(), Duration> {
        self.at(client).try_for_each(|(network, level)| level.would_admit(&network, now))
    }

    fn at(&self, client: IpAddr) -> impl Iterator<Item = (IpAddr, &Throttle<IpAddr>)> {
        quota::enclosing_networks(client)
            .filter_map(|(network, factor)| Some((network, self.levels.get(&factor)?)))
    }
}

#[cfg(test)]
mod tests;
