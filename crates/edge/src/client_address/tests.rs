use proptest::prelude::*;

use super::*;

fn ip(text: &str) -> IpAddr {
    text.parse().unwrap()
}

fn client(trusted: &str, peer: &str, forwarded: &[&str]) -> IpAddr {
    TrustedProxies::parse(trusted).unwrap().client(ip(peer), forwarded.iter().copied())
}

#[test]
fn only_named_proxies_are_trusted() {
    assert_eq!(client("", "203.0.113.9", &["1.2.3.4"]), ip("203.0.113.9"));
    assert_eq!(client("10.0.0.0/8", "203.0.113.9", &["1.2.3.4"]), ip("203.0.113.9"));
}

#[test]
fn trusted_proxy_names_its_own_peer() {
    assert_eq!(client("10.0.0.0/8", "10.1.2.3", &["1.2.3.4, 198.51.100.7"]), ip("198.51.100.7"));
    // Through two of our proxies, in one header or two.
    assert_eq!(client("10.0.0.0/8", "10.1.2.3", &["6.6.6.6, 198.51.100.7, 10.9.9.9"]), ip("198.51.100.7"));
    assert_eq!(client("10.0.0.0/8", "10.1.2.3", &["198.51.100.7", "10.9.9.9"]), ip("198.51.100.7"));
}

#[test]
fn invalid_address_ends_the_search() {
    assert_eq!(client("10.0.0.0/8", "10.1.2.3", &["198.51.100.7, unknown"]), ip("10.1.2.3"));
    assert_eq!(client("10.0.0.0/8", "10.1.2.3", &[]), ip("10.1.2.3"));
    assert_eq!(client("10.0.0.0/8", "10.1.2.3", &[""]), ip("10.1.2.3"));
}

#[test]
fn parses_ports_and_mapped_addresses() {
    assert_eq!(client("::1", "::1", &["198.51.100.7:4711"]), ip("198.51.100.7"));
    assert_eq!(client("::1", "::1", &["[2001:db8::1]:443"]), ip("2001:db8::1"));
    assert_eq!(client("127.0.0.1", "::ffff:127.0.0.1", &["::ffff:9.9.9.9"]), ip("9.9.9.9"));
}

#[test]
fn parses_networks_of_every_length() {
    assert_eq!(client("0.0.0.0/0", "8.8.8.8", &["1.1.1.1"]), ip("1.1.1.1"));
    assert_eq!(client("2001:db8::/32", "2001:db8:1::5", &["9.9.9.9"]), ip("9.9.9.9"));
    assert_eq!(client("2001:db8::/32", "2001:db9::5", &["9.9.9.9"]), ip("2001:db9::5"));
    for wrong in ["10.0.0.0/33", "::/129", "proxy", "10.0.0.0/x", "10.0.0.0/-1"] {
        assert!(TrustedProxies::parse(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn misconfigured_proxies_are_detected() {
    let proxies = TrustedProxies::parse("127.0.0.1, 10.0.0.0/8").unwrap();
    let hops = |peer: &str, value: Option<&str>| {
        let mut headers = HeaderMap::new();
        if let Some(value) = value {
            headers.insert(FORWARDED, value.parse().unwrap());
        }
        proxies.hops(peer.parse().unwrap(), &headers)
    };
    assert_eq!(hops("127.0.0.1", None), Hops::None);
    assert_eq!(hops("127.0.0.1", Some("198.51.100.7")), Hops::Enough);
    assert_eq!(hops("127.0.0.1", Some("198.51.100.7, 10.1.2.3")), Hops::Enough, "two of our proxies");
    assert_eq!(hops("127.0.0.1", Some("192.0.2.1, 198.51.100.7")), Hops::Foreign);
    assert_eq!(hops("203.0.113.9", None), Hops::Enough, "no proxy");
}

proptest! {
    #[test]
    fn forged_forwarded_entries_are_ignored(
        list in "[0-9a-f:./, ]{0,24}|10\\.0\\.0\\.0/[0-9]{1,3}",
        forwarded in prop::collection::vec("[0-9a-f:., \\[\\]]{0,30}|10\\.[0-9]\\.0\\.1|198\\.51\\.100\\.[0-9]", 0..4),
    ) {
        let peer: IpAddr = "10.0.0.1".parse().unwrap();
        let forwarded: Vec<&str> = forwarded.iter().map(String::as_str).collect();
        prop_assert_eq!(TrustedProxies::default().client(peer, forwarded.iter().copied()), peer);
        let Ok(proxies) = TrustedProxies::parse(&list) else { return Ok(()) };
        let client = proxies.client(peer, forwarded.iter().copied());
        prop_assert!(client == peer || proxies.contain(peer));
        if client != peer && !proxies.contain(client) {
            let forged = ["203.0.113.66"].into_iter().chain(forwarded);
            prop_assert_eq!(proxies.client(peer, forged), client);
        }
    }
}
