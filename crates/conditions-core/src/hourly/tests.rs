use alloc::string::ToString;
use alloc::vec;

use proptest::prelude::*;

use super::*;
use crate::policy::Policy;
use crate::record::Band;

fn at_time(text: &str) -> Timestamp {
    Timestamp::parse(text).expect(text)
}

fn profile(zone: &str, base: Option<f64>, mid: Option<f64>, summit: Option<f64>) -> Profile {
    Profile { elevation_m: PerBand { base, mid, summit }, ..Profile::new("test", zone.parse().expect(zone)) }
}

fn flat(zone: &str) -> Profile {
    profile(zone, None, Some(2000.0), None)
}

/// Makes a model with the same weather in every hour: −3 °C, 1 mm per hour.
fn steady(start: &str, hours: usize) -> HourlySeries {
    HourlySeries {
        temp_c: vec![Some(-3.0); hours],
        humidity_pct: vec![Some(90.0); hours],
        precipitation_mm: vec![Some(1.0); hours],
        wind_mps: vec![Some(4.0); hours],
        wind_from_deg: vec![Some(290.0); hours],
        gust_mps: vec![Some(9.0); hours],
        cloud_pct: vec![Some(80.0); hours],
        freezing_level_m: vec![Some(1500.0); hours],
        snow_depth_cm: vec![Some(120.0); hours],
        ..HourlySeries::new("steady".to_string(), at_time(start))
    }
}

fn day(snapshot: &ForecastSnapshot, date: &str) -> ModelDay {
    let date: NaiveDate = date.parse().expect(date);
    snapshot.models[0].days.iter().find(|d| d.date == date).expect("the day is there")
}

/// Returns the depth of a day's `mm` of frozen water that fall evenly at `temp` °C.
fn lies(mm: f64, temp: f64) -> f64 {
    let cm = crate::snow::new_snow_cm(mm, Some(temp));
    crate::snow::settled_cm(cm, mm)
}

/// Days hold snow to the ten-thousandth, and temperatures to the hundredth.
fn near(actual: Option<f64>, expected: f64) {
    let actual = actual.expect("a value");
    assert!((actual - expected).abs() < 6e-5, "{actual} is not {expected}");
}

#[test]
fn a_day_is_the_sum_of_its_hours() {
    let snap =
        snapshot(at_time("2026-01-10T12:00:00Z"), &flat("UTC"), &[steady("2026-01-09T00:00:00Z", 384)]);
    assert_eq!(snap.models[0].model, "steady");
    let today = day(&snap, "2026-01-10");
    near(today.snow_cm.mid, lies(24.0, -3.0));
    near(today.rain_mm.mid, 0.0);
    near(today.temp_min_c.mid, -3.0);
    near(today.temp_max_c.mid, -3.0);
    near(today.wind_max_mps, 4.0);
    near(today.gust_max_mps, 9.0);
    assert_eq!(today.wind.and_then(|wind| wind.from_deg(&Policy::CONTRACT)), Some(290));
    near(today.cloud_pct, 80.0);
    near(today.freezing_level_m, 1500.0);
    near(snap.models[0].depth_cm, 120.0);
    near(snap.models[0].past24h_cm, lies(24.0, -3.0));
    // The series starts at midnight: the hour that ends there belongs to the day before, the next has not begun.
    near(day(&snap, "2026-01-09").snow_cm.mid, lies(24.0, -3.0));
    // The last day lacks the hour that ends at its midnight: it has all of its temperatures, but its snow is null.
    let last = day(&snap, "2026-01-24");
    assert_eq!(last.snow_cm, PerBand::all(None));
    assert_eq!(last.gust_max_mps, None);
    near(last.temp_min_c.mid, -3.0);
    assert_eq!(snap.models[0].days.len(), 16);
}

#[test]
fn wind_direction_is_weighted_by_speed() {
    let now = at_time("2026-01-10T12:00:00Z");
    let mut series = steady("2026-01-09T00:00:00Z", 240);
    // A strong north wind of eight hours against a weak south wind of the other sixteen.
    for step in 24..48 {
        let strong = step < 32;
        series.wind_mps[step] = Some(if strong { 15.0 } else { 1.0 });
        series.wind_from_deg[step] = Some(if strong { 355.0 } else { 180.0 });
    }
    let snap = snapshot(now, &flat("UTC"), &[series.clone()]);
    let from = |date| day(&snap, date).wind.and_then(|wind| wind.from_deg(&Policy::CONTRACT));
    assert_eq!(from("2026-01-10"), Some(354));
    assert_eq!(from("2026-01-11"), Some(290));
    let hours = snap.hours.as_ref().expect("hours");
    let at = |hours_ahead: i64| hours.wind_from_deg(&Policy::CONTRACT, 48 + hours_ahead);
    assert_eq!((at(-12), at(0), at(12)), (Some(355), Some(180), Some(290)));
    series.wind_from_deg[30] = None;
    let holed = snapshot(now, &flat("UTC"), &[series]);
    assert_eq!(
        (day(&holed, "2026-01-10").wind, day(&holed, "2026-01-10").wind_max_mps.is_some()),
        (None, true)
    );
}

#[test]
fn opposite_models_cancel_the_direction() {
    let now = at_time("2026-01-10T12:00:00Z");
    let model = |from: f32| HourlySeries {
        wind_from_deg: vec![Some(from); 240],
        ..steady("2026-01-09T00:00:00Z", 240)
    };
    let between = |a, b| {
        let snap = snapshot(now, &flat("UTC"), &[model(a), model(b)]);
        snap.hours.and_then(|hours| hours.wind_from_deg(&Policy::CONTRACT, 48))
    };
    assert_eq!(between(350.0, 30.0), Some(10));
    assert_eq!(between(90.0, 270.0), None);
}

#[test]
fn stated_rain_is_not_overruled() {
    let of = |temp: f32, freezing: f32, snowfall: Option<f32>| {
        let mut series = steady("2026-01-09T00:00:00Z", 96);
        series.temp_c = vec![Some(temp); 96];
        series.freezing_level_m = vec![Some(freezing); 96];
        series.snowfall_cm = vec![snowfall; 96];
        let snap = snapshot(at_time("2026-01-10T12:00:00Z"), &flat("UTC"), &[series]);
        let today = day(&snap, "2026-01-10");
        (today.snow_cm.mid.expect("snow") > 0.0, today.rain_mm.mid.expect("rain").round())
    };
    assert_eq!(of(-3.0, 1500.0, None), (true, 0.0));
    // The freezing level is 500 m above the band: cold air near the ground does not freeze the rain.
    assert_eq!(of(-3.0, 2500.0, None), (false, 24.0));
    assert_eq!(of(-3.0, 2300.0, None), (true, 0.0));
    // Humid air at freezing would be snow, but the model states rain.
    assert_eq!(of(0.0, 2000.0, Some(0.7)), (true, 0.0));
    assert_eq!(of(0.0, 2000.0, Some(0.0)), (false, 24.0));
    // In the cold, no snowfall is a missing column.
    assert_eq!(of(-3.0, 1500.0, Some(0.0)), (true, 0.0));
}

#[test]
fn clock_changes_alter_day_length() {
    for (zone, now, date, hours) in [
        ("Europe/Vienna", "2026-03-28T12:00:00Z", "2026-03-29", 23.0),
        ("Europe/Vienna", "2026-10-24T12:00:00Z", "2026-10-25", 25.0),
        ("Europe/Vienna", "2026-10-24T12:00:00Z", "2026-10-26", 24.0),
        ("America/Denver", "2026-03-07T12:00:00Z", "2026-03-08", 23.0),
        ("America/Denver", "2026-10-31T12:00:00Z", "2026-11-01", 25.0),
        ("Australia/Adelaide", "2026-07-10T12:00:00Z", "2026-07-11", 24.0),
        ("Australia/Adelaide", "2026-10-03T02:00:00Z", "2026-10-04", 23.0),
        ("Australia/Lord_Howe", "2026-10-03T02:00:00Z", "2026-10-04", 23.5),
        ("Asia/Kathmandu", "2026-01-10T02:00:00Z", "2026-01-11", 24.0),
        // The clocks jump from midnight to one: the day begins at one.
        ("America/Santiago", "2026-09-05T12:00:00Z", "2026-09-06", 23.0),
        ("America/Santiago", "2026-04-04T12:00:00Z", "2026-04-04", 25.0),
        ("Pacific/Auckland", "2026-09-26T12:00:00Z", "2026-09-27", 23.0),
    ] {
        let now = at_time(now);
        let mut series = steady("2026-01-01T00:00:00Z", 16 * 24);
        series.start = Timestamp::from_millis(now.millis() / (24 * HOUR_MS) * 24 * HOUR_MS - 24 * HOUR_MS);
        let snap = snapshot(now, &flat(zone), &[series]);
        near(day(&snap, date).snow_cm.mid, lies(hours, -3.0));
        near(day(&snap, date).temp_min_c.mid, -3.0);
    }
}

#[test]
fn midnight_hour_is_split() {
    // Adelaide in winter is nine and a half hours ahead: its midnight is 14:30 UTC.
    let now = at_time("2026-07-10T20:00:00Z");
    let zone = flat("Australia/Adelaide");
    let mut series = steady("2026-07-09T00:00:00Z", 96);
    series.precipitation_mm = vec![Some(0.0); 96];
    series.precipitation_mm[24 + 15] = Some(8.0); // the hour from 14:00 to 15:00 UTC on the tenth
    let snap = snapshot(now, &zone, &[series.clone()]);
    near(day(&snap, "2026-07-10").snow_cm.mid, lies(4.0, -3.0));
    near(day(&snap, "2026-07-11").snow_cm.mid, lies(4.0, -3.0));
    series.precipitation_mm[24 + 15] = None;
    let snap = snapshot(now, &zone, &[series]);
    assert_eq!(day(&snap, "2026-07-10").snow_cm.mid, None);
    assert_eq!(day(&snap, "2026-07-11").snow_cm.mid, None);
    near(day(&snap, "2026-07-10").temp_max_c.mid, -3.0);
}

#[test]
fn missing_hour_voids_only_its_day() {
    let now = at_time("2026-01-10T12:00:00Z");
    let hit = 24 + 24 + 7; // 07:00 on the eleventh
    for bad in [None, Some(f32::NAN), Some(f32::INFINITY), Some(-1.0), Some(1.0e9)] {
        let mut series = steady("2026-01-09T00:00:00Z", 240);
        series.precipitation_mm[hit] = bad;
        let snap = snapshot(now, &flat("UTC"), &[series]);
        assert_eq!(day(&snap, "2026-01-11").snow_cm, PerBand::all(None), "{bad:?}");
        assert_eq!(day(&snap, "2026-01-11").rain_mm, PerBand::all(None));
        near(day(&snap, "2026-01-11").temp_min_c.mid, -3.0);
        near(day(&snap, "2026-01-10").snow_cm.mid, lies(24.0, -3.0));
        near(day(&snap, "2026-01-12").snow_cm.mid, lies(24.0, -3.0));
    }
    let mut series = steady("2026-01-09T00:00:00Z", 240);
    series.temp_c[hit - 1..=hit + 1].fill(None);
    series.wind_mps[hit] = None;
    series.gust_mps[hit] = None;
    series.cloud_pct[hit] = None;
    series.freezing_level_m[hit] = None;
    series.humidity_pct[hit] = None;
    let snap = snapshot(now, &flat("UTC"), &[series]);
    let hole = day(&snap, "2026-01-11");
    assert_eq!(
        (hole.snow_cm, hole.temp_min_c, hole.temp_max_c),
        (PerBand::all(None), PerBand::all(None), PerBand::all(None))
    );
    assert_eq!(
        (hole.wind_max_mps, hole.gust_max_mps, hole.cloud_pct, hole.freezing_level_m),
        (None, None, None, None)
    );
}

#[test]
fn repaired_gaps_mark_the_day() {
    let now = at_time("2026-01-10T12:00:00Z");
    let hit = 24 + 24 + 7; // 07:00 on the eleventh
    let whole = snapshot(now, &flat("UTC"), &[steady("2026-01-09T00:00:00Z", 240)]);
    let mut dry = steady("2026-01-09T00:00:00Z", 240);
    dry.precipitation_mm[hit] = Some(0.0);
    let dry = snapshot(now, &flat("UTC"), &[dry]);
    for (of, spoil) in [
        (&whole, (|series, hit| series.temp_c[hit] = None) as fn(&mut HourlySeries, usize)),
        (&whole, |series, hit| series.temp_c[hit..=hit + 1].fill(None)),
        (&dry, |series, hit| series.precipitation_mm[hit] = Some(-0.3)),
        (&dry, |series, hit| series.precipitation_mm[hit] = Some(-0.5)),
    ] {
        let mut series = steady("2026-01-09T00:00:00Z", 240);
        spoil(&mut series, hit);
        let snap = snapshot(now, &flat("UTC"), &[series]);
        let (found, expected) = (day(&snap, "2026-01-11"), day(of, "2026-01-11"));
        near(found.snow_cm.mid, expected.snow_cm.mid.expect("a day"));
        near(found.temp_max_c.mid, -3.0);
        assert!(found.gap_filled && !expected.gap_filled);
        assert!(!day(&snap, "2026-01-10").gap_filled && !day(&snap, "2026-01-12").gap_filled);
    }
}

#[test]
fn only_water_and_temp_void_a_day() {
    let now = at_time("2026-01-10T12:00:00Z");
    let (hit, whole) = (24 + 24 + 7, steady("2026-01-09T00:00:00Z", 240));
    let mut holed = whole.clone();
    for column in [
        &mut holed.humidity_pct,
        &mut holed.wind_mps,
        &mut holed.wind_from_deg,
        &mut holed.gust_mps,
        &mut holed.cloud_pct,
        &mut holed.freezing_level_m,
        &mut holed.snow_depth_cm,
    ] {
        column[hit] = None;
    }
    let [whole, holed] = [whole, holed].map(|series| snapshot(now, &flat("UTC"), &[series]));
    let [expected, found] = [&whole, &holed].map(|snap| day(snap, "2026-01-11"));
    assert_eq!((found.snow_cm, found.rain_mm), (expected.snow_cm, expected.rain_mm));
    assert!(found.snow_cm.mid.is_some() && !found.gap_filled);
}

#[test]
fn midnight_hour_ends_its_day() {
    let mut series = steady("2026-01-09T00:00:00Z", 240);
    series.precipitation_mm = vec![Some(0.0); 240];
    series.precipitation_mm[48] = Some(5.0); // 00:00 on the eleventh: fell from 23:00 on the tenth
    let snap = snapshot(at_time("2026-01-10T12:00:00Z"), &flat("UTC"), &[series]);
    near(day(&snap, "2026-01-10").snow_cm.mid, lies(5.0, -3.0));
    near(day(&snap, "2026-01-11").snow_cm.mid, 0.0);
}

#[test]
fn bands_differ_by_temperature() {
    let resort = profile("UTC", Some(1000.0), Some(2000.0), Some(3000.0));
    let mut series = steady("2026-01-09T00:00:00Z", 240);
    series.temp_c = vec![Some(0.0); 240];
    let snap = snapshot(at_time("2026-01-10T12:00:00Z"), &resort, &[series]);
    let today = day(&snap, "2026-01-10");
    near(today.temp_min_c.base, 6.5);
    near(today.temp_min_c.mid, 0.0);
    near(today.temp_max_c.summit, -6.5);
    near(today.snow_cm.base, 0.0);
    near(today.rain_mm.base, 24.0);
    near(today.snow_cm.mid, lies(24.0, 0.0));
    near(today.rain_mm.mid, 0.0);
    near(today.snow_cm.summit, lies(24.0, -6.5));
    near(today.rain_mm.summit, 0.0);
}

#[test]
fn phase_without_humidity() {
    let mut series = steady("2026-01-09T00:00:00Z", 240);
    series.temp_c = vec![Some(2.0); 240];
    let of = |series: &HourlySeries| {
        let snap = snapshot(at_time("2026-01-10T12:00:00Z"), &flat("UTC"), core::slice::from_ref(series));
        let today = day(&snap, "2026-01-10");
        (today.snow_cm.mid.expect("snow"), today.rain_mm.mid.expect("rain"))
    };
    series.humidity_pct = vec![Some(20.0); 240];
    near(Some(of(&series).0), lies(24.0, 2.0));
    // Unknown air is as humid as air usually is while it precipitates.
    series.humidity_pct = vec![Some(78.0); 240];
    let usual = of(&series);
    assert!(usual.0 > 0.0 && usual.1 > 0.0, "{usual:?}");
    series.humidity_pct.clear();
    assert_eq!(of(&series), usual);
}

#[test]
fn request_elevation_is_mid_mountain() {
    let z = |base, mid, summit| request_elevation(&profile("UTC", base, mid, summit));
    assert_eq!(z(Some(1000.0), Some(1700.0), Some(2000.0)), Some(1700.0));
    assert_eq!(z(Some(1000.0), None, Some(2000.0)), Some(1500.0));
    assert_eq!(z(Some(1000.0), None, None), Some(1000.0));
    assert_eq!(z(None, None, Some(2000.0)), Some(2000.0));
    assert_eq!(z(None, None, None), None);
    assert_eq!(z(Some(f64::NAN), Some(f64::INFINITY), Some(2000.0)), Some(2000.0));
    // Midpoint: the bands are 500 m above and below it.
    let resort = profile("UTC", Some(1000.0), None, Some(2000.0));
    let snap = snapshot(at_time("2026-01-10T12:00:00Z"), &resort, &[steady("2026-01-09T00:00:00Z", 96)]);
    near(day(&snap, "2026-01-10").temp_min_c.base, 0.25);
    near(day(&snap, "2026-01-10").temp_min_c.mid, -3.0);
    near(day(&snap, "2026-01-10").temp_min_c.summit, -6.25);
    let nowhere = profile("UTC", None, None, None);
    let snap = snapshot(at_time("2026-01-10T12:00:00Z"), &nowhere, &[steady("2026-01-09T00:00:00Z", 96)]);
    assert_eq!(day(&snap, "2026-01-10").temp_min_c, PerBand::all(Some(-3.0)));
}

#[test]
fn upstream_snowfall_replaces_column() {
    let now = at_time("2026-01-10T12:00:00Z");
    let resort = profile("UTC", Some(1000.0), Some(2000.0), Some(3000.0));
    let mut frozen = steady("2026-01-09T00:00:00Z", 96);
    frozen.precipitation_mm.clear();
    frozen.snowfall_cm = vec![Some(0.7); 96]; // 1 mm of water per hour
    let snap = snapshot(now, &resort, &[frozen]);
    near(day(&snap, "2026-01-10").snow_cm.mid, lies(24.0, -3.0));
    assert_eq!(day(&snap, "2026-01-10").rain_mm, PerBand::all(None));
    near(day(&snap, "2026-01-10").snow_cm.base, 0.0);

    let mut reported = steady("2026-01-09T00:00:00Z", 96);
    reported.temp_c = vec![None; 96];
    reported.snowfall_cm = vec![Some(0.7); 96];
    let snap = snapshot(now, &resort, &[reported]);
    near(day(&snap, "2026-01-10").snow_cm.mid, crate::snow::settled_cm(24.0, 24.0));
    assert_eq!(day(&snap, "2026-01-10").snow_cm.summit, None);

    let mut patched = steady("2026-01-09T00:00:00Z", 96);
    patched.snowfall_cm = vec![Some(0.7); 96];
    patched.precipitation_mm[30] = None;
    assert_eq!(day(&snapshot(now, &resort, &[patched]), "2026-01-10").snow_cm.mid, None);
}

#[test]
fn past_day_ends_at_capture() {
    let mut series = steady("2026-01-09T00:00:00Z", 96);
    series.precipitation_mm = vec![Some(0.0); 96];
    series.precipitation_mm[37] = Some(4.0); // 12:00 to 13:00 on the tenth: half of it after the capture
    series.precipitation_mm[13] = Some(2.0); // 12:00 to 13:00 on the ninth: half of it too long ago
    series.snow_depth_cm[36] = Some(77.0);
    let snap = snapshot(at_time("2026-01-10T12:30:00Z"), &flat("UTC"), &[series.clone()]);
    near(snap.models[0].past24h_cm, lies(3.0, -3.0));
    near(snap.models[0].depth_cm, 77.0);
    series.snow_depth_cm[36] = None;
    series.snow_depth_cm[35] = Some(76.0);
    series.precipitation_mm[20] = None;
    let snap = snapshot(at_time("2026-01-10T12:30:00Z"), &flat("UTC"), &[series.clone()]);
    assert_eq!(snap.models[0].past24h_cm, None);
    near(snap.models[0].depth_cm, 76.0);
    series.snow_depth_cm = vec![None; 96];
    series.snow_depth_cm[32] = Some(1.0);
    series.snow_depth_cm[40] = Some(2.0);
    assert_eq!(snapshot(at_time("2026-01-10T12:30:00Z"), &flat("UTC"), &[series]).models[0].depth_cm, None);
}

#[test]
fn weather_is_the_median() {
    let now = at_time("2026-01-10T12:00:00Z");
    let model = |temp: f32| {
        let mut series = steady("2026-01-09T00:00:00Z", 96);
        series.temp_c = vec![Some(temp); 96];
        series.humidity_pct = vec![Some(100.0); 96];
        series
    };
    let mut thaw = model(3.0);
    thaw.temp_c[20] = Some(-1.0);
    thaw.wind_mps[30] = Some(12.0);
    let snap = snapshot(
        now,
        &flat("UTC"),
        &[model(-9.0), thaw, model(5.0), HourlySeries::new("empty".to_string(), now)],
    );
    let weather = snap.weather.expect("weather");
    near(weather.temp_c, 3.0);
    near(weather.wet_bulb_c, 3.0);
    near(weather.rain6h_mm, 6.0);
    assert_eq!(weather.thaw_hours24h, Some(23));
    assert_eq!(weather.thaw_freeze24h, Some(false));
    near(weather.max_temp24h_c, 3.0);
    near(weather.coming_min_wet_bulb_c, 3.0);
    near(weather.max_wind24h_mps, 4.0);
    assert_eq!(snapshot(now, &flat("UTC"), &[HourlySeries::new("empty".to_string(), now)]).weather, None);
    assert_eq!(snapshot(now, &flat("UTC"), &[]).weather, None);
}

#[test]
fn capture_step_belongs_to_past() {
    let mut series = steady("2026-01-09T00:00:00Z", 96);
    series.temp_c[36] = Some(1.0);
    series.temp_c[12] = Some(2.0); // exactly 24 hours before
    series.temp_c[60] = Some(-20.0); // exactly 24 hours after
    let weather =
        snapshot(at_time("2026-01-10T12:00:00Z"), &flat("UTC"), &[series]).weather.expect("weather");
    assert_eq!(weather.thaw_hours24h, Some(1));
    assert_eq!(weather.thaw_freeze24h, Some(true));
    near(weather.max_temp24h_c, 1.0);
    assert!(weather.coming_min_wet_bulb_c.is_some_and(|wet| wet < -20.0));
}

fn column() -> impl Strategy<Value = Vec<Option<f32>>> {
    proptest::collection::vec(proptest::option::weighted(0.97, -5.0..8.0_f32), 0..400)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn snow_is_bounded_by_water(
        temp in column(), humidity in column(), water in column(), native in column(),
        zone in prop::sample::select(vec!["Europe/Vienna", "America/Denver", "Australia/Adelaide", "UTC"]),
        offset in -200_i64..200,
    ) {
        let now = at_time("2026-03-20T07:11:00Z");
        let series = HourlySeries {
            temp_c: temp, humidity_pct: humidity, precipitation_mm: water.clone(), snowfall_cm: native,
            ..HourlySeries::new("m".to_string(), now.plus_millis(offset * HOUR_MS))
        };
        let has_water = water.iter().any(Option::is_some) && series.temp_c.iter().any(Option::is_some);
        let snap = snapshot(now, &profile(zone, Some(1200.0), None, Some(2600.0)), &[series]);
        let total: f64 = water.iter().flatten().filter(|w| **w >= 0.0).map(|w| f64::from(*w)).sum();
        for band in [Band::Base, Band::Mid, Band::Summit] {
            let snow: f64 = snap.models[0].days.iter().filter_map(|d| d.snow_cm.get(band)).sum();
            let rain: f64 = snap.models[0].days.iter().filter_map(|d| d.rain_mm.get(band)).sum();
            prop_assert!(snow >= 0.0 && rain >= 0.0);
            if has_water {
                prop_assert!(snow <= (total - rain) / 10.0 * crate::snow::MAX_RATIO + 1e-6);
            }
        }
    }

    #[test]
    fn nothing_panics(
        values in proptest::collection::vec(proptest::option::of(proptest::num::f32::ANY), 0..60),
        start in proptest::num::i64::ANY, now in proptest::num::i64::ANY,
        z in proptest::option::of(proptest::num::f64::ANY),
        zone in prop::sample::select(vec!["Pacific/Apia", "Asia/Kathmandu", "America/Santiago", "Africa/Monrovia"]),
        close in proptest::bool::ANY,
    ) {
        let start = Timestamp::from_millis(start);
        let now = if close { start.plus_millis(now % (30 * HOUR_MS)) } else { Timestamp::from_millis(now) };
        let series = HourlySeries {
            temp_c: values.clone(), humidity_pct: values.clone(), precipitation_mm: values.clone(),
            snow_depth_cm: values.clone(), wind_from_deg: values.clone(), wind_mps: values,
            ..HourlySeries::new("m".to_string(), start)
        };
        let _ = snapshot(now, &profile(zone, z, None, Some(2000.0)), &[series]);
    }
}

#[test]
fn extreme_dates_give_null_snow() {
    for millis in [i64::MIN, i64::MAX] {
        let now = Timestamp::from_millis(millis);
        let series = HourlySeries { start: now, ..steady("2026-01-09T00:00:00Z", 48) };
        let snap = snapshot(now, &flat("Pacific/Kiritimati"), &[series]);
        assert_eq!(snap.models[0].past24h_cm, None);
    }
}

#[test]
fn missing_humidity_is_borrowed() {
    // At +1 °C dry air turns rain to snow and damp air does not.
    let warm = |start: &str, humidity: Option<f32>| HourlySeries {
        temp_c: vec![Some(2.0); 96],
        humidity_pct: humidity.map_or_else(alloc::vec::Vec::new, |pct| vec![Some(pct); 96]),
        precipitation_mm: vec![Some(1.0); 96],
        ..HourlySeries::new("m".to_string(), at_time(start))
    };
    let captured = at_time("2026-01-10T12:00:00Z");
    let snow = |series: &[HourlySeries]| {
        let snapshot = snapshot(captured, &flat("UTC"), series);
        day(&snapshot, "2026-01-10").snow_cm.mid.expect("whole day")
    };
    let start = "2026-01-09T00:00:00Z";
    let alone = snow(&[warm(start, None)]);
    let dry = snow(&[warm(start, None), warm("2026-01-08T18:00:00Z", Some(30.0))]);
    let own = snow(&[warm(start, Some(30.0))]);
    assert!(dry > alone, "{dry} {alone}");
    assert!((dry - own).abs() < 1e-9, "{dry} {own}");
}

#[test]
fn hours_are_the_median_of_models() {
    let captured = at_time("2026-01-10T12:40:00Z");
    let with = |temp: f32| HourlySeries {
        temp_c: vec![Some(temp); 200],
        ..HourlySeries::new("m".to_string(), at_time("2026-01-09T00:00:00Z"))
    };
    let mut silent = with(-40.0);
    silent.temp_c[34..=36].fill(None);
    let snap = snapshot(captured, &flat("UTC"), &[with(-4.0), with(-6.0), with(5.0), silent]);
    let hours = snap.hours.expect("hours");
    assert_eq!((hours.start, hours.elevation_m), (at_time("2026-01-08T12:00:00Z"), Some(2000.0)));
    let noon = hours.step_at(at_time("2026-01-10T12:00:00Z"));
    assert_eq!(noon, 48);
    near(hours.temp_c.get(noon), -4.0);
    near(hours.temp_c.get(noon + 1), -5.0);
    assert_eq!(hours.temp_c.get(0), None, "no model reaches back so far");
    assert_eq!(hours.temp_c.get(168).is_some(), hours.temp_c.get(169).is_none());
    assert_eq!((hours.temp_c.models(), hours.gust_mps.models()), (3, 0));
    assert!(hours.gust_mps.is_empty());
}

#[test]
fn half_hour_series_has_no_hours() {
    let half = HourlySeries {
        temp_c: vec![Some(1.0); 200],
        ..HourlySeries::new("m".to_string(), at_time("2026-01-09T00:30:00Z"))
    };
    let captured = at_time("2026-01-10T12:00:00Z");
    assert_eq!(snapshot(captured, &flat("UTC"), &[half]).hours, None);
    assert_eq!(snapshot(captured, &flat("UTC"), &[]).hours, None);
    let wrong = HourlySeries {
        temp_c: vec![Some(f32::NAN), Some(999.0)],
        ..HourlySeries::new("m".to_string(), captured)
    };
    assert_eq!(snapshot(captured, &flat("UTC"), &[wrong]).hours, None);
}
