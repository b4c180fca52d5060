use serde_json::json;

use super::*;

fn edit(content: &Content, edits: serde_json::Value) -> Result<Content, String> {
    let edits = edits.as_object().unwrap().clone();
    validate(content, &edits).map(|(_, newer)| newer).map_err(|problems| {
        problems.iter().map(|p| format!("{}: {}", p.field, p.wrong)).collect::<Vec<_>>().join(" | ")
    })
}

#[test]
fn edits_are_merged_with_differences() {
    let first = edit(
        &Content::new(),
        json!({"summary": " Steep and quiet. ", "websiteUrl": "https://www.example.com/"}),
    )
    .unwrap();
    assert_eq!(first.get(&ContentField::Summary).map(String::as_str), Some("Steep and quiet."));
    let second = edit(&first, json!({"summary": null, "apresSki": "Two bars.\nOne hut."})).unwrap();
    let told: Vec<&str> = differences(&first, &second).iter().map(|d| d.field.name()).collect();
    assert_eq!(told, ["summary", "apresSki"]);
    assert!(second.contains_key(&ContentField::WebsiteUrl));
}

#[test]
fn reversed_season_is_rejected() {
    let refused =
        edit(&Content::new(), json!({"seasonOpening": "2026-12-05", "seasonClosing": "2026-04-12"}))
            .unwrap_err();
    assert_eq!(refused, "seasonClosing: must be after seasonOpening");
    let half = edit(&Content::new(), json!({"seasonOpening": "2026-12-05"})).unwrap();
    assert!(
        edit(&half, json!({"seasonClosing": "2026-12-05"})).is_err(),
        "together with the content in force"
    );
    assert!(edit(&half, json!({"seasonClosing": "2027-04-12"})).is_ok());
    assert!(edit(&half, json!({"seasonClosing": "2029-04-12"})).is_err());
    assert!(edit(&half, json!({"seasonClosing": "2027-02-30"})).is_err());
    assert!(edit(&half, json!({"seasonClosing": "+2027-04-12"})).is_err());
}

#[test]
fn totals_are_whole_numbers() {
    for said in [json!(31), json!("31")] {
        let content = edit(&Content::new(), json!({ "liftsTotal": said })).unwrap();
        assert_eq!(content.get(&ContentField::LiftsTotal).map(String::as_str), Some("31"));
    }
    for wrong in [json!(0), json!(301), json!(-3), json!(31.5), json!("31 lifts"), json!(true), json!("")] {
        let refused = edit(&Content::new(), json!({ "liftsTotal": wrong })).unwrap_err();
        assert!(refused.starts_with("liftsTotal: must be"), "{wrong}: {refused}");
    }
    assert!(edit(&Content::new(), json!({ "runsTotal": 1000 })).is_ok());
}

#[test]
fn scores_and_ratings_cannot_be_edited() {
    for name in ["score", "snowScore", "rating", "depth", "slug", "name", "verified"] {
        let refused = edit(&Content::new(), json!({ name: "100" })).unwrap_err();
        assert!(refused.starts_with(&format!("{name}: cannot be edited")), "{refused}");
    }
}

#[test]
fn fields_reject_unsafe_text() {
    let long = "a".repeat(1 << 20);
    for field in ContentField::ALL {
        for text in [
            "<script>alert(1)</script>",
            "a\u{202e}b",
            "a\u{200b}b",
            "a\u{0}b",
            long.as_str(),
            "javascript:alert(1)<a",
        ] {
            let refused = edit(&Content::new(), json!({ field.name(): text })).unwrap_err();
            assert!(refused.len() < 200, "{refused:.80}");
        }
    }
}

#[test]
fn internal_addresses_are_rejected() {
    for wrong in [
        "http://www.example.com/",
        "https://10.0.0.1/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://localhost/",
        "https://intranet/",
        "https://printer.local/",
        "https://user:pass@www.example.com/",
        "https://www.example.com:8443/",
        "https://0x7f.1/",
        "https://2130706433/",
        "javascript:alert(1)",
        "https://",
        "//www.example.com",
        "https://www..com/",
        "https://exämple.com/",
        "https://www.example.com/\"onload",
        "ftp://www.example.com/",
    ] {
        assert!(edit(&Content::new(), json!({ "webcamPageUrl": wrong })).is_err(), "{wrong}");
    }
    assert!(
        edit(&Content::new(), json!({"webcamPageUrl": "https://www.example.com:443/cams?a=b#c"})).is_ok()
    );
}

#[test]
fn one_invalid_field_rejects_all() {
    let refused =
        edit(&Content::new(), json!({"summary": "Fine.", "ticketsUrl": "x", "score": 1, "apresSki": 7}))
            .unwrap_err();
    assert_eq!(refused.matches(" | ").count(), 2, "{refused}");
}
