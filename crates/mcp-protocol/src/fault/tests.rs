use serde_json::{Value, json};

use super::{Fault, LONGEST_QUOTE};
use crate::revision::Revision;

fn written(fault: &Fault) -> Value {
    let mut out = Vec::new();
    fault.write(&mut out);
    serde_json::from_slice(&out).unwrap()
}

#[test]
fn unsupported_version_lists_supported() {
    let error = written(&Fault::version("1900-\"01"));
    assert_eq!(error["code"], -32022);
    assert_eq!(
        error["data"],
        json!({"supported": ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"], "requested": "1900-\"01"})
    );
}

#[test]
fn a_missing_resource_is_named() {
    let error = written(&Fault::resource(Revision::V2025_06_18.rules(), "ui://none"));
    assert_eq!((&error["code"], &error["data"]["uri"]), (&json!(-32002), &json!("ui://none")));
    assert_eq!(Fault::resource(Revision::V2026_07_28.rules(), "x").code, -32602);
}

#[test]
fn the_callers_words_are_cut() {
    let long = "é".repeat(5000);
    for fault in [
        Fault::tool(&long),
        Fault::method(Revision::Unstated.rules(), &long),
        Fault::header("Mcp-Name", Some(long.as_bytes()), &long),
    ] {
        assert!(fault.message.chars().count() < 3 * LONGEST_QUOTE, "{}", fault.message.chars().count());
        assert!(fault.message.contains('…'));
    }
}

#[test]
fn statuses_follow_the_kind() {
    let old = Revision::V2025_11_25.rules();
    let new = Revision::V2026_07_28.rules();
    let statuses = [
        (Fault::not_json(), 400),
        (Fault::invalid("x"), 400),
        (Fault::meta("x"), 400),
        (Fault::header("h", None, "b"), 400),
        (Fault::version("x"), 400),
        (Fault::method(old, "x"), 200),
        (Fault::method(new, "x"), 404),
        (Fault::params("x"), 200),
        (Fault::tool("x"), 200),
        (Fault::resource(new, "x"), 200),
        (Fault::internal(), 200),
    ];
    for (fault, status) in statuses {
        assert_eq!(fault.status, status, "{fault:?}");
    }
}
