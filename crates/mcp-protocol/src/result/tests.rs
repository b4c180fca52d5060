use serde_json::{Map, Value, json};

use super::{RenderedResult, ToolResult, tool};
use crate::revision::Revision;
use crate::write::{Json, RawJson, TypedValue};

const STAMP: &[u8] = br#""io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}"#;

fn written(revision: Revision, result: &ToolResult<'_>) -> Option<Value> {
    let mut out = b"{".to_vec();
    let possible = tool(&mut out, revision.rules(), STAMP, result).ok()?;
    out.push(b'}');
    possible.then(|| serde_json::from_slice(&out).unwrap())
}

#[test]
fn members_by_revision() {
    let meta = Map::from_iter([("a/b".to_owned(), json!([1]))]);
    let data = RawJson(br#"{"depthCm":null}"#);
    let result =
        ToolResult { text: "not\nreported", structured: Some(&data), is_error: true, meta: Some(&meta) };
    for revision in Revision::ALL {
        let value = written(revision, &result).unwrap();
        assert_eq!(value["content"], json!([{"type": "text", "text": "not\nreported"}]));
        assert_eq!(value["isError"], true);
        assert_eq!(value["_meta"]["a/b"], json!([1]));
        let new = revision == Revision::V2026_07_28;
        assert_eq!(value.get("resultType").is_some(), new);
        assert_eq!(value["_meta"].get("io.modelcontextprotocol/serverInfo").is_some(), new);
        let structured = (revision != Revision::V2025_03_26).then(|| json!({"depthCm": null}));
        assert_eq!(value.get("structuredContent"), structured.as_ref(), "{revision:?}");
    }
}

#[test]
fn rendered_result_equals_fresh_one() {
    for data in [r#"{"depthCm":null}"#, " {} ", "[1]", ""] {
        let kept = RenderedResult::new("\"not\"\nreported", RawJson(data.as_bytes()));
        let structured = RawJson(data.as_bytes());
        let result =
            ToolResult { text: "\"not\"\nreported", structured: Some(&structured), ..ToolResult::default() };
        for revision in Revision::ALL {
            let (mut given, mut fresh) = (Vec::new(), Vec::new());
            let possible = super::written(&mut given, revision.rules(), STAMP, &kept).unwrap();
            assert_eq!(possible, tool(&mut fresh, revision.rules(), STAMP, &result).unwrap());
            assert_eq!(given, fresh, "{revision:?}: {data}");
        }
    }
}

#[test]
fn a_plain_result_is_short() {
    let value = written(Revision::V2025_11_25, &ToolResult { text: "ok", ..ToolResult::default() });
    assert_eq!(value, Some(json!({"content": [{"type": "text", "text": "ok"}]})));
}

#[test]
fn structured_content_follows_revision() {
    for (bytes, object_only, any) in
        [("{}", true, true), ("[1]", false, true), ("", false, false), ("3", false, true)]
    {
        let data = RawJson(bytes.as_bytes());
        let result = ToolResult { structured: Some(&data), ..ToolResult::default() };
        assert_eq!(written(Revision::V2025_06_18, &result).is_some(), object_only, "{bytes}");
        assert_eq!(written(Revision::V2026_07_28, &result).is_some(), any, "{bytes}");
    }
}

#[test]
fn rejects_values_outside_json() {
    let keys = std::collections::BTreeMap::from([((1, 2), 3)]);
    let broken: &dyn Json = &TypedValue(&keys);
    let result = ToolResult { structured: Some(broken), ..ToolResult::default() };
    assert_eq!(written(Revision::V2025_11_25, &result), None);
    assert!(written(Revision::V2025_03_26, &result).is_some(), "not written where it is left out");
}
