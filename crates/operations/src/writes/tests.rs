//! Tests of the table of writes: names, access, and decisions without a server.

use std::collections::BTreeSet;
use std::net::{IpAddr, Ipv4Addr};

use conditions_core::time::{HOUR_MS, Timestamp};
use serde_json::Value;
use uuid::Uuid;
use webhooks::Secret;
use webhooks::delivery::subscription::{Proof, State, SubscriptionState};
use webhooks::events::EventName;
use webhooks::policy::EventPolicy;
use webhooks::subscriptions::{NextSecret, Owner, Rejection, ShownSecret, Subscription};

use super::WRITES;
use crate::openapi::settings;
use crate::write::{Access, AnyWrite, Change, Limit, Needs, Request, SealedFor, WriteError, WriteInputs};

const NOW: Timestamp = Timestamp::from_millis(1_768_046_400_000);
const ID: Uuid = Uuid::from_u128(7);
const DELIVERY: &str = "00000000-0000-0000-0000-000000000009";

fn write(name: &str) -> &'static dyn AnyWrite {
    *WRITES.iter().find(|write| write.meta().name == name).unwrap()
}

fn owner(state: State, shown: ShownSecret) -> Owner {
    let secret = Secret::from_key(&[1; 32]);
    let next = NextSecret { digest: secret.digest(), sealed: "next".to_owned(), until: NOW };
    let subscription = Subscription {
        id: ID,
        url: "https://example.com/hook".to_owned(),
        events: vec![EventName::all()[0]],
        resort_slug: None,
        secret_digest: secret.digest(),
        sealed_secret: "sealed".to_owned(),
        next: Some(next),
        created_at: NOW,
        standing: SubscriptionState { state, consecutive_failures: 0 },
        proof: Proof::default(),
        ended_at: None,
    };
    Owner { subscription, shown }
}

fn request<'a>(owner: Option<Owner>, body: &'a [u8]) -> Request<'a> {
    Request { client: IpAddr::V4(Ipv4Addr::LOCALHOST), owner, path: &[("delivery", DELIVERY)], body }
}

fn given() -> WriteInputs {
    let secret = Some((Secret::from_key(&[2; 32]), "sealed anew".to_owned()));
    WriteInputs {
        id: Uuid::from_u128(8),
        policy: EventPolicy::CONTRACT,
        receiver: None,
        secret,
        last_delivery: None,
    }
}

/// Returns the needs, the change and the answer of a write before the first publication.
fn decided(name: &str, request: &Request<'_>) -> Result<(Needs, Change, Vec<u8>), WriteError> {
    let pending = write(name).read(request)?;
    let needs = pending.needs(None)?;
    let decision = pending.decide(None, given(), NOW)?;
    Ok((needs, decision.store, decision.answer.into_bytes()))
}

#[test]
fn write_names_are_unique() {
    let names: BTreeSet<&str> = WRITES.iter().map(|write| write.meta().name).collect();
    assert_eq!(names.len(), WRITES.len());
    for meta in WRITES.iter().map(|write| write.meta()) {
        assert_eq!(meta.path.contains("{id}"), meta.access == Access::Owner, "{}", meta.name);
        assert_eq!(meta.path.matches('{').count(), meta.names.len(), "{}", meta.name);
        assert!(meta.names.iter().all(|(name, _)| meta.path.contains(&format!("{{{name}}}"))));
    }
}

#[test]
fn missing_secret_is_unauthorized() {
    for write in WRITES.iter().filter(|write| write.meta().access == Access::Owner) {
        let refused = write.read(&request(None, b"")).map(|_| ());
        assert_eq!(refused, Err(WriteError::Rules(Rejection::Unauthorized)), "{}", write.meta().name);
    }
}

#[test]
fn writes_document_their_statuses() {
    let (mut requests, mut answers) =
        (settings().for_deserialize().into_generator(), settings().into_generator());
    let paths = super::openapi::paths(&mut requests, &mut answers);
    for write in WRITES {
        let meta = write.meta();
        let described =
            &paths[&format!("{}{}", crate::API_PREFIX, meta.path)][&meta.method.name().to_ascii_lowercase()];
        assert_eq!(described["operationId"], meta.name);
        let has = |status: u16| described["responses"].get(status.to_string()).is_some();
        assert!(has(meta.success.0) && has(503), "{}", meta.name);
        assert!(meta.access == Access::Everyone || has(401) && has(429), "{}", meta.name);
        assert_eq!(described.get("security").is_some(), meta.access == Access::Owner, "{}", meta.name);
    }
    assert_eq!(
        paths["/api/v1/webhooks/{id}"]["delete"]["responses"].as_object().unwrap().keys().collect::<Vec<_>>(),
        ["204", "401", "429", "503"]
    );
}

#[test]
fn delete_works_before_publication() {
    let asked = request(Some(owner(State::Active, ShownSecret::Current)), b"");
    let (needs, store, answer) = decided("delete_webhook", &asked).unwrap();
    assert_eq!((needs, store, answer), (Needs::default(), Change::Unsubscribe(ID), Vec::new()));
}

#[test]
fn new_secret_is_shown_once() {
    let asked = request(Some(owner(State::Active, ShownSecret::Current)), b"{}");
    let (needs, store, answer) = decided("rotate_webhook_secret", &asked).unwrap();
    assert_eq!(needs, Needs { secret: Some(SealedFor::Known(ID)), ..Needs::default() });
    let secret = Secret::from_key(&[2; 32]);
    let until = NOW.plus_millis(24 * HOUR_MS);
    let next = NextSecret { digest: secret.digest(), sealed: "sealed anew".to_owned(), until };
    assert_eq!(store, Change::Rotate(ID, next));
    let answer: Value = serde_json::from_slice(&answer).unwrap();
    assert_eq!(
        (&answer["data"]["secret"], &answer["data"]["id"]),
        (&secret.expose().into(), &ID.to_string().into())
    );
    let decision = write("rotate_webhook_secret").read(&asked).unwrap().decide(None, given(), NOW).unwrap();
    assert!(!format!("{decision:?}").contains(secret.expose()), "{decision:?}");
}

#[test]
fn only_new_secret_commits_rotation() {
    let of = |shown| decided("commit_webhook_secret", &request(Some(owner(State::Active, shown)), b""));
    assert!(matches!(of(ShownSecret::Current), Err(WriteError::Rules(Rejection::Conflict(_)))));
    let (needs, store, answer) = of(ShownSecret::Next).unwrap();
    assert_eq!(
        (needs.last_delivery, store),
        (Some(ID), Change::Commit(ID, Secret::from_key(&[1; 32]).digest()))
    );
    let answer: Value = serde_json::from_slice(&answer).unwrap();
    assert_eq!(answer["data"]["rotatesAt"], Value::Null);
}

#[test]
fn dropped_subscription_sends_nothing() {
    let of = |state| decided("redeliver_webhook", &request(Some(owner(state, ShownSecret::Current)), b""));
    assert!(matches!(of(State::Dropped), Err(WriteError::Rules(Rejection::Conflict(_)))));
    let (needs, store, _) = of(State::Active).unwrap();
    assert_eq!(
        (needs.limit, needs.callback.as_deref()),
        (
            Some(Limit::Sending {
                subscription: ID,
                client: IpAddr::V4(Ipv4Addr::LOCALHOST),
                is_proven: false
            }),
            Some("https://example.com/hook")
        )
    );
    assert_eq!(store, Change::Redeliver { subscription: ID, delivery: Uuid::from_u128(9) });
}

#[test]
fn create_waits_for_publication() {
    let body = br#"{"url":"https://example.com/hook","events":["powder-alert"]}"#;
    assert_eq!(decided("create_webhook", &request(None, body)).map(|_| ()), Err(WriteError::Starting));
    let asked = request(Some(owner(State::Active, ShownSecret::Current)), b"");
    assert_eq!(decided("test_webhook", &asked).map(|_| ()), Err(WriteError::Starting));
}
