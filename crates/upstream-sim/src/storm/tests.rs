use super::*;
use crate::World;

fn storm() -> Storm {
    Storm {
        lat: 46.8,
        lon: 9.8,
        radius_km: 60.0,
        start: Timestamp::parse("2026-01-12T06:00:00Z").unwrap(),
        hours: 18.0,
        water_mm: 40.0,
    }
}

fn planned(lat: f64, lon: f64) -> f64 {
    let site = Site::new(1, lat, lon, Some(2_300.0));
    (-30..60).map(|hour| storm().rate(&site, hours(storm().start) + f64::from(hour))).sum()
}

#[test]
fn storm_falls_near_its_centre() {
    assert!((planned(46.8, 9.8) - 40.0).abs() < 0.3, "{}", planned(46.8, 9.8));
    assert!((planned(46.5, 9.5) - 40.0).abs() < 0.3);
    let halfway = planned(46.0, 9.8);
    assert!((15.0..25.0).contains(&halfway), "{halfway}");
    assert!(planned(45.0, 9.8).abs() < 1e-9);
}

#[test]
fn storm_adds_to_the_weather() {
    let site = Site::new(1, 46.8, 9.8, Some(2_300.0));
    let plain = Weather::from_world(&World { seed: 1, ..World::default() });
    let with = Weather::from_world(&World { seed: 1, storms: vec![storm()], ..World::default() });
    let of = |weather: &Weather, start: Timestamp, length| fall(weather, &site, 2_300.0, start, length);
    let more = of(&with, storm().start, 18).water_mm - of(&plain, storm().start, 18).water_mm;
    assert!((more - 40.0).abs() < 0.5, "{more}");
    assert_eq!(of(&with, storm().end(), 200), of(&plain, storm().end(), 200));
    let snow = of(&with, storm().start, 18);
    assert!(snow.snow_water_mm > 30.0, "January at 2300 m: {snow:?}");
}
