use conditions_core::time::{HOUR_MS, MINUTE_MS, Timestamp};
use proptest::prelude::*;

use super::snowfall::{Density, Snowfall, density};
use super::*;

const STANDARD: Thresholds = Thresholds::standard();

/// Returns midnight of 10 January 2026.
fn start() -> Timestamp {
    Timestamp::parse("2026-01-10T00:00:00Z").unwrap()
}

/// Cleans depths without any weather next to them.
fn cleaned(raw: &[Sample], thresholds: &Thresholds) -> DespikedSeries {
    despike(raw, OtherSeries::default(), thresholds)
}

fn at(hour: i64) -> Timestamp {
    start().plus_millis(hour * HOUR_MS)
}

/// Returns hourly values from midnight on.
fn series(values: &[f64]) -> Vec<Sample> {
    values.iter().enumerate().map(|(hour, &value)| Sample { at: at(hour as i64), value }).collect()
}

/// Checks that a series is despiked as expected: `clean` keeps every reading; `-` marks one that must be dropped.
#[track_caller]
fn check(text: &str, expected: &[(i64, SpikeReason)]) {
    let raw = series(&text.split_whitespace().map(|word| word.parse().unwrap()).collect::<Vec<f64>>());
    let out = cleaned(&raw, &STANDARD);
    let dropped: Vec<(i64, SpikeReason)> =
        out.dropped.iter().map(|d| (d.sample.at.since(start()) / HOUR_MS, d.why)).collect();
    assert_eq!(dropped, expected, "{text}");
    assert_eq!(out.kept.len() + dropped.len(), raw.len(), "{text}");
}

#[test]
fn quiet_series_is_unchanged() {
    check("100 100 101 100 99 99", &[]);
    check("0 0 0 0 0", &[]);
}

#[test]
fn real_storm_is_unchanged() {
    // 15 cm in an hour, then settling.
    check("100 104 119 130 138 137 135 134", &[]);
}

#[test]
fn wild_reading_is_dropped() {
    check("100 101 400 102 103", &[(2, SpikeReason::Jump)]);
    check("100 101 0 102 103", &[(2, SpikeReason::Jump)]);
    check("100 101 109 102 102", &[(2, SpikeReason::Spike)]);
    check("100 101 94 101 102", &[(2, SpikeReason::Spike)]);
    check("100 101 112 113 102 102", &[(2, SpikeReason::Spike), (3, SpikeReason::Spike)]);
}

#[test]
fn a_rise_that_stays_is_snow() {
    check("100 101 109 110 110 109 109", &[]);
}

#[test]
fn dip_before_a_rise_is_kept() {
    check("100 106 112 118 117 116", &[]);
}

#[test]
fn rise_is_limited_to_20_cm_an_hour() {
    check("100 100 100 100 120", &[]);
    check("100 100 100 100 120.1", &[(4, SpikeReason::Jump)]);
    check("100 100 100 100 80", &[]);
    check("100 100 100 100 79.9", &[(4, SpikeReason::Jump)]);
}

#[test]
fn gaps_do_not_allow_any_rise() {
    let after_twelve_hours = |value: f64| {
        let mut raw = series(&[100.0; 4]);
        raw.push(Sample { at: at(15), value });
        cleaned(&raw, &STANDARD).dropped.len()
    };
    assert_eq!(after_twelve_hours(300.0), 0);
    assert_eq!(after_twelve_hours(301.0), 1);
}

#[test]
fn wild_first_reading_is_dropped() {
    check("400 100 101 102 103", &[(0, SpikeReason::Jump)]);
}

#[test]
fn full_scale_readings_are_dropped() {
    let frozen: Vec<(i64, SpikeReason)> = (3..9).map(|hour| (hour, SpikeReason::FrozenAtMax)).collect();
    check("100 101 101 600 600 600 600 600 600 103 104 104 105 104", &frozen);
}

#[test]
fn out_of_range_values_are_dropped() {
    check(
        "100 -999 101 1600 NaN inf 100",
        &[
            (1, SpikeReason::Negative),
            (3, SpikeReason::TooDeep),
            (4, SpikeReason::NotANumber),
            (5, SpikeReason::NotANumber),
        ],
    );
}

#[test]
fn slightly_negative_depth_is_zero() {
    let out = cleaned(&series(&[1.0, -4.0, 0.0]), &STANDARD);
    assert_eq!(out.kept.iter().map(|s| s.value).collect::<Vec<_>>(), [1.0, 0.0, 0.0]);
    check("1 -5.1 0", &[(1, SpikeReason::Negative)]);
}

#[test]
fn stuck_gauge_is_dropped() {
    let stuck = series(&[143.0; 73]);
    assert!(cleaned(&stuck, &STANDARD).dropped.iter().all(|d| d.why == SpikeReason::Stuck));
    assert!(cleaned(&stuck, &STANDARD).kept.is_empty());
    // 71 hours from the first to the last reading are not stuck yet, and whole inches may stay constant for longer.
    assert_eq!(cleaned(&series(&[143.0; 72]), &STANDARD).kept.len(), 72);
    assert_eq!(cleaned(&stuck, &Thresholds::whole_inches()).kept.len(), 73);
    assert_eq!(cleaned(&series(&[0.0; 200]), &STANDARD).kept.len(), 200);
}

#[test]
fn middle_reading_represents_the_hour() {
    let minutes =
        |hour: i64, minute: i64, value: f64| Sample { at: at(hour).plus_millis(minute * MINUTE_MS), value };
    let raw = [
        minutes(0, 60, 70.0),
        minutes(0, 10, 50.0),
        minutes(0, 30, 60.0),
        minutes(1, 20, 51.0),
        minutes(1, 40, 52.0),
    ];
    let out = cleaned(&raw, &STANDARD);
    assert_eq!(out.kept.iter().map(|s| s.value).collect::<Vec<_>>(), [60.0, 51.0]);
    assert!(out.dropped.is_empty());
}

/// Returns the new snow computed only from depths.
fn recent(depths: &[Sample], now: Timestamp, hours: u32, thresholds: &Thresholds) -> Snowfall {
    snowfall::recent(depths, OtherSeries::default(), now, hours, thresholds)
}

fn fall(values: &[f64], hours: u32) -> snowfall::Snowfall {
    let despiked = cleaned(&series(values), &STANDARD);
    recent(&despiked.kept, at(values.len() as i64 - 1), hours, &STANDARD)
}

#[test]
fn climbs_are_summed_without_settling() {
    let mut values = vec![100.0; 4];
    for (from, step) in [(100.0, 1.0), (106.0, -0.5), (103.0, 1.0), (109.0, 0.0)] {
        values.extend((1..=6).map(|hour| from + step * f64::from(hour)));
    }
    // 100 to 106 and 103 to 109, of which the median of five hours leaves 100 to 105 and 104 to 109, each with the
    // settling of about five hours: 12 % of the snow beyond the noise, and 0.1 % an hour of the snow below.
    let expected = 10.0 + 8.0 * 0.12 + 5.0 * 0.1 + 5.0 * 0.104;
    let found = recent(&series(&values), at(24), 24, &STANDARD);
    assert!(found.cm.is_some_and(|cm| (cm - expected).abs() < 0.5), "{found:?} {expected}");
    assert_eq!(found.covered, 1.0);
}

/// Returns the new snow of a station that reports whole inches.
fn of_inches(values: impl IntoIterator<Item = i32>) -> Option<f64> {
    let values: Vec<f64> = values.into_iter().map(|inches| 2.54 * f64::from(inches)).collect();
    let thresholds = Thresholds::whole_inches();
    let despiked = cleaned(&series(&values), &thresholds);
    recent(&despiked.kept, at(values.len() as i64 - 1), 24, &thresholds).cm
}

#[test]
fn flicker_is_not_snow() {
    let values: Vec<f64> = (0..25).map(|hour| 100.0 + f64::from(hour % 2)).collect();
    assert_eq!(fall(&values, 24).cm, Some(0.0));
    let ragged = [0.0, 2.0, 1.0, -1.0, 0.0, 3.0, 0.0, -2.0, 1.0, 2.0, -1.0, 0.0, 1.0];
    let values: Vec<f64> = ragged.iter().chain(&ragged).map(|off| 60.0 + off).collect();
    assert_eq!(fall(&values, 24).cm, Some(0.0));
    assert_eq!(of_inches((0..25).map(|hour| 40 + hour % 2)), Some(0.0));
    // An inch more for three hours only.
    assert_eq!(of_inches((0..25).map(|hour| 40 + i32::from((10..13).contains(&hour)))), Some(0.0));
}

#[test]
fn wavering_fall_is_not_snowfall() {
    // Melting from 57 to 49 cm, with sensor bumps of up to 2 cm, as on warm autumn days.
    let bumps = [0.0, 1.0, 0.0, 1.5, 0.5, 0.0, 2.0, 0.0, 1.0, 0.0, 0.5, 1.5];
    let values: Vec<f64> =
        (0..25).zip(bumps.iter().cycle()).map(|(hour, bump)| 57.0 - f64::from(hour) / 3.0 + bump).collect();
    assert_eq!(fall(&values, 24).cm, Some(0.0));
    // A gauge that drifts up by a centimetre in a day, and snow that slides off its mast in an hour.
    let values: Vec<f64> = (0..25).map(|hour| 57.0 + f64::from(hour) / 24.0).collect();
    assert_eq!(fall(&values, 24).cm, Some(0.0));
    let values: Vec<f64> = (0..25).map(|hour| if hour < 12 { 57.0 } else { 41.0 }).collect();
    assert_eq!(fall(&values, 24).cm, Some(0.0));
}

#[test]
fn water_and_air_limit_snowfall() {
    let depths = series(&(0..25).map(|hour| 100.0 + f64::from(hour)).collect::<Vec<_>>());
    let of = |water: &[f64], temps: &[f64]| {
        let (water, temps) = (series(water), series(temps));
        let beside = OtherSeries { water: &water, temps: &temps, ..OtherSeries::default() };
        snowfall::recent(&depths, beside, at(24), 24, &STANDARD).cm.unwrap()
    };
    let alone = of(&[], &[]);
    assert!(alone > 23.0, "{alone}");
    // The gain of a pillow is an upper bound: first only its own step, then 10 mm.
    let still = of(&[300.0; 25], &[]);
    assert!((still - 0.254 / 0.03).abs() < 1e-9, "{still}");
    let gained: Vec<f64> = (0..25).map(|hour| 300.0 + f64::from(hour) * 10.0 / 24.0).collect();
    assert_eq!(of(&gained, &[]), alone);
    // A pillow that is silent for half the day sets no bound.
    assert_eq!(of(&[300.0; 12], &[]), alone);
    assert_eq!(of(&[], &[4.0; 25]), 0.0);
    assert_eq!(of(&[], &[1.0; 25]), alone);
}

#[test]
fn dry_or_clear_weather_explains_no_climb() {
    let depths = series(&(0..25).map(|hour| 100.0 + f64::from(hour)).collect::<Vec<_>>());
    let of = |temp: f64, humidity: f64, surface: f64| {
        let [temps, humidities, surfaces] = [temp, humidity, surface].map(|value| series(&[value; 25]));
        let beside = OtherSeries {
            temps: &temps,
            humidities: &humidities,
            surfaces: &surfaces,
            ..OtherSeries::default()
        };
        snowfall::recent(&depths, beside, at(24), 24, &STANDARD).cm.unwrap()
    };
    assert!(of(-5.0, 90.0, -5.5) > 23.0);
    assert_eq!(of(-5.0, 49.0, -5.5), 0.0);
    assert_eq!(of(-5.0, 90.0, -8.0), 0.0);
    // A thermometer in the sun shows more than snow can have.
    assert!(of(1.0, 90.0, 6.0) > 23.0);
}

#[test]
fn quiet_gauge_shows_small_falls() {
    let falls = |wavers: f64, rise: f64| {
        let wavers = |hour: i32| if hour % 2 == 0 { 0.0 } else { wavers };
        let climb = |hour: i32| rise * f64::from((hour - 30).clamp(0, 6)) / 6.0;
        let values: Vec<f64> = (0..49).map(|hour| 80.0 + wavers(hour) + climb(hour)).collect();
        fall(&values, 24).cm.unwrap()
    };
    let quiet = falls(0.1, 1.5);
    assert!((1.0..2.0).contains(&quiet), "{quiet}");
    // As large a climb is noise at a gauge that wavers.
    assert_eq!(falls(0.8, 0.6), 0.0);
}

#[test]
fn two_signs_count_a_small_climb() {
    let of = |rise: f64, humidity: f64, surface: f64| {
        let waver = |hour: i32| if hour % 2 == 0 { 0.0 } else { 0.5 };
        let climb = |hour: i32| rise * f64::from((hour - 30).clamp(0, 6)) / 6.0;
        let depths = series(&(0..49).map(|hour| 80.0 + waver(hour) + climb(hour)).collect::<Vec<_>>());
        let [temps, humidities, surfaces] = [-5.0, humidity, surface].map(|value| series(&[value; 49]));
        let beside = OtherSeries { temps: &temps, humidities: &humidities, surfaces: &surfaces, water: &[] };
        snowfall::recent(&depths, beside, at(48), 24, &STANDARD).cm.unwrap()
    };
    assert!((1.0..2.0).contains(&of(0.9, 97.0, -5.5)), "{}", of(0.9, 97.0, -5.5));
    assert_eq!([of(0.9, 90.0, -5.5), of(0.9, 97.0, -9.0), of(0.0, 97.0, -5.5)], [0.0; 3]);
}

#[test]
fn unexplained_leaps_are_held_back() {
    let leap = |hours: usize, temp: f64| {
        let depths: Vec<f64> = (0..30 + hours).map(|hour| if hour < 30 { 40.0 } else { 130.0 }).collect();
        let [temps, humidities] = [temp, 40.0].map(|value| series(&vec![value; 30 + hours]));
        let beside = OtherSeries { temps: &temps, humidities: &humidities, ..OtherSeries::default() };
        let out = despike(&series(&depths), beside, &STANDARD);
        out.kept.last().unwrap().value
    };
    for hours in [1, 6, 18] {
        assert_eq!((leap(hours, 4.0), leap(hours, -4.0)), (40.0, 40.0), "{hours}");
    }
    // After a day the new level is believed.
    assert_eq!(leap(40, 4.0), 130.0);
    // A drift is a leap that takes longer; in humid and cold air the same climb is snow.
    let drift = series(&(0..26).map(|hour| 40.0 + f64::from(hour)).collect::<Vec<_>>());
    let last = |humidity: f64| {
        let [temps, humidities] = [-4.0, humidity].map(|value| series(&[value; 26]));
        let beside = OtherSeries { temps: &temps, humidities: &humidities, ..OtherSeries::default() };
        despike(&drift, beside, &STANDARD).kept.last().unwrap().value
    };
    assert!(last(40.0) < 50.0 && last(95.0) > 64.0, "{} {}", last(40.0), last(95.0));
}

#[test]
fn a_slow_climb_counts_in_full() {
    let values: Vec<f64> = (0..25).map(|hour| 100.0 + 0.5 * f64::from(hour)).collect();
    let cm = fall(&values, 24).cm.unwrap();
    assert!((12.0..15.0).contains(&cm), "{cm}");
}

#[test]
fn constant_depth_is_not_snow() {
    let bare = cleaned(&series(&[0.0; 400 * 24]), &STANDARD);
    assert_eq!(recent(&bare.kept, at(400 * 24 - 1), 168, &STANDARD).cm, Some(0.0));
    assert_eq!(recent(&[], at(400 * 24 - 1), 168, &STANDARD).cm, None);
}

#[test]
fn drops_longer_faults() {
    let drops = |values: Vec<f64>, why: SpikeReason, hours: std::ops::Range<i64>| {
        let out = cleaned(&series(&values), &STANDARD);
        let found: Vec<i64> = out.dropped.iter().map(|d| d.sample.at.since(start()) / HOUR_MS).collect();
        assert_eq!(found, hours.collect::<Vec<_>>(), "{why:?}");
        assert!(out.dropped.iter().all(|dropped| dropped.why == why), "{:?}", out.dropped);
    };
    // Settling by a millimetre an hour keeps the gauge from being stuck.
    let with = |hours: std::ops::Range<usize>, off: fn(usize) -> f64| {
        let level =
            |hour: usize| 80.0 - 0.1 * hour as f64 + if hours.contains(&hour) { off(hour) } else { 0.0 };
        (0..120).map(level).collect::<Vec<f64>>()
    };
    drops(with(10..20, |hour| if hour % 2 == 0 { 8.0 } else { -9.0 }), SpikeReason::Erratic, 10..20);
    drops(with(10..21, |_| -12.0), SpikeReason::Spike, 10..21);
    drops(with(10..21, |_| -70.0), SpikeReason::Jump, 10..21);
    drops(with(10..60, |_| 18.0), SpikeReason::Shift, 10..60);
    // A storm, and a level that does not come back.
    for values in [with(10..120, |hour| 7.0 * (hour - 9).min(10) as f64), with(10..120, |_| 18.0)] {
        assert_eq!(cleaned(&series(&values), &STANDARD).dropped, []);
    }
}

#[test]
fn spike_is_not_snow() {
    let mut values = vec![80.0; 25];
    if let Some(slot) = values.get_mut(12) {
        *slot = 240.0;
    }
    assert_eq!(fall(&values, 24).cm, Some(0.0));
}

#[test]
fn falling_depth_is_not_snowfall() {
    let values: Vec<f64> = (0..25).map(|hour| 100.0 - f64::from(hour)).collect();
    assert_eq!(fall(&values, 24).cm, Some(0.0));
}

#[test]
fn thin_coverage_is_reported() {
    let mut raw = series(&(0..25).map(|hour| 100.0 + f64::from(hour)).collect::<Vec<_>>());
    raw.retain(|sample| sample.at <= at(2) || sample.at >= at(16));
    let out = recent(&raw, at(24), 24, &STANDARD);
    assert_eq!(out.cm, None);
    assert!((out.covered - 10.0 / 24.0).abs() < 1e-9, "{out:?}");
    assert_eq!((out.needed, out.readings, out.hours), (0.75, 12, 24));
    assert_eq!(recent(&[], at(24), 24, &STANDARD).cm, None);
    assert_eq!(recent(&series(&[100.0]), at(0), 24, &STANDARD).cm, None);
    assert_eq!(recent(&series(&[100.0, 101.0]), at(1), 0, &STANDARD).cm, None);
}

#[test]
fn old_series_has_no_snowfall() {
    let values: Vec<f64> = (0..25).map(f64::from).collect();
    assert_eq!(recent(&series(&values), at(24 + 8), 24, &STANDARD).cm, None);
}

#[test]
fn six_hourly_readings_are_enough() {
    let raw: Vec<Sample> =
        (0..5).map(|step| Sample { at: at(step * 6), value: 100.0 + 5.0 * step as f64 }).collect();
    let out = recent(&raw, at(24), 24, &STANDARD);
    // With 12 % of the 19 cm beyond the noise, and 24 times a tenth of a percent of 100 cm that settled during the fall.
    assert!(out.cm.is_some_and(|cm| (cm - 24.68).abs() < 1e-9), "{out:?}");
    assert_eq!(out.covered, 1.0);
    // A reading every seven hours does not.
    let raw: Vec<Sample> = (0..5).map(|step| Sample { at: at(step * 7), value: 100.0 }).collect();
    assert_eq!(recent(&raw, at(28), 24, &STANDARD).cm, None);
}

#[test]
fn future_readings_do_not_count() {
    let values: Vec<f64> = (0..49).map(f64::from).collect();
    let cm = recent(&series(&values), at(24), 24, &STANDARD).cm.unwrap();
    assert!((24.0..27.0).contains(&cm), "{cm}");
}

#[test]
fn longer_windows_have_more_snow() {
    let values: Vec<f64> = (0..169).map(|hour| f64::from(hour) / 4.0).collect();
    let sums: Vec<Option<f64>> = snowfall::WINDOWS.map(|hours| fall(&values, hours).cm).to_vec();
    // Slightly more than the climb, because of the settling; the newest hour is not confirmed yet.
    for (sum, climb) in sums.into_iter().zip([6.0, 12.0, 42.0]) {
        assert!(sum.is_some_and(|cm| (climb - 0.3..1.25 * climb).contains(&cm)), "{sum:?} {climb}");
    }
}

#[test]
fn density_is_water_over_new_snow() {
    let depths = series(&(0..25).map(|h| 91.44 + 40.64 * f64::from(h) / 24.0).collect::<Vec<_>>());
    let water = series(&(0..25).map(|h| 251.46 + 25.4 * f64::from(h) / 24.0).collect::<Vec<_>>());
    // Sixteen inches from one inch of water.
    let Density::Ratio(ratio) = density(&depths, &water, at(24), 24, &STANDARD) else { panic!("no ratio") };
    assert!((ratio - 0.0625).abs() < 1e-6);
}

#[test]
fn missing_density_has_a_reason() {
    let day = |from: f64, to: f64| {
        series(&(0..25).map(|h| from + (to - from) * f64::from(h) / 24.0).collect::<Vec<_>>())
    };
    let of = |snow: &[Sample], water: &[Sample]| density(snow, water, at(24), 24, &STANDARD);
    assert_eq!(of(&[], &day(0.0, 9.0)), Density::Thin);
    assert_eq!(of(&day(0.0, 9.0), &[]), Density::Thin);
    assert_eq!(of(&day(100.0, 104.0), &day(0.0, 9.0)), Density::TooLittle);
    assert_eq!(of(&day(100.0, 110.0), &day(0.0, 1.0)), Density::TooLittle);
    assert_eq!(of(&day(100.0, 110.0), &day(0.0, 50.0)), Density::NotFresh(0.5));
    assert_eq!(of(&day(100.0, 90.0), &day(0.0, -5.0)), Density::TooLittle);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn output_is_ordered(
        raw in prop::collection::vec((0_i64..400, prop::num::f64::ANY), 0..120),
        shift in 0_usize..120,
    ) {
        let mut raw: Vec<Sample> =
            raw.into_iter().map(|(half, value)| Sample { at: at(0).plus_millis(half * 1_800_000), value }).collect();
        let out = cleaned(&raw, &STANDARD);
        prop_assert!(out.kept.windows(2).all(|pair| pair[0].at < pair[1].at));
        prop_assert!(out.kept.iter().all(|s| (0.0..=1500.0).contains(&s.value)));
        if !raw.is_empty() {
            let by = shift % raw.len();
            raw.rotate_left(by);
        }
        prop_assert_eq!(&cleaned(&raw, &STANDARD).kept, &out.kept);
        for hours in snowfall::WINDOWS {
            let fall = recent(&out.kept, at(200), hours, &STANDARD);
            prop_assert!(fall.cm.is_none_or(|cm| cm >= 0.0 && cm.is_finite()));
            prop_assert!((0.0..=1.0).contains(&fall.covered));
        }
    }

    #[test]
    fn only_the_wild_reading_is_dropped(
        steps in prop::collection::vec(-2.0_f64..3.0, 30..60),
        wild in 1_usize..29,
    ) {
        let mut depth = 150.0;
        let mut values: Vec<f64> = steps.iter().map(|step| { depth += step; depth }).collect();
        values[wild] = 900.0;
        let out = cleaned(&series(&values), &STANDARD);
        prop_assert_eq!(out.dropped.len(), 1);
        prop_assert_eq!(out.dropped[0].sample.at, at(wild as i64));
    }
}
