use super::{DEEPEST, Message, text_of};
use crate::fault::{INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR};

fn refused(text: &str) -> (i32, Option<&str>) {
    let refused = Message::read(text).unwrap_err();
    assert_eq!(refused.fault.status, 400, "{text}");
    (refused.fault.code, refused.id.map(|id| id.0))
}

#[test]
fn broken_json_is_a_parse_error() {
    for text in ["", " ", "nul", "{", "{\"jsonrpc\":\"2.0\"", "{}{}", "{'a':1}", "\u{feff}{}", "{\"a\":01}"] {
        assert_eq!(refused(text), (PARSE_ERROR, None), "{text}");
    }
    assert_eq!(text_of(b"{\"a\":\"\xff\"}").unwrap_err().code, PARSE_ERROR);
}

#[test]
fn rejects_json_that_is_not_a_message() {
    let cases = [
        ("null", None),
        ("42", None),
        ("\"ping\"", None),
        ("[\"2.0\",1,\"ping\"]", None),
        ("{}", None),
        (r#"{"id":1,"method":"ping"}"#, Some("1")),
        (r#"{"jsonrpc":2.0,"id":1,"method":"ping"}"#, Some("1")),
        (r#"{"jsonrpc":"1.0","id":"a","method":"ping"}"#, Some("\"a\"")),
        (r#"{"jsonrpc":"2.0","id":1}"#, Some("1")),
        (r#"{"jsonrpc":"2.0","id":1,"method":7}"#, Some("1")),
        (r#"{"jsonrpc":"2.0","id":1,"method":null}"#, Some("1")),
        (r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, Some("1")),
        (r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":"x"}"#, Some("1")),
        (r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":-1.5}"#, Some("1")),
        (r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":true}"#, Some("1")),
        (r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":"\ud800"}"#, None),
        (r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"\ud800":1}}"#, None),
        (r#"{"jsonrpc":"2.0","id":1,"result":{}}"#, None),
        (r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}"#, None),
    ];
    for (text, id) in cases {
        assert_eq!(refused(text), (INVALID_REQUEST, id), "{text}");
    }
}

#[test]
fn identifiers_are_strings_or_integers() {
    let far = format!("1e{}", "9".repeat(40));
    let integers = [
        "1",
        "-7",
        "0",
        "123456789012345678901234567890",
        "1.0",
        "-1.000",
        "1e3",
        "1E+3",
        "1.50e1",
        "10e-1",
        "0e-9",
    ];
    for id in integers.into_iter().chain(["-0.0", "\"\"", "\"a\\u00e9\"", &far]) {
        let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
        assert_eq!(Message::read(&text).unwrap().id.map(|id| id.0), Some(id));
    }
    let near = format!("1e-{}", "9".repeat(40));
    for id in ["null", "1.5", "1e-1", "1.05e1", "100e-3", "true", "[]", "{}", "\"\\ud800\"", &near] {
        let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
        assert_eq!(refused(&text), (INVALID_REQUEST, None), "{id}");
    }
}

#[test]
fn rejects_duplicate_members() {
    for text in [
        r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"ping","m\u0065thod":"tools/list"}"#,
    ] {
        assert_eq!(refused(text), (INVALID_REQUEST, None), "{text}");
    }
    let twice = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","name":"b"}}"#;
    assert_eq!(refused(twice), (INVALID_REQUEST, Some("1")));
    let nulls = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":null,"n\u0061me":"b"}}"#;
    assert_eq!(refused(nulls), (INVALID_REQUEST, Some("1")));
    let metas = r#"{"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":{},"_meta":{}}}"#;
    assert_eq!(refused(metas), (INVALID_REQUEST, Some("1")));
    let method = r#"{"jsonrpc":"2.0","id":1,"params":[],"method":7}"#;
    let told = Message::read(method).unwrap_err().fault.message;
    assert!(told.contains("method"), "what goes before the parameters is told first: {told}");
    let unread = r#"{"jsonrpc":"2.0","id":1,"method":"x","params":{"other":1,"other":2}}"#;
    assert!(Message::read(unread).is_ok(), "nobody looks at them");
    let key = "io.modelcontextprotocol/protocolVersion";
    let meta = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"x","params":{{"_meta":{{"{key}":"a","{key}":"b"}}}}}}"#
    );
    assert_eq!(refused(&meta), (INVALID_PARAMS, Some("1")));
}

#[test]
fn meta_is_an_object() {
    for meta in ["5", "null", "[]", "\"x\""] {
        let text = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"x","params":{{"_meta":{meta}}}}}"#);
        assert_eq!(refused(&text), (INVALID_PARAMS, Some("1")), "{meta}");
    }
}

#[test]
fn null_parameters_are_absent() {
    let message = Message::read(r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":null}"#).unwrap();
    assert!(message.params.name.is_none());
    let absent = r#"{"jsonrpc":"2.0","id":1,"method":"x","params":{"cursor":null,"arguments":null}}"#;
    let message = Message::read(absent).unwrap();
    assert!(message.params.cursor.is_none() && message.params.arguments.is_none());
}

#[test]
fn escapes_in_names_are_read() {
    let message = Message::read(r#"{"jsonrpc":"2\u002e0","id":1,"method":"p\u0069ng"}"#).unwrap();
    assert_eq!(message.method, "ping");
}

#[test]
fn depth_ignores_brackets_in_strings() {
    let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    assert!(text_of(nested(DEEPEST).as_bytes()).is_ok());
    assert_eq!(text_of(nested(DEEPEST + 1).as_bytes()).unwrap_err().code, INVALID_REQUEST);
    let quoted = format!("{{\"a\":\"{}\"}}", "\\\"[{".repeat(500));
    assert!(text_of(quoted.as_bytes()).is_ok());
    let wide = format!("[{}[]]", "[],".repeat(500));
    assert!(text_of(wide.as_bytes()).is_ok());
}
