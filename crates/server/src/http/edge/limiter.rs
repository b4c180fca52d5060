//! Who is let in: so many connections in all and so many of one client, and what is done when the house is full.
//!
//! A client is an IPv4 address or an IPv6 /64. A proxy that the operator trusts speaks for many, so the bound per client
//! is not its. A full house lets a client in that has few connections: the place is that of whoever waits longest among
//! the client with most. A request that has just begun to be answered never loses its place.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::connection::{Connection, Ticks};
use super::phase::{Cut, Phase};
use crate::http::client_address::{TrustedProxies, subscriber};

/// Connections of one client that a full house makes room for.
const FEW: usize = 8;
/// The part of a full house that is cleared at once, so that a crowd at the door is not looked through for each of it.
const SHARE: usize = 64;
/// Milliseconds for which a request that is being answered keeps its place in a full house.
const ANSWERING_MS: u64 = 1_000;

/// How many connections there may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// In all.
    pub total: usize,
    /// Of one client.
    pub per_client: usize,
}

/// Why a connection is not let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Refused {
    /// Its client has as many as one may have.
    PerClient,
    /// The house is full, and nobody's place is to be had.
    Full,
}

impl Refused {
    /// Its name among the metrics.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PerClient => "per_client",
            Self::Full => "full",
        }
    }
}

/// Every open connection.
#[derive(Debug)]
pub struct House {
    limits: Limits,
    proxies: TrustedProxies,
    ticks: Arc<Ticks>,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    next: u64,
    guests: HashMap<u64, Guest>,
    of_client: HashMap<IpAddr, usize>,
}

#[derive(Debug)]
struct Guest {
    connection: Arc<Connection>,
    client: IpAddr,
    is_proxy: bool,
}

/// A connection that was let in, until it is dropped.
#[derive(Debug)]
pub struct Stay {
    house: Arc<House>,
    number: u64,
    /// The connection.
    pub connection: Arc<Connection>,
    /// How many had to go for it, and for those who come next.
    pub displaced: usize,
}

impl Drop for Stay {
    fn drop(&mut self) {
        self.house.open().remove(self.number);
    }
}

impl House {
    /// An empty one.
    #[must_use]
    pub fn new(limits: Limits, proxies: TrustedProxies) -> Self {
        Self { limits, proxies, ticks: Arc::default(), open: Mutex::default() }
    }

    /// A panic while holding the lock leaves at worst a guest that is counted once more.
    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many are in.
    #[must_use]
    pub fn count(&self) -> usize {
        self.open().guests.len()
    }

    /// Lets a connection in, or says why not.
    ///
    /// # Errors
    /// [`Refused`].
    pub fn admit(self: &Arc<Self>, peer: IpAddr) -> Result<Stay, Refused> {
        let peer = peer.to_canonical();
        let is_proxy = self.proxies.contain(peer);
        let client = subscriber(peer);
        let mut open = self.open();
        let own = if is_proxy { 0 } else { open.of_client.get(&client).copied().unwrap_or_default() };
        if own >= self.limits.per_client {
            return Err(Refused::PerClient);
        }
        let mut displaced = 0;
        if open.guests.len() >= self.limits.total {
            if own >= FEW {
                return Err(Refused::Full);
            }
            for number in open.dispensable((self.limits.total / SHARE).max(1), self.ticks.now()) {
                if let Some(guest) = open.remove(number) {
                    guest.connection.cut(Cut::Displaced);
                    displaced += 1;
                }
            }
            if displaced == 0 {
                return Err(Refused::Full);
            }
        }
        let connection = Arc::new(Connection::new(&self.ticks));
        let guest = Guest { connection: Arc::clone(&connection), client, is_proxy };
        let number = open.insert(guest);
        drop(open);
        Ok(Stay { house: Arc::clone(self), number, connection, displaced })
    }

    /// Sets the time, and cuts whoever has lasted too long. `now_ms` counts from any fixed instant.
    pub fn sweep(&self, now_ms: u64, mut cut: impl FnMut(Cut)) {
        self.ticks.set(now_ms);
        for guest in self.open().guests.values() {
            let (phase, since) = guest.connection.state();
            if let Some(why) = phase.overdue(now_ms.saturating_sub(since))
                && guest.connection.cut(why)
            {
                cut(why);
            }
        }
    }
}

impl Open {
    fn insert(&mut self, guest: Guest) -> u64 {
        let number = self.next;
        self.next += 1;
        *self.of_client.entry(guest.client).or_default() += 1;
        self.guests.insert(number, guest);
        number
    }

    fn remove(&mut self, number: u64) -> Option<Guest> {
        let guest = self.guests.remove(&number)?;
        if let Some(count) = self.of_client.get_mut(&guest.client) {
            *count -= 1;
            if *count == 0 {
                self.of_client.remove(&guest.client);
            }
        }
        Some(guest)
    }

    /// The guests who go first: of the clients with most connections, those that have waited longest.
    fn dispensable(&self, count: usize, now_ms: u64) -> impl Iterator<Item = u64> + use<> {
        let rank = |(number, guest): (&u64, &Guest)| {
            let (phase, since) = guest.connection.state();
            let waited = now_ms.saturating_sub(since);
            if phase == Phase::Exchange && waited < ANSWERING_MS {
                return None;
            }
            let crowd = if guest.is_proxy { 1 } else { self.of_client.get(&guest.client).copied()? };
            Some((Reverse(crowd), Reverse(waited), *number))
        };
        let mut ranks: Vec<_> = self.guests.iter().filter_map(rank).collect();
        if ranks.len() > count {
            ranks.select_nth_unstable(count);
            ranks.truncate(count);
        }
        ranks.into_iter().map(|(.., number)| number)
    }
}

#[cfg(test)]
mod tests;
