use serde_json::Value;

use super::{Format, format};
use crate::live::finding;
use crate::results::Results;

fn verdict() -> Results {
    let mut verdict = Results { subjects: 2, ..Results::default() };
    let odd = "\u{1}<&\"é>";
    verdict.add("/api/v1/resorts/alta/conditions", [finding("http/json", "/a", odd, "JSON")]);
    verdict.add("/mcp", [finding("http/generated-recently", "", "old", "new")]);
    verdict
}

#[test]
fn plain_text_has_every_part() {
    let text = format(&verdict(), Format::Human);
    for part in [
        "error: http/json",
        "clause: ",
        "fix: ",
        "/api/v1/resorts/alta/conditions /a",
        "expected: JSON",
        "1 errors, 1 warnings",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn machines_read_the_same() {
    let json: Value = serde_json::from_str(&format(&verdict(), Format::Json)).unwrap();
    assert_eq!((&json["conforms"], &json["errors"]), (&Value::Bool(false), &1.into()));
    assert_eq!(json["findings"][0]["rule"], "http/json");
    let sarif: Value = serde_json::from_str(&format(&verdict(), Format::Sarif)).unwrap();
    assert_eq!(sarif["runs"][0]["results"][1]["level"], "warning");
    let junit = format(&verdict(), Format::Junit);
    assert!(
        junit.contains("failures=\"1\"")
            && junit.contains("&lt;&amp;&quot;é&gt;")
            && !junit.contains('\u{1}')
    );
}

#[test]
fn warnings_count_only_if_strict() {
    let mut verdict = verdict();
    assert!(!verdict.conforms(false));
    verdict.found.remove(0);
    assert!(verdict.conforms(false) && !verdict.conforms(true));
}
