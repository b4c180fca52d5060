//! Tests of the stored form of links.

use conditions_core::time::Timestamp;
use pictures::{LinkState, Verdict};

use super::*;

#[test]
fn version_1_is_read() {
    let text = [
        r#"{"v":1,"check":{"state":"not_a_picture","reason":"a page where a picture is meant","#,
        r#""checked_at":"2026-01-10T12:00:00.000Z","since":"2026-01-09T12:00:00.000Z","status":200,"etag":"\"a\""}}"#,
    ]
    .concat();
    let at = |text: &str| Timestamp::parse(text).unwrap();
    let verdict = Verdict::new(LinkState::NotAPicture, "a page where a picture is meant");
    let check = LinkCheck {
        since: at("2026-01-09T12:00:00Z"),
        status: Some(200),
        etag: Some("\"a\"".to_owned()),
        ..LinkCheck::new(verdict, None, at("2026-01-10T12:00:00Z"))
    };
    assert_eq!(Links::decode(&text).unwrap(), check);
    assert_eq!(Links::encode(&check), text);
}

#[test]
fn rejects_other_and_newer_forms() {
    for other in ["", "{}", r#"{"v":0}"#, r#"{"v":2,"check":{}}"#] {
        assert!(Links::decode(other).is_err(), "{other}");
    }
}
