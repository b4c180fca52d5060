use super::*;

#[test]
fn slightly_older_responses_are_allowed() {
    let known = Timestamp::parse("2026-01-10T12:00:00Z").unwrap();
    let of = |ms: i64| goes_back(known, known.plus_millis(ms));
    assert!(!of(HOUR_MS) && !of(0) && !of(-HOUR_MS));
    assert!(of(-HOUR_MS - 1) && of(-9_000 * HOUR_MS));
}
