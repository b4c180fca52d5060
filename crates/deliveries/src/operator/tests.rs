use super::{host_of, normal};

#[test]
fn hosts_are_compared_in_one_form() {
    for (url, host) in [
        ("https://hooks.example.org/a?b=c", "hooks.example.org"),
        ("https://hooks.example.org:8443/a", "hooks.example.org"),
        ("https://203.0.113.7/a", "203.0.113.7"),
        ("https://[2001:db8::1]:8443/a", "2001:db8::1"),
        ("https://example.org?x", "example.org"),
    ] {
        assert_eq!(host_of(url), host);
    }
    assert_eq!(normal(" Hooks.Example.org. ").unwrap(), "hooks.example.org");
    assert_eq!(normal("[2001:db8::1]").unwrap(), "2001:db8::1");
    for wrong in ["", "https://example.org/", "a b", "example.org/x"] {
        assert!(normal(wrong).is_err(), "{wrong}");
    }
}
