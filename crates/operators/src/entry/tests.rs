use super::*;

fn now() -> Timestamp {
    Timestamp::parse("2026-01-10T06:00:00Z").unwrap()
}

fn said(body: &str) -> Result<Report, String> {
    json(body.as_bytes(), now()).map_err(|problems| {
        problems.iter().map(|p| format!("{}: {}", p.field, p.wrong)).collect::<Vec<_>>().join(" | ")
    })
}

#[test]
fn complete_report_is_parsed() {
    let report = said(
        r#"{"observedAt":"2026-01-10T06:30:00+01:00","status":"OPEN","newSnow24h":12,"newSnow48h":null,"depthBase":"84,5",
            "liftsOpen":5,"liftsTotal":9,"surface":"Packed Powder","note":" Fresh tracks. "}"#,
    )
    .unwrap();
    assert_eq!(report.measured(Field::DepthBase), Some(84.5));
    assert_eq!(report.cm.get(&Field::NewSnow48h), Some(&None));
    assert_eq!(report.count(Field::LiftsOpen), Some(5));
    assert_eq!(report.note.as_deref(), Some("Fresh tracks."));
    assert_eq!(report.observed_at, Timestamp::parse("2026-01-10T05:30:00Z"));
}

#[test]
fn inches_become_centimetres() {
    let report = said(r#"{"units":"in","newSnow24h":10,"depthBase":"33"}"#).unwrap();
    assert_eq!(report.measured(Field::NewSnow24h), Some(25.4));
    assert_eq!(report.measured(Field::DepthBase), Some(83.8));
}

#[test]
fn five_hundred_inches_are_rejected() {
    for field in Field::MEASURES {
        let refused = said(&format!(r#"{{"units":"in","{}":500}}"#, field.name())).unwrap_err();
        assert!(refused.contains("500 inches"), "{refused}");
    }
}

#[test]
fn invalid_numbers_are_rejected() {
    for wrong in [
        "-1",
        "1e400",
        "\"NaN\"",
        "\"inf\"",
        "\"1e3\"",
        "\"0x10\"",
        "\"=1+1\"",
        "\"1.2.3\"",
        "true",
        "[1]",
        "\"\"",
    ] {
        assert!(said(&format!(r#"{{"depthBase":{wrong}}}"#)).is_err(), "{wrong}");
    }
    assert!(said(r#"{"liftsOpen":1.5}"#).is_err());
    assert!(said(r#"{"liftsOpen":301}"#).is_err());
    assert!(said(r#"{"liftsOpen":null}"#).is_err());
}

#[test]
fn future_and_old_times_are_rejected() {
    assert!(said(r#"{"observedAt":"2026-01-10T06:09:00Z","depthBase":1}"#).is_ok());
    assert!(said(r#"{"observedAt":"2026-01-10T06:11:00Z","depthBase":1}"#).unwrap_err().contains("future"));
    assert!(said(r#"{"observedAt":"2025-12-01T06:11:00Z","depthBase":1}"#).unwrap_err().contains("14 days"));
    assert!(said(r#"{"observedAt":"yesterday","depthBase":1}"#).is_err());
}

#[test]
fn scores_are_not_fields() {
    for name in
        ["score", "snowScore", "rating", "snowQuality", "confidence", "slug", "constructor", "__proto__"]
    {
        let refused = said(&format!(r#"{{"{name}":100,"depthBase":1}}"#)).unwrap_err();
        assert!(refused.starts_with(&format!("{name}: is unknown")), "{refused}");
    }
}

#[test]
fn all_problems_are_reported() {
    let refused =
        said(r#"{"depthBase":-1,"surface":"lovely","status":"UNKNOWN","units":"feet"}"#).unwrap_err();
    for part in ["units:", "depthBase:", "surface:", "status:"] {
        assert!(refused.contains(part), "{part} {refused}");
    }
}

#[test]
fn empty_report_is_rejected() {
    assert!(said("{}").is_err());
    assert!(said("[]").is_err());
    assert!(said(r#"{"observedAt":"2026-01-10T05:00:00Z"}"#).is_err());
}

#[test]
fn texts_reject_unsafe_content() {
    let long = "a".repeat(1 << 20);
    for field in
        ["note", "surface", "status", "observedAt", "depthBase", "liftsOpen", "units", "lifts", "runs"]
    {
        for text in ["<script>alert(1)</script>", "\u{202e}abc", long.as_str()] {
            let body = serde_json::json!({ field: text, "newSnow24h": 1 }).to_string();
            let refused = said(&body).unwrap_err();
            assert!(refused.len() < 600, "{field}: the answer repeats what was sent");
        }
    }
}

#[test]
fn lists_are_parsed_and_counted() {
    let both = [
        r#"{"lifts":[{"name":"Alpha","status":"OPEN"},{"name":"Beta","status":"ON_HOLD"},{"name":"Gamma","status":"open"}]}"#,
        r#"{"lifts":"Alpha: open\nBeta: on hold\nGamma: open"}"#,
    ];
    let [objects, text] = both.map(|body| said(body).unwrap());
    assert_eq!(objects, text);
    assert_eq!(objects.count(Field::LiftsOpen), Some(2));
    assert_eq!(objects.count(Field::LiftsTotal), Some(3));
    assert_eq!(objects.count(Field::RunsTotal), None);
    let partly = said(r#"{"runs":"Ridge: open\nBowl"}"#).unwrap();
    assert_eq!(partly.count(Field::RunsOpen), None, "one of them is unknown");
    let some = said(r#"{"lifts":"Alpha: open","liftsTotal":9}"#).unwrap();
    assert_eq!((some.count(Field::LiftsOpen), some.count(Field::LiftsTotal)), (None, Some(9)));
}

#[test]
fn contradicting_counts_are_rejected() {
    for (counts, words) in [
        (r#""liftsOpen":3"#, "liftsOpen: reports 3 open, but the list has 1 open"),
        (r#""liftsOpen":0"#, "liftsOpen: reports 0 open, but the list has 1 open"),
        (r#""liftsTotal":1"#, "liftsTotal: reports 1 in total, but the list names 2"),
        (r#""liftsTotal":4,"liftsOpen":4"#, "liftsOpen: reports 4 open, but the list allows 1 to 3"),
    ] {
        let refused = said(&format!(r#"{{"lifts":"Alpha: open|Beta: closed",{counts}}}"#)).unwrap_err();
        assert_eq!(refused, words);
    }
    for counts in [r#""liftsOpen":1"#, r#""liftsTotal":2"#, r#""liftsTotal":4,"liftsOpen":3"#] {
        assert!(said(&format!(r#"{{"lifts":"Alpha: open|Beta: closed",{counts}}}"#)).is_ok(), "{counts}");
    }
    assert!(said(r#"{"runs":"Ridge: open|Bowl","runsOpen":2}"#).is_ok(), "the unknown one may be open");
    assert!(said(r#"{"runs":"Ridge: open|Bowl","runsOpen":3}"#).is_err());
    assert!(said(r#"{"lifts":"5 of 9"}"#).unwrap_err().contains("status"), "a number is not a name");
}
