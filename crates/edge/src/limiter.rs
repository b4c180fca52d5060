//! Limits the number of connections in total and per client, and selects those that are closed in favour of others at
//! the limit.
//!
//! A client is an IPv4 address or an IPv6 /64. A trusted proxy carries many clients, so the limit per client does not
//! apply to it. At the total limit, a client with few connections still gets one: the connection that has waited
//! longest among those of the client with the most is closed for it, but never one whose request has just begun.
//!
//! Answers that wait for their readers have a memory limit over all connections. Above it, the answers that have waited
//! longest among those of the client with the most memory are closed first.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::connection::{Connection, Ticks};
use super::phase::{CloseReason, Phase};
use crate::client_address::TrustedProxies;
use runtime::throttle::subscriber;

/// Connections that one client gets even at the total limit.
const FEW: usize = 8;
/// Divisor of the connections that are closed together, so that they are not ranked for each newcomer in a burst.
const SHARE: usize = 64;
/// Time for which a connection with a request in progress is protected from displacement, in milliseconds.
const ANSWERING_MS: u64 = 1_000;

/// Maximum memory of answers that wait for their readers, over all connections, in bytes.
const MOST_WAITING: usize = 256 << 20;

/// Maximum numbers of connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// Maximum in total.
    pub total: usize,
    /// Maximum per client.
    pub per_client: usize,
}

/// The reason why a connection is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RejectReason {
    /// Its client has the maximum number of connections.
    PerClient,
    /// The total is reached, without a connection that may be closed for it.
    Full,
}

impl RejectReason {
    /// Every reason.
    pub const ALL: [Self; 2] = [Self::PerClient, Self::Full];

    /// Returns its name in the metrics.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PerClient => "per_client",
            Self::Full => "full",
        }
    }
}

/// Counts open connections and enforces limits and deadlines.
#[derive(Debug)]
pub struct Limiter {
    total: usize,
    per_client: AtomicUsize,
    proxies: TrustedProxies,
    ticks: Arc<Ticks>,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    next: u64,
    entries: HashMap<u64, Entry>,
    of_client: HashMap<IpAddr, usize>,
}

#[derive(Debug)]
struct Entry {
    connection: Arc<Connection>,
    client: IpAddr,
    is_proxy: bool,
}

/// Permission for a connection to be open, until it is dropped.
#[derive(Debug)]
pub struct Permit {
    limiter: Arc<Limiter>,
    number: u64,
    /// State of the connection.
    pub connection: Arc<Connection>,
    /// Number of connections that were closed for it and for later ones.
    pub displaced: usize,
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.limiter.open().remove(self.number);
    }
}

impl Limiter {
    /// Creates a limiter without connections.
    #[must_use]
    pub fn new(limits: ConnectionLimits, proxies: TrustedProxies) -> Self {
        Self {
            total: limits.total,
            per_client: limits.per_client.into(),
            proxies,
            ticks: Arc::default(),
            open: Mutex::default(),
        }
    }

    /// A panic while holding the lock leaves at worst a connection that is counted twice.
    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Replaces the maximum number of connections per client. Open connections stay open.
    pub fn limit_clients(&self, per_client: usize) {
        self.per_client.store(per_client, Ordering::Relaxed);
    }

    /// Returns the number of open connections.
    #[must_use]
    pub fn count(&self) -> usize {
        self.open().entries.len()
    }

    /// Admits a connection.
    ///
    /// # Errors
    /// Returns a [`RejectReason`] if a limit is reached.
    pub fn admit(self: &Arc<Self>, peer: IpAddr) -> Result<Permit, RejectReason> {
        let peer = peer.to_canonical();
        let is_proxy = self.proxies.contain(peer);
        let client = subscriber(peer);
        let mut open = self.open();
        let own = if is_proxy { 0 } else { open.of_client.get(&client).copied().unwrap_or_default() };
        if own >= self.per_client.load(Ordering::Relaxed) {
            return Err(RejectReason::PerClient);
        }
        let mut displaced = 0;
        if open.entries.len() >= self.total {
            if own >= FEW {
                return Err(RejectReason::Full);
            }
            for number in open.dispensable((self.total / SHARE).max(1), self.ticks.now()) {
                if let Some(entry) = open.remove(number) {
                    entry.connection.cut(CloseReason::Displaced);
                    displaced += 1;
                }
            }
            if displaced == 0 {
                return Err(RejectReason::Full);
            }
        }
        let connection = Arc::new(Connection::new(&self.ticks));
        let entry = Entry { connection: Arc::clone(&connection), client, is_proxy };
        let number = open.insert(entry);
        drop(open);
        Ok(Permit { limiter: Arc::clone(self), number, connection, displaced })
    }

    /// Sets the time, and cuts connections that are overdue or use too much memory. `now_ms` counts from any fixed
    /// start.
    pub fn sweep(&self, now_ms: u64, mut cut: impl FnMut(CloseReason)) {
        self.ticks.set(now_ms);
        let open = self.open();
        let mut end = |entry: &Entry, why: CloseReason| {
            if entry.connection.cut(why) {
                cut(why);
            }
        };
        for entry in open.entries.values() {
            let (phase, since) = entry.connection.state();
            if let Some(why) = phase.overdue(now_ms.saturating_sub(since)) {
                end(entry, why);
            }
        }
        for entry in open.too_much() {
            end(entry, CloseReason::Memory);
        }
    }

    /// Waits until an early sweep is needed because many answers have begun to wait since the last.
    pub async fn is_besieged(&self) {
        self.ticks.many_stalled().await;
    }
}

impl Open {
    fn insert(&mut self, entry: Entry) -> u64 {
        let number = self.next;
        self.next += 1;
        *self.of_client.entry(entry.client).or_default() += 1;
        self.entries.insert(number, entry);
        number
    }

    fn remove(&mut self, number: u64) -> Option<Entry> {
        let entry = self.entries.remove(&number)?;
        if let Some(count) = self.of_client.get_mut(&entry.client) {
            *count -= 1;
            if *count == 0 {
                self.of_client.remove(&entry.client);
            }
        }
        Some(entry)
    }

    /// Returns the connections whose waiting answers exceed the memory limit.
    fn too_much(&self) -> Vec<&Entry> {
        let waiting = self.entries.iter().map(|(number, entry)| (number, entry, entry.connection.waiting()));
        let mut waiting: Vec<_> = waiting.filter(|(.., bytes)| *bytes > 0).collect();
        let mut all: usize = waiting.iter().map(|(.., bytes)| bytes).sum();
        if all <= MOST_WAITING {
            return Vec::new();
        }
        let mut of_client: HashMap<IpAddr, usize> = HashMap::new();
        for (_, entry, bytes) in &waiting {
            *of_client.entry(entry.client).or_default() += bytes;
        }
        waiting.sort_unstable_by_key(|(number, entry, bytes)| {
            let of_client = if entry.is_proxy { Some(bytes) } else { of_client.get(&entry.client) };
            (Reverse(of_client.copied()), entry.connection.state().1, **number)
        });
        let beyond = waiting.into_iter().take_while(|(.., bytes)| {
            let is_beyond = all > MOST_WAITING;
            all = all.saturating_sub(*bytes);
            is_beyond
        });
        beyond.map(|(_, entry, _)| entry).collect()
    }

    /// Returns the connections to close first: among the clients with the most connections, those that have waited
    /// longest.
    fn dispensable(&self, count: usize, now_ms: u64) -> impl Iterator<Item = u64> + use<> {
        let rank = |(number, entry): (&u64, &Entry)| {
            let (phase, since) = entry.connection.state();
            let waited = now_ms.saturating_sub(since);
            if phase == Phase::Exchange && waited < ANSWERING_MS {
                return None;
            }
            let of_client = if entry.is_proxy { 1 } else { self.of_client.get(&entry.client).copied()? };
            Some((Reverse(of_client), Reverse(waited), *number))
        };
        let mut ranks: Vec<_> = self.entries.iter().filter_map(rank).collect();
        if ranks.len() > count {
            ranks.select_nth_unstable(count);
            ranks.truncate(count);
        }
        ranks.into_iter().map(|(.., number)| number)
    }
}

#[cfg(test)]
mod tests;
