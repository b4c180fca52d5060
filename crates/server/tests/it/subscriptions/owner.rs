//! Tests of the life of a subscription from its owner's view.

use reqwest::Method;
use serde_json::json;
use webhooks::Secret;

use super::{NOBODY, PATH, create, described, development, lenient, started, subscribe};
use crate::harness::problem;

#[test]
fn subscription_lives_until_removed() {
    let harness = started("subscribed", lenient());
    let body =
        json!({ "url": "https://8.8.8.8/hook?key=1", "events": ["powder-alert"], "resortSlug": "zermatt" });
    let reply = create(&harness, &body);
    assert_eq!(reply.status, 201, "{}", reply.text());
    assert_eq!(reply.header("content-type"), "application/json");
    assert_eq!(reply.header("cache-control"), "no-store");
    assert_eq!(reply.header("access-control-allow-origin"), "", "no page of another origin");
    let created = reply.json();
    let data = created["data"].as_object().unwrap();
    let names: Vec<&str> = data.keys().map(String::as_str).collect();
    assert_eq!(names, ["id", "secret", "url", "events", "resortSlug", "createdAt"]);
    assert_eq!((&data["url"], &data["events"]), (&body["url"], &body["events"]));
    let (id, secret) = (data["id"].as_str().unwrap(), data["secret"].as_str().unwrap());
    assert!(Secret::parse(secret).is_ok());
    assert_eq!(reply.header("location"), format!("{PATH}/{id}"));
    described(&harness, PATH, "post", &reply);

    let one = format!("{PATH}/{id}");
    let bearer = format!("Bearer {secret}");
    let shown = harness.get_with(&one, &[("Authorization", &bearer)]);
    assert_eq!((shown.status, shown.header("cache-control")), (200, "no-store"));
    described(&harness, "/api/v1/webhooks/{id}", "get", &shown);
    assert!(!shown.text().contains(secret) && !shown.text().contains("whsec_"));
    let shown = shown.json();
    assert_eq!(shown["data"]["state"], "active");
    assert_eq!(shown["data"]["consecutiveFailures"], 0);
    assert!(shown["data"]["lastDelivery"].is_null() && shown["data"]["rotatesAt"].is_null());
    assert_eq!(
        (&shown["data"]["createdAt"], &shown["data"]["resortSlug"]),
        (&data["createdAt"], &"zermatt".into())
    );

    // The scheme is case-insensitive, a HEAD has no body, and nothing else is requested.
    assert_eq!(harness.get_with(&one, &[("authorization", &format!("bearer {secret}"))]).status, 200);
    let head = harness.send(Method::HEAD, &one, &[("Authorization", &bearer)]);
    assert_eq!((head.status, head.body.len()), (200, 0));
    problem(&harness.get_with(&format!("{one}?x=1"), &[("Authorization", &bearer)]), 400, "invalid_argument");

    let gone = harness.send(Method::DELETE, &one, &[("Authorization", &bearer)]);
    assert_eq!((gone.status, gone.body.len()), (204, 0));
    for method in [Method::GET, Method::DELETE] {
        problem(&harness.send(method, &one, &[("Authorization", &bearer)]), 401, "unauthorized");
    }
}

#[test]
fn global_subscription_has_no_resort() {
    let harness = started("scopes", lenient());
    let of = |slug: serde_json::Value| {
        let body = json!({ "url": "https://8.8.4.4/", "events": ["powder-alert"], "resortSlug": slug });
        create(&harness, &body).json()["data"].clone()
    };
    assert!(of(serde_json::Value::Null).get("resortSlug").is_none());
    assert_eq!(of("Les Rousses".into())["resortSlug"], "les-rousses");
}

#[test]
fn secret_is_replaced_in_two_steps() {
    let harness = started("rotated", lenient());
    let owner = subscribe(&harness, "https://8.8.8.8/hook");
    let refused = owner.send(&harness, Method::POST, "/rotate/commit");
    problem(&refused, 409, "conflict");
    described(&harness, "/api/v1/webhooks/{id}/rotate/commit", "post", &refused);
    let rotation = owner.send(&harness, Method::POST, "/rotate");
    described(&harness, "/api/v1/webhooks/{id}/rotate", "post", &rotation);
    assert_eq!((rotation.status, rotation.header("cache-control")), (200, "no-store"), "{}", rotation.text());
    let next = super::Subscribed {
        id: owner.id.clone(),
        secret: rotation.json()["data"]["secret"].as_str().unwrap().to_owned(),
    };
    assert!(Secret::parse(&next.secret).is_ok() && next.secret != owner.secret);
    // Both secrets are valid until the new one is committed, and only the new one can commit.
    for holder in [&owner, &next] {
        let shown = holder.send(&harness, Method::GET, "").json();
        assert_eq!(shown["data"]["rotatesAt"], rotation.json()["data"]["rotatesAt"]);
    }
    problem(&owner.send(&harness, Method::POST, "/rotate/commit"), 409, "conflict");
    let committed = next.send(&harness, Method::POST, "/rotate/commit");
    assert_eq!(committed.status, 200, "{}", committed.text());
    assert!(committed.json()["data"]["rotatesAt"].is_null());
    problem(&owner.send(&harness, Method::GET, ""), 401, "unauthorized");
    assert_eq!(next.send(&harness, Method::GET, "").status, 200);
}

#[test]
fn pending_test_is_listed() {
    let harness = started("tested", development());
    let owner = subscribe(&harness, &format!("{NOBODY}/hook"));
    let bearer = owner.bearer();
    let json = [("Authorization", bearer.as_str()), ("Content-Type", "application/json")];
    let path = owner.path("/test");
    let first = harness.post(&path, &json, br#"{"event":"powder-alert"}"#);
    assert_eq!(first.status, 202, "{}", first.text());
    assert_eq!(first.json()["data"]["event"], "powder-alert");
    let second = owner.send(&harness, Method::POST, "/test");
    assert_eq!((second.status, &second.json()["data"]["event"]), (202, &"snow-report.updated".into()));
    problem(&harness.post(&path, &json, br#"{"event":"x"}"#), 400, "invalid_argument");

    described(&harness, "/api/v1/webhooks/{id}/test", "post", &first);
    described(
        &harness,
        "/api/v1/webhooks/{id}/deliveries",
        "get",
        &owner.send(&harness, Method::GET, "/deliveries"),
    );
    let page = owner.send(&harness, Method::GET, "/deliveries?limit=1").json();
    assert_eq!(page["data"].as_array().unwrap().len(), 1);
    assert_eq!(page["data"][0]["id"], second.json()["data"]["id"], "newest first");
    assert_eq!(page["data"][0]["test"], true);
    let next = page["meta"]["next"].as_i64().unwrap();
    let rest = owner.send(&harness, Method::GET, &format!("/deliveries?before={next}")).json();
    assert_eq!(rest["data"][0]["id"], first.json()["data"]["id"]);
    assert!(rest["meta"]["next"].is_null());
    for query in ["?limit=0", "?limit=101", "?limit=x", "?before=0", "?page=1", "?limit=1&limit=2"] {
        let reply = owner.send(&harness, Method::GET, &format!("/deliveries{query}"));
        problem(&reply, 400, "invalid_argument");
    }
    for unknown in ["x", "00000000-0000-0000-0000-000000000000"] {
        let reply = owner.send(&harness, Method::POST, &format!("/deliveries/{unknown}/redeliver"));
        problem(&reply, 404, "not_found");
    }
    // A delivery of another owner is also unknown.
    let other = subscribe(&harness, &format!("{NOBODY}/other"));
    let id = second.json()["data"]["id"].as_str().unwrap().to_owned();
    let reply = other.send(&harness, Method::POST, &format!("/deliveries/{id}/redeliver"));
    problem(&reply, 404, "not_found");
}

#[test]
fn disabled_webhooks_have_no_address() {
    let off = server::config::WebhookSettings { no_webhooks: Some(true), ..lenient() };
    let harness = started("off", off);
    let body = json!({ "url": "https://8.8.8.8/", "events": ["powder-alert"] });
    problem(&create(&harness, &body), 404, "not_found");
    assert!(!harness.get("/api/v1/openapi.json").text().contains(PATH));
}
