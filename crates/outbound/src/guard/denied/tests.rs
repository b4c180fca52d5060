//! Tests of denied addresses.

use super::*;

#[test]
fn denies_named_networks_and_own_addresses() {
    let named = ["203.0.113.0/24", "2001:db8:1::/48"].map(|text| text.parse().unwrap());
    let denied = DeniedNetworks::new(named.into());
    let holds = |text: &str| denied.contains(text.parse().unwrap());
    assert!(holds("203.0.113.200") && holds("2001:db8:1:2::3"));
    assert!(!holds("203.0.114.1") && !holds("2001:db8:2::1") && !holds("127.0.0.1") && !holds("::1"));
    for address in of_this_machine() {
        assert!(denied.contains(address), "{address}");
    }
}
