use super::*;
use crate::policy::CallbackPolicy;

#[test]
fn provider_tenants_are_separate_sites() {
    for (host, expected) in [
        ("example.com", "example.com"),
        ("a.b.example.com", "example.com"),
        ("hooks.example.co.uk", "example.co.uk"),
        // The list's private section: names below these suffixes have different tenants.
        ("shop-a.myshopify.com", "shop-a.myshopify.com"),
        ("x.one.github.io", "one.github.io"),
        ("github.io", "github.io"),
        ("a.unlisted-ending", "a.unlisted-ending"),
        ("203.0.114.9", "203.0.114.9"),
        ("2a00:1:2:3:4:5:6:7", "2a00:1:2:3::/64"),
    ] {
        assert_eq!(site(host), expected, "{host}");
    }
}

#[test]
fn receiver_counts_domain_and_networks() {
    let policy = &CallbackPolicy::CONTRACT;
    let addresses = ["8.8.8.8", "2a00:1::1", "2a00:1::2"].map(|text| text.parse().unwrap());
    let target = Target::vet(policy, "https://a.example.org:8443/x").unwrap();
    let receiver = Receiver::new(&target, &VettedAddresses::vet(policy, &addresses).unwrap());
    assert_eq!(receiver.keys(), ["2a00:1::/64", "8.8.8.8", "example.org"]);
    let target = Target::vet(policy, "https://8.8.8.8/").unwrap();
    let receiver = Receiver::new(&target, &VettedAddresses::vet(policy, &addresses[..1]).unwrap());
    assert_eq!((receiver.host.as_str(), receiver.keys()), ("8.8.8.8", vec!["8.8.8.8".to_owned()]));
}
