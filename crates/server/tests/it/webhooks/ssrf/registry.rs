//! A second implementation of "public": the special-purpose registries of IANA, separate from the ranges of the
//! service, and a million addresses classified by both. If Python is installed, its own table is a third.

use std::io::{BufWriter, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::process::{Command, Stdio};

const ADDRESSES: u32 = 1_000_000;

/// The special-purpose registries of IANA (RFC 6890) and unallocated space.
const REGISTRY: &[&str] = &[
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.31.196.0/24",
    "192.52.193.0/24",
    "192.88.99.0/24",
    "192.168.0.0/16",
    "192.175.48.0/24",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
    "255.255.255.255/32",
    "::/3",
    "4000::/2",
    "8000::/1",
    "2001::/23",
    "2001:db8::/32",
    "2002::/16",
    "2620:4f:8000::/48",
    "3fff::/20",
];

/// Ranges that no registry calls special and no receiver can have: Azure's own endpoint, the former test network.
/// ISATAP is an address form, not a range.
const BESIDES: &[&str] = &["168.63.129.16/32", "3ffe::/16"];

/// A range: first address, number of fixed leading bits, and whether it is IPv6.
#[derive(Clone, Copy)]
struct Network {
    first: u128,
    bits: u32,
    v6: bool,
}

impl Network {
    fn parse(text: &str) -> Self {
        let (first, bits) = text.split_once('/').unwrap();
        let bits = bits.parse().unwrap();
        match first.parse().unwrap() {
            IpAddr::V4(address) => Self { first: address.to_bits().into(), bits, v6: false },
            IpAddr::V6(address) => Self { first: address.to_bits(), bits, v6: true },
        }
    }

    const fn width(self) -> u32 {
        if self.v6 { 128 } else { 32 }
    }

    fn holds(self, address: IpAddr) -> bool {
        let (bits, v6) = match address {
            IpAddr::V4(address) => (u128::from(address.to_bits()), false),
            IpAddr::V6(address) => (address.to_bits(), true),
        };
        v6 == self.v6 && (bits ^ self.first).checked_shr(self.width() - self.bits).unwrap_or(0) == 0
    }

    /// Returns an address in it or, for one draw in four, just outside its edges.
    fn near(self, random: u128) -> IpAddr {
        let hosts = 1_u128.checked_shl(self.width() - self.bits).map_or(u128::MAX, |size| size - 1);
        let edge = random & 7;
        let bits = match random >> 3 & 7 {
            0 => self.first.wrapping_sub(1 + edge),
            1 => (self.first | hosts).wrapping_add(1 + edge),
            _ => self.first | (random >> 6 & hosts),
        };
        if self.v6 { Ipv6Addr::from_bits(bits).into() } else { Ipv4Addr::from_bits(bits as u32).into() }
    }
}

fn networks(texts: &[&str]) -> Vec<Network> {
    texts.iter().map(|text| Network::parse(text)).collect()
}

/// Returns whether an address is in a registry or unallocated.
pub(super) fn is_special(address: IpAddr) -> bool {
    networks(REGISTRY).iter().any(|network| network.holds(address))
}

/// Generates addresses of every kind: half at random, half in the registries' ranges and at their edges.
fn addresses(registry: &[Network]) -> impl Iterator<Item = IpAddr> {
    // xorshift; any seed works.
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    (0..ADDRESSES).map(move |round| {
        let bits = (u128::from(next()) << 64) | u128::from(next());
        match round % 6 {
            0 => Ipv4Addr::from_bits(bits as u32).into(),
            // Most of IPv6 is unallocated: half of the addresses are in allocated space.
            1 => Ipv6Addr::from_bits((bits >> 3) | (0x2000 << 112)).into(),
            2 => Ipv6Addr::from_bits(bits).into(),
            _ => registry[(next() % registry.len() as u64) as usize].near(bits),
        }
    })
}

#[test]
fn public_addresses_match_the_registries() {
    let (registry, besides) = (networks(REGISTRY), networks(BESIDES));
    let mut python = Python::start();
    let (mut public, mut odd) = (0, 0);
    for address in addresses(&registry) {
        let judged = webhooks::callback::is_public(address);
        let special = registry.iter().any(|network| network.holds(address));
        assert!(!judged || !special, "{address} is in a registry and was let through");
        let refused_besides = besides.iter().any(|network| network.holds(address)) || is_isatap(address);
        assert!(judged || special || refused_besides, "{address} is in no registry but was rejected");
        public += usize::from(judged);
        if judged && let Some(python) = &mut python {
            writeln!(python.input, "{address}").unwrap();
            odd += 1;
        }
    }
    let third = match python {
        Some(python) => {
            let (asked, refused) = python.said();
            assert_eq!(asked, odd, "Python has read them all");
            assert_eq!(refused, Vec::<String>::new(), "Python calls these special");
            "; Python's table agrees"
        }
        None => "; no Python to ask",
    };
    println!(
        "figure: addresses: 0 of {ADDRESSES} classified differently from the registries, {public} public{third}"
    );
}

fn is_isatap(address: IpAddr) -> bool {
    matches!(address, IpAddr::V6(address) if matches!(address.segments()[4..6], [0 | 0x200, 0x5efe]))
}

/// Python's `ipaddress`, whose tables were made from the registries by others.
struct Python {
    child: std::process::Child,
    input: BufWriter<std::process::ChildStdin>,
}

const SCRIPT: &str = "import ipaddress, sys
asked = 0
for line in sys.stdin:
    asked += 1
    one = ipaddress.ip_address(line.strip())
    if not one.is_global or one.is_multicast or one.is_reserved or getattr(one, 'is_site_local', False):
        print(one)
print('asked', asked)
";

impl Python {
    fn start() -> Option<Self> {
        let mut python = Command::new("python3");
        let mut child =
            python.args(["-c", SCRIPT]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
        let input = BufWriter::new(child.stdin.take()?);
        Some(Self { child, input })
    }

    /// Returns the number of questions, and the addresses that it calls special.
    fn said(self) -> (usize, Vec<String>) {
        let Self { child, input } = self;
        // Closing the input ends the questions.
        drop(input.into_inner().unwrap());
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        let mut lines: Vec<String> = said.lines().map(str::to_owned).collect();
        let last = lines.pop().unwrap_or_default();
        (last.strip_prefix("asked ").and_then(|count| count.parse().ok()).unwrap_or(0), lines)
    }
}
