//! Tests how messages are passed on.

use std::time::Duration;

use serde_json::json;

use crate::harness::{Bridge, Reply, Server, request, timed};

const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;

#[test]
fn handshake_sets_later_headers() {
    let server = Server::start(|_, asked| match asked.method() {
        "initialize" => Reply::json(
            200,
            format!(
                r#"{{"jsonrpc":"2.0","id":{},"result":{{"protocolVersion":"2025-11-25","instructions":"Show the credit."}}}}"#,
                asked.body["id"]
            ),
        ),
        "notifications/initialized" => Reply::json(202, ""),
        _ => Reply::echo(asked),
    });
    let mut bridge = Bridge::to(&server.url, Some("s3cret"));
    let opened = bridge.ask(
        r#"{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}"#,
    );
    assert_eq!((&opened["id"], &opened["result"]["instructions"]), (&json!("a"), &json!("Show the credit.")));
    bridge.write(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    assert_eq!(bridge.ask(&request(2, "tools/list"))["id"], 2);
    assert_eq!(bridge.end(), [] as [serde_json::Value; 0], "a notification has no answer");
    let asked = server.asked();
    let versions: Vec<_> =
        asked.iter().map(|asked| (asked.method(), asked.header("mcp-protocol-version"))).collect();
    assert!(versions.contains(&("initialize", None)), "{versions:?}");
    assert!(versions.contains(&("notifications/initialized", Some("2025-11-25"))), "{versions:?}");
    assert!(versions.contains(&("tools/list", Some("2025-11-25"))), "{versions:?}");
    assert!(asked.iter().all(|asked| asked.header("authorization") == Some("Bearer s3cret")));
    assert!(asked.iter().all(|asked| asked.header("mcp-method").is_none()));
}

#[test]
fn self_described_message_has_headers() {
    let server = Server::start(|_, asked| Reply::echo(asked));
    let mut bridge = Bridge::to(&server.url, None);
    let call = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"schneehöhe",{META}}}}}"#
    );
    let answer = bridge.ask(&call);
    assert_eq!(answer["result"]["echo"]["name"], "schneehöhe");
    let asked = &server.asked()[0];
    assert_eq!(asked.header("mcp-protocol-version"), Some("2026-07-28"));
    assert_eq!(asked.header("mcp-method"), Some("tools/call"));
    assert_eq!(asked.header("mcp-name"), Some("=?base64?c2NobmVlaMO2aGU=?="));
    assert_eq!(asked.header("accept"), Some("application/json, text/event-stream"));
    assert_eq!(asked.header("authorization"), None);
}

#[test]
fn answers_keep_arrival_order() {
    let server =
        Server::start(|_, asked| Reply::echo(asked).after(if asked.body["id"] == 1 { 400 } else { 0 }));
    let mut bridge = Bridge::to(&server.url, None);
    bridge.write(&request(1, "slow"));
    bridge.write(&request(2, "fast"));
    bridge.write(&request(3, "fast"));
    let answers = bridge.end();
    let mut ids: Vec<_> = answers.iter().filter_map(|answer| answer["id"].as_u64()).collect();
    assert_eq!(ids.last(), Some(&1));
    ids.sort_unstable();
    assert_eq!(ids, [1, 2, 3]);
}

#[test]
fn a_cancelled_request_gets_no_answer() {
    let server = Server::start(|_, asked| match asked.method() {
        "slow" => Reply::echo(asked).after(60_000),
        "notifications/cancelled" => Reply::json(202, ""),
        _ => Reply::echo(asked),
    });
    let mut bridge = Bridge::to(&server.url, None);
    bridge.write(&request(1, "slow"));
    bridge.write(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#);
    bridge.write(&request(2, "fast"));
    let (answers, taken) = timed(|| bridge.end());
    assert_eq!(answers.len(), 1, "{answers:?}");
    assert_eq!(answers[0]["id"], 2);
    assert!(taken < Duration::from_secs(30), "the end did not wait for it");
}

#[test]
fn event_stream_passes_earlier_messages() {
    let server = Server::start(|_, _| {
        let stream = ": hi\n\nevent: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}\n\n\
                      data: no message\n\n\
                      data: {\"jsonrpc\":\"2.0\",\ndata: \"id\":1,\"result\":{}}\n\n";
        Reply::json(200, stream).with("Content-Type", "text/event-stream; charset=utf-8")
    });
    let mut bridge = Bridge::to(&server.url, None);
    assert_eq!(bridge.ask(&request(1, "tools/call"))["method"], "notifications/progress");
    assert_eq!(bridge.read()["id"], 1);
    assert_eq!(bridge.end().len(), 0);
}

#[test]
fn a_batch_comes_back_as_one() {
    let server = Server::start(|_, asked| {
        assert!(asked.body.is_array());
        Reply::json(
            200,
            "[{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}},\n{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}]",
        )
    });
    let mut bridge = Bridge::to(&server.url, None);
    let answer = bridge.ask(&format!("[{},{}]", request(1, "ping"), request(2, "ping")));
    assert_eq!(answer.as_array().map(Vec::len), Some(2));
    bridge.write(r#"[{"jsonrpc":"2.0","method":"notifications/initialized"}]"#);
    assert_eq!(bridge.end().len(), 0, "a batch of notifications has no answer");
}

#[test]
fn many_at_once_each_get_their_own() {
    let server = Server::start(|_, asked| Reply::echo(asked).after(5));
    let mut bridge = Bridge::to(&server.url, None);
    for id in 0..200 {
        bridge.write(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"m","params":{{"n":{id}}}}}"#));
    }
    let answers = bridge.end();
    assert_eq!(answers.len(), 200);
    assert!(answers.iter().all(|answer| answer["id"] == answer["result"]["echo"]["n"]), "{answers:?}");
}
