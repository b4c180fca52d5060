use super::*;

const AT: Timestamp = Timestamp::from_millis(1_768_003_200_000);

#[test]
fn values_are_converted_on_recording() {
    let mut reading = Reading::new("335:CO:SNTL", AT);
    reading.record(Quantity::SnowDepth, Number::Is(52.0), |inches| inches * 2.54);
    reading.record(Quantity::Temp, Number::Null, |value| value);
    assert_eq!(reading.snow_depth_cm, Some(132.08));
    assert_eq!(reading.temp_c, None);
    assert!(reading.dropped.is_empty());
}

#[test]
fn impossible_values_are_noted() {
    let mut reading = Reading::new("x", AT);
    assert!(reading.is_empty());
    reading.record(Quantity::Temp, Number::Is(-999.0), |value| value);
    reading.record(Quantity::Wind, Number::Is(-1.0), |knots| knots * 0.5);
    reading.record(Quantity::Swe, Number::Unreadable, |value| value);
    assert!(!reading.is_empty());
    let dropped: Vec<_> = reading.dropped.iter().map(|note| (note.quantity, note.value)).collect();
    assert_eq!(
        dropped,
        [(Quantity::Temp, Some(-999.0)), (Quantity::Wind, Some(-1.0)), (Quantity::Swe, None)]
    );
}

#[test]
fn a_dropped_value_is_not_kept() {
    let mut reading = Reading::new("x", AT);
    reading.record(Quantity::SnowDepth, Number::Is(10.0), |value| value);
    reading.drop_value(Quantity::SnowDepth, Some(10.0), Reason::Quality("-10".to_owned()));
    assert_eq!(reading.snow_depth_cm, None);
}

#[test]
fn validates_coordinates() {
    assert!(is_place(39.8, -105.8));
    assert!(!is_place(0.0, 0.0));
    assert!(!is_place(91.0, 0.0));
    assert!(!is_place(f64::NAN, 0.0));
}
