use conditions_core::time::MINUTE_MS;

use super::*;

#[test]
fn future_times_count_as_absent() {
    let now = Timestamp::parse("2026-01-10T12:00:00Z").unwrap();
    let row = |minutes: i64| {
        let captured_at = Some(now.plus_millis(minutes * MINUTE_MS));
        KnownRow { slug: minutes.to_string(), captured_at, payload: String::new() }
    };
    let asked = |minutes: i64| (minutes.to_string(), (now.plus_millis(minutes * MINUTE_MS), true));
    let known = StoredState {
        rows: [-90, 10, 11].map(row).into(),
        asked: [-90, 10, 11].map(asked).into(),
        ..StoredState::default()
    };
    let known = known.without_future_times(now);
    let has_instant: Vec<bool> = known.rows.iter().map(|row| row.captured_at.is_some()).collect();
    assert_eq!(has_instant, [true, true, false], "clocks of replicas may differ by ten minutes");
    assert_eq!(known.asked.keys().collect::<Vec<_>>(), ["-90", "10"]);
}
