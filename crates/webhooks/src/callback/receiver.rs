//! Identifies the receiver of a callback, for limits. Names cost nothing, so limits count the registrable domain (by
//! the public suffix list, with its private section) and the network of the checked address.

use std::net::{IpAddr, Ipv6Addr};

use super::{Host, Target, VettedAddresses};

/// Length of an IPv6 network prefix, in bits: the block that one machine or one customer gets.
const NETWORK_BITS: u32 = 64;

/// Returns the registrable domain of `host`, such as `example.com` for `a.b.example.com`, or the network of an address.
/// A public suffix is returned unchanged.
#[must_use]
pub fn site(host: &str) -> String {
    match host.parse::<IpAddr>() {
        Ok(address) => network(address),
        Err(_) => psl::domain_str(host).unwrap_or(host).to_owned(),
    }
}

/// Returns the network of an address: an IPv4 address itself, an IPv6 /64.
#[must_use]
pub fn network(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            let mask = u128::MAX << (u128::BITS - NETWORK_BITS);
            format!("{}/{NETWORK_BITS}", Ipv6Addr::from_bits(address.to_bits() & mask))
        }
    }
}

/// The receiver of a delivery, as limits count it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receiver {
    /// Normalised host of the URL.
    pub host: String,
    /// Registrable domain, as [`site`] returns it.
    pub site: String,
    /// Networks of its checked addresses, without duplicates, in order.
    pub networks: Vec<String>,
}

impl Receiver {
    /// Returns the receiver of a target with checked addresses.
    #[must_use]
    pub fn new(target: &Target, reachable: &VettedAddresses) -> Self {
        let host = match target.host() {
            Host::Name(name) => name.clone(),
            Host::Address(address) => address.to_string(),
        };
        let mut networks: Vec<String> = reachable.addresses().iter().copied().map(network).collect();
        networks.sort_unstable();
        networks.dedup();
        Self { site: site(&host), host, networks }
    }

    /// Returns the keys that limits count: its site and its networks, without duplicates.
    #[must_use]
    pub fn keys(&self) -> Vec<String> {
        let mut keys = self.networks.clone();
        if !keys.contains(&self.site) {
            keys.push(self.site.clone());
        }
        keys
    }
}

#[cfg(test)]
mod tests;
