//! Tests batches: each message is answered separately.

use mcp_protocol::{LARGEST_BATCH, LARGEST_BATCH_ANSWER};
use serde_json::{Value, json};

use crate::server::{Sent, TOOL};
use crate::support::endpoint;

fn sent(batch: &Value) -> (u16, Value) {
    Sent::bare(batch.to_string()).answer(&endpoint())
}

fn ping(id: usize) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "ping"})
}

#[test]
fn batch_answers_keep_order() {
    let (status, body) = sent(&json!([
        ping(1),
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": TOOL}},
        5,
        [ping(3)],
        {"jsonrpc": "2.0", "id": 4, "method": "no/such"},
        {"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {"name": "forgotten"}},
        {"jsonrpc": "2.0", "id": 6, "method": "tools/call", "params": {"name": TOOL, "arguments": 1}},
        {"jsonrpc": "2.0", "id": 7, "method": "initialize", "params": {"protocolVersion": "2025-03-26"}},
        {"jsonrpc": "2.0", "id": 8, "method": "server/discover"},
        {"jsonrpc": "2.0", "id": null, "method": "ping"},
        {"jsonrpc": "2.0", "id": 9, "method": "resources/read", "params": {"uri": "no:such"}},
        {"jsonrpc": "2.0", "id": 10, "result": {}},
        ping(11),
    ]));
    assert_eq!(status, 200);
    let told: Vec<(Value, Value)> = body
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["id"].clone(), one["error"]["code"].clone()))
        .collect();
    let expected = [
        (json!(1), Value::Null),
        (json!(2), Value::Null),
        (Value::Null, json!(-32600)),
        (Value::Null, json!(-32600)),
        (json!(4), json!(-32601)),
        (json!(5), json!(-32603)),
        (json!(6), json!(-32602)),
        (json!(7), json!(-32600)),
        (json!(8), json!(-32600)),
        (Value::Null, json!(-32600)),
        (json!(9), json!(-32002)),
        (Value::Null, json!(-32600)),
        (json!(11), Value::Null),
    ];
    assert_eq!(told, expected);
}

#[test]
fn only_notifications_get_no_body() {
    let note = json!({"jsonrpc": "2.0", "method": "notifications/cancelled"});
    assert_eq!(sent(&json!([note, note])), (202, Value::Null));
}

#[test]
fn a_batch_has_bounds() {
    let many = |count: usize| Value::Array((0..count).map(ping).collect());
    assert_eq!(sent(&many(LARGEST_BATCH)).1.as_array().map(Vec::len), Some(LARGEST_BATCH));
    for count in [0, LARGEST_BATCH + 1] {
        let (status, body) = sent(&many(count));
        assert_eq!((status, &body["error"]["code"]), (400, &json!(-32600)), "{count}");
        assert!(body.get("id").is_none());
    }
}

#[test]
fn full_batch_rejects_remaining_messages() {
    let long = "x".repeat(LARGEST_BATCH_ANSWER / 2);
    let call = |id: usize| {
        let params = json!({"name": TOOL, "arguments": {"resort": long}});
        json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})
    };
    let (status, body) = sent(&json!([call(1), call(2), call(3), ping(4)]));
    let codes: Vec<(u64, Option<i64>)> = body
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["id"].as_u64().unwrap(), one["error"]["code"].as_i64()))
        .collect();
    assert_eq!(status, 200);
    assert_eq!(codes, [(1, None), (2, None), (3, Some(-32600)), (4, Some(-32600))]);
}

#[test]
fn rejects_broken_array() {
    for text in ["[", "[1,]", "[{}", "[]]", "[\"\u{1}\"]"] {
        let (status, body) = Sent::bare(text).answer(&endpoint());
        assert_eq!((status, &body["error"]["code"]), (400, &json!(-32700)), "{text}");
    }
}

#[test]
fn unknown_version_has_no_batches() {
    let sent = Sent { version: Some(b"1900-01-01".to_vec()), ..Sent::bare("[]") };
    assert_eq!(sent.answer(&endpoint()).1["error"]["code"], -32600);
}
