//! Where a delivery never goes: every address of this machine listens, and none is connected to, whatever the URL, the
//! name server or the receiver says.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use server::webhooks::guard::{Guard, GuardError};
use server::webhooks::send::Sender;
use webhooks::callback::CallbackError;
use webhooks::delivery::attempt::Failure;
use webhooks::policy::CallbackPolicy;

use super::names::Names;
use super::receiver::{Manner, Receiver, plain};
use super::send::{DEVELOPMENT, send, sender};

/// Addresses that are not public: the first, the last and one between of each special range, the forms that carry an
/// IPv4 address, and endpoints of clouds.
const INNER: &[&str] = &[
    "0.0.0.0",
    "0.0.0.1",
    "0.255.255.255",
    "10.0.0.0",
    "10.0.0.1",
    "10.255.255.255",
    "100.64.0.0",
    "100.100.100.200",
    "100.127.255.255",
    "127.0.0.0",
    "127.0.0.1",
    "127.0.0.53",
    "127.1.2.3",
    "127.255.255.255",
    "168.63.129.16",
    "169.254.0.0",
    "169.254.0.1",
    "169.254.169.254",
    "169.254.170.2",
    "169.254.255.255",
    "172.16.0.0",
    "172.17.0.1",
    "172.31.255.255",
    "192.0.0.0",
    "192.0.0.1",
    "192.0.0.192",
    "192.0.0.255",
    "192.0.2.0",
    "192.0.2.255",
    "192.31.196.1",
    "192.52.193.1",
    "192.88.99.1",
    "192.168.0.0",
    "192.168.0.1",
    "192.168.255.255",
    "192.175.48.1",
    "198.18.0.0",
    "198.19.255.255",
    "198.51.100.0",
    "198.51.100.255",
    "203.0.113.0",
    "203.0.113.255",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.0",
    "240.0.0.1",
    "255.255.255.254",
    "255.255.255.255",
    "::",
    "::1",
    "::2",
    "::7f00:1",
    "::ffff:7f00:1",
    "::ffff:a00:1",
    "::ffff:a9fe:a9fe",
    "::ffff:808:808",
    "::ffff:0:7f00:1",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b::808:808",
    "64:ff9b:1::7f00:1",
    "100::1",
    "100:0:0:1::1",
    "2001::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:2::1",
    "2001:10::1",
    "2001:20::1",
    "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:db8::1",
    "2002::1",
    "2002:7f00:1::",
    "2002:a9fe:a9fe::1",
    "2620:4f:8000::1",
    "3ffe::1",
    "3fff::1",
    "2600::5efe:7f00:1",
    "2600::200:5efe:7f00:1",
    "4000::1",
    "5f00::1",
    "8000::1",
    "fc00::1",
    "fd00::1",
    "fd00:ec2::254",
    "fdff:ffff::1",
    "fe80::1",
    "fe80::5efe:7f00:1",
    "fec0::1",
    "febf::1",
    "ff02::1",
    "ff05::2",
    "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
];

/// Spellings; `PORT` is where this machine listens.
const SPELT: &[&str] = &[
    "https://127.1:PORT/",
    "https://2130706433:PORT/",
    "https://0177.0.0.1:PORT/",
    "https://0x7f.1:PORT/",
    "https://0x7f000001:PORT/",
    "https://017700000001:PORT/",
    "https://127.0.0.1.:PORT/",
    "https://１２７.0.0.1:PORT/",
    "https://127。0。0。1:PORT/",
    "https://①②⑦.0.0.1:PORT/",
    "https://0:PORT/",
    "https://[::1]:PORT/",
    "https://[0:0:0:0:0:0:0:1]:PORT/",
    "https://[::127.0.0.1]:PORT/",
    "https://[::ffff:127.0.0.1]:PORT/",
    "https://[::ffff:7f00:1]:PORT/",
    "https://[fe80::1%25lo]:PORT/",
    "https://localhost:PORT/",
    "https://LOCALHOST:PORT/",
    "https://localhost.:PORT/",
    "https://a.localhost:PORT/",
    "https://localhost.localdomain.internal:PORT/",
    "https://ⓛocalhost:PORT/",
    "https://metadata.google.internal:PORT/",
    "https://a@127.0.0.1:PORT/",
    "https://example.com@127.0.0.1:PORT/",
    "https://127.0.0.1:PORT@example.com/",
    "https://example.com:80@127.0.0.1:PORT/",
    "https://127.0.0.1:PORT#@example.com/",
    "https://example.com\\@127.0.0.1:PORT/",
    "https:\\\\127.0.0.1:PORT/",
    "https:127.0.0.1:PORT/",
    "https:/127.0.0.1:PORT/",
    "https:///127.0.0.1:PORT/",
    "https://127.0.0.1\t:PORT/",
    " https://127.0.0.1:PORT/",
    "https://127.0.0.1:PORT\r\nHost: example.com/",
    "https://%31%32%37.0.0.1:PORT/",
    "https://127.0.0.1%00:PORT/",
    "http://127.0.0.1:PORT/",
    "ftp://127.0.0.1:PORT/",
    "gopher://127.0.0.1:PORT/_x",
    "file:///etc/passwd",
    "dict://127.0.0.1:PORT/",
    "ws://127.0.0.1:PORT/",
    "unix:/run/docker.sock",
    "data:text/plain,x",
    "https://[127.0.0.1]:PORT/",
    "https://[example.com]:PORT/",
    "https://127.0.0.1:PORT.example.com/",
];

fn address(text: &str) -> IpAddr {
    text.parse().unwrap()
}

/// Takes connections to every address of this machine.
async fn everywhere() -> Receiver {
    Receiver::start("::", Manner::Answers(plain("200 OK"))).await
}

/// A name that stands for an address.
fn name_of(index: usize) -> String {
    format!("n{index}.hooks.example.com")
}

fn index_of(name: &str) -> usize {
    name.trim_start_matches('n').split('.').next().unwrap().parse().unwrap()
}

async fn refused(sender: &Sender, guard: &Guard, url: &str) {
    let judged = guard.judge(url).await;
    assert!(matches!(judged, Err(GuardError::Refused(_))), "at creation: {url}: {judged:?}");
    assert_eq!(send(sender, url).await.end, Err(Failure::Target), "at an attempt: {url}");
}

#[tokio::test]
async fn no_vector_reaches_this_machine() {
    let here = everywhere().await;
    let port = here.address.port();
    let names = Names::start(|name, _| vec![address(INNER[index_of(name)])]).await;
    let (public, guard) = (
        sender(CallbackPolicy::CONTRACT, &[names.address]),
        Guard::new(CallbackPolicy::CONTRACT, &[names.address]).unwrap(),
    );
    let literal = |text: &&str| match address(text) {
        IpAddr::V4(address) => format!("https://{address}:{port}/"),
        IpAddr::V6(address) => format!("https://[{address}]:{port}/"),
    };
    let spelt = SPELT.iter().map(|text| text.replace("PORT", &port.to_string()));
    let named = (0..INNER.len()).map(|index| format!("https://{}:{port}/", name_of(index)));
    let vectors: Vec<String> = INNER.iter().map(literal).chain(spelt).chain(named).collect();
    assert!(vectors.len() >= 150, "{}", vectors.len());
    for vector in &vectors {
        refused(&public, &guard, vector).await;
    }
    assert!(names.asked() as usize >= INNER.len(), "the names were asked for");
    assert_eq!(here.connections(), 0);

    // The listener can be reached: this test is able to fail.
    let open = sender(DEVELOPMENT, &[]);
    assert!(send(&open, &format!("http://127.0.0.1:{port}/")).await.end.is_ok());
    assert_eq!(here.connections(), 1);
}

#[tokio::test]
async fn one_inner_address_among_public_ones_refuses_the_name() {
    let here = everywhere().await;
    let port = here.address.port();
    let names = Names::start(|name, _| {
        let public = [address("8.8.8.8"), address("2606:4700:4700::1111")];
        let inner = address(INNER[index_of(name)]);
        vec![public[0], public[1], inner]
    })
    .await;
    let (public, guard) = (
        sender(CallbackPolicy::CONTRACT, &[names.address]),
        Guard::new(CallbackPolicy::CONTRACT, &[names.address]).unwrap(),
    );
    for index in 0..INNER.len() {
        refused(&public, &guard, &format!("https://{}:{port}/", name_of(index))).await;
    }
    assert_eq!(here.connections(), 0);
}

/// Public when it is asked first, this machine from then on: rebinding.
#[tokio::test]
async fn a_name_that_changes_is_judged_at_each_attempt() {
    let here = everywhere().await;
    let url = format!("https://flip.example.com:{}/", here.address.port());
    // Both record types are asked for at creation.
    let names =
        Names::start(|_, before| vec![if before < 2 { address("8.8.8.8") } else { address("127.0.0.1") }])
            .await;
    let guard = Guard::new(CallbackPolicy::CONTRACT, &[names.address]).unwrap();
    let (_, reachable) = guard.judge(&url).await.unwrap();
    assert_eq!(reachable.addresses(), [address("8.8.8.8")]);
    assert_eq!(guard.judge(&url).await, Err(GuardError::Refused(CallbackError::NotPublic)));
    let public = sender(CallbackPolicy::CONTRACT, &[names.address]);
    for _ in 0..5 {
        assert_eq!(send(&public, &url).await.end, Err(Failure::Target));
    }
    assert_eq!(here.connections(), 0);
}

/// A kept connection is no way around: the name leads elsewhere now.
#[tokio::test]
async fn a_kept_connection_is_not_used_when_its_name_leads_elsewhere() {
    let receiver = Receiver::start("127.0.0.1", Manner::Answers(plain("200 OK"))).await;
    let names =
        Names::start(|_, before| vec![if before < 2 { address("127.0.0.1") } else { address("10.0.0.1") }])
            .await;
    let open = sender(DEVELOPMENT, &[names.address]);
    let url = format!("http://flip.example.com:{}/", receiver.address.port());
    assert!(send(&open, &url).await.end.is_ok());
    assert_eq!(send(&open, &url).await.end, Err(Failure::Target));
    assert_eq!(receiver.requests().len(), 1);
}

#[tokio::test]
async fn a_million_addresses_are_public_exactly_where_the_registries_say() {
    // xorshift; any seed does.
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let networks: Vec<(u128, u32, bool)> = REGISTRY.iter().map(|text| network(text)).collect();
    let special = |address: IpAddr| {
        let (bits, width, is_v6) = match address {
            IpAddr::V4(address) => (u128::from(address.to_bits()), 32, false),
            IpAddr::V6(address) => (address.to_bits(), 128, true),
        };
        networks.iter().any(|(first, length, v6)| {
            *v6 == is_v6 && (bits ^ first).checked_shr(width - length).unwrap_or(0) == 0
        })
    };
    for round in 0..1_000_000_u32 {
        let bits = (u128::from(next()) << 64) | u128::from(next());
        let address: IpAddr = match round % 4 {
            0 | 1 => Ipv4Addr::from_bits(bits as u32).into(),
            // Most of IPv6 is not given out: half of the addresses lie in what is.
            2 => Ipv6Addr::from_bits((bits >> 3) | (0x2000 << 112)).into(),
            _ => Ipv6Addr::from_bits(bits).into(),
        };
        let judged = webhooks::callback::is_public(address);
        assert!(!judged || !special(address), "{address} is in a registry and was let through");
    }
}

/// The special-purpose registries of IANA (RFC 6890) and what is not given out, written a second time on purpose.
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

fn network(text: &str) -> (u128, u32, bool) {
    let (first, length) = text.split_once('/').unwrap();
    let length = length.parse().unwrap();
    match address(first) {
        IpAddr::V4(address) => (u128::from(address.to_bits()), length, false),
        IpAddr::V6(address) => (address.to_bits(), length, true),
    }
}
