//! Tests invalid input, with the exact answer to each.

use mcp_protocol::Revision;
use serde_json::{Value, json};

use crate::server::{Sent, TOOL};
use crate::support::endpoint;

fn told(sent: &Sent) -> (u16, Value, Option<Value>) {
    let (status, body) = sent.answer(&endpoint());
    (status, body["error"]["code"].clone(), body.get("id").cloned())
}

#[test]
fn rejects_invalid_messages() {
    let deep = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"x","params":{}1{}}}"#,
        "[".repeat(9000),
        "]".repeat(9000)
    );
    let cases: [(&[u8], i32); 9] = [
        (b"", -32700),
        (b"hello", -32700),
        (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"", -32700),
        (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}", -32700),
        (b"\xef\xbb\xbf{}", -32700),
        (b"\"ping\"", -32600),
        (b"{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}", -32600),
        (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":1,\"method\":\"ping\"}", -32600),
        (deep.as_bytes(), -32600),
    ];
    for (body, code) in cases {
        let shown = String::from_utf8_lossy(body);
        assert_eq!(told(&Sent::bare(body)), (400, json!(code), None), "{shown:.80}");
    }
}

#[test]
fn parameters_of_the_wrong_kind() {
    let cases = [
        ("tools/call", json!({})),
        ("tools/call", json!({"name": 7})),
        ("tools/call", json!({"name": null})),
        ("tools/call", json!({"name": TOOL, "arguments": []})),
        ("tools/call", json!({"name": TOOL, "arguments": "{}"})),
        ("resources/read", json!({})),
        ("resources/read", json!({"uri": {}})),
        ("tools/list", json!({"cursor": "abc"})),
        ("tools/list", json!({"cursor": ""})),
        ("resources/list", json!({"cursor": 1})),
        ("resources/templates/list", json!({"cursor": "abc"})),
    ];
    for revision in Revision::ALL {
        for (method, params) in &cases {
            let sent = Sent::at(revision, method, params.clone());
            assert_eq!(told(&sent), (200, json!(-32602), Some(json!(1))), "{revision:?} {method} {params}");
        }
        let last_page = Sent::at(revision, "tools/list", json!({"cursor": null}));
        assert_eq!(last_page.answer(&endpoint()).0, 200);
        assert!(last_page.answer(&endpoint()).1["result"].is_object());
    }
}

#[test]
fn unknown_version_gets_supported_ones() {
    let legacy = Sent {
        version: Some(b"1999-12-31".to_vec()),
        ..Sent::at(Revision::Unstated, "tools/list", json!({}))
    };
    let mut modern = Sent::at(Revision::V2026_07_28, "tools/list", json!({}));
    modern.version = Some(b"2099-12-31".to_vec());
    modern.body = String::from_utf8(modern.body).unwrap().replace("2026-07-28", "2099-12-31").into_bytes();
    for (sent, requested) in [(legacy, "1999-12-31"), (modern, "2099-12-31")] {
        let (status, body) = sent.answer(&endpoint());
        assert_eq!((status, &body["error"]["code"], &body["id"]), (400, &json!(-32022), &json!(1)));
        let supported = json!(["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"]);
        assert_eq!(body["error"]["data"], json!({"supported": supported, "requested": requested}));
    }
}

#[test]
fn headers_that_disagree_with_the_body() {
    let good = Sent::at(Revision::V2026_07_28, "tools/call", json!({"name": TOOL}));
    assert_eq!(good.answer(&endpoint()).0, 200);
    let bad = [
        Sent { version: None, ..good.clone() },
        Sent { version: Some(b"2025-11-25".to_vec()), ..good.clone() },
        Sent { method: None, ..good.clone() },
        Sent { method: Some(b"tools/list".to_vec()), ..good.clone() },
        Sent { method: Some(b"tools/call, tools/call".to_vec()), ..good.clone() },
        Sent { name: None, ..good.clone() },
        Sent { name: Some(b"other".to_vec()), ..good.clone() },
        Sent { name: Some(b"get_depth\xff".to_vec()), ..good.clone() },
        Sent { name: Some(b"=?base64?###?=".to_vec()), ..good },
    ];
    for sent in bad {
        assert_eq!(told(&sent), (400, json!(-32020), Some(json!(1))), "{sent:?}");
    }
}

#[test]
fn repeated_arguments_reach_the_tool() {
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_depth","arguments":{"a":1,"a":2}}}"#;
    assert_eq!(Sent::bare(body).answer(&endpoint()).0, 200);
}
