use super::*;

#[test]
fn jumping_clock_ends_spans_early() {
    let at = Timestamp::from_millis(1_795_176_000_000);
    assert!(is_within(at, 1_000, at.plus_millis(999)));
    assert!(!is_within(at, 1_000, at.plus_millis(1_000)));
    assert!(is_within(at, 1_000, at.plus_millis(-60_000)), "another machine's clock runs ahead");
    assert!(!is_within(at, 400 * DAY_MS, at.plus_millis(-DAY_MS)), "written by a wrong clock");
}
