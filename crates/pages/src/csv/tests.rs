use serde_json::json;

use super::written;

#[test]
fn flattens_members_and_nulls() {
    let rows = [
        json!({ "date": "2026-01-10", "snowfallCm": null, "spreadCm": { "low": 0, "high": 4.5 } }),
        json!({ "date": "2026-01-11", "snowfallCm": 0, "spreadCm": null, "proRequired": true }),
    ];
    let text = written(&rows, "Data by Test");
    let lines: Vec<&str> = text.split("\r\n").collect();
    assert_eq!(lines[0], "date,snowfallCm,spreadCm.low,spreadCm.high,spreadCm,proRequired,credit");
    assert_eq!(lines[1], "2026-01-10,,0,4.5,,,Data by Test");
    assert_eq!(lines[2], "2026-01-11,0,,,,true,Data by Test");
}

#[test]
fn escapes_formulas_and_quotes() {
    let rows = [
        json!({ "name": "=HYPERLINK(\"http://x\")", "change": -3, "days": [1, null, 2], "hits": [{ "a": 1 }] }),
    ];
    assert_eq!(
        written(&rows, "A, \"B\""),
        "name,change,days,credit\r\n\"'=HYPERLINK(\"\"http://x\"\")\",-3,1;;2,\"A, \"\"B\"\"\"\r\n"
    );
}

#[test]
fn empty_table_has_only_headings() {
    assert_eq!(written(&[], "x"), "credit\r\n");
}
