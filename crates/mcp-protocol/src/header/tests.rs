//! Tests header values of the specification's own table, and broken ones.

use super::{decoded, encoded, trimmed};

#[test]
fn the_specifications_examples() {
    let examples = [
        ("us-west1", "us-west1"),
        ("=?base64?SGVsbG8sIOS4lueVjA==?=", "Hello, 世界"),
        ("=?base64?IHBhZGRlZCA=?=", " padded "),
        ("=?base64?bGluZTEKbGluZTI=?=", "line1\nline2"),
        ("=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=", "=?base64?literal?="),
        ("=?base64??=", ""),
    ];
    for (header, value) in examples {
        assert_eq!(decoded(header.as_bytes()).as_deref(), Some(value.as_bytes()), "{header}");
    }
}

#[test]
fn header_values_round_trip() {
    let values =
        ["us-west1", "", "a b", "Hello, 世界", " padded ", "line1\nline2", "=?base64?literal?=", "é", "ab\0"];
    for value in values {
        let header = encoded(value);
        assert!(header.bytes().all(|byte| matches!(byte, b'\t' | b' '..=b'~')), "{header}");
        assert_eq!(decoded(header.as_bytes()).as_deref(), Some(value.as_bytes()), "{header}");
    }
    assert_eq!(encoded("Hello, 世界"), "=?base64?SGVsbG8sIOS4lueVjA==?=");
    assert_eq!(encoded("get_conditions"), "get_conditions");
}

#[test]
fn marks_count_exactly_and_in_their_case() {
    for literal in ["=?BASE64?YQ==?=", "=?base64?=", "=?base64?YQ==", "YQ=="] {
        assert_eq!(decoded(literal.as_bytes()).as_deref(), Some(literal.as_bytes()));
    }
}

#[test]
fn rejects_broken_values() {
    for broken in
        ["=?base64?YQ?=", "=?base64?Y===?=", "=?base64?====?=", "=?base64?Y Q=?=", "=?base64?YQ=a?="]
    {
        assert_eq!(decoded(broken.as_bytes()), None, "{broken}");
    }
    for forbidden in [&b"caf\xc3\xa9"[..], b"a\x00b", b"a\x7fb", b"\xff"] {
        assert_eq!(decoded(forbidden), None);
    }
}

#[test]
fn trims_surrounding_white_space() {
    assert_eq!(trimmed(b" \t a b\t "), b"a b");
    assert_eq!(trimmed(b" \t "), b"");
    assert_eq!(trimmed(b""), b"");
}
