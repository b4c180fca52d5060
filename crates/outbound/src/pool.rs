//! A pool of idle connections, keyed by scheme, host, port and vetted address, for at most a minute. A name whose
//! addresses have changed finds none.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use runtime::clock;
use webhooks::callback::{Target, VettedAddresses};

use super::connect::Connection;

/// Maximum age of a connection.
const LONGEST_LIFE: Duration = Duration::from_secs(60);
/// Maximum number of idle connections.
const MOST: usize = 512;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Place {
    /// Scheme, host and port.
    origin: String,
    peer: IpAddr,
}

/// The idle connections.
pub struct Pool {
    /// Maximum number of idle connections per origin and address.
    most_of_one: usize,
    kept: Mutex<IdleConnections>,
}

#[derive(Default)]
struct IdleConnections {
    by_place: HashMap<Place, Vec<Connection>>,
    count: usize,
}

impl std::fmt::Debug for Pool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pool").field("kept", &self.lock().count).finish()
    }
}

impl Pool {
    pub fn new(most_of_one: usize) -> Self {
        Self { most_of_one, kept: Mutex::default() }
    }

    /// Takes a connection to one of the vetted addresses. A shared connection also stays in the pool.
    pub fn checkout(&self, target: &Target, reachable: &VettedAddresses) -> Option<Connection> {
        let mut place = Place { origin: origin(target), peer: IpAddr::from([0, 0, 0, 0]) };
        let mut kept = self.lock();
        for address in reachable.addresses() {
            place.peer = *address;
            if let Some(connection) = kept.pop(&place) {
                return Some(connection);
            }
        }
        None
    }

    /// Lets other callers use a connection from now on, if it can be shared.
    pub fn share(&self, target: &Target, connection: &Connection) {
        if let Some(shared) = connection.shared() {
            self.insert(target, shared);
        }
    }

    /// Returns a connection to the pool after its work. A shared one is there already.
    pub fn release(&self, target: &Target, connection: Connection) {
        if !connection.is_multiplexed() {
            self.insert(target, connection);
        }
    }

    /// Removes a shared connection.
    pub fn remove(&self, target: &Target, connection: &Connection) {
        if connection.is_multiplexed() {
            let place = Place { origin: origin(target), peer: connection.peer() };
            let mut kept = self.lock();
            let gone = kept.by_place.remove(&place).map_or(0, |connections| connections.len());
            kept.count -= gone;
        }
    }

    /// Closes connections that are too old or closed by the other side.
    pub fn sweep(&self) {
        let mut kept = self.lock();
        kept.by_place.retain(|_, connections| {
            connections.retain(is_usable);
            !connections.is_empty()
        });
        kept.count = kept.by_place.values().map(Vec::len).sum();
    }

    fn insert(&self, target: &Target, connection: Connection) {
        if !is_usable(&connection) {
            return;
        }
        let place = Place { origin: origin(target), peer: connection.peer() };
        let mut kept = self.lock();
        if kept.count >= MOST {
            return;
        }
        let of_place = kept.by_place.entry(place).or_default();
        if of_place.len() < self.most_of_one {
            of_place.push(connection);
            kept.count += 1;
        }
    }

    fn lock(&self) -> MutexGuard<'_, IdleConnections> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl IdleConnections {
    fn pop(&mut self, place: &Place) -> Option<Connection> {
        let connections = self.by_place.get_mut(place)?;
        let mut found = None;
        while let Some(connection) = connections.pop() {
            self.count -= 1;
            if is_usable(&connection) {
                found = Some(connection);
                break;
            }
        }
        if let Some(shared) = found.as_ref().and_then(Connection::shared) {
            connections.push(shared);
            self.count += 1;
        }
        if connections.is_empty() {
            self.by_place.remove(place);
        }
        found
    }
}

fn is_usable(connection: &Connection) -> bool {
    !connection.is_closed() && clock::monotonic().duration_since(connection.opened()) < LONGEST_LIFE
}

/// Returns scheme, host and port.
fn origin(target: &Target) -> String {
    let scheme = if target.is_secure() { "https" } else { "http" };
    format!("{scheme}://{}", target.authority())
}
