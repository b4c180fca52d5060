//! Tests of rejections: each has its own clear answer, and a wrong secret and an unknown id are indistinguishable in
//! content and time.

use std::time::{Duration, Instant};

use reqwest::Method;
use runtime::clock;
use serde_json::{Value, json};

use super::{PATH, create, lenient, quiet, started, subscribe};
use crate::commands::program;
use crate::harness::{Harness, Reply, Setup, problem};

fn raw(harness: &Harness, kind: &str, body: &[u8]) -> Reply {
    harness.post(PATH, &[("Content-Type", kind)], body)
}

#[test]
fn invalid_input_is_named() {
    let harness = started("bad-input", lenient());
    for (url, status, code, message) in [
        ("http://8.8.8.8/", 422, "callback_url_not_public", "https://"),
        ("ftp://8.8.8.8/", 422, "callback_url_not_public", "https://"),
        ("https://user:pw@8.8.8.8/", 422, "callback_url_not_public", "user name"),
        ("https://8.8.8.8/#f", 422, "callback_url_not_public", "fragment"),
        ("https://8.8.8.8:22/", 422, "callback_url_not_public", "port"),
        ("https://8.8.8.8:5432/", 422, "callback_url_not_public", "port"),
        ("https://127.0.0.1/", 422, "callback_url_not_public", "public addresses"),
        ("https://[::1]/", 422, "callback_url_not_public", "public addresses"),
        ("https://[::ffff:10.0.0.1]/", 422, "callback_url_not_public", "public addresses"),
        ("https://169.254.169.254/latest/meta-data", 422, "callback_url_not_public", "public addresses"),
        ("https://2130706433/", 422, "callback_url_not_public", "public addresses"),
        ("https://localhost/", 422, "callback_url_not_public", "public host name"),
        ("https://intranet/", 422, "callback_url_not_public", "public host name"),
        ("https://db.internal/", 422, "callback_url_not_public", "public host name"),
        ("https://0x8.8.8.8/", 400, "invalid_argument", "plainly"),
        ("https://[example.com]/", 400, "invalid_argument", "valid absolute URL"),
        ("https:\\\\8.8.8.8\\", 400, "invalid_argument", "valid absolute URL"),
        ("8.8.8.8", 400, "invalid_argument", "valid absolute URL"),
        ("", 400, "invalid_argument", "valid absolute URL"),
    ] {
        let reply = create(&harness, &json!({ "url": url, "events": ["powder-alert"] }));
        let problem = problem(&reply, status, code);
        assert_eq!(problem["errors"][0]["argument"], "url", "{url}");
        assert!(problem["errors"][0]["message"].as_str().unwrap().contains(message), "{url}: {problem}");
        assert_eq!(reply.header("access-control-allow-origin"), "");
    }
    let long = format!("https://8.8.8.8/{}", "a".repeat(2_040));
    let reply = create(&harness, &json!({ "url": long, "events": ["powder-alert"] }));
    assert!(problem(&reply, 400, "invalid_argument")["detail"].as_str().unwrap().contains("2048"));

    let fine = json!({ "url": "https://8.8.8.8/", "events": ["powder-alert"] });
    for (member, value, argument) in [
        ("url", json!(7), "url"),
        ("url", Value::Null, "url"),
        ("events", json!([]), "events"),
        ("events", json!(["powder"]), "events"),
        ("events", json!(["powder-alert", "powder-alert"]), "events"),
        ("events", json!("powder-alert"), "events"),
        ("resortSlug", json!(7), "resortSlug"),
        ("resort", json!("zermatt"), "resort"),
    ] {
        let mut body = fine.clone();
        body[member] = value;
        assert_eq!(
            problem(&create(&harness, &body), 400, "invalid_argument")["errors"][0]["argument"],
            argument
        );
    }
    let mut body = fine.clone();
    body["resortSlug"] = json!("zermat");
    assert_eq!(problem(&create(&harness, &body), 404, "resort_not_found")["suggestions"][0], "zermatt");
    body["resortSlug"] = json!("");
    problem(&create(&harness, &body), 404, "resort_not_found");
    assert_eq!(create(&harness, &fine).status, 201);
    problem(&create(&harness, &fine), 409, "conflict");
}

#[test]
fn invalid_bodies_are_rejected() {
    let harness = started("bodies", lenient());
    let fine = br#"{"url":"https://8.8.8.8/","events":["powder-alert"]}"#;
    for body in [&b""[..], b"{", b"null", b"[]", b"\xff\xfe", b"{\"url\":1e999}", &[b'['; 3_000]] {
        problem(&raw(&harness, "application/json", body), 400, "invalid_argument");
    }
    for kind in ["text/plain", "application/x-www-form-urlencoded", "application/problem+json", ""] {
        problem(&raw(&harness, kind, fine), 415, "unsupported_media_type");
    }
    problem(&harness.post(PATH, &[], fine), 415, "unsupported_media_type");
    let packed = [("Content-Type", "application/json"), ("Content-Encoding", "gzip")];
    problem(&harness.post(PATH, &packed, fine), 415, "unsupported_media_type");
    problem(&raw(&harness, "application/json", &[b' '; 4_097]), 413, "payload_too_large");
    let chunked = format!(
        "POST {PATH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\
         Connection: close\r\n\r\n2000\r\n{}\r\n0\r\n\r\n",
        " ".repeat(8_192)
    );
    assert!(harness.raw(chunked.as_bytes()).starts_with("HTTP/1.1 413"));
    assert_eq!(raw(&harness, "Application/JSON; charset=utf-8", fine).status, 201);
    let accept = [("Content-Type", "application/json"), ("Accept", "text/html")];
    problem(&harness.post(PATH, &accept, fine), 406, "not_acceptable");
}

#[test]
fn slow_body_is_cut_off() {
    let harness = started("drip", lenient());
    let begun = clock::monotonic();
    let head = format!(
        "POST {PATH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{{"
    );
    let answer = harness.raw(head.as_bytes());
    assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("request_timeout"), "{answer}");
    // Far more than needed, and less than any unrelated timeout.
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
}

#[test]
fn foreign_origins_are_rejected() {
    let harness = started("methods", lenient());
    for (path, allow) in [
        (PATH, "POST, OPTIONS"),
        ("/api/v1/webhooks/x", "GET, HEAD, DELETE, OPTIONS"),
        ("/api/v1/webhooks/x/deliveries", "GET, HEAD, OPTIONS"),
        ("/api/v1/webhooks/x/test", "POST, OPTIONS"),
    ] {
        let refused = harness.send(Method::PUT, path, &[]);
        problem(&refused, 405, "method_not_allowed");
        let preflight = [("Origin", "https://example.org"), ("Access-Control-Request-Method", "POST")];
        let options = harness.send(Method::OPTIONS, path, &preflight);
        for reply in [&refused, &options] {
            assert_eq!(reply.header("allow"), allow, "{path}");
            assert!(!reply.headers.keys().any(|name| name.as_str().starts_with("access-control-")), "{path}");
        }
    }
    problem(&harness.send(Method::POST, "/api/v1/webhooks/", &[]), 404, "not_found");
}

/// Returns an answer without the parts that always differ: its request's id and its date.
fn look(reply: &Reply) -> (u16, Vec<(String, String)>, String) {
    let id = reply.header("x-request-id");
    let mut headers: Vec<(String, String)> = reply
        .headers
        .iter()
        .map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()))
        .filter(|(name, _)| name != "x-request-id" && name != "date")
        .collect();
    headers.sort();
    (reply.status, headers, reply.text().replace(id, "(id)"))
}

#[test]
fn wrong_and_unknown_look_equal() {
    let harness = started("same-look", lenient());
    let owner = subscribe(&harness, "https://8.8.8.8/hook");
    let removed = subscribe(&harness, "https://8.8.8.8/removed");
    assert_eq!(removed.send(&harness, Method::DELETE, "").status, 204);
    let (right, wrong) = (owner.bearer(), format!("Bearer whsec_{}", "A".repeat(44)));
    let unknown = format!("{PATH}/{}", uuid::Uuid::new_v4());
    let known = owner.path("");
    for (rest, method) in [
        ("", Method::GET),
        ("", Method::DELETE),
        ("/deliveries", Method::GET),
        ("/deliveries/x/redeliver", Method::POST),
        ("/test", Method::POST),
        ("/rotate", Method::POST),
        ("/rotate/commit", Method::POST),
    ] {
        let ask = |path: &str, headers: &[(&str, &str)]| {
            look(&harness.send(method.clone(), &format!("{path}{rest}"), headers))
        };
        let expected = ask(&unknown, &[("Authorization", &right)]);
        assert_eq!(expected.0, 401, "{rest}");
        for (path, headers) in [
            (known.as_str(), vec![("Authorization", wrong.as_str())]),
            (known.as_str(), vec![]),
            (known.as_str(), vec![("Authorization", "Basic eDp5")]),
            (known.as_str(), vec![("Authorization", owner.secret.as_str())]),
            (unknown.as_str(), vec![("Authorization", wrong.as_str())]),
            ("/api/v1/webhooks/nonsense", vec![("Authorization", right.as_str())]),
            (&removed.path(""), vec![("Authorization", &removed.bearer())]),
        ] {
            assert_eq!(ask(path, &headers), expected, "{method} {path}{rest} {headers:?}");
        }
    }
    assert_eq!(owner.send(&harness, Method::GET, "").status, 200, "and nothing happened to it");
}

#[test]
fn wrong_and_unknown_take_equal_time() {
    const ROUNDS: usize = 25;
    let harness = started("same-time", lenient());
    let owner = subscribe(&harness, "https://8.8.8.8/hook");
    let wrong = format!("Bearer whsec_{}", "A".repeat(44));
    let unknown = format!("{PATH}/{}", uuid::Uuid::new_v4());
    let known = owner.path("");
    let took = |path: &str| {
        let begun: Instant = clock::monotonic();
        assert_eq!(harness.get_with(path, &[("Authorization", &wrong)]).status, 401);
        begun.elapsed()
    };
    let (mut of_wrong, mut of_unknown) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        of_wrong.push(took(&known));
        of_unknown.push(took(&unknown));
    }
    // The minimum of many, which a patient attacker would compare.
    let quickest = |times: &[Duration]| times.iter().min().copied().unwrap().as_secs_f64();
    let (a, b) = (quickest(&of_wrong), quickest(&of_unknown));
    assert!(a / b < 2.0 && b / a < 2.0, "wrong {a} s, unknown {b} s");
    // After that number any client has to wait.
    let mut last = 401;
    for _ in 0..20 {
        last = harness.get_with(&unknown, &[("Authorization", &wrong)]).status;
    }
    assert_eq!(last, 429);
    let refused = harness.get_with(&known, &[("Authorization", &wrong)]);
    problem(&refused, 429, "rate_limited");
    assert!(refused.header("retry-after").parse::<u64>().unwrap() >= 1);
}

#[test]
fn denied_host_loses_its_subscriptions() {
    let setup = Setup { webhooks: lenient(), ..quiet("denied-host") };
    let folder = setup.folder.display().to_string();
    let harness = Harness::start(setup);
    let operator = |arguments: &[&str]| {
        let ran = program(&[&["--data-dir", folder.as_str(), "webhooks"], arguments].concat());
        assert_eq!(ran.code, Some(0), "{ran:?}");
        ran.out
    };
    let request = |url: &str| json!({ "url": url, "events": ["powder-alert"] });
    let (denied, other) = (request("https://8.8.8.8/denied"), request("https://8.8.4.4/other"));
    let made = create(&harness, &denied);
    assert_eq!((made.status, create(&harness, &other).status), (201, 201));
    let id = made.json()["data"]["id"].as_str().unwrap().to_owned();
    let listed = operator(&["list"]);
    assert!(listed.lines().count() == 2 && !listed.contains("/denied"), "only hosts: {listed}");
    assert!(operator(&["show", &id]).contains("https://8.8.8.8/denied"));
    assert_eq!(operator(&["deny", "8.8.8.8"]).trim(), "8.8.8.8 is denied; 1 subscriptions ended");
    problem(&create(&harness, &denied), 422, "callback_url_not_public");
    assert_eq!(operator(&["list"]).lines().count(), 1);
    assert!(operator(&["list", "--all"]).contains(&format!("{id}  8.8.8.8")));
    operator(&["deny", "8.8.8.8", "--lift"]);
    assert_eq!(create(&harness, &denied).status, 201);
}
