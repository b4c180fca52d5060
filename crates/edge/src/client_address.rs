//! Finds the client of a request that arrived through proxies.
//!
//! `X-Forwarded-For` contains whatever its sender likes. Only a proxy that the operator named is trusted, and only for
//! the address that it saw itself: the list is read from the right, past trusted proxies, to the first other address.
//! An invalid entry ends the search at the last trusted address.

use std::net::IpAddr;
use std::str::FromStr;

use actix_web::http::header::{HeaderMap, HeaderName};

/// Networks of trusted proxies.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrustedProxies(Vec<Network>);

/// An address and the number of its leading bits that count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Network {
    address: IpAddr,
    bits: u32,
}

impl TrustedProxies {
    /// Parses addresses and networks, comma-separated: `10.0.0.0/8, ::1`.
    ///
    /// # Errors
    /// Returns the first part that is neither.
    pub fn parse(list: &str) -> Result<Self, String> {
        let parts = list.split(',').map(str::trim).filter(|part| !part.is_empty());
        parts.map(|part| part.parse().map_err(|()| part.to_owned())).collect::<Result<_, _>>().map(Self)
    }

    /// Returns whether an address belongs to a trusted proxy.
    #[must_use]
    pub fn contain(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(address))
    }

    /// Returns the client of a request from `peer`. `forwarded` are the values of `X-Forwarded-For` in the order in
    /// which they arrived.
    #[must_use]
    pub fn client<'a>(&self, peer: IpAddr, forwarded: impl DoubleEndedIterator<Item = &'a str>) -> IpAddr {
        let mut client = peer.to_canonical();
        let mut hops = forwarded.rev().flat_map(|value| value.rsplit(','));
        while self.contain(client) {
            let Some(next) = hops.next().and_then(|hop| address(hop.trim())) else { break };
            client = next;
        }
        client
    }
}

/// The header that proxies extend.
const FORWARDED: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Plausibility of a peer's `X-Forwarded-For`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hops {
    /// It has an address for every trusted proxy, or the peer is not a proxy.
    Enough,
    /// A trusted proxy sent none.
    None,
    /// It has more entries than trusted proxies wrote.
    Foreign,
}

impl TrustedProxies {
    /// Returns whether no proxy is trusted.
    #[must_use]
    pub const fn is_none(&self) -> bool {
        self.0.is_empty()
    }

    /// Checks whether only trusted proxies have written a request's `X-Forwarded-For`.
    #[must_use]
    pub fn hops(&self, peer: IpAddr, headers: &HeaderMap) -> Hops {
        if !self.contain(peer.to_canonical()) {
            return Hops::Enough;
        }
        let values = headers.get_all(&FORWARDED).filter_map(|value| value.to_str().ok());
        let mut all = values.flat_map(|value| value.split(',')).map(str::trim).filter(|hop| !hop.is_empty());
        if all.next().is_none() {
            return Hops::None;
        }
        // After the first entry, the client, there must only be proxies.
        let are_proxies = all.all(|hop| address(hop).is_some_and(|hop| self.contain(hop)));
        if are_proxies { Hops::Enough } else { Hops::Foreign }
    }

    /// Returns the client of a request from `peer`, by its headers.
    #[must_use]
    pub fn client_of(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let forwarded: Vec<&str> =
            headers.get_all(&FORWARDED).filter_map(|value| value.to_str().ok()).collect();
        self.client(peer, forwarded.into_iter())
    }
}

/// Parses an address with or without a port.
fn address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|rest| rest.split(']').next());
    let address = match bare {
        Some(v6) => v6.parse().ok(),
        None => text.parse().ok().or_else(|| text.rsplit_once(':')?.0.parse().ok()),
    };
    address.map(|address: IpAddr| address.to_canonical())
}

impl Network {
    fn contains(self, address: IpAddr) -> bool {
        match (self.address, address) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                let shift = 32 - self.bits;
                (u64::from(own.to_bits()) >> shift) == (u64::from(other.to_bits()) >> shift)
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                let differ = own.to_bits() ^ other.to_bits();
                differ.leading_zeros() >= self.bits
            }
            _ => false,
        }
    }
}

impl FromStr for Network {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse().map_err(drop)?)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(drop)?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.unwrap_or(most);
        if bits <= most { Ok(Self { address, bits }) } else { Err(()) }
    }
}

#[cfg(test)]
mod tests;
