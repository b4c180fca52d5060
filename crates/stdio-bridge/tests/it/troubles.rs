//! Tests error messages and retries.

use std::time::Duration;

use serde_json::Value;

use crate::harness::{Bridge, HASTY, Reply, Server, request, timed};

fn words(answer: &Value) -> String {
    assert!(answer["result"].is_null(), "{answer}");
    answer["error"]["message"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn temporary_failure_is_retried() {
    for status in [429, 502, 503, 504] {
        let server = Server::start(move |number, asked| match number {
            0 => Reply::json(status, "<html>"),
            1 => Reply { broken: true, ..Reply::echo(asked) },
            _ => Reply::echo(asked),
        });
        let mut bridge = Bridge::to(&server.url, None);
        assert!(bridge.ask(&request(1, "tools/list"))["result"].is_object(), "{status}");
        assert_eq!(server.asked().len(), 3);
    }
}

#[test]
fn final_error_says_what_to_do() {
    let server = Server::start(|_, _| {
        Reply::json(503, r#"{"jsonrpc":"2.0","error":{"code":-32600,"message":"The service is starting"}}"#)
    });
    let mut bridge = Bridge::to(&server.url, None);
    let answer = bridge.ask(r#"{"jsonrpc":"2.0","id":"x-1","method":"tools/list"}"#);
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&Value::from("x-1"), &Value::from(-32603)));
    let words = words(&answer);
    assert!(words.contains(&server.url) && words.contains("503") && words.contains("starting"), "{words}");
    assert_eq!(server.asked().len(), 1 + HASTY.repeats as usize);
    assert_eq!(bridge.ask(&request(2, "tools/list"))["id"], 2, "the session goes on");
}

#[test]
fn a_server_that_is_not_there_is_named() {
    let mut bridge = Bridge::to("http://user:s3cret@127.0.0.1:9/mcp?key=s3cret", Some("s3cret"));
    let words = words(&bridge.ask(&request(1, "tools/list")));
    assert!(words.contains("http://127.0.0.1:9/mcp") && words.contains("--url"), "{words}");
    assert!(!words.contains("s3cret"), "{words}");
}

#[test]
fn requested_pause_is_respected() {
    let server = Server::start(|number, asked| match number {
        0 => Reply::json(429, "").with("Retry-After", "1"),
        _ => Reply::echo(asked),
    });
    let (answer, taken) = timed(|| Bridge::to(&server.url, None).ask(&request(1, "a")));
    assert!(answer["result"].is_object() && taken >= Duration::from_secs(1));
    let server = Server::start(|_, _| Reply::json(429, "").with("Retry-After", "3600"));
    let words = words(&Bridge::to(&server.url, None).ask(&request(1, "a")));
    assert!(words.contains("3600 s"), "{words}");
    assert_eq!(server.asked().len(), 1, "too long to wait for");
}

#[test]
fn a_refused_token_is_explained_once() {
    let server = Server::start(|_, _| Reply::json(401, ""));
    let with = words(&Bridge::to(&server.url, Some("s3cret")).ask(&request(1, "a")));
    assert!(
        with.contains("not accepted") && with.contains("SNOW_MCP_TOKEN") && !with.contains("s3cret"),
        "{with}"
    );
    let without = words(&Bridge::to(&server.url, None).ask(&request(1, "a")));
    assert!(without.contains("Give a token"), "{without}");
    assert_eq!(server.asked().len(), 2);
}

#[test]
fn protocol_errors_are_the_servers_own() {
    let server = Server::start(|_, asked| match asked.method() {
        "modern" => Reply::json(
            400,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"v","data":{"supported":["2025-11-25"]}}}"#,
        ),
        _ => Reply::json(404, r#"{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found: a"}}"#),
    });
    let mut bridge = Bridge::to(&server.url, None);
    let unsupported = bridge.ask(&request(1, "modern"));
    assert_eq!(unsupported["error"]["data"]["supported"][0], "2025-11-25");
    let unknown = bridge.ask(&request(2, "a"));
    assert_eq!((&unknown["id"], &unknown["error"]["code"]), (&Value::from(2), &Value::from(-32601)));
}

#[test]
fn other_servers_are_reported() {
    for (status, body) in
        [(200, "<html>"), (404, "Not Found"), (200, ""), (200, r#"{"jsonrpc":"2.0","id":9,"result":{}}"#)]
    {
        let server = Server::start(move |_, _| Reply::json(status, body));
        let words = words(&Bridge::to(&server.url, None).ask(&request(1, "a")));
        assert!(words.contains("not a connector's answer") && words.contains(&server.url), "{words}");
        assert_eq!(server.asked().len(), 1);
    }
    let server =
        Server::start(|_, _| Reply::json(308, "").with("Location", "https://elsewhere.example.org/mcp"));
    let words = words(&Bridge::to(&server.url, Some("s3cret")).ask(&request(1, "a")));
    assert!(words.contains("elsewhere.example.org"), "{words}");
}

#[test]
fn broken_stream_is_not_repeated() {
    let server = Server::start(|_, _| {
        let stream = "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}\n\n";
        Reply::json(200, stream).with("Content-Type", "text/event-stream")
    });
    let mut bridge = Bridge::to(&server.url, None);
    bridge.ask(&request(1, "a"));
    assert!(words(&bridge.read()).contains("broke off"));
    assert_eq!(server.asked().len(), 1);
}

#[test]
fn broken_input_is_answered() {
    let server = Server::start(|_, asked| Reply::echo(asked));
    let mut bridge = Bridge::to(&server.url, None);
    assert_eq!(bridge.ask("{nonsense")["error"]["code"], -32700);
    assert_eq!(bridge.ask("\u{0}")["error"]["code"], -32700);
    assert_eq!(bridge.ask(r#"{"jsonrpc":"1.0","id":4,"method":"a"}"#)["id"], 4);
    assert_eq!(bridge.ask(&"x".repeat(3 << 20))["error"]["code"], -32600);
    assert_eq!(bridge.ask(&request(5, "a"))["id"], 5);
    assert_eq!(server.asked().len(), 1);
}
