//! Tests addresses at the edges of every range. The edges are written out by hand, from the RFCs.

use proptest::prelude::*;

use super::*;

fn public(text: &str) -> bool {
    is_public(text.parse().unwrap())
}

#[test]
fn special_ranges_end_at_their_edges() {
    // First and last address of each range, then the public neighbours if there are any.
    let refused = "0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 100.100.100.200 \
        127.0.0.0 127.255.255.255 168.63.129.16 169.254.0.0 169.254.169.254 169.254.255.255 172.16.0.0 \
        172.31.255.255 192.0.0.0 192.0.0.9 192.0.0.192 192.0.0.255 192.0.2.0 192.0.2.255 192.31.196.1 192.52.193.1 \
        192.88.99.0 192.88.99.255 192.168.0.0 192.168.255.255 192.175.48.1 198.18.0.0 198.19.255.255 198.51.100.0 \
        198.51.100.255 203.0.113.0 203.0.113.255 224.0.0.0 239.255.255.255 240.0.0.0 255.255.255.254 \
        255.255.255.255";
    for address in refused.split_whitespace() {
        assert!(!public(address), "{address}");
    }
    let let_through = "1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 \
        168.63.129.15 168.63.129.17 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 \
        192.0.3.0 192.88.98.255 192.88.100.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 198.51.99.255 \
        198.51.101.0 203.0.112.255 203.0.114.0 223.255.255.255 8.8.8.8 93.184.215.14";
    for address in let_through.split_whitespace() {
        assert!(public(address), "{address}");
    }
}

#[test]
fn ipv6_requires_global_unicast() {
    let refused = ":: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:0:7f00:1 ::5efe:7f00:1 64:ff9b::7f00:1 \
        64:ff9b::808:808 64:ff9b:1::1 100::1 100:0:0:1::1 1fff:ffff:: 2001::1 2001:10::1 2001:20::1 2001:1ff:ffff:: \
        2001:db8:: 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff 2002:7f00:1:: 2002:808:808::1 2620:4f:8000::1 3ffe::1 \
        3fff:: 3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff 4000:: 5f00::1 8000::1 fc00::1 fd00:ec2::254 fdff::1 fe80::1 \
        febf::1 fec0::1 ff02::1 ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 2600::5efe:7f00:1 2600::200:5efe:808:808";
    for address in refused.split_whitespace() {
        assert!(!public(address), "{address}");
    }
    for address in
        "2001:200:: 2001:db7:ffff::1 2001:db9::1 2003::1 2606:4700:4700::1111 2a00:1450:4001:82a::200e 3fff:1000::1"
            .split_whitespace()
    {
        assert!(public(address), "{address}");
    }
}

#[test]
fn nat64_checks_embedded_address() {
    let policy = CallbackPolicy { nat64: true, ..CallbackPolicy::CONTRACT };
    let calls = |text: &str| may_call(&policy, text.parse().unwrap());
    assert!(calls("64:ff9b::808:808"));
    assert!(!calls("64:ff9b::7f00:1"));
    assert!(!calls("64:ff9b::a9fe:a9fe"));
    assert!(!calls("64:ff9b:1::808:808"));
    assert!(!calls("64:ff9b::1:808:808"));
}

#[test]
fn development_adds_only_loopback() {
    let policy = CallbackPolicy { reach: Reach::Development, ..CallbackPolicy::CONTRACT };
    let calls = |text: &str| may_call(&policy, text.parse().unwrap());
    assert!(calls("127.0.0.1"));
    assert!(calls("::1"));
    for address in ["10.0.0.1", "169.254.169.254", "::ffff:127.0.0.1", "fd00::1", "0.0.0.0"] {
        assert!(!calls(address), "{address}");
    }
}

#[test]
fn one_bad_address_rejects_name() {
    let policy = CallbackPolicy::CONTRACT;
    let good: IpAddr = "8.8.8.8".parse().unwrap();
    let bad: IpAddr = "10.0.0.1".parse().unwrap();
    assert_eq!(VettedAddresses::vet(&policy, &[good, bad]), Err(CallbackError::NotPublic));
    assert_eq!(VettedAddresses::vet(&policy, &[]), Err(CallbackError::NotPublic));
    let reachable = VettedAddresses::vet(&policy, &[good]).unwrap();
    assert_eq!(reachable.addresses(), [good]);
    assert!(reachable.contains(good) && !reachable.contains(bad));
}

proptest! {
    /// Addresses that the standard library calls special are a subset of ours.
    #[test]
    fn std_special_addresses_are_not_public(bits: u32, tail: u16, head in 0u8..=255) {
        let address = Ipv4Addr::from_bits((bits & 0x00ff_ffff) | (u32::from(head) << 24));
        let special = address.is_private() || address.is_loopback() || address.is_link_local()
            || address.is_multicast() || address.is_documentation() || address.is_broadcast()
            || address.is_unspecified();
        prop_assert!(!(special && is_public(address.into())));
        // IPv6 addresses outside 2000::/3 are never public, whatever they embed.
        let outside = Ipv6Addr::from_bits((u128::from(bits) << 16) | u128::from(tail));
        prop_assert!(!is_public(outside.into()));
    }

    #[test]
    fn ipv6_is_public_only_in_one_eighth(bits: u128) {
        prop_assert!(bits >> 125 == 1 || !is_public(Ipv6Addr::from_bits(bits).into()));
    }
}
