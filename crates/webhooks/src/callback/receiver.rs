//! Who stands behind a callback's name, for limits: names cost nothing, so what is counted is the domain that somebody has
//! registered (by the public suffix list, its private part included) and the network of the judged address.

use std::net::{IpAddr, Ipv6Addr};

use super::{Host, Target, VettedAddresses};

/// Bits of an IPv6 address that its network fixes: what one machine or one customer is given.
const NETWORK_BITS: u32 = 64;

/// The domain that somebody has registered and that `host` belongs to, such as `example.com` for `a.b.example.com`; an address
/// as its network. A name that is a public suffix itself stands for itself.
#[must_use]
pub fn site(host: &str) -> String {
    match host.parse::<IpAddr>() {
        Ok(address) => network(address),
        Err(_) => psl::domain_str(host).unwrap_or(host).to_owned(),
    }
}

/// The network that an address stands for: an IPv4 address itself, an IPv6 /64.
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

/// Where a delivery goes, as limits count it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receiver {
    /// The URL's host, normalised.
    pub host: String,
    /// As [`site`].
    pub site: String,
    /// The networks of its judged addresses, each once and in order.
    pub networks: Vec<String>,
}

impl Receiver {
    /// The receiver of a target whose addresses were judged.
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

    /// What is counted of it: its site and its networks, each once.
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
