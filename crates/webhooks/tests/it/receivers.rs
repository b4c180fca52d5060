//! The fixture that the receivers of `docs/webhooks.md` were tried with: one attempt as it goes over the wire.

use conditions_core::time::Timestamp;
use uuid::Uuid;
use webhooks::events::EventName;
use webhooks::signature::{Attempt, Signing, headers};
use webhooks::{Secret, verify};

#[test]
fn headers_of_an_attempt_pass_the_receivers_check() {
    let secret = Secret::from_key(&[9; 32]);
    let body = "{\"name\":\"Zürs ❄\"}".as_bytes();
    let at = Timestamp::parse("2026-01-10T12:00:00Z").unwrap();
    let attempt = Attempt {
        event: EventName::parse("powder-alert").unwrap(),
        delivery: Uuid::from_u128(5),
        at,
        body,
        test: false,
    };
    let sent = headers(Signing { current: &secret, next: None }, attempt);
    let of = |name: &str| sent.iter().find(|(found, _)| *found == name).unwrap().1.as_str();
    assert_eq!(verify::service(&[&secret], of("X-Service-Signature"), body), Ok(()));
    let standard = verify::StandardHeaders {
        id: of("webhook-id"),
        timestamp: of("webhook-timestamp"),
        signature: of("webhook-signature"),
    };
    assert_eq!(verify::standard(&[&secret], standard, body, at.millis() / 1_000, 300), Ok(()));
}
