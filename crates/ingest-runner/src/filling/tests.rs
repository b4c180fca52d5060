//! Tests of the line that `backfill --watch` prints.

use super::*;

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

#[test]
fn line_states_counts_calls_and_end() {
    let now = at("2026-11-29T05:40:00Z");
    let progress = WinterProgress {
        resorts: 743,
        current_winter: 743,
        ten_winters: 20,
        thirty_winters: 0,
        winters_missing: 22_090,
        winters_last_day: 200,
        calls_last_day: 811.6,
        calls_per_day: Some(829.0),
        has_smaller_forecasts: false,
        done_at: Some(at("2027-03-19T16:05:00Z")),
    };
    assert_eq!(
        line(&progress, now),
        "2026-11-29 05:40 UTC: of 743 resorts 743 have the current winter, 20 ten winters, 0 thirty; 812 of 829 calls \
         counted in 24 hours; 22090 winters missing, complete about 2027-03-19 16:05 UTC at this rate"
    );
    let idle = WinterProgress { done_at: None, calls_per_day: None, ..progress.clone() };
    assert!(
        line(&idle, now).ends_with(
            "812 calls counted in 24 hours; 22090 winters missing, no finished winter fetched in the last 24 hours"
        ),
        "{}",
        line(&idle, now)
    );
    let whole = WinterProgress { winters_missing: 0, done_at: None, ..progress };
    assert!(line(&whole, now).ends_with("; complete"), "{}", line(&whole, now));
}
