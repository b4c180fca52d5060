use conditions_core::time::MINUTE_MS;
use sources::despike::Thresholds;
use sources::doubt::Units;

use super::*;

fn now() -> Timestamp {
    Timestamp::parse("2026-01-10T12:00:00Z").unwrap()
}

fn reading(hours_ago: i64, depth: Option<f64>) -> Reading {
    let mut reading = Reading::new("335:CO:SNTL", now().plus_millis(-hours_ago * HOUR_MS));
    reading.snow_depth_cm = depth;
    reading
}

fn history() -> History {
    History::new(Limits::standard(Units::Metric, Thresholds::standard()))
}

fn add(history: &mut History, readings: Vec<Reading>) -> Counts {
    history.add(readings, now(), 10 * MINUTE_MS).dropped
}

#[test]
fn future_and_old_readings_are_dropped() {
    let mut history = history();
    let counts =
        add(&mut history, vec![reading(-1, Some(9.0)), reading(171, Some(9.0)), reading(1, Some(5.0))]);
    assert_eq!(counts, Counts::from([("future", 1)]));
    assert_eq!(history.get("335:CO:SNTL").map(|past| past.series.len()), Some(1));
    assert!(history.get("other").is_none());
}

#[test]
fn repeated_response_is_counted_once() {
    let mut bad = reading(1, None);
    bad.drop_value(Quantity::SnowDepth, Some(-99.9), Reason::Sentinel);
    let mut history = history();
    assert_eq!(add(&mut history, vec![bad.clone()]), Counts::from([("sentinel", 1)]));
    assert_eq!(add(&mut history, vec![bad]), Counts::new());
}

#[test]
fn later_response_corrects() {
    let mut history = history();
    add(&mut history, vec![reading(1, Some(120.0))]);
    let mut air = reading(1, None);
    air.temp_c = Some(-4.0);
    add(&mut history, vec![air]);
    let kept = || history.get("335:CO:SNTL").and_then(|past| past.series.values().next()).cloned().unwrap();
    assert_eq!((kept().snow_depth_cm, kept().temp_c), (Some(120.0), Some(-4.0)));
    let mut withdrawn = reading(1, None);
    withdrawn.drop_value(Quantity::SnowDepth, Some(47.0), Reason::Quality("S".to_owned()));
    add(&mut history, vec![withdrawn]);
    let kept = history.get("335:CO:SNTL").and_then(|past| past.series.values().next()).cloned().unwrap();
    assert_eq!((kept.snow_depth_cm, kept.temp_c), (None, Some(-4.0)));
}

#[test]
fn moved_station_starts_over() {
    let mut history = history();
    add(&mut history, vec![reading(1, Some(120.0))]);
    history.remove("335:CO:SNTL");
    assert!(history.get("335:CO:SNTL").is_none());
}

#[test]
fn old_readings_shrink_to_hourly_depths() {
    let mut history = history();
    let at = |minutes: i64| now().plus_millis(minutes * MINUTE_MS);
    let readings = (0..12).map(|step| {
        let mut reading = Reading::new("335:CO:SNTL", at(step * 20));
        reading.snow_depth_cm = (step != 3).then_some(100.0);
        reading.temp_c = Some(-4.0);
        reading
    });
    history.add(readings.collect(), at(240), 0);
    let left = |history: &mut History, hours: i64| {
        history.add(Vec::new(), now().plus_millis(hours * HOUR_MS), 0);
        history.get("335:CO:SNTL").map_or(0, |past| past.series.len())
    };
    assert_eq!(left(&mut history, 74), 12);
    // The four hours are older than the storage time of complete readings: one depth of each stays, for the second hour
    // its second reading.
    assert_eq!(left(&mut history, 78), 4);
    assert_eq!(left(&mut history, 170), 4);
    assert_eq!(left(&mut history, 171), 3);
    assert_eq!(left(&mut history, 174), 0);
}

#[test]
fn backward_clock_is_rejected() {
    let mut history = history();
    add(&mut history, (0..5).map(|hour| reading(hour, Some(120.0 - hour as f64 * 0.1))).collect());
    // A repetition from a slower cache is not a fault; the current depth under an earlier time is.
    assert_eq!(add(&mut history, vec![reading(4, Some(119.6))]), Counts::new());
    assert_eq!(add(&mut history, vec![reading(4, Some(126.0))]), Counts::from([("backwards", 1)]));
    assert_eq!(add(&mut history, vec![reading(20_000, Some(126.0))]), Counts::from([("backwards", 1)]));
    let kept = history.get("335:CO:SNTL").unwrap();
    assert_eq!(kept.series.get(&reading(4, None).observed_at).and_then(|r| r.snow_depth_cm), Some(119.6));
    // Old readings together with a new one correct the past.
    assert_eq!(add(&mut history, vec![reading(4, Some(119.5)), reading(0, Some(120.0))]), Counts::new());
}

#[test]
fn doubts_are_counted_once() {
    let mut history = history();
    let spike = |hour: i64| reading(hour, Some(if hour == 3 { 700.0 } else { 120.0 + hour as f64 * 0.1 }));
    assert_eq!(add(&mut history, (0..9).map(spike).collect()), Counts::from([("depth", 1)]));
    assert_eq!(add(&mut history, (0..9).map(spike).collect()), Counts::new());
    let mut air = reading(0, None);
    air.temp_c = Some(-3.0);
    assert_eq!(add(&mut history, vec![air]), Counts::new(), "checked again, nothing new");
}

#[test]
fn lost_quantity_is_reported() {
    let mut history = history();
    let round = |depth: Option<f64>| -> Vec<Reading> {
        (0..4)
            .map(|number| {
                let mut reading = Reading::new(&format!("{number}"), now());
                (reading.temp_c, reading.snow_depth_cm) = (Some(-3.0), depth);
                reading
            })
            .collect()
    };
    assert_eq!(history.add(round(Some(90.0)), now(), 0).lost, []);
    assert_eq!(history.add(round(None), now(), 0).lost, [Quantity::SnowDepth]);
}

#[test]
fn contradicting_records_are_dropped() {
    let mut history = history();
    let counts =
        add(&mut history, vec![reading(2, Some(100.0)), reading(1, Some(100.0)), reading(1, Some(914.0))]);
    assert_eq!(counts, Counts::from([("contradicted", 1)]));
    let past = history.get("335:CO:SNTL").unwrap();
    assert_eq!(
        past.series.values().map(|reading| reading.snow_depth_cm).collect::<Vec<_>>(),
        [Some(100.0), None]
    );
    assert!(past.leaves_out(now().plus_millis(-3 * HOUR_MS)) && !past.leaves_out(now()));
    // A repetition is not new. A different value in another poll, without the first one, is a correction.
    assert_eq!(add(&mut history, vec![reading(1, Some(100.0)), reading(1, Some(914.0))]), Counts::new());
    add(&mut history, vec![reading(1, Some(101.0))]);
    let newest = || history.get("335:CO:SNTL").and_then(|past| past.series.values().next_back()).cloned();
    assert_eq!(newest().and_then(|reading| reading.snow_depth_cm), Some(101.0));
}

#[test]
fn rounded_value_is_same_measurement() {
    for (first, second) in [(85.43, 85.0), (85.0, 85.43)] {
        let mut history = history();
        let counts = add(&mut history, vec![reading(1, Some(first)), reading(1, Some(second))]);
        assert_eq!(counts, Counts::new());
        let depth = history.get("335:CO:SNTL").and_then(|past| past.series.values().next()?.snow_depth_cm);
        assert_eq!(depth, Some(85.43));
    }
}
