//! Public addresses that no delivery goes to all the same: those of this machine, at which its owner's own services may trust
//! whoever comes from here, and those that the operator names.

use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use ipnet::IpNet;
use runtime::clock;

/// How long the addresses of this machine are taken for the same.
const LOOK: Duration = Duration::from_secs(60);

/// The addresses.
#[derive(Debug)]
pub(super) struct DeniedNetworks {
    named: Vec<IpNet>,
    own: Mutex<Own>,
}

#[derive(Debug)]
struct Own {
    addresses: Vec<IpAddr>,
    at: Instant,
}

impl DeniedNetworks {
    /// This machine's, and those of `named`.
    pub(super) fn new(named: Vec<IpNet>) -> Self {
        Self { named, own: Mutex::new(Own { addresses: of_this_machine(), at: clock::monotonic() }) }
    }

    /// Whether an address is one of them.
    pub(super) fn holds(&self, address: IpAddr) -> bool {
        if self.named.iter().any(|network| network.contains(&address)) {
            return true;
        }
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        if own.at.elapsed() >= LOOK {
            *own = Own { addresses: of_this_machine(), at: clock::monotonic() };
        }
        own.addresses.contains(&address)
    }
}

/// Without loopback, about which the policy decides.
fn of_this_machine() -> Vec<IpAddr> {
    match if_addrs::get_if_addrs() {
        Ok(interfaces) => {
            interfaces.iter().map(if_addrs::Interface::ip).filter(|address| !address.is_loopback()).collect()
        }
        Err(error) => {
            tracing::warn!(%error, "cannot list this machine's addresses; deny them by --webhook-denied");
            Vec::new()
        }
    }
}

#[cfg(test)]
mod tests;
