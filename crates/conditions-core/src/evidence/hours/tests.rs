use proptest::prelude::*;

use super::*;

fn column(values: &[Option<f64>]) -> HourColumn {
    HourColumn::new(values.iter().map(|value| (*value, 2)))
}

#[test]
fn a_missing_value_is_not_zero() {
    let column = column(&[Some(0.0), None, Some(-3.456), None]);
    assert_eq!((column.get(0), column.get(1), column.get(2)), (Some(0.0), None, Some(-3.46)));
    assert_eq!(
        (column.get(3), column.get(-1), column.get(i64::MAX), column.get(i64::MIN)),
        (None, None, None, None)
    );
    assert_eq!(column.values().count(), 3, "missing values at the end are not kept");
}

#[test]
fn impossible_values_are_missing() {
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 327.68, -327.68, 1e300] {
        assert_eq!(column(&[Some(value)]), HourColumn::default(), "{value}");
    }
    let edge = column(&[Some(327.67), Some(-327.67)]);
    assert_eq!((edge.get(0), edge.get(1)), (Some(327.67), Some(-327.67)));
}

#[test]
fn models_is_the_lowest_count() {
    let told = |values: &[(Option<f64>, u8)]| HourColumn::new(values.iter().copied()).models();
    assert_eq!(told(&[(Some(1.0), 7), (Some(2.0), 3), (None, 0)]), 3);
    assert_eq!((told(&[]), told(&[(None, 4)])), (0, 0));
}

#[test]
fn steps_match_times() {
    let start = Timestamp::parse("2026-01-10T12:00:00Z").unwrap();
    let empty = HourColumn::default;
    let weather = HourlyWeather {
        start,
        elevation_m: None,
        temp_c: empty(),
        humidity_pct: empty(),
        precipitation_mm: empty(),
        wind_mps: empty(),
        wind_from_east_mps: HourColumn::default(),
        wind_from_north_mps: HourColumn::default(),
        gust_mps: empty(),
        cloud_pct: empty(),
        members_mm: alloc::vec::Vec::new(),
        past: None,
    };
    assert_eq!((weather.step_at(start), weather.step_at(start.plus_millis(-1))), (0, -1));
    assert_eq!(
        (weather.step_at(start.plus_millis(HOUR_MS - 1)), weather.time_at(2)),
        (0, start.plus_millis(2 * HOUR_MS))
    );
    let _ = weather.time_at(i64::MAX);
}

proptest! {
    #[test]
    fn kept_form_comes_back(values in prop::collection::vec(prop::option::of(-400.0..400.0f64), 0..60), models in any::<u8>(), step in any::<i64>()) {
        let column = HourColumn::new(values.iter().map(|value| (*value, models)));
        let _ = column.get(step);
        let text = serde_json::to_string(&column).unwrap();
        let back: HourColumn = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(&back, &column);
        for (step, value) in values.iter().enumerate() {
            let kept = column.get(step as i64);
            prop_assert_eq!(kept.is_some(), value.is_some_and(|value| (value * 100.0).round().abs() <= 32767.0));
            if let (Some(kept), Some(value)) = (kept, value) {
                prop_assert!((kept - value).abs() <= 0.005_001);
            }
        }
    }
}
