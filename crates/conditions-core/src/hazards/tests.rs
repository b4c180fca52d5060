use alloc::vec;

use proptest::prelude::*;

use super::*;
use crate::evidence::{HourColumn, HourlyWeather, PerBand};
use crate::policy::Hazards;

const NOW: Timestamp = Timestamp::from_millis(1_768_046_400_000);

fn profile() -> Profile {
    Profile {
        elevation_m: PerBand { base: Some(1000.0), mid: Some(1500.0), summit: Some(2000.0) },
        ..Profile::new("test", chrono_tz::Europe::Vienna)
    }
}

fn column(value: impl Fn(usize) -> Option<f64>) -> HourColumn {
    HourColumn::new((0..121).map(|step| (value(step), 3)))
}

/// Returns hours that are calm, dry, clear and mild; the first of the window is step 49.
fn calm() -> HourlyWeather {
    let all = |value: f64| column(move |_| Some(value));
    HourlyWeather {
        start: NOW.plus_millis(-48 * HOUR_MS),
        elevation_m: Some(1500.0),
        temp_c: all(-2.0),
        humidity_pct: all(50.0),
        precipitation_mm: all(0.0),
        wind_mps: all(2.0),
        wind_from_east_mps: HourColumn::default(),
        wind_from_north_mps: HourColumn::default(),
        gust_mps: all(4.0),
        cloud_pct: all(10.0),
        members_mm: Vec::new(),
        past: None,
    }
}

fn risk(hours: HourlyWeather) -> OperatingRisk {
    let snapshot =
        ForecastSnapshot { captured_at: NOW, models: Vec::new(), weather: None, hours: Some(hours) };
    operating_risk(NOW, &Policy::contract(), &profile(), Some(&snapshot)).unwrap()
}

fn hazard(hours: HourlyWeather, kind: HazardKind) -> Hazard {
    risk(hours).hazards.into_iter().find(|hazard| hazard.kind == kind).unwrap()
}

/// Returns a column with `value` in one hour of the window and `rest` in all others.
fn once(hour: usize, value: Option<f64>, rest: f64) -> HourColumn {
    column(move |step| if step == 48 + hour { value } else { Some(rest) })
}

#[test]
fn known_calm_hours_are_level_none() {
    for hazard in risk(calm()).hazards {
        assert_eq!(
            (hazard.level, hazard.complete, hazard.rule),
            (Some(RiskLevel::None), true, None),
            "{hazard:?}"
        );
        assert!(hazard.windows.is_empty() && hazard.tests.iter().all(|test| test.hours_known == 48));
    }
}

#[test]
fn heavy_snow_in_different_hours() {
    let member =
        |from: usize| column(move |step| Some(if (from..from + 6).contains(&step) { 2.5 } else { 0.0 }));
    let hours = |count: usize| HourlyWeather {
        members_mm: (0..7)
            .map(|model| if model < count { member(50 + model * 3) } else { column(|_| Some(0.0)) })
            .collect(),
        ..calm()
    };
    for kind in [HazardKind::HeavySnow, HazardKind::Visibility] {
        let all = hazard(hours(7), kind);
        assert!(all.level >= Some(RiskLevel::Moderate) && all.complete, "{all:?}");
        // From the first model's first hour to the last one's last.
        let (first, last) = (all.windows.first().unwrap(), all.windows.last().unwrap());
        assert!(first.from >= NOW && last.to.since(first.from) > 12 * HOUR_MS, "{all:?}");
        // Three of seven are less than half.
        let few = hazard(hours(3), kind);
        assert_eq!((few.level, few.windows.len()), (Some(RiskLevel::None), 0), "{few:?}");
        assert!(hazard(hours(4), kind).level >= Some(RiskLevel::Moderate));
    }
}

#[test]
fn a_missing_hour_is_never_calm() {
    // Every column that a hazard needs, with one missing hour.
    type Break = (HazardKind, fn(&mut HourlyWeather) -> &mut HourColumn, f64);
    let breaks: [Break; 7] = [
        (HazardKind::WindHold, |h| &mut h.gust_mps, 4.0),
        (HazardKind::WindHold, |h| &mut h.wind_mps, 2.0),
        (HazardKind::Visibility, |h| &mut h.precipitation_mm, 0.0),
        (HazardKind::Visibility, |h| &mut h.cloud_pct, 10.0),
        (HazardKind::WindChill, |h| &mut h.temp_c, -2.0),
        (HazardKind::WindChill, |h| &mut h.wind_mps, 2.0),
        (HazardKind::HeavySnow, |h| &mut h.precipitation_mm, 0.0),
    ];
    for (kind, slot, rest) in breaks {
        for hour in [1, 24, 48] {
            let mut hours = calm();
            *slot(&mut hours) = once(hour, None, rest);
            let hazard = hazard(hours, kind);
            assert_eq!((hazard.level, hazard.complete), (None, false), "{kind:?}, hour {hour}");
        }
        // The hour before the window and the one after it do not matter.
        for hour in [0, 49] {
            let mut hours = calm();
            *slot(&mut hours) = once(hour, None, rest);
            assert_eq!(hazard(hours, kind).level, Some(RiskLevel::None), "{kind:?}, hour {hour}");
        }
    }
}

#[test]
fn known_hours_set_a_lower_bound() {
    let gust_mps = column(|step| (step < 60).then_some(if step == 50 { 30.0 } else { 4.0 }));
    let hazard = hazard(HourlyWeather { gust_mps, ..calm() }, HazardKind::WindHold);
    assert_eq!((hazard.level, hazard.complete, hazard.rule), (Some(RiskLevel::High), false, Some("gust")));
    assert_eq!((hazard.tests[0].hours_known, hazard.tests[1].hours_known), (11, 48));
}

/// Returns the level of a hazard if one hour has the value.
fn levels(
    kind: HazardKind,
    values: &[f64],
    with: impl Fn(HourColumn) -> HourlyWeather,
    rest: f64,
) -> Vec<RiskLevel> {
    let one = |value: &f64| hazard(with(once(5, Some(*value), rest)), kind).level.unwrap();
    values.iter().map(one).collect()
}

const RISING: [RiskLevel; 6] = [
    RiskLevel::None,
    RiskLevel::Low,
    RiskLevel::Low,
    RiskLevel::Moderate,
    RiskLevel::Moderate,
    RiskLevel::High,
];

/// Returns a value a hundredth to the calm side of each threshold, and the threshold itself.
fn around(steps: Steps, side: f64) -> [f64; 6] {
    let Steps { low, moderate, high } = steps;
    [low - side, low, moderate - side, moderate, high - side, high]
}

#[test]
fn wind_thresholds_are_inclusive() {
    let gusts = levels(
        HazardKind::WindHold,
        &around(Policy::CONTRACT.hazards.gust_mps, 0.01),
        |gust_mps| HourlyWeather { gust_mps, ..calm() },
        4.0,
    );
    assert_eq!(gusts, RISING);
    let winds = levels(
        HazardKind::WindHold,
        &around(Policy::CONTRACT.hazards.wind_mps, 0.01),
        |wind_mps| HourlyWeather { wind_mps, ..calm() },
        2.0,
    );
    assert_eq!(winds, RISING);
}

#[test]
fn falling_snow_thresholds_are_inclusive() {
    let levels = levels(
        HazardKind::Visibility,
        &around(Policy::CONTRACT.hazards.snow_water_mm, 0.01),
        |precipitation_mm| HourlyWeather { precipitation_mm, ..calm() },
        0.0,
    );
    assert_eq!(levels, RISING);
}

#[test]
fn hourly_snow_thresholds_are_inclusive() {
    // At −4 °C one millimetre of water makes one centimetre of snow.
    let snow = |mm: f64| {
        let hours = HourlyWeather {
            temp_c: column(|_| Some(-4.0)),
            precipitation_mm: once(5, Some(mm), 0.0),
            ..calm()
        };
        let hazard = hazard(hours, HazardKind::HeavySnow);
        hazard.tests.into_iter().find(|test| test.name == "snow_1h").unwrap().level.unwrap()
    };
    let told: Vec<RiskLevel> =
        around(Policy::CONTRACT.hazards.snow1h_cm, 0.01).into_iter().map(snow).collect();
    assert_eq!(told, RISING);
}

#[test]
fn longer_sum_counts_six_hours() {
    let spell = |first: usize, last: usize, mm: f64| {
        let fallen =
            column(move |step| Some(if (48 + first..=48 + last).contains(&step) { mm } else { 0.0 }));
        let hours = HourlyWeather { temp_c: column(|_| Some(-4.0)), precipitation_mm: fallen, ..calm() };
        let hazard = hazard(hours, HazardKind::HeavySnow);
        hazard.tests.into_iter().find(|test| test.name == "snow_sum").unwrap()
    };
    let worst = |test: &TestResult| {
        test.worst.map(|(cm, at)| (libm::round(cm * 100.0) / 100.0, at.since(NOW) / HOUR_MS))
    };
    let six = spell(10, 15, 2.5);
    assert_eq!((six.level, worst(&six)), (Some(RiskLevel::High), Some((15.0, 15))));
    assert_eq!(spell(10, 15, 2.49).level, Some(RiskLevel::Moderate));
    assert_eq!(worst(&spell(10, 30, 1.0)), Some((6.0, 15)), "never more than six hours");
    // Steps 43 to 48 are before now.
    assert_eq!(spell(0, 0, 9.0).level, Some(RiskLevel::None));
}

#[test]
fn snow_depth_depends_on_cold() {
    let at = |temp: f64| {
        let wet = HourlyWeather {
            temp_c: column(move |_| Some(temp)),
            humidity_pct: column(|_| Some(100.0)),
            precipitation_mm: column(|_| Some(2.0)),
            ..calm()
        };
        hazard(wet, HazardKind::HeavySnow).tests.into_iter().find(|test| test.name == "snow_1h").unwrap()
    };
    assert_eq!((at(6.0).level, at(6.0).worst.map(|w| w.0)), (Some(RiskLevel::None), Some(0.0)));
    assert!(at(-12.0).worst.unwrap().0 > at(-3.0).worst.unwrap().0);
}

#[test]
fn wind_chill_matches_formula() {
    // Environment Canada's table: −10 °C in 20 km/h feels like −18, −25 °C in 40 km/h like −41.
    for (temp, kmh, felt) in
        [(-10.0, 20.0, -18.0), (-25.0, 40.0, -41.0), (0.0, 5.0, -2.0), (-40.0, 60.0, -64.0)]
    {
        let chill = wind_chill_c(temp, kmh / 3.6);
        assert_eq!(libm::round(chill), felt, "{temp} in {kmh}: {chill}");
    }
    assert_eq!(
        (wind_chill_c(-10.0, 0.0), wind_chill_c(-10.0, 1.3), wind_chill_c(11.0, 20.0)),
        (-10.0, -10.0, 11.0)
    );
    assert!(wind_chill_c(f64::NAN, 1.0).is_nan() && wind_chill_c(1.0, f64::NAN).is_nan());
}

#[test]
fn wind_chill_thresholds_are_inclusive() {
    let steps = Policy::CONTRACT.hazards.wind_chill_c;
    let told: Vec<_> =
        around(steps, -0.01).into_iter().map(|felt| Side::Below.level(steps, felt).unwrap()).collect();
    assert_eq!(told, RISING);
    assert_eq!(Side::Below.level(steps, f64::NAN), None);
}

#[test]
fn wind_chill_is_at_the_summit() {
    let still = HourlyWeather { wind_mps: column(|_| Some(0.0)), ..calm() };
    let hazard = hazard(still, HazardKind::WindChill);
    // The summit is 500 m above the hours' elevation.
    let worst = hazard.tests[0].worst.unwrap().0;
    assert!((worst - -5.25).abs() < 1e-9, "{worst}");
    assert_eq!(hazard.elevation_m, Some(2000.0));
}

#[test]
fn cloud_counts_by_base_and_cover() {
    let sky = |humidity: f64, cover: f64| {
        let hours = HourlyWeather {
            humidity_pct: column(move |_| Some(humidity)),
            cloud_pct: column(move |_| Some(cover)),
            ..calm()
        };
        hazard(hours, HazardKind::Visibility).level.unwrap()
    };
    assert_eq!(sky(100.0, 79.99), RiskLevel::None, "an open sky");
    assert_eq!(
        sky(100.0, 80.0),
        RiskLevel::High,
        "cloud down to where the hours are, 500 m below the summit"
    );
    assert_eq!(sky(90.0, 100.0), RiskLevel::Moderate, "the summit is in it");
    assert_eq!(sky(40.0, 100.0), RiskLevel::None, "high cloud");
    assert_eq!(sky(100.0, 100.0), RiskLevel::High);
}

#[test]
fn cloud_needs_humidity() {
    let overcast = || HourlyWeather { cloud_pct: column(|_| Some(100.0)), ..calm() };
    let told = |hours: HourlyWeather| hazard(hours, HazardKind::Visibility);
    assert_eq!(told(HourlyWeather { elevation_m: None, ..overcast() }).level, None);
    assert_eq!(told(HourlyWeather { humidity_pct: HourColumn::default(), ..overcast() }).level, None);
    let snowing = HourlyWeather {
        humidity_pct: HourColumn::default(),
        precipitation_mm: once(3, Some(2.6), 0.0),
        ..overcast()
    };
    assert_eq!((told(snowing.clone()).level, told(snowing).complete), (Some(RiskLevel::High), false));
}

#[test]
fn windows_join_hours_of_one_level() {
    let gust_mps = column(|step| {
        Some(match step {
            51 | 52 => 15.0,
            53 => 19.0,
            60 => 15.0,
            _ => 4.0,
        })
    });
    let windows = hazard(HourlyWeather { gust_mps, ..calm() }, HazardKind::WindHold).windows;
    let at = |hour: i64| NOW.plus_millis(hour * HOUR_MS);
    let window = |level, from, to| Window { level, from: at(from), to: at(to) };
    assert_eq!(
        windows,
        [window(RiskLevel::Low, 2, 4), window(RiskLevel::Moderate, 4, 5), window(RiskLevel::Low, 11, 12)]
    );
}

#[test]
fn window_begins_with_current_hour() {
    let snapshot =
        ForecastSnapshot { captured_at: NOW, models: Vec::new(), weather: None, hours: Some(calm()) };
    let at = |minutes: i64| {
        let now = NOW.plus_millis(minutes * 60_000);
        let risk = operating_risk(now, &Policy::contract(), &profile(), Some(&snapshot)).unwrap();
        (risk.from.since(NOW) / HOUR_MS, risk.to.since(NOW) / HOUR_MS)
    };
    assert_eq!((at(0), at(59), at(60)), ((0, 48), (0, 48), (1, 49)));
}

#[test]
fn without_hours_there_is_a_reason() {
    let (policy, profile) = (Policy::contract(), profile());
    let snapshot = |age_ms: i64, hours| ForecastSnapshot {
        captured_at: NOW.plus_millis(-age_ms),
        models: Vec::new(),
        weather: None,
        hours,
    };
    let told =
        |snapshot: Option<&ForecastSnapshot>| operating_risk(NOW, &policy, &profile, snapshot).map(|_| ());
    assert_eq!(told(None), Err(NoRisk::NoForecast));
    assert_eq!(told(Some(&snapshot(0, None))), Err(NoRisk::NoHours));
    let limit = policy.model_usable_ms;
    assert_eq!(told(Some(&snapshot(limit, Some(calm())))), Ok(()));
    assert_eq!(told(Some(&snapshot(limit + 1, Some(calm())))), Err(NoRisk::TooOld));
    assert_eq!(told(Some(&snapshot(-2 * HOUR_MS, Some(calm())))), Err(NoRisk::TooOld));
    // Old hours do not reach 48 hours ahead: missing hours are not calm.
    let mut old = calm();
    old.start = old.start.plus_millis(-40 * HOUR_MS);
    assert_eq!(hazard(old, HazardKind::WindHold).level, None);
}

fn any_column() -> impl Strategy<Value = HourColumn> {
    let value = prop_oneof![2 => Just(None), 8 => (-330.0..330.0f64).prop_map(Some)];
    (prop::collection::vec(value, 0..130), any::<u8>())
        .prop_map(|(values, models)| HourColumn::new(values.into_iter().map(|value| (value, models))))
}

fn any_hours() -> impl Strategy<Value = HourlyWeather> {
    (
        (-60i64..60, prop::option::of(prop_oneof![9 => -400.0..5000.0f64, 1 => Just(f64::NAN)])),
        (any_column(), any_column(), any_column()),
        (any_column(), any_column(), any_column()),
    )
        .prop_map(|((start, elevation_m), first, second)| HourlyWeather {
            start: NOW.plus_millis(start * HOUR_MS),
            elevation_m,
            temp_c: first.0,
            humidity_pct: first.1,
            precipitation_mm: first.2,
            wind_mps: second.0,
            wind_from_east_mps: HourColumn::default(),
            wind_from_north_mps: HourColumn::default(),
            gust_mps: second.1,
            cloud_pct: second.2,
            members_mm: Vec::new(),
            past: None,
        })
}

proptest! {
    #[test]
    fn missing_never_counts_as_calm(hours in any_hours(), window_hours in 0u8..=255, snow_hours in any::<u8>()) {
        let policy = Policy { hazards: Hazards { window_hours, snow_hours, ..Policy::CONTRACT.hazards }, ..Policy::contract() };
        let snapshot = ForecastSnapshot { captured_at: NOW, models: vec![], weather: None, hours: Some(hours) };
        let risk = operating_risk(NOW, &policy, &profile(), Some(&snapshot)).unwrap();
        for hazard in &risk.hazards {
            let known = hazard.tests.iter().all(|test| test.hours_known == usize::from(window_hours));
            prop_assert_eq!(hazard.complete, known);
            if hazard.level == Some(RiskLevel::None) {
                prop_assert!(known && hazard.windows.is_empty());
            }
            let highest = hazard.windows.iter().map(|window| window.level).max();
            prop_assert_eq!(hazard.level.filter(|level| *level > RiskLevel::None), highest);
            prop_assert!(hazard.windows.windows(2).all(|pair| pair[0].to <= pair[1].from));
            prop_assert!(hazard.windows.iter().all(|w| w.from < w.to && w.from >= risk.from && w.to <= risk.to));
            prop_assert!(hazard.tests.iter().all(|test| test.worst.is_none_or(|(value, _)| value.is_finite())));
        }
    }

    #[test]
    fn wind_never_warms(temp in -80.0..50.0f64, wind in 0.0..120.0f64) {
        prop_assert!(wind_chill_c(temp, wind) <= temp);
    }
}
