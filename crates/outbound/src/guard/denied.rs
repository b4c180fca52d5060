//! Public addresses that deliveries must not reach: those of this machine, whose other services may trust local
//! clients, and those that the operator names.

use std::net::IpAddr;
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use ipnet::IpNet;
use runtime::clock;

/// Time for which the addresses of this machine are cached.
const LOOK: Duration = Duration::from_secs(60);

/// The denied addresses.
#[derive(Debug)]
pub(super) struct DeniedNetworks {
    named: RwLock<Vec<IpNet>>,
    own: Mutex<OwnAddresses>,
}

#[derive(Debug)]
struct OwnAddresses {
    addresses: Vec<IpAddr>,
    at: Instant,
}

impl DeniedNetworks {
    /// Creates the list of this machine's addresses and `named`.
    pub(super) fn new(named: Vec<IpNet>) -> Self {
        let named = RwLock::new(named);
        Self { named, own: Mutex::new(OwnAddresses { addresses: of_this_machine(), at: clock::monotonic() }) }
    }

    /// Replaces the networks that the operator names.
    pub(super) fn rename(&self, named: Vec<IpNet>) {
        *self.named.write().unwrap_or_else(PoisonError::into_inner) = named;
    }

    /// Returns whether an address is denied.
    pub(super) fn contains(&self, address: IpAddr) -> bool {
        let named = self.named.read().unwrap_or_else(PoisonError::into_inner);
        if named.iter().any(|network| network.contains(&address)) {
            return true;
        }
        drop(named);
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        if own.at.elapsed() >= LOOK {
            *own = OwnAddresses { addresses: of_this_machine(), at: clock::monotonic() };
        }
        own.addresses.contains(&address)
    }
}

/// Lists this machine's addresses without loopback, about which the policy decides.
fn of_this_machine() -> Vec<IpAddr> {
    match if_addrs::get_if_addrs() {
        Ok(interfaces) => {
            interfaces.iter().map(if_addrs::Interface::ip).filter(|address| !address.is_loopback()).collect()
        }
        Err(error) => {
            tracing::warn!(%error, "cannot list this machine's addresses; deny them with --webhook-denied");
            Vec::new()
        }
    }
}

#[cfg(test)]
mod tests;
