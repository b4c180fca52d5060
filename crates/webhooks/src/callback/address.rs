//! Distinguishes public IP addresses: they are in none of the special ranges of the IANA registries and, for IPv6,
//! within the only block from which networks are allocated.
//!
//! IPv6 is an allow-list on purpose. It excludes every form that embeds an IPv4 address outside 2000::/3 (mapped,
//! compatible, SIIT, NAT64) and every range that is assigned in the future.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::CallbackError;
use crate::policy::{CallbackPolicy, Reach};

/// A range outside the public internet, with the source that says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Range {
    /// First address; for IPv4 the low 32 bits.
    first: u128,
    /// Number of fixed leading bits.
    bits: u32,
    /// The registry or RFC that reserves the range.
    source: &'static str,
}

const fn v4(a: u8, b: u8, c: u8, d: u8, bits: u32, source: &'static str) -> Range {
    Range { first: Ipv4Addr::new(a, b, c, d).to_bits() as u128, bits, source }
}

const fn v6(a: u16, b: u16, c: u16, bits: u32, source: &'static str) -> Range {
    Range { first: Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0).to_bits(), bits, source }
}

const SPECIAL_V4: [Range; 20] = [
    v4(0, 0, 0, 0, 8, "RFC 791, RFC 6890: this network"),
    v4(10, 0, 0, 0, 8, "RFC 1918: private use"),
    v4(100, 64, 0, 0, 10, "RFC 6598: shared by carriers"),
    v4(127, 0, 0, 0, 8, "RFC 1122: loopback"),
    v4(168, 63, 129, 16, 32, "Azure: the platform's own endpoint inside virtual networks"),
    v4(169, 254, 0, 0, 16, "RFC 3927: link local, metadata of clouds"),
    v4(172, 16, 0, 0, 12, "RFC 1918: private use"),
    v4(192, 0, 0, 0, 24, "RFC 6890: protocol assignments"),
    v4(192, 0, 2, 0, 24, "RFC 5737: documentation"),
    v4(192, 31, 196, 0, 24, "RFC 7535: AS112"),
    v4(192, 52, 193, 0, 24, "RFC 7450: multicast tunnels"),
    v4(192, 88, 99, 0, 24, "RFC 7526: former 6to4 relays"),
    v4(192, 168, 0, 0, 16, "RFC 1918: private use"),
    v4(192, 175, 48, 0, 24, "RFC 7534: AS112"),
    v4(198, 18, 0, 0, 15, "RFC 2544: benchmarks"),
    v4(198, 51, 100, 0, 24, "RFC 5737: documentation"),
    v4(203, 0, 113, 0, 24, "RFC 5737: documentation"),
    v4(224, 0, 0, 0, 4, "RFC 5771: multicast"),
    v4(255, 255, 255, 255, 32, "RFC 919: broadcast"),
    v4(240, 0, 0, 0, 4, "RFC 1112: reserved"),
];

/// The block from which addresses are allocated to networks.
const GLOBAL_UNICAST: Range = v6(0x2000, 0, 0, 3, "RFC 4291: outside of global unicast 2000::/3");

/// Special ranges within [`GLOBAL_UNICAST`].
const SPECIAL_V6: [Range; 6] = [
    v6(0x2001, 0, 0, 23, "RFC 2928: protocol assignments (Teredo, benchmarks, ORCHID)"),
    v6(0x2001, 0xdb8, 0, 32, "RFC 3849: documentation"),
    v6(0x2002, 0, 0, 16, "RFC 3056: 6to4, holds an IPv4 address"),
    v6(0x2620, 0x4f, 0x8000, 48, "RFC 7534: AS112"),
    v6(0x3ffe, 0, 0, 16, "RFC 3701: former test network"),
    v6(0x3fff, 0, 0, 20, "RFC 9637: documentation"),
];

/// The well-known prefix of translators (RFC 6052).
const NAT64: Range = v6(0x64, 0xff9b, 0, 96, "RFC 6052: NAT64, holds an IPv4 address");

/// The upper half of an interface identifier that embeds an IPv4 address, with the "universal" bit cleared and set.
const ISATAP: [u32; 2] = [0x0000_5efe, 0x0200_5efe];
const ISATAP_SOURCE: &str = "RFC 5214: ISATAP, holds an IPv4 address";

impl Range {
    const fn contains(&self, address: u128, width: u32) -> bool {
        (address ^ self.first) >> (width - self.bits) == 0
    }
}

/// Returns whether an address is public, judged only by the ranges.
#[must_use]
pub(super) fn is_public(address: IpAddr) -> bool {
    special_range(address).is_none()
}

/// Returns why an address is not public, for the operator's log; `None` if it is public.
#[must_use]
fn special_range(address: IpAddr) -> Option<&'static str> {
    match address {
        IpAddr::V4(address) => {
            let bits = u128::from(address.to_bits());
            SPECIAL_V4.iter().find(|range| range.contains(bits, 32)).map(|range| range.source)
        }
        IpAddr::V6(address) => {
            let bits = address.to_bits();
            if NAT64.contains(bits, 128) {
                return Some(NAT64.source);
            }
            if !GLOBAL_UNICAST.contains(bits, 128) {
                return Some(GLOBAL_UNICAST.source);
            }
            if ISATAP.contains(&((bits >> 32) as u32)) {
                return Some(ISATAP_SOURCE);
            }
            SPECIAL_V6.iter().find(|range| range.contains(bits, 128)).map(|range| range.source)
        }
    }
}

/// Returns whether a policy allows calls to an address.
pub(super) fn may_call(policy: &CallbackPolicy, address: IpAddr) -> bool {
    let translated = match address {
        IpAddr::V6(inner) if policy.nat64 && NAT64.contains(inner.to_bits(), 128) => {
            IpAddr::V4(Ipv4Addr::from_bits(inner.to_bits() as u32))
        }
        IpAddr::V4(_) | IpAddr::V6(_) => address,
    };
    is_public(translated) || (policy.reach == Reach::Development && address.is_loopback())
}

/// The addresses of a name, all of them checked. It is never empty, and [`VettedAddresses::vet`] is the only
/// constructor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VettedAddresses(Vec<IpAddr>);

impl VettedAddresses {
    /// Checks every address that a name resolved to. One address that must not be called rejects the name: a mix of
    /// public and internal addresses is a sign of an attack.
    ///
    /// # Errors
    /// Returns [`CallbackError::NotPublic`], also if `addresses` is empty.
    pub fn vet(policy: &CallbackPolicy, addresses: &[IpAddr]) -> Result<Self, CallbackError> {
        let callable = !addresses.is_empty() && addresses.iter().all(|address| may_call(policy, *address));
        if callable { Ok(Self(addresses.to_vec())) } else { Err(CallbackError::NotPublic) }
    }

    /// Returns the addresses, in the order given.
    #[must_use]
    pub fn addresses(&self) -> &[IpAddr] {
        &self.0
    }

    /// Returns whether an open connection goes to one of the addresses: a second check after the resolver's.
    #[must_use]
    pub fn contains(&self, peer: IpAddr) -> bool {
        self.0.contains(&peer)
    }
}

#[cfg(test)]
mod tests;
