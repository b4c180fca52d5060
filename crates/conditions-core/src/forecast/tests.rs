use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use chrono::Days;
use proptest::prelude::*;

use super::blend::agreement;
use super::*;
use crate::evidence::{MeanWind, ModelDay, ModelRun, PerBand};
use crate::policy::ModelWeight;
use crate::time::HOUR_MS;

const NOW: &str = "2026-01-10T12:00:00Z";

fn now() -> Timestamp {
    Timestamp::parse(NOW).expect(NOW)
}

fn today() -> NaiveDate {
    "2026-01-10".parse().expect("a date")
}

fn profile(zone: &str) -> Profile {
    Profile {
        elevation_m: PerBand { base: Some(1000.0), mid: Some(1500.0), summit: Some(2000.0) },
        ..Profile::new("test", zone.parse().expect(zone))
    }
}

fn plain_day(date: NaiveDate, snow: Option<f64>) -> ModelDay {
    ModelDay {
        date,
        snow_cm: PerBand::all(snow),
        rain_mm: PerBand::all(snow),
        temp_min_c: PerBand::all(snow),
        temp_max_c: PerBand::all(snow),
        freezing_level_m: snow,
        wind_max_mps: snow,
        gust_max_mps: snow,
        wind: None,
        cloud_pct: snow,
        gap_filled: false,
    }
}

#[test]
fn models_blend_their_wind_directions() {
    let blown = |name: &str, from: f64| {
        let mut run = model(name, &[Some(1.0); 14]);
        run.days.change(|days| days.iter_mut().for_each(|day| day.wind = Some(MeanWind::new(6.0, from))));
        run
    };
    let from = |models: Vec<ModelRun>| rows(&snap(models))[0].wind_from_deg;
    assert_eq!(from(vec![blown("a", 350.0), blown("b", 30.0)]), Some(10));
    assert_eq!(from(vec![blown("a", 90.0), blown("b", 270.0)]), None);
    // The weight of IFS is twice that of an unlisted model.
    assert_eq!(from(vec![blown("ecmwf_ifs025", 270.0), blown("b", 300.0)]), Some(280));
    assert_eq!(from(vec![model("a", &[Some(1.0); 14]), blown("b", 30.0)]), Some(30));
    assert_eq!(from(vec![model("a", &[Some(1.0); 14])]), None);
}

/// Makes a model with these amounts of snow from today on.
fn model(name: &str, snow: &[Option<f64>]) -> ModelRun {
    let days =
        snow.iter().enumerate().map(|(i, snow)| plain_day(today() + Days::new(i as u64), *snow)).collect();
    ModelRun {
        model: name.to_string(),
        available_at: None,
        days,
        depth_cm: None,
        past24h_cm: None,
        past48h_cm: None,
    }
}

fn even(name: &str, snow: f64, days: usize) -> ModelRun {
    model(name, &vec![Some(snow); days])
}

fn snap(models: Vec<ModelRun>) -> ForecastSnapshot {
    ForecastSnapshot { captured_at: now(), models, weather: None, hours: None }
}

fn rows(snapshot: &ForecastSnapshot) -> [DailyRow; DAYS] {
    daily(now(), &Policy::contract(), &profile("UTC"), Some(snapshot), Band::Mid)
}

fn outlook(
    now: Timestamp,
    policy: &Policy,
    profile: &Profile,
    snapshot: Option<&ForecastSnapshot>,
    flags: &mut FlagSet,
    trace: &mut impl Trace,
) -> ForecastOutlook {
    let members = snapshot.map(|snapshot| Members::new(policy, snapshot));
    outlook_of(&Present::new(now), policy, now.local_date(profile.zone), members.as_ref(), flags, trace)
}

fn look(snapshot: &ForecastSnapshot) -> (ForecastOutlook, FlagSet) {
    let mut flags = FlagSet::default();
    let out = outlook(now(), &Policy::contract(), &profile("UTC"), Some(snapshot), &mut flags, &mut ());
    (out, flags)
}

/// Returns one day's blend of models that weigh 1 (or by the given names).
fn first(values: &[(&str, f64)]) -> f64 {
    let snapshot = snap(values.iter().map(|(name, v)| even(name, *v, 1)).collect());
    rows(&snapshot)[0].snowfall_cm.expect("a blend").get()
}

fn cm(field: &Field<Tenths>) -> Option<f64> {
    field.value.map(Tenths::get)
}

#[test]
fn outlier_model_counts_for_less() {
    assert_eq!(first(&[("a", 3.0)]), 3.0);
    assert_eq!(first(&[("a", 3.0), ("b", 6.0)]), 4.5);
    // Distances from 6: 3, 34, 0. The typical one is 3, so that 40 has 6/34 of the full weight.
    assert_eq!(first(&[("a", 3.0), ("b", 40.0), ("c", 6.0)]), 7.4);
    assert_eq!(first(&[("a", 0.0), ("b", 40.0), ("c", 6.0), ("d", 7.0), ("e", 8.0)]), 7.0);
    assert_eq!(first(&[("a", 5.0), ("b", 5.0), ("c", 5.0), ("d", 5.0), ("e", 5.0)]), 5.0);
}

#[test]
fn weights_count_in_every_mean() {
    // 2 : 1.5 in the mean of two.
    assert_eq!(first(&[("ecmwf_ifs025", 7.0), ("gfs_seamless", 14.0)]), 10.0);
    assert_eq!(first(&[("ecmwf_ifs025", 8.0), ("a", 4.0), ("b", 4.0)]), 6.0);
    assert_eq!([0, 1, 2, 7].map(is_weighted), [false, false, true, true]);
}

#[test]
fn shifted_storm_keeps_its_snow() {
    let names = ["a", "b", "c", "d", "e", "f", "g"];
    let storm = |day: usize| -> Vec<Option<f64>> {
        (0..14).map(|own| Some(if own == day { 34.0 } else { 0.0 })).collect()
    };
    for count in [3, 7] {
        let models = names.iter().take(count).enumerate().map(|(day, name)| model(name, &storm(day)));
        let (out, flags) = look(&snap(models.collect()));
        assert_eq!((cm(&out.next7d_cm), cm(&out.next14d_cm)), (Some(34.0), Some(34.0)));
        assert_eq!(flags, FlagSet::default());
        assert!(out.peak.is_some());
    }
}

#[test]
fn early_weights_hold_for_three_days() {
    let snapshot = snap(vec![even("icon_seamless", 10.0, 14), even("gem_seamless", 5.0, 14)]);
    let rows = rows(&snapshot);
    let snow: Vec<f64> = rows.iter().map(|r| r.snowfall_cm.expect("snow").get()).collect();
    assert_eq!(snow[..4], [8.0, 8.0, 8.0, 7.5]);
}

#[test]
fn absurd_weights_do_no_harm() {
    for weight in [f64::NAN, f64::INFINITY, -1.0, 0.0, 1e308] {
        let mut policy = Policy::contract();
        policy.weights = ["a", "b", "c", "d", "e"]
            .into_iter()
            .map(|model| ModelWeight {
                model: Cow::Borrowed(model),
                early: weight,
                late: weight,
                far: weight,
            })
            .collect();
        let names = ["a", "b", "c", "d", "e"];
        let snapshot =
            snap(names.iter().zip([1.0, 2.0, 3.0, 4.0, 5.0]).map(|(n, v)| even(n, v, 1)).collect());
        let row = &daily(now(), &policy, &profile("UTC"), Some(&snapshot), Band::Mid)[0];
        let value = row.snowfall_cm.expect("a blend").get();
        assert!((2.0..=4.0).contains(&value), "{weight}: {value}");
    }
}

#[test]
fn row_counts_models_and_spread() {
    let snapshot = snap(vec![
        model("a", &[Some(10.0), Some(1.0), None]),
        model("b", &[Some(20.0), None, None]),
        model("c", &[Some(30.0)]),
    ]);
    let rows = rows(&snapshot);
    assert_eq!(rows[0].models_reporting, 3);
    let spread = rows[0].spread_cm.expect("a spread");
    assert_eq!((spread.low.get(), spread.high.get()), (10.0, 30.0));
    // Deviation sqrt(200/3) = 8.165 over mean 20 and the floor of 2: agreement 0.6289, times 0.60.
    assert_eq!(rows[0].confidence, Confidence::new(0.38));
    assert_eq!((rows[1].models_reporting, rows[1].spread_cm), (1, None));
    assert_eq!(rows[1].confidence, Confidence::new(0.40));
    assert_eq!((rows[2].models_reporting, rows[2].snowfall_cm), (0, None));
    assert_eq!(rows[2].confidence, Confidence::NONE);
    assert_eq!(rows[13].date, "2026-01-23".parse::<NaiveDate>().expect("a date"));
    assert!(rows.iter().all(|r| !r.pro_required));
}

#[test]
fn every_quantity_is_blended_by_band() {
    let mut run = even("a", 2.04, 1);
    run.days.change(|days| {
        days[0].snow_cm = PerBand { base: Some(1.0), mid: Some(2.0), summit: Some(3.25) };
        days[0].temp_min_c = PerBand { base: Some(-1.0), mid: Some(-2.0), summit: Some(-3.0) };
    });
    let snapshot = snap(vec![run]);
    let row = |band| daily(now(), &Policy::contract(), &profile("UTC"), Some(&snapshot), band)[0].clone();
    assert_eq!(row(Band::Base).snowfall_cm, Tenths::new(1.0));
    assert_eq!(row(Band::Summit).snowfall_cm, Tenths::new(3.3));
    assert_eq!(row(Band::Summit).temp_min_c, Tenths::new(-3.0));
    let mid = row(Band::Mid);
    assert_eq!(mid.rain_mm, Tenths::new(2.0));
    assert_eq!(mid.temp_max_c, Tenths::new(2.0));
    assert_eq!(mid.wind_max_mps, Tenths::new(2.0));
    assert_eq!(mid.gust_max_mps, Tenths::new(2.0));
    assert_eq!((mid.freezing_level_m, mid.cloud_pct), (Some(2), Some(2)));
}

#[test]
fn implausible_values_become_null() {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.1, 300.1, 1e300] {
        let snapshot = snap(vec![even("a", bad, 14), even("b", 4.0, 14)]);
        let row = &rows(&snapshot)[0];
        assert_eq!((row.snowfall_cm, row.models_reporting), (Tenths::new(4.0), 1), "{bad}");
        assert!(look(&snapshot).1.has(&Flag::ImplausibleSnowfall), "{bad}");
        let alone = snap(vec![even("a", bad, 14)]);
        assert_eq!(rows(&alone)[0].snowfall_cm, None, "{bad}");
        assert_eq!(cm(&look(&alone).0.next7d_cm), None);
    }
    for good in [0.0, -0.0, 300.0] {
        let snapshot = snap(vec![even("a", good, 14)]);
        assert_eq!(rows(&snapshot)[0].snowfall_cm, Tenths::new(good));
        assert!(!look(&snapshot).1.has(&Flag::ImplausibleSnowfall));
    }
}

#[test]
fn week_is_the_sum_of_rows() {
    let (out, flags) = look(&snap(vec![model(
        "a",
        &[Some(0.25), Some(1.0), Some(0.0), Some(0.04), Some(2.0), Some(3.0), Some(1.1), Some(9.0)],
    )]));
    assert_eq!(cm(&out.next7d_cm), Some(7.4)); // 0.3 + 1 + 0 + 0 + 2 + 3 + 1.1
    assert_eq!(cm(&out.next14d_cm), Some(16.4));
    assert!(flags.has(&Flag::ForecastPartialHorizon), "six days of the fortnight are missing");
    assert_eq!(out.next7d_cm.source, Kind::Model);
    assert_eq!(out.next7d_cm.observed_at, Some(now()));

    let (out, flags) = look(&snap(vec![model("a", &[None, Some(1.0)])]));
    assert_eq!(cm(&out.next7d_cm), Some(1.0));
    assert!(flags.has(&Flag::ForecastPartialHorizon));
    // A single model, one day of seven.
    assert_eq!(out.next7d_cm.confidence, Confidence::new(0.40 / 7.0));

    for empty in [snap(vec![]), snap(vec![model("a", &[None; 14])]), snap(vec![model("a", &[])])] {
        let (out, flags) = look(&empty);
        assert_eq!(
            (out.next7d_cm, out.next14d_cm, out.peak),
            (Field::not_reported(), Field::not_reported(), None)
        );
        assert_eq!(flags, FlagSet::default());
    }
    let (out, flags) = look(&snap(vec![even("a", 0.0, 14)]));
    assert_eq!((cm(&out.next7d_cm), cm(&out.next14d_cm), out.peak), (Some(0.0), Some(0.0), None));
    assert_eq!(flags, FlagSet::default());
    let mut late = vec![None; 7];
    late.extend([Some(5.0); 7]);
    let (out, flags) = look(&snap(vec![model("a", &late)]));
    assert_eq!((cm(&out.next7d_cm), cm(&out.next14d_cm)), (None, Some(35.0)));
    assert!(flags.has(&Flag::ForecastPartialHorizon), "the fortnight lacks its first week");
}

#[test]
fn rows_without_snapshot_are_null() {
    let rows = daily(now(), &Policy::contract(), &profile("UTC"), None, Band::Mid);
    assert_eq!(rows[0].date, today());
    assert!(rows.iter().all(|r| r.snowfall_cm.is_none() && r.confidence == Confidence::NONE));
    let mut flags = FlagSet::default();
    let out = outlook(now(), &Policy::contract(), &profile("UTC"), None, &mut flags, &mut ());
    assert_eq!((out.next7d_cm, out.peak), (Field::not_reported(), None));
}

#[test]
fn totals_stay_within_longest_models() {
    // Four days of a storm in a model that ends there, and no snow in those that go on.
    let short = even("a", 100.0, 4);
    let (out, flags) = look(&snap(vec![short.clone(), even("b", 0.0, 14), even("c", 0.0, 14)]));
    assert_eq!((cm(&out.next7d_cm), cm(&out.next14d_cm)), (Some(0.0), Some(0.0)));
    assert!(flags.has(&Flag::ForecastRangeGuarded));

    // With one model of the whole week its total is used.
    let (out, flags) = look(&snap(vec![short, even("b", 10.0, 7)]));
    assert_eq!(cm(&out.next7d_cm), Some(70.0));
    assert!(flags.has(&Flag::ForecastRangeGuarded) && flags.has(&Flag::ForecastPartialHorizon));

    // A short model that is close to the others moves nothing.
    let (out, flags) = look(&snap(vec![even("a", 10.0, 14), even("b", 12.0, 14), even("c", 11.0, 13)]));
    assert_eq!(cm(&out.next14d_cm), Some(154.0));
    assert_eq!(flags, FlagSet::default());

    // No model covers the fortnight: its total is that of the available days.
    let (out, flags) = look(&snap(vec![even("a", 1.0, 13), even("b", 3.0, 13)]));
    assert_eq!(cm(&out.next14d_cm), Some(26.0));
    assert!(!flags.has(&Flag::ForecastRangeGuarded));
}

#[test]
fn weights_by_lead_stay_within_models() {
    // The early days follow one model and the late ones the other: 10 + 10 from two models with 10 each.
    let mut policy = Policy::contract();
    let weight = |model, early, late| ModelWeight { model: Cow::Borrowed(model), early, late, far: late };
    policy.weights = vec![weight("a", 99.0, 1.0), weight("b", 1.0, 99.0)].into();
    let on = |day: usize| -> Vec<Option<f64>> {
        (0..14).map(|own| Some(if own == day { 10.0 } else { 0.0 })).collect()
    };
    let snapshot = snap(vec![model("a", &on(0)), model("b", &on(5))]);
    let mut flags = FlagSet::default();
    let out = outlook(now(), &policy, &profile("UTC"), Some(&snapshot), &mut flags, &mut ());
    assert_eq!((cm(&out.next7d_cm), cm(&out.next14d_cm)), (Some(10.0), Some(10.0)));
    assert!(flags.has(&Flag::ForecastRangeGuarded));
}

#[test]
fn peak_is_earliest_biggest_day() {
    let peak = |snow: &[Option<f64>]| look(&snap(vec![model("a", snow)])).0.peak;
    let found =
        peak(&[Some(1.0), Some(5.0), Some(0.0), Some(5.0), Some(5.04), Some(1.0), Some(2.0), Some(90.0)])
            .expect("a peak");
    assert_eq!(found.date, "2026-01-11".parse::<NaiveDate>().expect("a date"));
    assert_eq!((found.snowfall_cm.get(), found.window_days), (5.0, 7));
    assert_eq!(peak(&[Some(0.04); 14]), None);
    assert_eq!(peak(&[None, None, None, None, None, None, None, Some(4.0)]), None);
    assert_eq!(
        peak(&[None, None, None, None, None, None, Some(4.0)]).expect("a peak").date,
        today() + Days::new(6)
    );
}

#[test]
fn total_over_unknown_day_is_null() {
    let (snow, none) = (Some(5.0), None);
    let of = |days: &[Option<f64>]| {
        let snapshot = snap(vec![model("a", days), model("b", days)]);
        let (out, flags) = look(&snapshot);
        let rows = rows(&snapshot);
        assert_eq!(total(&rows, WEEK), out.next7d_cm.value);
        assert_eq!(total(&rows, DAYS), out.next14d_cm.value);
        assert!(flags.has(&Flag::ForecastPartialHorizon), "{days:?}");
        assert_eq!(out.peak.is_some(), out.next7d_cm.value.is_some());
        (cm(&out.next7d_cm), cm(&out.next14d_cm))
    };
    // Between reported days, in the week or right after it.
    assert_eq!(of(&[snow, snow, none, snow, snow, snow, snow]), (None, None));
    assert_eq!(of(&[snow, snow, snow, snow, snow, snow, none, snow]), (None, None));
    assert_eq!(of(&[none, snow, none, snow]), (None, None));
    // In the second week only: the week is whole.
    assert_eq!(of(&[snow, snow, snow, snow, snow, snow, snow, none, snow]), (Some(35.0), None));
    // The models end early, or begin late.
    assert_eq!(of(&[snow, snow, snow, snow, snow]), (Some(25.0), Some(25.0)));
    assert_eq!(of(&[none, snow, snow, snow, snow, snow, snow, snow]), (Some(30.0), Some(35.0)));
}

#[test]
fn repaired_gaps_are_flagged() {
    let flagged = |day: usize| {
        let mut run = even("a", 5.0, 16);
        run.days.change(|days| days[day].gap_filled = true);
        look(&snap(vec![run, even("b", 5.0, 16)])).1.has(&Flag::ForecastGapFilled)
    };
    assert!(flagged(0) && flagged(13));
    assert!(!flagged(14), "beyond the horizon");
    assert!(!look(&snap(vec![even("a", 5.0, 14)])).1.has(&Flag::ForecastGapFilled));
}

#[test]
fn a_snapshot_ages_and_dies() {
    let confidence = |age_ms: i64| {
        let snapshot = ForecastSnapshot {
            captured_at: now().plus_millis(-age_ms),
            ..snap(vec![even("a", 5.0, 14), even("b", 5.0, 14)])
        };
        let (out, flags) = look(&snapshot);
        assert_eq!(rows(&snapshot)[0].confidence, out.next7d_cm.confidence);
        assert_eq!(rows(&snapshot)[0].snowfall_cm.is_some(), out.next7d_cm.value.is_some());
        (
            cm(&out.next7d_cm),
            out.next7d_cm.confidence,
            flags.has(&Flag::FutureTimestamp),
            out.next7d_cm.observed_at,
        )
    };
    let at = |age: i64| Some(now().plus_millis(-age));
    assert_eq!(confidence(0), (Some(35.0), Confidence::new(0.6), false, at(0)));
    assert_eq!(confidence(6 * HOUR_MS), (Some(35.0), Confidence::new(0.6), false, at(6 * HOUR_MS)));
    assert_eq!(confidence(27 * HOUR_MS).1, Confidence::new(0.4));
    assert_eq!(confidence(48 * HOUR_MS), (Some(35.0), Confidence::new(0.2), false, at(48 * HOUR_MS)));
    assert_eq!(confidence(48 * HOUR_MS + 1), (None, Confidence::NONE, false, None));
    assert_eq!(confidence(-10 * 60_000), (Some(35.0), Confidence::new(0.6), false, at(0)));
    assert_eq!(confidence(-10 * 60_000 - 1), (Some(35.0), Confidence::new(0.2), true, None));
}

#[test]
fn today_is_the_resorts_own() {
    let date = |zone| {
        daily(
            Timestamp::parse("2026-01-10T23:30:00Z").expect("time"),
            &Policy::contract(),
            &profile(zone),
            None,
            Band::Mid,
        )[0]
        .date
        .to_string()
    };
    assert_eq!(date("Europe/Vienna"), "2026-01-11");
    assert_eq!(date("America/Denver"), "2026-01-10");
    assert_eq!(date("Australia/Adelaide"), "2026-01-11");
    // Yesterday and the fifteenth day are not rows.
    let mut run = even("a", 1.0, 15);
    run.days.change(|days| {
        days.insert(0, plain_day(today() - Days::new(1), Some(99.0)));
    });
    assert!(rows(&snap(vec![run.clone()])).iter().all(|r| r.snowfall_cm == Tenths::new(1.0)));
    run.days.change(|days| {
        days.push(plain_day(NaiveDate::MIN, Some(99.0)));
        days.push(plain_day(NaiveDate::MAX, Some(99.0)));
    });
    assert!(rows(&snap(vec![run])).iter().all(|r| r.snowfall_cm == Tenths::new(1.0)));
}

#[test]
fn a_model_named_twice_speaks_once() {
    let aged = |value, hours: i64| ModelRun {
        available_at: Some(now().plus_millis(-hours * HOUR_MS)),
        ..even("a", value, 14)
    };
    let both = |models: Vec<ModelRun>| -> (Option<f64>, u8) {
        let mut reversed = models.clone();
        reversed.reverse();
        let (forth, back) = (rows(&snap(models)), rows(&snap(reversed)));
        assert_eq!(forth, back);
        (forth[0].snowfall_cm.map(Tenths::get), forth[0].models_reporting)
    };
    assert_eq!(both(vec![aged(3.0, 6), aged(5.0, 1), even("a", 9.0, 14)]), (Some(5.0), 1));
    assert_eq!(both(vec![aged(3.0, 1), aged(3.0, 1)]), (Some(3.0), 1));
    assert_eq!(both(vec![aged(3.0, 1), aged(4.0, 1)]), (None, 0));
    // Two equally old halves of one run are one run.
    let mut tail = aged(4.0, 1);
    tail.days.change(|days| drop(days.drain(..7)));
    let mut head = aged(3.0, 1);
    head.days.change(|days| days.truncate(7));
    let joined = rows(&snap(vec![tail, head]));
    assert_eq!((joined[6].snowfall_cm, joined[7].snowfall_cm), (Tenths::new(3.0), Tenths::new(4.0)));
}

#[test]
fn contradictory_dates_are_dropped() {
    let mut run = even("a", 3.0, 14);
    run.days.change(|days| days.push(plain_day(today(), Some(3.0))));
    assert_eq!(rows(&snap(vec![run.clone()]))[0].snowfall_cm, Tenths::new(3.0));
    run.days.change(|days| days.extend([4.0, 3.0].map(|cm| plain_day(today(), Some(cm)))));
    let rows = rows(&snap(vec![run]));
    assert_eq!((rows[0].snowfall_cm, rows[1].snowfall_cm), (None, Tenths::new(3.0)));
}

#[test]
fn more_than_16_models_drop_lightest() {
    let mut models: Vec<ModelRun> =
        (0..40).map(|i| even(&alloc::format!("m{i:02}"), f64::from(i), 1)).collect();
    models.push(even("jma_seamless", 299.0, 1)); // 0.75: below the unknown ones
    models.push(even("ecmwf_ifs025", 100.0, 1));
    let forth = rows(&snap(models.clone()));
    models.reverse();
    assert_eq!(forth, rows(&snap(models)));
    let spread = forth[0].spread_cm.expect("a spread");
    assert_eq!((forth[0].models_reporting, spread.low.get(), spread.high.get()), (16, 0.0, 100.0));
}

#[test]
fn depth_is_the_median() {
    let policy = Policy::contract();
    let with = |depths: &[Option<f64>]| {
        let models = depths
            .iter()
            .enumerate()
            .map(|(i, d)| ModelRun { depth_cm: *d, ..even(&alloc::format!("m{i}"), 0.0, 0) });
        model_depth(&policy, &snap(models.collect()))
    };
    assert_eq!(with(&[]), None);
    assert_eq!(with(&[None, Some(f64::NAN), Some(-1.0), Some(1500.1)]), None);
    assert_eq!(with(&[Some(1500.0), None]), Some((1500.0, None)));
    assert_eq!(with(&[Some(100.0), Some(100.0)]), Some((100.0, Some(1.0))));
    assert_eq!(with(&[Some(50.0), Some(150.0), Some(100.0), Some(110.0)]).expect("depth").0, 105.0);
    let twice = ModelRun { depth_cm: Some(10.0), ..even("a", 0.0, 0) };
    let contradicts = ModelRun { depth_cm: Some(20.0), ..twice.clone() };
    assert_eq!(model_depth(&policy, &snap(vec![twice.clone(), twice.clone()])), Some((10.0, None)));
    assert_eq!(model_depth(&policy, &snap(vec![twice, contradicts])), None);
}

#[test]
fn agreement_follows_its_formula() {
    let agreement = |values: &[f64]| agreement(&Policy::CONTRACT, values);
    assert_eq!(agreement(&[]), None);
    assert_eq!(agreement(&[5.0]), None);
    assert_eq!(agreement(&[5.0, f64::NAN]), None);
    assert_eq!(agreement(&[0.0, 0.0, 0.0]), Some(1.0));
    assert_eq!(agreement(&[4.0, 4.0]), Some(1.0));
    assert_eq!(agreement(&[4.0, 12.0]), Some(0.6));
    assert_eq!(agreement(&[0.0, 6.0]), Some(0.4));
    assert_eq!(agreement(&[0.0, 0.0, 20.0]), Some(0.0));
    assert_eq!(agreement(&[-5.0, 1.0]), Some(0.0));
}

#[test]
fn certain_dry_week_is_trusted() {
    let mut models: Vec<ModelRun> = ["a", "b", "c", "d", "e", "f"].map(|name| even(name, 0.0, 14)).into();
    models.push(model("g", &[&[Some(0.2)][..], &[Some(0.0); 13]].concat()));
    let (out, _) = look(&snap(models));
    assert_eq!(cm(&out.next7d_cm), Some(0.0));
    assert!(out.next7d_cm.confidence >= Confidence::new(0.55), "{:?}", out.next7d_cm.confidence);
    // A value keeps some confidence even if the models are far apart.
    let apart = look(&snap(vec![even("a", 0.0, 14), even("b", 0.0, 14), even("c", 30.0, 14)])).0;
    assert_eq!(apart.next7d_cm.confidence, Confidence::new(0.05));
}

fn any_model() -> impl Strategy<Value = (String, Vec<Option<f64>>)> {
    let name = prop::sample::select(vec![
        "ecmwf_ifs025",
        "gfs_seamless",
        "icon_seamless",
        "jma_seamless",
        "x",
        "y",
        "z",
        "w",
    ]);
    (
        name.prop_map(str::to_string),
        proptest::collection::vec(proptest::option::weighted(0.9, 0.0..60.0_f64), 0..16),
    )
}

fn absurd() -> impl Strategy<Value = f64> {
    prop_oneof![proptest::num::f64::ANY, -10.0..400.0_f64, Just(0.0)]
}

proptest! {
    #[test]
    fn totals_stay_within_models(models in proptest::collection::vec(any_model(), 0..10)) {
        let snapshot = snap(models.into_iter().map(|(name, snow)| model(&name, &snow)).collect());
        let rows = rows(&snapshot);
        let compared = compare(now(), &Policy::contract(), &profile("UTC"), Some(&snapshot)).expect("models");
        for window in [1, 3, 7, 14] {
            let totals: Vec<Tenths> = compared.models.iter().filter_map(|own| own.total(window)).collect();
            let told: i32 = rows[..window].iter().filter_map(|row| row.snowfall_cm).map(Tenths::units).sum();
            if let (Some(low), Some(high)) = (totals.iter().min(), totals.iter().max()) {
                prop_assert!((low.units()..=high.units()).contains(&told), "{}: {} of {:?}", window, told, totals);
            }
        }
    }

    #[test]
    fn totals_hold_together(models in proptest::collection::vec(any_model(), 0..20)) {
        let snapshot = snap(models.into_iter().map(|(name, snow)| model(&name, &snow)).collect());
        let rows = rows(&snapshot);
        let (out, _) = look(&snapshot);
        let known = |row: &DailyRow| row.snowfall_cm.is_some();
        let (first, last) = (rows.iter().position(known).unwrap_or(0), rows.iter().rposition(known).unwrap_or(0));
        let sum = |n: usize| {
            let holed = rows[first..=last].iter().take(n.saturating_sub(first)).any(|row| !known(row));
            let sum = rows[..n].iter().filter_map(|r| r.snowfall_cm).map(Tenths::units).reduce(|a, b| a + b);
            sum.filter(|_| !holed)
        };
        prop_assert_eq!(out.next7d_cm.value.map(Tenths::units), sum(7));
        prop_assert_eq!(out.next14d_cm.value.map(Tenths::units), sum(14));
        if let (Some(week), Some(both)) = (out.next7d_cm.value, out.next14d_cm.value) {
            prop_assert!(both >= week);
        }
        for row in &rows {
            prop_assert_eq!(row.snowfall_cm.is_none(), row.models_reporting == 0);
            if let (Some(spread), Some(snow)) = (row.spread_cm, row.snowfall_cm) {
                prop_assert!(spread.low <= snow && snow <= spread.high);
            }
        }
        if let Some(peak) = out.peak {
            prop_assert!(rows[..7].iter().any(|r| r.date == peak.date && r.snowfall_cm == Some(peak.snowfall_cm)));
            prop_assert!(rows[..7].iter().filter_map(|r| r.snowfall_cm).all(|s| s <= peak.snowfall_cm));
        }
    }

    #[test]
    fn order_never_matters(
        models in proptest::collection::vec(any_model(), 0..20).prop_map(|m| {
            m.into_iter().map(|(name, snow)| ModelRun { depth_cm: snow.first().copied().flatten(), past24h_cm: snow.last().copied().flatten(), ..model(&name, &snow) }).collect::<Vec<_>>()
        }),
        seed in proptest::num::u64::ANY,
    ) {
        let mut shuffled = models.clone();
        let mut state = seed | 1;
        let mut next = |bound: usize| { state ^= state << 13; state ^= state >> 7; state ^= state << 17; (state % bound as u64) as usize };
        for i in (1..shuffled.len()).rev() {
            shuffled.swap(i, next(i + 1));
        }
        for run in &mut shuffled {
            run.days.change(|days| (1..days.len()).rev().for_each(|i| days.swap(i, next(i + 1))));
        }
        let (a, b) = (snap(models), snap(shuffled));
        prop_assert_eq!(rows(&a), rows(&b));
        prop_assert_eq!(look(&a), look(&b));
        prop_assert_eq!(model_depth(&Policy::contract(), &a), model_depth(&Policy::contract(), &b));
        let policy = Policy::contract();
        prop_assert_eq!(past_day(&policy, &a).blended, past_day(&policy, &b).blended);
    }

    #[test]
    fn nothing_panics(
        values in proptest::collection::vec(proptest::option::of(absurd()), 0..40),
        count in 0_usize..70, at in proptest::num::i64::ANY, captured in proptest::num::i64::ANY,
        zone in prop::sample::select(vec!["UTC", "Pacific/Apia", "America/Denver", "Africa/Monrovia"]),
    ) {
        let at = Timestamp::from_millis(at);
        let models = (0..count).map(|i| model(&alloc::format!("{}", i % 30), &values)).collect();
        for captured_at in [Timestamp::from_millis(captured), at] {
            let snapshot = ForecastSnapshot { captured_at, models: Vec::clone(&models), weather: None, hours: None };
            let mut flags = FlagSet::default();
            let policy = Policy::contract();
            let _ = daily(at, &policy, &profile(zone), Some(&snapshot), Band::Summit);
            let _ = outlook(at, &policy, &profile(zone), Some(&snapshot), &mut flags, &mut ());
            let _ = model_depth(&policy, &snapshot);
        }
    }

    #[test]
    fn temperatures_are_ordered(
        temps in proptest::collection::vec((-40.0..14.0_f64, 0.0..30.0_f64), 1..9),
    ) {
        let names = ["ecmwf_ifs025", "gfs_seamless", "icon_seamless", "jma_seamless", "x", "y", "z", "w"];
        let models = temps.iter().zip(names).map(|((low, range), name)| {
            let mut run = even(name, 0.0, 1);
            run.days.change(|days| {
                days[0].temp_min_c = PerBand::all(Some(*low));
                days[0].temp_max_c = PerBand::all(Some(low + range));
            });
            run
        }).collect();
        let row = &rows(&snap(models))[0];
        prop_assert!(row.temp_min_c <= row.temp_max_c);
    }
}
