//! Tests of `despike`.

use conditions_core::time::{HOUR_MS, MINUTE_MS, Timestamp};
use proptest::prelude::*;

use super::snowfall::{Density, density, recent};
use super::*;

const STANDARD: Thresholds = Thresholds::standard();

/// Midnight of 10 January 2026.
fn start() -> Timestamp {
    Timestamp::parse("2026-01-10T00:00:00Z").unwrap()
}

fn at(hour: i64) -> Timestamp {
    start().plus_millis(hour * HOUR_MS)
}

/// Hourly values from midnight on.
fn series(values: &[f64]) -> Vec<Sample> {
    values.iter().enumerate().map(|(hour, &value)| Sample { at: at(hour as i64), value }).collect()
}

/// `clean` keeps every reading; `-` marks one that must go.
#[track_caller]
fn check(text: &str, expected: &[(i64, Why)]) {
    let raw = series(&text.split_whitespace().map(|word| word.parse().unwrap()).collect::<Vec<f64>>());
    let out = despike(&raw, &STANDARD);
    let dropped: Vec<(i64, Why)> =
        out.dropped.iter().map(|d| (d.sample.at.since(start()) / HOUR_MS, d.why)).collect();
    assert_eq!(dropped, expected, "{text}");
    assert_eq!(out.kept.len() + dropped.len(), raw.len(), "{text}");
}

#[test]
fn a_quiet_series_is_left_alone() {
    check("100 100 101 100 99 99", &[]);
    check("0 0 0 0 0", &[]);
}

#[test]
fn a_real_storm_is_left_alone() {
    // 15 cm in an hour, then settling.
    check("100 104 119 130 138 137 135 134", &[]);
}

#[test]
fn one_wild_reading_goes() {
    check("100 101 400 102 103", &[(2, Why::Jump)]);
    check("100 101 0 102 103", &[(2, Why::Jump)]);
    check("100 101 109 102 102", &[(2, Why::Spike)]);
    check("100 101 94 101 102", &[(2, Why::Spike)]);
    check("100 101 112 113 102 102", &[(2, Why::Spike), (3, Why::Spike)]);
}

#[test]
fn a_rise_that_stays_is_snow() {
    check("100 101 109 110 110 109 109", &[]);
}

#[test]
fn a_dip_below_a_rise_is_no_spike() {
    check("100 106 112 118 117 116", &[]);
}

#[test]
fn twenty_centimetres_an_hour_is_the_fastest() {
    check("100 100 100 100 120", &[]);
    check("100 100 100 100 120.1", &[(4, Why::Jump)]);
    check("100 100 100 100 80", &[]);
    check("100 100 100 100 79.9", &[(4, Why::Jump)]);
}

#[test]
fn no_gap_is_long_enough_for_more_than_a_record_snowfall() {
    let after_twelve_hours = |value: f64| {
        let mut raw = series(&[100.0; 4]);
        raw.push(Sample { at: at(15), value });
        despike(&raw, &STANDARD).dropped.len()
    };
    assert_eq!(after_twelve_hours(300.0), 0);
    assert_eq!(after_twelve_hours(301.0), 1);
}

#[test]
fn a_wild_first_reading_does_not_judge_the_rest() {
    check("400 100 101 102 103", &[(0, Why::Jump)]);
}

#[test]
fn full_scale_for_hours_goes() {
    let frozen: Vec<(i64, Why)> = (3..9).map(|hour| (hour, Why::FrozenAtMax)).collect();
    check("100 101 101 600 600 600 600 600 600 103 104 104 105 104", &frozen);
}

#[test]
fn values_out_of_range_go() {
    check(
        "100 -999 101 1600 NaN inf 100",
        &[(1, Why::Negative), (3, Why::TooDeep), (4, Why::NotANumber), (5, Why::NotANumber)],
    );
}

#[test]
fn jitter_below_the_ground_is_bare_ground() {
    let out = despike(&series(&[1.0, -4.0, 0.0]), &STANDARD);
    assert_eq!(out.kept.iter().map(|s| s.value).collect::<Vec<_>>(), [1.0, 0.0, 0.0]);
    check("1 -5.1 0", &[(1, Why::Negative)]);
}

#[test]
fn a_stuck_gauge_goes_and_bare_ground_stays() {
    let stuck = series(&[143.0; 73]);
    assert!(despike(&stuck, &STANDARD).dropped.iter().all(|d| d.why == Why::Stuck));
    assert!(despike(&stuck, &STANDARD).kept.is_empty());
    // 71 hours from the first to the last is not yet stuck, and whole inches stand still for longer.
    assert_eq!(despike(&series(&[143.0; 72]), &STANDARD).kept.len(), 72);
    assert_eq!(despike(&stuck, &Thresholds::whole_inches()).kept.len(), 73);
    assert_eq!(despike(&series(&[0.0; 200]), &STANDARD).kept.len(), 200);
}

#[test]
fn shorter_intervals_become_hours_by_their_middle_reading() {
    let minutes =
        |hour: i64, minute: i64, value: f64| Sample { at: at(hour).plus_millis(minute * MINUTE_MS), value };
    let raw = [
        minutes(0, 60, 70.0),
        minutes(0, 10, 50.0),
        minutes(0, 30, 60.0),
        minutes(1, 20, 51.0),
        minutes(1, 40, 52.0),
    ];
    let out = despike(&raw, &STANDARD);
    assert_eq!(out.kept.iter().map(|s| s.value).collect::<Vec<_>>(), [60.0, 51.0]);
    assert!(out.dropped.is_empty());
}

fn fall(values: &[f64], hours: u32) -> snowfall::Snowfall {
    let despiked = despike(&series(values), &STANDARD);
    recent(&despiked.kept, at(values.len() as i64 - 1), hours, &STANDARD)
}

#[test]
fn rises_are_summed_and_settling_is_not_taken_off() {
    let mut values = vec![100.0; 17];
    values.extend([103.0, 106.0, 104.0, 102.0, 108.0, 106.0, 104.0, 103.0]);
    // 100 to 106 and 102 to 108.
    assert_eq!(fall(&values, 24).cm, Some(12.0));
    assert_eq!(fall(&values, 24).covered, 1.0);
}

#[test]
fn flicker_is_no_snow() {
    let values: Vec<f64> = (0..25).map(|hour| 100.0 + f64::from(hour % 2)).collect();
    assert_eq!(fall(&values, 24).cm, Some(1.0), "one centimetre may have fallen, twelve have not");
    let inches: Vec<f64> = (0..25).map(|hour| 100.0 + 2.54 * f64::from(hour % 2)).collect();
    let thresholds = Thresholds::whole_inches();
    let despiked = despike(&series(&inches), &thresholds);
    assert_eq!(recent(&despiked.kept, at(24), 24, &thresholds).cm.map(f64::round), Some(3.0));
}

#[test]
fn a_slow_climb_counts_in_full() {
    let values: Vec<f64> = (0..25).map(|hour| 100.0 + 0.5 * f64::from(hour)).collect();
    assert_eq!(fall(&values, 24).cm, Some(12.0));
}

#[test]
fn a_spike_is_no_snow() {
    let mut values = vec![80.0; 25];
    if let Some(slot) = values.get_mut(12) {
        *slot = 240.0;
    }
    assert_eq!(fall(&values, 24).cm, Some(0.0));
}

#[test]
fn a_fall_of_the_depth_is_no_snowfall() {
    let values: Vec<f64> = (0..25).map(|hour| 100.0 - f64::from(hour)).collect();
    assert_eq!(fall(&values, 24).cm, Some(0.0));
}

#[test]
fn thin_coverage_gives_no_number_and_says_how_thin() {
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
fn an_old_series_gives_no_number() {
    let values: Vec<f64> = (0..25).map(f64::from).collect();
    assert_eq!(recent(&series(&values), at(24 + 8), 24, &STANDARD).cm, None);
}

#[test]
fn readings_of_every_six_hours_are_enough() {
    let raw: Vec<Sample> =
        (0..5).map(|step| Sample { at: at(step * 6), value: 100.0 + 5.0 * step as f64 }).collect();
    let out = recent(&raw, at(24), 24, &STANDARD);
    assert_eq!((out.cm, out.covered), (Some(20.0), 1.0));
    // Every seven is not.
    let raw: Vec<Sample> = (0..5).map(|step| Sample { at: at(step * 7), value: 100.0 }).collect();
    assert_eq!(recent(&raw, at(28), 24, &STANDARD).cm, None);
}

#[test]
fn readings_of_the_future_do_not_count() {
    let values: Vec<f64> = (0..49).map(f64::from).collect();
    assert_eq!(recent(&series(&values), at(24), 24, &STANDARD).cm, Some(24.0));
}

#[test]
fn longer_windows_hold_more() {
    let values: Vec<f64> = (0..169).map(|hour| f64::from(hour) / 4.0).collect();
    let sums: Vec<Option<f64>> = snowfall::WINDOWS.map(|hours| fall(&values, hours).cm).to_vec();
    assert_eq!(sums, [Some(6.0), Some(12.0), Some(42.0)]);
}

#[test]
fn density_is_gain_of_water_over_new_snow() {
    let depths = series(&(0..25).map(|h| 91.44 + 40.64 * f64::from(h) / 24.0).collect::<Vec<_>>());
    let water = series(&(0..25).map(|h| 251.46 + 25.4 * f64::from(h) / 24.0).collect::<Vec<_>>());
    // Sixteen inches from one inch of water.
    let Density::Ratio(ratio) = density(&depths, &water, at(24), 24, &STANDARD) else { panic!("no ratio") };
    assert!((ratio - 0.0625).abs() < 1e-6);
}

#[test]
fn density_says_why_there_is_none() {
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
    fn any_series_in_any_order_gives_an_ordered_one(
        raw in prop::collection::vec((0_i64..400, prop::num::f64::ANY), 0..120),
        shift in 0_usize..120,
    ) {
        let mut raw: Vec<Sample> =
            raw.into_iter().map(|(half, value)| Sample { at: at(0).plus_millis(half * 1_800_000), value }).collect();
        let out = despike(&raw, &STANDARD);
        prop_assert!(out.kept.windows(2).all(|pair| pair[0].at < pair[1].at));
        prop_assert!(out.kept.iter().all(|s| (0.0..=1500.0).contains(&s.value)));
        if !raw.is_empty() {
            let by = shift % raw.len();
            raw.rotate_left(by);
        }
        prop_assert_eq!(&despike(&raw, &STANDARD).kept, &out.kept);
        for hours in snowfall::WINDOWS {
            let fall = recent(&out.kept, at(200), hours, &STANDARD);
            prop_assert!(fall.cm.is_none_or(|cm| cm >= 0.0 && cm.is_finite()));
            prop_assert!((0.0..=1.0).contains(&fall.covered));
        }
    }

    #[test]
    fn a_believable_series_with_one_wild_reading_loses_only_that(
        steps in prop::collection::vec(-2.0_f64..3.0, 30..60),
        wild in 1_usize..29,
    ) {
        let mut depth = 150.0;
        let mut values: Vec<f64> = steps.iter().map(|step| { depth += step; depth }).collect();
        values[wild] = 900.0;
        let out = despike(&series(&values), &STANDARD);
        prop_assert_eq!(out.dropped.len(), 1);
        prop_assert_eq!(out.dropped[0].sample.at, at(wild as i64));
    }
}
