use super::*;
use crate::Address;

fn ip(text: &str) -> IpAddr {
    text.parse().unwrap()
}

fn names(quota: Quota, subject: &Subject) -> Vec<String> {
    quota.counters(subject).into_iter().map(|counter| counter.name).collect()
}

#[test]
fn levels_nest_and_skip_missing_subjects() {
    let one = Subject::from(ip("2001:db8:1:2a01::"));
    let other = Subject::from(ip("2001:db8:1:2aff::"));
    let (one, other) = (names(SIGN_INS, &one), names(SIGN_INS, &other));
    assert_ne!(one[0], other[0]);
    assert_eq!(one[1..], other[1..], "one /56 and one /48");
    assert_eq!(one[2], "sign-in Prefix48 2001:db8:1::/48");
    assert_eq!(names(SIGN_INS, &Subject::from(ip("192.0.2.1"))), ["sign-in Network 192.0.2.1"]);
    assert!(names(NOTICES, &Subject::from(ip("192.0.2.1"))).is_empty());
}

#[test]
fn stored_names_hold_no_address() {
    let address = Address::parse("ada+x@example.org").unwrap();
    let subject =
        Subject::from(ip("192.0.2.1")).mailbox(Mailbox::from_address(&address)).account(&address.key());
    for quota in ALL {
        for counter in quota.counters(&subject) {
            assert!(!counter.name.contains("ada") && !counter.name.contains("example"), "{}", counter.name);
        }
    }
}

#[test]
fn shares_use_the_next_smaller_network() {
    let subject = Subject::from(ip("2001:db8:1:2a01::"));
    let shares: Vec<Option<String>> =
        SIGN_INS.counters(&subject).into_iter().map(|counter| counter.share).collect();
    assert_eq!(shares[0], None);
    assert!(shares[1].as_ref().unwrap().ends_with("from 2001:db8:1:2a01::"));
    assert!(shares[2].as_ref().unwrap().ends_with("from 2001:db8:1:2a00::"));
    let around: Vec<(IpAddr, u32)> = enclosing_networks(ip("2001:db8:1:2a01::")).collect();
    assert_eq!(around[1..], [(ip("2001:db8:1:2a00::"), 2), (ip("2001:db8:1::"), 4)]);
    assert_eq!(super::enclosing_networks(ip("192.0.2.1")).count(), 1);
}

#[test]
fn documentation_has_the_limits() {
    let table = table();
    for (file, text) in [
        ("docs/accounts.md", include_str!("../../../../docs/accounts.md")),
        ("docs/threat-model.md", include_str!("../../../../docs/threat-model.md")),
    ] {
        let is_there = if file == "docs/accounts.md" {
            text.contains(&table)
        } else {
            text.contains("accounts.md#limits")
        };
        assert!(
            is_there,
            "{file} does not have the current limits; write this table into docs/accounts.md:\n{table}"
        );
    }
}
