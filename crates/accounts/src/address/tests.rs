use super::*;

#[test]
fn only_usable_addresses_are_parsed() {
    for good in ["a@b.ch", " Ada.Lovelace+ski@Example.ORG ", "o'hara@sub.example.museum", "root@localhost"] {
        assert!(Address::parse(good).is_ok(), "{good}");
    }
    let long = format!("{}@example.org", "a".repeat(65));
    for bad in [
        "",
        "@",
        "a@",
        "@b.ch",
        "a b@c.de",
        "a@b",
        "a@b..ch",
        ".a@b.ch",
        "a.@b.ch",
        "a..b@c.de",
        "a@-b.ch",
        "a@b-.ch",
        "a@[127.0.0.1]",
        "a@127.0.0.1",
        "\"a b\"@c.de",
        "a@b.ch\r\nBcc: x@y.z",
        "a\0@b.ch",
        "ü@b.ch",
        "a@bü.ch",
        "a,b@c.de",
        &long,
    ] {
        assert_eq!(Address::parse(bad), Err(AddressError), "{bad}");
    }
}

#[test]
fn spellings_of_an_address_share_a_key() {
    let (one, other) =
        (Address::parse("Ada@Example.org").unwrap(), Address::parse("ada@EXAMPLE.org").unwrap());
    assert_eq!(one.key(), other.key());
    assert_eq!(one.as_str(), "Ada@Example.org");
    assert_eq!(format!("{one:?}"), "…@Example.org");
}
