use super::*;

fn date(ordinal: u32) -> NaiveDate {
    NaiveDate::from_yo_opt(2015, ordinal).unwrap()
}

/// Returns a day with the temperatures of a simple year: coldest in January, or in July if southern.
fn day(ordinal: u32, is_southern: bool, water_mm: Option<f64>) -> Day {
    let Sun(height) = Sun::on(date(ordinal), is_southern);
    let mean = -8.0 + 22.0 * height;
    let (low, high) = (Some(mean - 4.0), Some(mean + 4.0));
    Day { date: date(ordinal), temp_min_c: low, temp_max_c: high, humidity_pct: None, water_mm }
}

#[test]
fn sun_is_lowest_at_winter_solstice() {
    let of = |ordinal, is_southern| Sun::on(date(ordinal), is_southern).melt_mm(&Physics::STANDARD);
    assert!((of(355, false) - 0.1).abs() < 0.01 && (of(172, false) - 4.1).abs() < 0.01);
    assert!((of(172, true) - 0.1).abs() < 0.01 && (of(355, true) - 4.1).abs() < 0.01);
}

#[test]
fn southern_winter_is_shifted() {
    let deepest = |is_southern: bool| {
        let mut season = Season::new(Pack::default(), Some(2000.0), is_southern);
        // A year before, so that the winter of the test has its autumn.
        for ordinal in 1..=365 {
            season.day(&day(ordinal, is_southern, Some(3.0)));
        }
        let days = (1..=365).map(|ordinal| {
            season.day(&day(ordinal, is_southern, Some(3.0)));
            (ordinal, season.pack.depth_cm)
        });
        days.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap()
    };
    let (northern, southern) = (deepest(false), deepest(true));
    assert!(northern.0 < 120 && (200..320).contains(&southern.0), "{northern:?} {southern:?}");
    assert!(southern.1 > 50.0);
}

#[test]
fn water_is_conserved() {
    let mut season = Season::new(Pack::default(), None, false);
    for ordinal in 1..=365 {
        season.day(&day(ordinal, false, Some(4.0)));
    }
    assert!((season.fallen_mm - season.pack.swe_mm() - season.gone_mm).abs() < 1e-6, "{season:?}");
}

#[test]
fn missing_hours_reset_on_bare_ground() {
    let mut season = Season::new(Pack::measured(80.0, None), None, false);
    season.day(&day(10, false, None));
    season.day(&Day { temp_min_c: None, temp_max_c: None, ..day(11, false, Some(2.0)) });
    assert_eq!(season.missing_hours, 48.0);
    for ordinal in 12..200 {
        season.day(&day(ordinal, false, Some(0.0)));
    }
    assert_eq!((season.pack, season.missing_hours), (Pack::default(), 0.0));
}

#[test]
fn hours_and_days_agree() {
    let (mut hourly, mut daily) =
        (Season::new(Pack::default(), None, false), Season::new(Pack::default(), None, false));
    for ordinal in 1..=90 {
        let day = day(ordinal, false, Some(5.0));
        daily.day(&day);
        for weather in day.hours() {
            let third = Weather { hours: 1.0, water_mm: weather.water_mm.map(|mm| mm / 3.0), ..weather };
            (0..3).for_each(|_| hourly.hours(day.date, &third));
        }
    }
    let (hourly, daily) = (hourly.pack, daily.pack);
    assert!((hourly.swe_mm() - daily.swe_mm()).abs() < 0.02 * daily.swe_mm(), "{hourly:?} {daily:?}");
    assert!((hourly.depth_cm - daily.depth_cm).abs() < 0.05 * daily.depth_cm, "{hourly:?} {daily:?}");
}

#[test]
fn missing_weather_leaves_bare_ground() {
    let mut season = Season::new(Pack::default(), None, false);
    for nth in 0..400 {
        season.day(&day(nth % 365 + 1, false, Some(0.0)));
    }
    assert_eq!(season.pack, Pack::default());
    for nth in 0..400 {
        season.day(&day(nth % 365 + 1, false, None));
    }
    assert_eq!((season.pack, season.missing_hours), (Pack::default(), 9_600.0));
}

#[test]
fn season_resumes() {
    let mut whole = Season::new(Pack::default(), None, false);
    for ordinal in 1..=60 {
        whole.day(&day(ordinal, false, Some(4.0)));
    }
    let mut first = Season::new(Pack::default(), None, false);
    for ordinal in 1..=30 {
        first.day(&day(ordinal, false, Some(4.0)));
    }
    let mut second = Season::new(first.pack, None, false);
    for ordinal in 31..=60 {
        second.day(&day(ordinal, false, Some(4.0)));
    }
    assert_eq!(second.pack, whole.pack);
}

#[test]
fn day_returns_its_precipitation() {
    let mut season = Season::new(Pack::default(), None, false);
    let cold = Day { temp_min_c: Some(-10.0), temp_max_c: Some(-6.0), ..day(20, false, Some(15.0)) };
    let fall = season.day(&cold);
    // 13.3:1 at -8 C, a little less on a cosine around it; a fall of 15 mm keeps the sum of its hours.
    assert!((fall.snow_cm - 19.5).abs() < 0.3 && (fall.frozen_mm - 15.0).abs() < 1e-9, "{fall:?}");
    let rain = season.day(&Day { temp_min_c: Some(5.0), temp_max_c: Some(8.0), ..cold });
    assert_eq!((rain.snow_cm, rain.frozen_mm), (0.0, 0.0));
    assert!((rain.rain_mm - 15.0).abs() < 1e-9);
    assert_eq!(season.day(&Day { temp_min_c: None, temp_max_c: None, ..cold }), Fall::default());
}
