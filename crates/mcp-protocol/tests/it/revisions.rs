//! Tests that every revision follows its row of the table.

use mcp_protocol::{Revision, StructuredContent};
use serde_json::{Value, json};

use crate::server::{CARD, Sent, TOOL};
use crate::support::endpoint;

const RESULTS: [&str; 5] =
    ["tools/list", "resources/list", "resources/templates/list", "tools/call", "resources/read"];

fn params(method: &str) -> Value {
    match method {
        "tools/call" => json!({"name": TOOL}),
        "resources/read" => json!({"uri": CARD}),
        "initialize" => json!({"protocolVersion": "2025-06-18"}),
        _ => json!({}),
    }
}

fn result(revision: Revision, method: &str) -> Value {
    let (status, mut body) = Sent::at(revision, method, params(method)).answer(&endpoint());
    assert_eq!(status, 200, "{revision:?} {method} {body}");
    body["result"].take()
}

#[test]
fn methods_belong_to_one_era() {
    for revision in Revision::ALL {
        let rules = revision.rules();
        for (method, exists) in [
            ("initialize", rules.handshake),
            ("ping", rules.handshake),
            ("prompts/list", false),
            ("prompts/get", false),
            ("completion/complete", false),
            ("logging/setLevel", false),
            ("resources/subscribe", false),
            ("subscriptions/listen", false),
            ("tasks/get", false),
            ("notifications/initialized", false),
            ("TOOLS/LIST", false),
            ("", false),
        ] {
            let (status, body) = Sent::at(revision, method, params(method)).answer(&endpoint());
            if exists {
                assert!(status == 200 && body["result"].is_object(), "{revision:?} {method}");
            } else {
                let found = (status, &body["error"]["code"]);
                assert_eq!(found, (rules.unknown_method_status, &json!(-32601)), "{revision:?} {method}");
            }
        }
    }
    let (status, body) =
        Sent::bare(r#"{"jsonrpc":"2.0","id":1,"method":"server/discover"}"#).answer(&endpoint());
    assert_eq!((status, &body["error"]["code"]), (400, &json!(-32602)));
}

#[test]
fn result_marks_follow_revision() {
    for revision in Revision::ALL {
        let rules = revision.rules();
        for method in RESULTS {
            let result = result(revision, method);
            let server = result.pointer("/_meta/io.modelcontextprotocol~1serverInfo");
            assert_eq!(result.get("resultType").is_some(), rules.result_type, "{revision:?} {method}");
            assert_eq!(server.is_some(), rules.result_type, "{revision:?} {method}");
            let hints = rules.cache_hints && method != "tools/call";
            assert_eq!(result.get("ttlMs").is_some_and(Value::is_u64), hints, "{revision:?} {method}");
            assert_eq!(result.get("cacheScope").is_some(), hints, "{revision:?} {method}");
        }
    }
}

#[test]
fn members_follow_revision() {
    for revision in Revision::ALL {
        let rules = revision.rules();
        let typed = rules.structured != StructuredContent::Unknown;
        assert_eq!(result(revision, "tools/call").get("structuredContent").is_some(), typed, "{revision:?}");
        let tool = &result(revision, "tools/list")["tools"][0];
        assert_eq!(tool.get("outputSchema").is_some(), typed, "{revision:?}");
        let resource = &result(revision, "resources/list")["resources"][0];
        for described in [tool, resource] {
            assert_eq!(described.get("title").is_some(), rules.titles, "{revision:?}");
            assert_eq!(described.get("_meta").is_some(), rules.titles, "{revision:?}");
            assert_eq!(described.get("icons").is_some(), rules.icons, "{revision:?}");
        }
    }
}

#[test]
fn batches_are_accepted_where_they_exist() {
    for revision in Revision::ALL {
        let mut sent = Sent::at(revision, "tools/list", json!({}));
        sent.body = [b"[", sent.body.as_slice(), b"]"].concat();
        let (status, body) = sent.answer(&endpoint());
        if revision.rules().batch {
            assert!(status == 200 && body[0]["result"].is_object(), "{revision:?}");
        } else {
            assert_eq!((status, &body["error"]["code"]), (400, &json!(-32600)), "{revision:?}");
        }
    }
}

#[test]
fn invalid_arguments_are_results() {
    for revision in Revision::ALL {
        let params = json!({"name": TOOL, "arguments": {"resort": "wrong"}});
        let (status, body) = Sent::at(revision, "tools/call", params).answer(&endpoint());
        assert_eq!((status, &body["result"]["isError"]), (200, &json!(true)), "{revision:?}");
    }
}

#[test]
fn notifications_are_accepted_and_dropped() {
    for revision in Revision::ALL {
        for version in [None, Some("1900-01-01"), Some(revision.rules().name)] {
            let body = r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"get_depth"}}"#;
            let sent = Sent { version: version.map(Into::into), ..Sent::bare(body) };
            assert_eq!(sent.answer(&endpoint()), (202, Value::Null), "{revision:?}");
        }
    }
}
