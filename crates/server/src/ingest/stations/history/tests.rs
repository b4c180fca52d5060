//! Tests of `history`.

use conditions_core::time::{HOUR_MS, MINUTE_MS};
use sources::station::Quantity;

use super::*;

fn now() -> Timestamp {
    Timestamp::parse("2026-01-10T12:00:00Z").unwrap()
}

fn reading(hours_ago: i64, depth: Option<f64>) -> Reading {
    let mut reading = Reading::new("335:CO:SNTL", now().plus_millis(-hours_ago * HOUR_MS));
    reading.snow_depth_cm = depth;
    reading
}

fn add(history: &mut History, readings: Vec<Reading>) -> Counts {
    history.add(readings, now(), 74 * HOUR_MS, 10 * MINUTE_MS)
}

#[test]
fn readings_of_the_future_and_of_long_ago_are_left_out() {
    let mut history = History::default();
    let counts =
        add(&mut history, vec![reading(-1, Some(9.0)), reading(75, Some(9.0)), reading(1, Some(5.0))]);
    assert_eq!(counts, Counts::from([("future", 1)]));
    assert_eq!(history.of("335:CO:SNTL").map(BTreeMap::len), Some(1));
    assert!(history.of("other").is_none());
}

#[test]
fn a_repeated_answer_is_counted_once() {
    let mut bad = reading(1, None);
    bad.drop_value(Quantity::SnowDepth, Some(-99.9), Reason::Sentinel);
    let mut history = History::default();
    assert_eq!(add(&mut history, vec![bad.clone()]), Counts::from([("sentinel", 1)]));
    assert_eq!(add(&mut history, vec![bad]), Counts::new());
}

#[test]
fn a_later_answer_completes_and_withdraws() {
    let mut history = History::default();
    add(&mut history, vec![reading(1, Some(120.0))]);
    let mut air = reading(1, None);
    air.temp_c = Some(-4.0);
    add(&mut history, vec![air]);
    let kept = || history.of("335:CO:SNTL").and_then(|series| series.values().next()).cloned().unwrap();
    assert_eq!((kept().snow_depth_cm, kept().temp_c), (Some(120.0), Some(-4.0)));
    let mut withdrawn = reading(1, None);
    withdrawn.drop_value(Quantity::SnowDepth, Some(47.0), Reason::Quality("S".to_owned()));
    add(&mut history, vec![withdrawn]);
    let kept = history.of("335:CO:SNTL").and_then(|series| series.values().next()).cloned().unwrap();
    assert_eq!((kept.snow_depth_cm, kept.temp_c), (None, Some(-4.0)));
}

#[test]
fn a_station_that_moved_begins_anew() {
    let mut history = History::default();
    add(&mut history, vec![reading(1, Some(120.0))]);
    history.forget("335:CO:SNTL");
    assert!(history.of("335:CO:SNTL").is_none());
}

#[test]
fn old_readings_shrink_to_one_depth_an_hour_for_a_week() {
    let mut history = History::default();
    let at = |minutes: i64| now().plus_millis(minutes * MINUTE_MS);
    let readings = (0..12).map(|step| {
        let mut reading = Reading::new("335:CO:SNTL", at(step * 20));
        reading.snow_depth_cm = (step != 3).then_some(100.0);
        reading.temp_c = Some(-4.0);
        reading
    });
    history.add(readings.collect(), at(240), 74 * HOUR_MS, 0);
    let left = |history: &mut History, hours: i64| {
        history.add(Vec::new(), now().plus_millis(hours * HOUR_MS), 74 * HOUR_MS, 0);
        history.of("335:CO:SNTL").map_or(0, BTreeMap::len)
    };
    assert_eq!(left(&mut history, 74), 12);
    // The four hours are past the full memory: one depth of each stays, of the second one its second reading.
    assert_eq!(left(&mut history, 78), 4);
    assert_eq!(left(&mut history, 170), 4);
    assert_eq!(left(&mut history, 171), 3);
    assert_eq!(left(&mut history, 174), 0);
}
