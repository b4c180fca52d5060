//! Tests of the account tools, over HTTP and as tools, with tokens of a real store: the actions of one account are
//! visible at once, only to that account, and never to anonymous callers.

use std::collections::BTreeSet;
use std::sync::Arc;

use accounts::{AccountId, Address, Scope, Scopes, token};
use actix_web::http::Method;
use actix_web::middleware::from_fn;
use actix_web::{App, test};
use conditions_core::time::Timestamp;
use http_api::{self, observe};
use runtime::clock;
use serde_json::{Value, json};
use services::accounts::identities::StoredIdentities;
use storage::Store;
use storage::accounts::{people, tokens};
use uuid::Uuid;

use crate::callers::shared_by;

const REVISIONS: [&str; 4] = ["2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];

fn store(name: &str) -> Store {
    let file = std::env::temp_dir().join(format!("snow-own-{name}-{}.sqlite", Uuid::new_v4()));
    runtime::opening::open(&file.to_string_lossy()).unwrap()
}

/// Creates an account and a token for it.
async fn account(store: &Store, number: u8, scopes: Scopes, now: Timestamp) -> (AccountId, String) {
    let made = token::make(&[number; 64]).unwrap();
    let (digest, text) = (made.digest, made.text.to_string());
    let id = AccountId(Uuid::from_u128(u128::from(number)));
    let address = Address::parse(&format!("reader{number}@example.org")).unwrap();
    let account = store
        .run(move |conn| {
            let (account, _) = people::make(conn, id, &address, Some(now), now)?;
            let new = tokens::Token {
                id: format!("t{number}"),
                name: "test".to_owned(),
                scopes,
                created_at: now,
                used_at: None,
                expires_at: None,
            };
            tokens::make(conn, digest, account.id, &new)?;
            Ok(account.id)
        })
        .await
        .unwrap();
    (account, text)
}

macro_rules! app {
    ($store:expr, $now:expr) => {{
        let identities = StoredIdentities::new($store.clone(), "http://127.0.0.1:8080");
        let tools = operations::tools().collect();
        let shared = shared_by($now, $store.clone(), Arc::new(identities), tools);
        let app = App::new().app_data(actix_web::web::Data::new(shared));
        test::init_service(app.wrap(from_fn(observe::observe)).configure(http_api::routes)).await
    }};
}

/// Sends one request; returns status, caching and body.
macro_rules! asked {
    ($app:expr, $method:expr, $path:expr, $token:expr, $body:expr) => {{
        let mut request =
            test::TestRequest::with_uri($path).method($method).insert_header(("host", "127.0.0.1:8080"));
        let token: Option<&str> = $token;
        if let Some(token) = token {
            request = request.insert_header(("authorization", format!("Bearer {token}")));
        }
        let body: Option<Value> = $body;
        if let Some(body) = body {
            request = request.set_json(body);
        }
        let response = test::call_service(&$app, request.to_request()).await;
        let header = |name: &str| {
            response.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
        };
        let (status, caching, challenge) =
            (response.status().as_u16(), header("cache-control"), header("www-authenticate"));
        let body = test::read_body(response).await;
        let body: Value = serde_json::from_slice(&body).unwrap_or(Value::Null);
        (status, caching, challenge, body)
    }};
}

macro_rules! called {
    ($app:expr, $token:expr, $revision:expr, $tool:expr, $arguments:expr) => {{
        let revision: &str = $revision;
        let mut params = json!({ "name": $tool, "arguments": $arguments });
        if revision == "2026-07-28" {
            params["_meta"] = json!({ "io.modelcontextprotocol/protocolVersion": revision,
                "io.modelcontextprotocol/clientCapabilities": {} });
        }
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
        let mut request = test::TestRequest::post()
            .uri("/mcp")
            .insert_header(("host", "127.0.0.1:8080"))
            .insert_header(("mcp-protocol-version", revision))
            .insert_header(("mcp-method", "tools/call"))
            .insert_header(("mcp-name", $tool))
            .set_json(&message);
        let token: Option<&str> = $token;
        if let Some(token) = token {
            request = request.insert_header(("authorization", format!("Bearer {token}")));
        }
        let response = test::call_service(&$app, request.to_request()).await;
        let answer: Value = serde_json::from_slice(&test::read_body(response).await).unwrap();
        answer["result"].clone()
    }};
}

#[actix_rt::test]
async fn saved_resorts_are_seen_at_once() {
    let (now, store) = (clock::now(), store("saves"));
    let (_, mine) = account(&store, 1, Scopes::ALL, now).await;
    let (_, others) = account(&store, 2, Scopes::ALL, now).await;
    let app = app!(store, now);
    let (mine, others) = (mine.as_str(), others.as_str());
    for (again, changed) in [(false, true), (true, false)] {
        let (status, caching, _, saved) =
            asked!(app, Method::PUT, "/api/v1/me/resorts/zermatt", Some(mine), None);
        assert_eq!((status, &*caching), (200, "private, no-store"), "{saved}");
        assert_eq!(
            (&saved["data"]["saved"], &saved["data"]["changed"]),
            (&json!(true), &json!(changed)),
            "{again}"
        );
    }
    let (_, _, _, list) = asked!(app, Method::GET, "/api/v1/me/resorts", Some(mine), None);
    assert_eq!((&list["data"][0]["slug"], &list["meta"]["total"]), (&json!("zermatt"), &json!(1)));
    let (_, _, _, of_other) = asked!(app, Method::GET, "/api/v1/me/resorts", Some(others), None);
    assert_eq!(of_other["meta"]["total"], 0);
    // A saved resort shows its fourteen days at once, and only to its account.
    let days = |body: &Value| body["data"]["forecast"]["days"][13]["proRequired"].clone();
    let (_, _, _, resort) = asked!(app, Method::GET, "/api/v1/resorts/zermatt", Some(mine), None);
    assert_eq!(days(&resort), false, "{resort}");
    let (_, _, _, resort) = asked!(app, Method::GET, "/api/v1/resorts/zermatt", Some(others), None);
    assert_eq!(days(&resort), true);
    let (_, _, _, report) =
        asked!(app, Method::GET, "/api/v1/me/snow-report?sort=forecast", Some(mine), None);
    assert_eq!(report["data"][0]["slug"], "zermatt");
    let (status, _, _, gone) = asked!(app, Method::DELETE, "/api/v1/me/resorts/zermatt", Some(mine), None);
    assert_eq!((status, &gone["data"]["saved"]), (200, &json!(false)));
    let (_, _, _, list) = asked!(app, Method::GET, "/api/v1/me/resorts", Some(mine), None);
    assert_eq!(list["meta"]["total"], 0);
    let (_, _, _, lodging) = asked!(
        app,
        Method::GET,
        &format!("/api/v1/resorts/zermatt/lodging?checkIn={0}&checkOut={1}", ahead(now, 30), ahead(now, 33)),
        Some(mine),
        None
    );
    assert_eq!(
        (&lodging["data"]["available"], &lodging["data"]["booked"]),
        (&json!(true), &json!(false)),
        "{lodging}"
    );
    assert!(lodging["data"]["note"].as_str().unwrap().contains("public lodging searches"));
}

fn ahead(now: Timestamp, days: i64) -> String {
    (now.utc().date_naive() + chrono::TimeDelta::days(days)).to_string()
}

#[actix_rt::test]
async fn alerts_are_created_changed_and_ended() {
    let (now, store) = (clock::now(), store("alerts"));
    let (_, mine) = account(&store, 1, Scopes::ALL, now).await;
    let (_, others) = account(&store, 2, Scopes::ALL, now).await;
    let app = app!(store, now);
    let wish = |cm: u16| Some(json!({ "type": "powder", "slug": "Zermatt", "thresholdCm": cm }));
    let (status, _, _, first) = asked!(app, Method::POST, "/api/v1/me/alerts", Some(&*mine), wish(20));
    assert_eq!((status, &first["data"]["created"]), (200, &json!(true)), "{first}");
    let (_, _, _, again) = asked!(app, Method::POST, "/api/v1/me/alerts", Some(&*mine), wish(25));
    assert_eq!(
        (&again["data"]["created"], &again["data"]["alert"]["id"]),
        (&json!(false), &first["data"]["alert"]["id"])
    );
    let (_, _, _, list) = asked!(app, Method::GET, "/api/v1/me/alerts", Some(&*mine), None);
    let alerts = list["data"]["alerts"].as_array().unwrap();
    assert_eq!(
        (alerts.len(), &alerts[0]["thresholdCm"], &alerts[0]["slug"]),
        (1, &json!(25), &json!("zermatt"))
    );
    let path = format!("/api/v1/me/alerts/{}", alerts[0]["id"].as_str().unwrap());
    let (status, ..) = asked!(app, Method::DELETE, &path, Some(&*others), None);
    assert_eq!(status, 404, "other accounts do not learn that it exists");
    let (status, ..) = asked!(app, Method::DELETE, &path, Some(&*mine), None);
    assert_eq!(status, 200);
    let (status, ..) = asked!(app, Method::DELETE, &path, Some(&*mine), None);
    assert_eq!(status, 404);
    for (body, argument) in [
        (json!({ "type": "powder", "thresholdCm": 4 }), "thresholdCm"),
        (json!({ "type": "opening", "thresholdCm": 20 }), "thresholdCm"),
        (json!({ "type": "forecast", "windowDays": 10 }), "windowDays"),
        (json!({ "type": "avalanche" }), "type"),
        (json!({ "type": "powder", "quietHours": "25-7" }), "quietHours"),
        (json!({ "slug": "zermatt" }), "type"),
        (json!({ "type": "powder", "colour": "red" }), "colour"),
    ] {
        let (status, _, _, refused) =
            asked!(app, Method::POST, "/api/v1/me/alerts", Some(&*mine), Some(body.clone()));
        assert_eq!((status, &refused["errors"][0]["argument"]), (400, &json!(argument)), "{body}: {refused}");
    }
}

#[actix_rt::test]
async fn anonymous_callers_are_rejected_first() {
    let (now, store) = (clock::now(), store("refused"));
    let app = app!(store, now);
    let own: Vec<_> = operations::endpoints().filter(|one| one.is_own()).collect();
    assert_eq!(own.len(), 7);
    for operation in own {
        let meta = operation.meta();
        let path = format!("/api/v1{}", meta.path.replace("{slug}", "zermatt").replace("{id}", "x"));
        let method = Method::from_bytes(meta.method.name().as_bytes()).unwrap();
        let (status, caching, challenge, body) = asked!(app, method.clone(), &path, None, None);
        assert_eq!((status, body["code"].as_str()), (401, Some("unauthorized")), "{path}");
        assert_eq!((&*caching, challenge.starts_with("Bearer")), ("private, no-store", true), "{path}");
        let (status, ..) = asked!(app, method, &path, Some("osc_pat_stolen"), None);
        assert_eq!(status, 401, "{path}");
    }
}

#[actix_rt::test]
async fn token_is_limited_to_its_scopes() {
    let (now, store) = (clock::now(), store("scopes"));
    let (_, saver) = account(&store, 1, Scopes::from_scopes([Scope::Saved]), now).await;
    let app = app!(store, now);
    let (status, ..) = asked!(app, Method::PUT, "/api/v1/me/resorts/zermatt", Some(&*saver), None);
    assert_eq!(status, 200);
    let (status, _, _, body) = asked!(app, Method::GET, "/api/v1/me/alerts", Some(&*saver), None);
    assert_eq!((status, body["code"].as_str()), (403, Some("forbidden")));
    for (path, expected) in [("/api/v1/me/resorts", 200), ("/api/v1/me/alerts", 403)] {
        let (status, caching, ..) = asked!(app, Method::HEAD, path, Some(&*saver), None);
        assert_eq!((status, &*caching), (expected, "private, no-store"), "HEAD {path}");
    }
    assert!(body["detail"].as_str().unwrap().contains("`alerts`"), "{body}");
    let result = called!(app, Some(&*saver), "2025-11-25", "list_alerts", json!({}));
    assert_eq!(result["isError"], true);
}

#[actix_rt::test]
async fn account_tools_work_at_every_revision() {
    let (now, store) = (clock::now(), store("tools"));
    let (_, mine) = account(&store, 1, Scopes::ALL, now).await;
    let app = app!(store, now);
    for revision in REVISIONS {
        let refused = called!(app, None, revision, "save_resort", json!({ "slug": "zermatt" }));
        let text = refused["content"][0]["text"].as_str().unwrap();
        assert_eq!(refused["isError"], true, "{revision}");
        for part in ["/account", "Authorization: Bearer", "/mcp/account"] {
            assert!(text.contains(part), "{revision}: {text}");
        }
        // Missing sign-in is reported first, whatever else is wrong.
        let refused = called!(app, None, revision, "subscribe_alerts", json!({ "colour": 1 }));
        assert!(refused["content"][0]["text"].as_str().unwrap().contains("/account"), "{refused}");
        let saved = called!(app, Some(&*mine), revision, "save_resort", json!({ "slug": "zermatt" }));
        assert!(!saved["isError"].as_bool().unwrap_or(false), "{revision}: {saved}");
        let listed = called!(app, Some(&*mine), revision, "list_saved_resorts", json!({}));
        assert!(listed["content"][0]["text"].as_str().unwrap().contains("Zermatt"), "{revision}: {listed}");
        let report =
            called!(app, Some(&*mine), revision, "get_my_snow_report", json!({ "sort": "forecast" }));
        assert!(report["content"][0]["text"].as_str().unwrap().contains("Zermatt"), "{revision}: {report}");
        let removed =
            called!(app, Some(&*mine), revision, "remove_saved_resort", json!({ "slug": "zermatt" }));
        assert!(removed["content"][0]["text"].as_str().unwrap().contains("no longer saved"), "{removed}");
    }
    let names: BTreeSet<&str> = operations::tools().map(|one| one.meta().name).collect();
    assert_eq!(names.len(), 49);
}
