//! Which connections are let in: so many in all and so many of one client, and which are closed for others at the limit.
//!
//! A client is an IPv4 address or an IPv6 /64. A proxy that the operator trusts speaks for many, so the bound per client
//! is not its. At the limit in all, a client that has few connections still gets one: the connection that has waited longest
//! among those of the client with most is closed for it, but never one whose request has just begun to be answered.
//!
//! Answers that wait for their readers take so much memory over all connections and no more: beyond it those go first that
//! have waited longest among those of the client whose answers take most.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::connection::{Connection, Ticks};
use super::phase::{CloseReason, Phase};
use crate::client_address::TrustedProxies;
use runtime::throttle::subscriber;

/// Connections that one client gets even at the limit in all.
const FEW: usize = 8;
/// One part in so many of the connections is closed at once, so that they are not ranked for each newcomer of a crowd.
const SHARE: usize = 64;
/// Milliseconds for which a connection whose request is being answered is not closed for others.
const ANSWERING_MS: u64 = 1_000;

/// Bytes of memory that answers may take, over all connections, while they wait for their readers.
const MOST_WAITING: usize = 256 << 20;

/// How many connections there may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// In all.
    pub total: usize,
    /// Of one client.
    pub per_client: usize,
}

/// Why a connection is not let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RejectReason {
    /// Its client has as many as one may have.
    PerClient,
    /// There are as many as there may be, and none to be closed for it.
    Full,
}

impl RejectReason {
    /// Its name among the metrics.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PerClient => "per_client",
            Self::Full => "full",
        }
    }
}

/// Counts open connections, and keeps them within limits and deadlines.
#[derive(Debug)]
pub struct Limiter {
    limits: ConnectionLimits,
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

/// Leave for a connection to be open, until it is dropped.
#[derive(Debug)]
pub struct Permit {
    limiter: Arc<Limiter>,
    number: u64,
    /// The connection.
    pub connection: Arc<Connection>,
    /// How many were closed for it, and for those that come next.
    pub displaced: usize,
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.limiter.open().remove(self.number);
    }
}

impl Limiter {
    /// Without a connection.
    #[must_use]
    pub fn new(limits: ConnectionLimits, proxies: TrustedProxies) -> Self {
        Self { limits, proxies, ticks: Arc::default(), open: Mutex::default() }
    }

    /// A panic while holding the lock leaves at worst a connection that is counted once more.
    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many are open.
    #[must_use]
    pub fn count(&self) -> usize {
        self.open().entries.len()
    }

    /// Lets a connection in, or says why not.
    ///
    /// # Errors
    /// [`RejectReason`].
    pub fn admit(self: &Arc<Self>, peer: IpAddr) -> Result<Permit, RejectReason> {
        let peer = peer.to_canonical();
        let is_proxy = self.proxies.contain(peer);
        let client = subscriber(peer);
        let mut open = self.open();
        let own = if is_proxy { 0 } else { open.of_client.get(&client).copied().unwrap_or_default() };
        if own >= self.limits.per_client {
            return Err(RejectReason::PerClient);
        }
        let mut displaced = 0;
        if open.entries.len() >= self.limits.total {
            if own >= FEW {
                return Err(RejectReason::Full);
            }
            for number in open.dispensable((self.limits.total / SHARE).max(1), self.ticks.now()) {
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

    /// Sets the time, cuts what has lasted too long, and what takes too much memory. `now_ms` counts from any fixed instant.
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

    /// Until a sweep should not be waited for: many answers have begun to wait since the last.
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

    /// Those whose answers wait beyond the memory that all of them may take.
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

    /// Those to be closed first: of the clients with most connections, those that have waited longest.
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
