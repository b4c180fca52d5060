use super::*;

#[test]
fn local_time_has_the_zone_offset() {
    let noon = Timestamp::parse("2026-01-10T12:00:00Z").unwrap();
    let told = |seconds: i32| LocalTime::new(noon, &FixedOffset::east_opt(seconds).unwrap()).to_string();
    assert_eq!(told(0), "2026-01-10T12:00:00+00:00");
    assert_eq!(told(3600), "2026-01-10T13:00:00+01:00");
    assert_eq!(told(-12_600), "2026-01-10T08:30:00-03:30");
    assert_eq!(
        LocalTime::new(Timestamp::from_millis(i64::MAX), &chrono::Utc).to_string(),
        "9999-12-31T23:59:59+00:00"
    );
}

#[test]
fn elevations_are_whole_metres() {
    assert_eq!((whole_metres(2000.5), whole_metres(-420.4)), (Some(2001), Some(-420)));
    for odd in [f64::NAN, f64::INFINITY, 1e12, -1e12] {
        assert_eq!(whole_metres(odd), None, "{odd}");
    }
}
