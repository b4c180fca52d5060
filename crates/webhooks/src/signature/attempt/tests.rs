//! Expected signatures were made with Python's `hmac`.

use super::*;

const ID: &str = "0197d5a4-6f0e-7c3a-9b7a-1c2d3e4f5a6b";
const BODY: &[u8] = "{\"event\":\"powder-alert\",\"name\":\"Zürs\"}".as_bytes();

fn counting() -> Secret {
    Secret::from_key(&std::array::from_fn(|at| at as u8))
}

#[test]
fn rotation_signs_standard_header_twice() {
    let (current, next) = (counting(), Secret::from_key(&[0xff; 32]));
    let attempt = Attempt {
        event: EventName::parse("powder-alert").unwrap(),
        delivery: Uuid::parse_str(ID).unwrap(),
        at: Timestamp::parse("2026-01-10T12:00:00.999Z").unwrap(),
        body: BODY,
        test: false,
    };
    let headers = headers(Signing { current: &current, next: Some(&next) }, attempt);
    let of = |name: &str| headers.iter().find(|(found, _)| *found == name).map(|(_, value)| value.as_str());
    assert_eq!(of("Content-Type"), Some("application/json"));
    assert_eq!(of("X-Service-Event"), Some("powder-alert"));
    assert_eq!(of("X-Service-Delivery"), Some(ID));
    let service = "sha256=5045679c6d154565b6e02c17f1fc603001e10ef5e454a2ddf2cf6494b258c6b3";
    assert_eq!(of("X-Service-Signature"), Some(service));
    assert_eq!(of("X-Service-Test"), None);
    assert_eq!(of("webhook-id"), Some(ID));
    assert_eq!(of("webhook-timestamp"), Some("1768046400"));
    let both =
        "v1,qK91kQ7hMWD2fW8I5S6bm5mnEAqtd6rS6n24iI8olTE= v1,8NvSJmwSjrNpFczbnwVnMJ1o2+O7OEx7pyUvdfJT5i4=";
    assert_eq!(of("webhook-signature"), Some(both));
}

#[test]
fn a_test_says_so() {
    let secret = counting();
    let attempt = Attempt {
        event: EventName::parse("snow-report.updated").unwrap(),
        delivery: Uuid::nil(),
        at: Timestamp::from_millis(0),
        body: b"{}",
        test: true,
    };
    let headers = headers(Signing { current: &secret, next: None }, attempt);
    assert!(headers.contains(&("X-Service-Test", "true".to_owned())));
}
