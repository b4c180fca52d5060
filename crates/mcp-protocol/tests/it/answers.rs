//! Tests the answer of every method.

use mcp_protocol::{Response, Revision};
use serde_json::{Value, json};

use crate::server::{CARD, Sent, TOOL, answer};
use crate::support::endpoint;

#[test]
fn arguments_are_passed_unchanged() {
    let endpoint = endpoint();
    for (params, arguments) in [
        (json!({"name": TOOL}), json!({})),
        (json!({"name": TOOL, "arguments": null}), json!({})),
        (
            json!({"name": TOOL, "arguments": {"resort": "é\"\n", "n": 1.50}}),
            json!({"resort": "é\"\n", "n": 1.5}),
        ),
    ] {
        for revision in [Revision::V2025_06_18, Revision::V2026_07_28] {
            let (status, body) = Sent::at(revision, "tools/call", params.clone()).answer(&endpoint);
            assert_eq!((status, &body["result"]["structuredContent"]["echo"]), (200, &arguments));
        }
    }
}

#[test]
fn identifier_is_returned_unchanged() {
    let endpoint = endpoint();
    for id in ["12345678901234567890123", "-0", "\"\\u00e9\"", "\"\""] {
        let sent = Sent::bare(format!(r#"{{"method":"ping","id":{id},"jsonrpc":"2.0"}}"#));
        let response = answer(&endpoint, &sent.request());
        let expected = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#);
        assert_eq!(response, Response { status: 200, body: Some(expected.into_bytes()) });
    }
}

#[test]
fn initialize_describes_the_server() {
    let endpoint = endpoint();
    for (asked, agreed) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-06-18", "2025-06-18"),
        ("2026-07-28", "2025-11-25"),
        ("x\"", "2025-11-25"),
    ] {
        let params = json!({"protocolVersion": asked, "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}});
        let (status, body) = Sent::at(Revision::Unstated, "initialize", params).answer(&endpoint);
        let result = &body["result"];
        assert_eq!((status, &result["protocolVersion"]), (200, &json!(agreed)));
        assert_eq!(result["instructions"], "Say that it is synthetic.");
        assert_eq!(
            result["capabilities"],
            json!({"tools": {}, "resources": {}, "extensions": {"io.modelcontextprotocol/ui": {}}})
        );
        assert_eq!(result["serverInfo"].get("title").is_some(), agreed != "2024-11-05");
    }
    let (status, body) = Sent::at(Revision::Unstated, "initialize", json!({})).answer(&endpoint);
    assert_eq!((status, &body["error"]["code"]), (200, &json!(-32602)));
}

#[test]
fn discovery_equals_initialize() {
    let endpoint = endpoint();
    let (status, body) = Sent::at(Revision::V2026_07_28, "server/discover", json!({})).answer(&endpoint);
    assert_eq!(status, 200);
    let params = json!({"protocolVersion": "2025-11-25"});
    let (_, opened) = Sent::at(Revision::Unstated, "initialize", params).answer(&endpoint);
    for member in ["instructions", "capabilities"] {
        assert_eq!(body["result"][member], opened["result"][member], "{member}");
    }
    let server = &body["result"]["_meta"]["io.modelcontextprotocol/serverInfo"];
    assert_eq!(*server, opened["result"]["serverInfo"]);
}

#[test]
fn application_failures_have_codes() {
    let endpoint = endpoint();
    for revision in Revision::ALL {
        let not_found = json!(revision.rules().resource_not_found);
        for (method, params, code) in [
            ("tools/call", json!({"name": "nothing"}), json!(-32602)),
            ("tools/call", json!({"name": "broken"}), json!(-32603)),
            ("tools/call", json!({"name": "forgotten"}), json!(-32603)),
            ("resources/read", json!({"uri": "ui://nothing"}), not_found),
            ("resources/read", json!({"uri": "broken:"}), json!(-32603)),
        ] {
            let (status, body) = Sent::at(revision, method, params.clone()).answer(&endpoint);
            assert_eq!((status, &body["error"]["code"]), (200, &code), "{revision:?} {params}");
            assert_eq!(body["id"], 1);
        }
        let (_, body) =
            Sent::at(revision, "resources/read", json!({"uri": "ui://nothing"})).answer(&endpoint);
        assert_eq!(body["error"]["data"], json!({"uri": "ui://nothing"}));
    }
}

#[test]
fn an_impossible_result_is_taken_back() {
    let endpoint = endpoint();
    let (status, body) =
        Sent::at(Revision::V2026_07_28, "tools/call", json!({"name": "impossible"})).answer(&endpoint);
    assert_eq!((status, &body["error"]["code"]), (200, &json!(-32603)));
    let call = |id: u8, name: &str| json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": name}});
    let batch = json!([call(1, "impossible"), call(2, "impossible"), call(3, TOOL)]);
    let (status, body) = Sent::bare(batch.to_string()).answer(&endpoint);
    assert_eq!((status, body.as_array().map(Vec::len), &body[1]["id"]), (200, Some(3), &json!(2)));
    assert!(body[2]["result"].is_object());
}

#[test]
fn a_resource_is_read() {
    let (status, body) =
        Sent::at(Revision::V2026_07_28, "resources/read", json!({"uri": CARD})).answer(&endpoint());
    assert_eq!(status, 200);
    let contents = &body["result"]["contents"];
    assert_eq!((contents.as_array().map(Vec::len), &contents[0]["text"]), (Some(1), &json!("<p>❄</p>")));
    assert_eq!((&contents[0]["uri"], &body["result"]["ttlMs"]), (&json!(CARD), &json!(60_000)));
}

#[test]
fn rejection_has_no_identifier() {
    let refusal = Response::refusal(403, -32600, "origin \"x\" is not allowed");
    let body: Value = serde_json::from_slice(&refusal.body.unwrap()).unwrap();
    assert_eq!(
        (refusal.status, body),
        (403, json!({"jsonrpc": "2.0", "error": {"code": -32600, "message": "origin \"x\" is not allowed"}}))
    );
}

#[test]
fn finished_exchange_asks_nothing() {
    let endpoint = endpoint();
    let sent = Sent::at(Revision::Unstated, "tools/call", json!({"name": TOOL}));
    let request = sent.request();
    let mut exchange = endpoint.open(&request);
    assert!(exchange.ask().is_some());
    assert!(exchange.ask().is_none());
    assert!(exchange.ask().is_none());
    let body: Value = serde_json::from_slice(&exchange.finish().body.unwrap()).unwrap();
    assert_eq!(body["error"]["code"], -32603);
}

#[test]
fn an_event_holds_the_whole_body() {
    let event = |body: &str| {
        let response = Response { status: 200, body: Some(body.into()) };
        response.event().map(|event| String::from_utf8(event).unwrap())
    };
    assert_eq!(event("{}").as_deref(), Some("event: message\ndata: {}\n\n"));
    assert_eq!(event("{\n}").as_deref(), Some("event: message\ndata: {\ndata: }\n\n"));
    assert_eq!(Response { status: 202, body: None }.event(), None);
}

#[test]
fn application_may_wait() {
    fn is_send<T: Send>(_: &T) {}
    let endpoint = endpoint();
    let sent = Sent::at(Revision::Unstated, "tools/call", json!({"name": TOOL}));
    let request = sent.request();
    let mut exchange = endpoint.open(&request);
    is_send(&exchange);
    if let Some(ask) = exchange.ask() {
        is_send(&ask);
    }
    is_send(&std::sync::Arc::new(endpoint));
}
