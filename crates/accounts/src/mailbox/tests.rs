use super::*;

fn mailbox(address: &str) -> Mailbox {
    Mailbox::from_address(&Address::parse(address).unwrap())
}

fn are_one(one: &str, other: &str) -> bool {
    mailbox(one).digest() == mailbox(other).digest()
}

#[test]
fn tags_and_case_are_one_mailbox() {
    assert!(are_one("Ada+1@example.org", "ada@EXAMPLE.org"));
    assert!(are_one("ada+a+b@example.org", "ada@example.org"));
    assert!(!are_one("+tag@example.org", "+other@example.org"), "an empty name is not a mailbox");
    assert!(!are_one("ada@example.org", "ada@example.com"));
}

#[test]
fn dots_count_except_at_gmail() {
    assert!(are_one("a.d.a+x@gmail.com", "ada@googlemail.com"));
    assert!(!are_one("a.da@example.org", "ada@example.org"));
}
