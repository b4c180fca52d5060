//! Tests of the guard without a network.

use super::*;

#[test]
fn names_are_queried_as_written() {
    for name in [
        "example.com",
        "my_host.example.com",
        "_dmarc.example.com",
        "a--b.xn--bcher-kva.example",
        "1.example.com",
    ] {
        let queried = queried(name).map(|queried| (queried.is_fqdn(), queried.to_ascii()));
        assert_eq!(queried, Some((true, format!("{name}."))));
    }
    assert_eq!(queried(&"a".repeat(64)), None);
}
