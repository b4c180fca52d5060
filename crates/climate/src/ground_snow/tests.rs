use chrono::Days;
use conditions_core::evidence::{HourColumn, HourlyWeather};

use crate::raw::{Day, DayWeather, RawWinter};
use crate::site::Site;

use super::*;

const POLICY: Policy = Policy::DEFAULT;

fn now() -> Timestamp {
    Timestamp::parse("2026-01-20T10:30:00Z").unwrap()
}

fn profile() -> Profile {
    let mut profile = Profile::new("x", chrono_tz::Europe::Zurich);
    profile.elevation_m = PerBand { base: Some(1_500.0), mid: Some(2_000.0), summit: None };
    profile
}

/// Returns a winter of frost with 3 mm every day, on record through 14 January.
fn winters() -> Winters {
    let site = Site::from_profile(&profile());
    let mut winters = Winters::at(Hemisphere::North, site);
    let winter = Winter::new(Hemisphere::North, 2025).unwrap();
    let weather = DayWeather { temp_min_c: Some(-9.0), temp_max_c: Some(-5.0), water_mm: Some(3.0) };
    let mut raw = RawWinter::new(winter);
    let day = |at| Day { date: winter.first_day() + Days::new(at), weather, ..Day::default() };
    raw.merge_days(&POLICY, (0..198).map(day));
    winters.insert(raw.evaluate(&POLICY, &site, now()));
    winters
}

/// Returns a snapshot whose hours begin `count` hours before the capture, with `water_mm` per hour.
fn snapshot(count: i64, water_mm: f64) -> ForecastSnapshot {
    let column = |value: f64| HourColumn::new((0..count).map(|_| (Some(value), 2)));
    let past = PastHours {
        start: Timestamp::parse("2026-01-20T11:00:00Z").unwrap().plus_millis(-count * HOUR_MS),
        temp_c: column(-10.0),
        humidity_pct: column(90.0),
        precipitation_mm: column(water_mm),
    };
    let none = HourColumn::default;
    let hours = HourlyWeather {
        start: past.start,
        elevation_m: Some(2_000.0),
        temp_c: none(),
        humidity_pct: none(),
        precipitation_mm: none(),
        wind_mps: none(),
        wind_from_east_mps: HourColumn::default(),
        wind_from_north_mps: HourColumn::default(),
        gust_mps: none(),
        cloud_pct: none(),
        members_mm: Vec::new(),
        past: Some(past),
    };
    ForecastSnapshot { captured_at: now(), models: Vec::new(), weather: None, hours: Some(hours) }
}

#[test]
fn forecast_hours_extend_the_archive() {
    let winters = winters();
    let reached = winters.iter().next().unwrap().reached().unwrap();
    assert_eq!(reached.through.to_string(), "2026-01-14");
    let lies = |water_mm| modelled_snow(&POLICY, &winters, &profile(), &snapshot(150, water_mm)).unwrap();
    let (dry, wet) = (lies(0.0), lies(0.5));
    assert_eq!((dry.at, dry.depth_cm.summit), (now(), None), "a band without an elevation has none");
    let base = reached.packs.base.unwrap().depth_cm;
    assert!(dry.depth_cm.base.unwrap() < base, "it settles");
    // 130 hours with half a millimetre each at about -7 and -10 degrees.
    let new = wet.depth_cm.base.unwrap() - dry.depth_cm.base.unwrap();
    assert!((40.0..90.0).contains(&new), "{new}");
    assert!(wet.depth_cm.mid.unwrap() > wet.depth_cm.base.unwrap());
}

#[test]
fn short_hours_give_none() {
    let lies = |count| modelled_snow(&POLICY, &winters(), &profile(), &snapshot(count, 0.5));
    assert_eq!(lies(48), None, "three days lie between");
    assert!(lies(110).is_some(), "a day may be missing");
    assert_eq!(lies(100), None);
    let before = ForecastSnapshot { hours: None, ..snapshot(150, 0.5) };
    assert_eq!(modelled_snow(&POLICY, &winters(), &profile(), &before), None);
    let none = Winters::at(Hemisphere::North, Site::from_profile(&profile()));
    assert_eq!(modelled_snow(&POLICY, &none, &profile(), &snapshot(150, 0.5)), None);
}
