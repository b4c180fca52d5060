//! Tests of the attempts that the owner sees, and how soon: within a second of their end, with status, milliseconds,
//! error code and the beginning of the response.

use std::time::{Duration, Instant};

use reqwest::Method;
use runtime::clock;
use serde_json::Value;

use super::{NOBODY, Subscribed, described, development, started, subscribe};
use crate::harness::{Harness, RUNTIME, problem};
use crate::webhooks::receiver::{Manner, Receiver};

fn newest(harness: &Harness, owner: &Subscribed) -> Value {
    owner.send(harness, Method::GET, "/deliveries?limit=1").json()["data"][0].clone()
}

#[track_caller]
pub(super) fn wait(what: &str, enough: impl Fn() -> bool) -> Instant {
    let begun = clock::monotonic();
    while !enough() {
        assert!(begun.elapsed() < Duration::from_secs(20), "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
    clock::monotonic()
}

#[test]
fn attempts_are_listed_within_a_second() {
    let harness = started("seen", development());
    let body = "taken, \u{1} thanks";
    let answer = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}", body.len());
    let receiver = RUNTIME.block_on(Receiver::start("127.0.0.1", Manner::Answers(answer)));
    let owner = subscribe(&harness, &format!("http://{}/hook", receiver.address));
    assert_eq!(owner.send(&harness, Method::POST, "/test").status, 202);
    let arrived = wait("the delivery", || receiver.requests().len() == 1);
    let seen = wait("its attempt", || newest(&harness, &owner)["state"] == "delivered");
    assert!(seen - arrived <= Duration::from_secs(1), "{:?}", seen - arrived);
    let reply = owner.send(&harness, Method::GET, "/deliveries");
    described(&harness, "/api/v1/webhooks/{id}/deliveries", "get", &reply);
    let delivery = newest(&harness, &owner);
    let attempt = &delivery["attempts"][0];
    assert_eq!(
        (&attempt["number"], &attempt["status"], &attempt["error"]),
        (&1.into(), &200.into(), &Value::Null)
    );
    assert!(attempt["millis"].as_i64().unwrap() < 1_000);
    assert!(attempt["snippet"].is_null(), "of a success nothing is shown");
    let shown = owner.send(&harness, Method::GET, "");
    described(&harness, "/api/v1/webhooks/{id}", "get", &shown);
    assert_eq!(shown.json()["data"]["lastDelivery"]["attempt"]["status"], 200);

    // Redelivered: the same id and bytes, and a second attempt.
    let id = delivery["id"].as_str().unwrap();
    let again = owner.send(&harness, Method::POST, &format!("/deliveries/{id}/redeliver"));
    assert_eq!((again.status, &again.json()["data"]["id"]), (202, &id.into()), "{}", again.text());
    described(&harness, "/api/v1/webhooks/{id}/deliveries/{delivery}/redeliver", "post", &again);
    wait("the second one", || newest(&harness, &owner)["attempts"].as_array().unwrap().len() == 2);
    let got = receiver.requests();
    assert_eq!(got.len(), 2);
    assert_eq!((&got[0].body, got[0].header("x-service-delivery")), (&got[1].body, Some(id)));
    assert_eq!(got[1].header("x-service-test"), Some("true"));
    assert_eq!(got[1].header("x-synthetic"), Some("true"), "the weather of the tests is synthetic");
}

#[test]
fn failed_attempt_states_its_reason() {
    let harness = started("seen-failed", development());
    let owner = subscribe(&harness, &format!("{NOBODY}/hook"));
    assert_eq!(owner.send(&harness, Method::POST, "/test").status, 202);
    wait("the attempt", || newest(&harness, &owner)["attempts"].as_array().unwrap().len() == 1);
    let delivery = newest(&harness, &owner);
    assert_eq!(
        (&delivery["state"], &delivery["attempts"][0]["error"]),
        (&"waiting".into(), &"E_CONNECT".into())
    );
    assert!(delivery["attempts"][0]["status"].is_null() && delivery["dueAt"].is_string());
    let shown = owner.send(&harness, Method::GET, "").json();
    assert_eq!(shown["data"]["consecutiveFailures"], 0);
    let id = delivery["id"].as_str().unwrap();
    let early = owner.send(&harness, Method::POST, &format!("/deliveries/{id}/redeliver"));
    problem(&early, 409, "conflict");
}

#[test]
fn both_secrets_sign_during_rotation() {
    let harness = started("seen-rotating", development());
    let answer = crate::webhooks::receiver::plain("204 No Content");
    let receiver = RUNTIME.block_on(Receiver::start("127.0.0.1", Manner::Answers(answer)));
    let owner = subscribe(&harness, &format!("http://{}/hook", receiver.address));
    let text = owner.send(&harness, Method::POST, "/rotate").json()["data"]["secret"].clone();
    let (old, new) = (
        webhooks::Secret::parse(&owner.secret).unwrap(),
        webhooks::Secret::parse(text.as_str().unwrap()).unwrap(),
    );
    let next = Subscribed { id: owner.id.clone(), secret: text.as_str().unwrap().to_owned() };
    let signed_by = |at: usize, secret: &webhooks::Secret| {
        wait("a delivery", || receiver.requests().len() > at);
        let got = receiver.requests()[at].clone();
        let header = |name: &str| got.header(name).unwrap().to_owned();
        let standard = webhooks::signature::standard(
            &[secret],
            &header("webhook-id"),
            header("webhook-timestamp").parse().unwrap(),
            &got.body,
        );
        let in_standard = header("webhook-signature").split(' ').any(|one| one == standard);
        let in_service =
            webhooks::verify::service(&[secret], &header("x-service-signature"), &got.body).is_ok();
        (in_service, in_standard)
    };
    assert_eq!(owner.send(&harness, Method::POST, "/test").status, 202);
    assert_eq!((signed_by(0, &old), signed_by(0, &new)), ((true, true), (false, true)));
    assert_eq!(next.send(&harness, Method::POST, "/rotate/commit").status, 200);
    assert_eq!(next.send(&harness, Method::POST, "/test").status, 202);
    assert_eq!((signed_by(1, &old), signed_by(1, &new)), ((false, false), (true, true)));
}
