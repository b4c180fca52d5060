use super::*;
use crate::evidence::HourColumn;
use crate::time::Timestamp;

fn hour(water: Option<f64>, temp: Option<f64>) -> Option<HourFall> {
    let column = |value: Option<f64>| HourColumn::new([(value, 2)]);
    let hours = HourlyWeather {
        start: Timestamp::from_millis(0),
        elevation_m: Some(2000.0),
        temp_c: column(temp),
        humidity_pct: column(Some(95.0)),
        precipitation_mm: column(water),
        wind_mps: HourColumn::default(),
        wind_from_east_mps: HourColumn::default(),
        wind_from_north_mps: HourColumn::default(),
        gust_mps: HourColumn::default(),
        cloud_pct: HourColumn::default(),
        members_mm: alloc::vec::Vec::new(),
        past: None,
    };
    hour_fall(&Policy::CONTRACT, &hours, 0)
}

#[test]
fn phase_follows_the_temperature() {
    let phase = |temp| hour(Some(1.0), Some(temp)).map(|fall| fall.phase);
    assert_eq!(phase(-5.0), Some(Phase::Snow));
    assert_eq!(phase(0.5), Some(Phase::Mixed));
    assert_eq!(phase(6.0), Some(Phase::Rain));
    assert_eq!(hour(Some(0.05), Some(6.0)).map(|fall| fall.phase), Some(Phase::Dry));
    assert_eq!(hour(Some(0.0), None), Some(HourFall { snow_cm: 0.0, phase: Phase::Dry }));
}

#[test]
fn snow_of_an_hour_has_its_ratio() {
    let cold = hour(Some(2.0), Some(-12.0)).expect("a fall");
    assert!((cold.snow_cm - crate::snow::new_snow_cm(2.0, Some(-12.0))).abs() < 1e-9);
    assert_eq!(hour(Some(2.0), Some(8.0)).map(|fall| fall.snow_cm), Some(0.0));
}

#[test]
fn unknown_hours_lack_a_phase() {
    assert_eq!(hour(None, Some(-5.0)), None);
    assert_eq!(hour(Some(1.0), None), None);
}
