//! Tests messages of both eras as the transport sees them.

use super::{Headers, OutgoingMessage, agreed, matching_answer, refusal, same};

const MODERN: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#;

fn headers(text: &str) -> Headers {
    match OutgoingMessage::read(text.as_bytes()) {
        Ok(OutgoingMessage::Request { headers, .. } | OutgoingMessage::Notification { headers, .. }) => {
            headers
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn self_described_message_sets_headers() {
    let call =
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"größe",{MODERN}}}}}"#);
    let read = headers(&call);
    assert_eq!(read.protocol_version.as_deref(), Some("2026-07-28"));
    assert_eq!(read.method.as_deref(), Some("tools/call"));
    assert_eq!(read.name.as_deref(), Some("=?base64?Z3LDtsOfZQ==?="));
    let uri = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{{"uri":"service://a","name":"b",{MODERN}}}}}"#
    );
    assert_eq!(headers(&uri).name.as_deref(), Some("service://a"));
    let list = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{{{MODERN}}}}}"#);
    assert_eq!(headers(&list).name, None);
}

#[test]
fn handshake_messages_have_no_headers() {
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}"#;
    assert_eq!(headers(call), Headers::default());
}

#[test]
fn kinds_are_distinguished() {
    let opens = |text: &str| {
        matches!(OutgoingMessage::read(text.as_bytes()), Ok(OutgoingMessage::Request { opens: true, .. }))
    };
    assert!(opens(r#"{"jsonrpc":"2.0","id":"a","method":"initialize"}"#));
    assert!(!opens(r#"{"jsonrpc":"2.0","id":"a","method":"ping"}"#));
    let cancel = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a"}}"#;
    assert!(matches!(
        OutgoingMessage::read(cancel.as_bytes()),
        Ok(OutgoingMessage::Notification { cancels: Some("\"a\""), .. })
    ));
    for (batch, asks) in [
        (r#"[{"jsonrpc":"2.0","method":"notifications/initialized"}]"#, false),
        (r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, true),
        ("[1]", true),
    ] {
        let read = OutgoingMessage::read(batch.as_bytes());
        assert!(matches!(read, Ok(OutgoingMessage::Batch { asks: found }) if found == asks), "{batch}");
    }
}

#[test]
fn invalid_message_is_answered() {
    for (text, code, id) in [
        ("{", "-32700", ""),
        ("\u{feff}x", "-32700", ""),
        ("7", "-32600", ""),
        (r#"{"id":5}"#, "-32600", "\"id\":5"),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, "-32600", ""),
    ] {
        let answer =
            String::from_utf8(OutgoingMessage::read(text.as_bytes()).expect_err("refused")).expect("text");
        assert!(answer.contains(code) && answer.contains(id), "{text}: {answer}");
        assert!(id.is_empty() != answer.contains("\"id\""), "{text}: {answer}");
    }
}

#[test]
fn answer_matches_request_id() {
    let own = br#"{"jsonrpc":"2.0","id":"7","result":{}}"#;
    assert_eq!(matching_answer(own, "\"7\"").as_deref(), Some(&own[..]));
    assert_eq!(matching_answer(own, "7"), None);
    assert!(same(r#""\u00e9""#, "\"é\"") && !same("1", "\"1\"") && !same("1", "2"));
    let nameless = matching_answer(br#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600}}"#, "3");
    assert_eq!(nameless.as_deref(), Some(&br#"{"jsonrpc":"2.0","id":3,"error":{"code":-32600}}"#[..]));
    assert_eq!(matching_answer(br#"{"jsonrpc":"2.0","method":"notifications/progress"}"#, "3"), None);
    assert_eq!(matching_answer(b"<html>", "3"), None);
}

#[test]
fn reads_agreed_revision() {
    let answer = br#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{}}}"#;
    assert_eq!(agreed(answer).as_deref(), Some("2025-11-25"));
    assert_eq!(agreed(br#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"a"}}"#), None);
}

#[test]
fn a_refusal_keeps_the_identifier() {
    let text = String::from_utf8(refusal(Some("\"a\""), -32603, "no \"way\"")).expect("text");
    assert_eq!(text, r#"{"jsonrpc":"2.0","id":"a","error":{"code":-32603,"message":"no \"way\""}}"#);
    assert!(!String::from_utf8(refusal(None, -32603, "a")).expect("text").contains("id"));
}
