//! Tests the fixture with which the receivers of `docs/webhooks.md` were tried: one attempt as sent over the
//! wire.

use conditions_core::time::Timestamp;
use uuid::Uuid;
use webhooks::events::EventName;
use webhooks::events::powder_alert::PowderAlertData;
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

/// The delivery that the example and the README show.
#[test]
fn published_delivery_is_signed_and_in_its_true_form() {
    let published = include_str!("../../../../fixtures/deliveries/powder-alert.http");
    let (head, body) = published.trim_end().split_once("\n\n").unwrap();
    let header = |name: &str| {
        let mut pairs = head.lines().filter_map(|line| line.split_once(": "));
        pairs.find(|(found, _)| *found == name).unwrap().1
    };
    let secret = Secret::from_key(&[9; 32]);
    let read: serde_json::Value = serde_json::from_str(body).unwrap();
    let delivery = header("X-Service-Delivery").parse().unwrap();
    assert_eq!(read["id"], header("webhook-id"));
    let data: PowderAlertData = serde_json::from_value(read["data"].clone()).unwrap();
    assert_eq!(serde_json::to_value(&data).unwrap(), read["data"]);

    let at = Timestamp::parse("2026-01-10T12:00:00Z").unwrap();
    let event = EventName::parse("powder-alert").unwrap();
    let attempt = Attempt { event, delivery, at, body: body.as_bytes(), test: false };
    for (name, value) in headers(Signing { current: &secret, next: None }, attempt) {
        assert_eq!(header(name), value, "{name}");
    }
}
