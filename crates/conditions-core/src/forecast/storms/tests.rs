use alloc::vec;

use chrono::Days;
use proptest::prelude::*;

use super::*;
use crate::evidence::{ModelDay, ModelRun, PerBand};
use crate::forecast::{Agreement, Comparison, compare, daily};
use crate::record::Band;
use crate::time::HOUR_MS;

const NOW: Timestamp = Timestamp::from_millis(1_768_046_400_000);

fn today() -> NaiveDate {
    NOW.utc().date_naive()
}

fn profile() -> Profile {
    Profile { elevation_m: PerBand::all(Some(1500.0)), ..Profile::new("test", chrono_tz::UTC) }
}

fn model(name: &str, snow: &[Option<f64>]) -> ModelRun {
    let days = snow.iter().zip(0u64..).map(|(snow, ahead)| ModelDay {
        date: today() + Days::new(ahead),
        snow_cm: PerBand::all(*snow),
        rain_mm: PerBand::all(None),
        temp_min_c: PerBand::all(None),
        temp_max_c: PerBand::all(None),
        freezing_level_m: None,
        wind_max_mps: None,
        gust_max_mps: None,
        wind: None,
        cloud_pct: None,
        gap_filled: false,
    });
    ModelRun {
        model: name.to_string(),
        available_at: None,
        days: days.collect(),
        depth_cm: None,
        past24h_cm: None,
        past48h_cm: None,
    }
}

fn snap(models: Vec<ModelRun>) -> ForecastSnapshot {
    ForecastSnapshot { captured_at: NOW, models, weather: None, hours: None }
}

fn found(models: Vec<ModelRun>, horizon: usize) -> Option<Vec<Storm>> {
    storms(NOW, &Policy::contract(), &profile(), Some(&snap(models)), horizon)
}

/// Returns the storms of three equal models.
fn agreed(snow: &[f64], horizon: usize) -> Vec<Storm> {
    let snow: Vec<Option<f64>> = snow.iter().copied().map(Some).collect();
    found(["a", "b", "c"].map(|name| model(name, &snow)).into(), horizon).unwrap()
}

fn spans(storms: &[Storm]) -> Vec<(u8, u8, f64)> {
    storms.iter().map(|storm| (storm.lead_days, storm.days, storm.total_cm.get())).collect()
}

#[test]
fn snowy_days_make_a_storm() {
    assert_eq!(spans(&agreed(&[0.0, 5.0, 15.0, 4.9, 30.0, 0.0, 0.0], 7)), [(1, 2, 20.0), (4, 1, 30.0)]);
    assert_eq!(spans(&agreed(&[0.0, 5.0, 14.9, 0.0, 0.0, 0.0, 0.0], 7)), [], "19.9 cm are none");
    assert_eq!(
        spans(&agreed(&[4.9, 20.0, 4.9, 0.0, 0.0, 0.0, 0.0], 7)),
        [(1, 1, 20.0)],
        "thin days do not belong"
    );
    assert_eq!(spans(&agreed(&[0.0; 14], 14)), []);
}

#[test]
fn dates_match_the_rows() {
    let storm = agreed(&[0.0, 10.0, 12.0, 0.0], 7).remove(0);
    assert_eq!((storm.start, storm.end), (today() + Days::new(1), today() + Days::new(2)));
    assert!(!storm.open_ended);
}

#[test]
fn unreported_day_ends_storm() {
    let broken = [Some(20.0), None, Some(20.0)];
    let storms = found(vec![model("a", &broken), model("b", &broken)], 7).unwrap();
    assert_eq!(spans(&storms), [(0, 1, 20.0), (2, 1, 20.0)]);
    assert_eq!(found(vec![], 7), None);
    assert_eq!(found(vec![model("a", &[None; 14])], 7), None);
    assert_eq!(storms_without(), None);
}

fn storms_without() -> Option<Vec<Storm>> {
    storms(NOW, &Policy::contract(), &profile(), None, 7)
}

#[test]
fn days_beyond_horizon_are_ignored() {
    let snow = [0.0, 0.0, 0.0, 0.0, 0.0, 12.0, 12.0, 40.0, 40.0];
    let (week, fortnight) = (agreed(&snow, 7), agreed(&snow, 14));
    assert_eq!((spans(&week), week[0].open_ended), (vec![(5, 2, 24.0)], true));
    assert_eq!((spans(&fortnight), fortnight[0].open_ended), (vec![(5, 4, 104.0)], false));
    // A caller with a shorter horizon sees the same storm if no snow follows it.
    assert_eq!(agreed(&snow[..7], 7), week);
    assert_eq!(agreed(&snow, 400), fortnight);
    assert_eq!(found(["a", "b"].map(|name| model(name, &[Some(30.0)])).into(), 0), None);
}

/// Returns the tier of a storm `lead` days ahead if `yes` of `all` models agree and the others have no snow.
fn tier_of(lead: usize, yes: usize, all: usize) -> StormTier {
    tier(&Policy::CONTRACT.storms, yes, all, lead)
}

#[test]
fn tier_by_agreement_and_lead() {
    use StormTier::{Likely, Locked, Watching};
    assert_eq!((tier_of(2, 4, 5), tier_of(3, 4, 5)), (Locked, Likely), "locked up to two days ahead");
    assert_eq!((tier_of(2, 8, 10), tier_of(2, 7, 10)), (Locked, Likely), "locked from four fifths on");
    assert_eq!((tier_of(5, 5, 5), tier_of(6, 5, 5)), (Likely, Watching), "likely up to five days ahead");
    assert_eq!((tier_of(0, 5, 10), tier_of(0, 4, 10)), (Likely, Watching), "likely from half on");
    assert_eq!((tier_of(0, 3, 3), tier_of(0, 2, 2)), (Locked, Watching), "two models lock nothing");
    assert_eq!(tier_of(0, 0, 0), Watching);
}

#[test]
fn spread_uses_covering_models() {
    let models = vec![
        model("a", &[Some(10.0), Some(20.0)]),
        model("b", &[Some(15.0), Some(25.0)]),
        model("c", &[Some(5.0), Some(10.0)]),
        // This model lacks the second day and does not take part.
        model("d", &[Some(90.0)]),
    ];
    let storm = found(models, 7).unwrap().remove(0);
    assert_eq!((storm.models, storm.models_agreeing), (3, 2));
    let spread = storm.spread_cm.unwrap();
    assert_eq!((spread.low.get(), spread.high.get()), (15.0, 40.0));
    assert_eq!(storm.tier, StormTier::Likely, "two of three are not four fifths");
}

#[test]
fn single_model_has_no_spread() {
    let storm = found(vec![model("a", &[Some(50.0)])], 7).unwrap().remove(0);
    assert_eq!((storm.models, storm.spread_cm, storm.tier), (1, None, StormTier::Watching));
}

#[test]
fn old_snapshot_is_ignored() {
    let policy = Policy::contract();
    let snapshot = snap(vec![model("a", &[Some(50.0); 7])]);
    let at = |ms: i64| storms(NOW.plus_millis(ms), &policy, &profile(), Some(&snapshot), 7);
    assert!(at(policy.model_usable_ms).is_some());
    assert_eq!(at(policy.model_usable_ms + 1), None);
}

fn compared(models: Vec<ModelRun>) -> Comparison {
    compare(NOW, &Policy::contract(), &profile(), Some(&snap(models))).unwrap()
}

#[test]
fn models_keep_their_own_days() {
    let mut gfs = model("gfs_seamless", &[Some(1.0), None, Some(0.0)]);
    gfs.available_at = Some(NOW.plus_millis(-5 * HOUR_MS));
    let both = compared(vec![gfs, model("ecmwf_ifs025", &[Some(2.0), Some(3.0), Some(999.0)])]);
    let [ecmwf, gfs] = &both.models[..] else { panic!("{both:?}") };
    assert_eq!((ecmwf.model.as_str(), gfs.model.as_str()), ("ecmwf_ifs025", "gfs_seamless"), "by weight");
    let cm = |days: &[Option<Tenths>]| days.iter().map(|cm| cm.map(Tenths::get)).collect::<Vec<_>>();
    assert_eq!(cm(&gfs.days[..4]), [Some(1.0), None, Some(0.0), None]);
    assert_eq!(cm(&ecmwf.days[..3]), [Some(2.0), Some(3.0), None], "an implausible day is missing");
    assert_eq!((ecmwf.total(2).map(Tenths::get), ecmwf.total(3), gfs.total(2)), (Some(5.0), None, None));
    assert_eq!((gfs.available_at.is_some(), ecmwf.available_at), (true, None));
}

#[test]
fn agreement_uses_full_window_models() {
    let even = |name: &str, cm: f64| model(name, &[Some(cm); 7]);
    let same = compared(vec![even("a", 5.0), even("b", 5.0), model("c", &[Some(90.0)])]);
    assert_eq!(
        (same.agreement(&Policy::CONTRACT, 7), same.agreement(&Policy::CONTRACT, 14)),
        (Some(1.0), None)
    );
    assert_eq!(
        compared(vec![even("a", 5.0)]).agreement(&Policy::CONTRACT, 7),
        None,
        "a single model has no agreement"
    );
    let policy = Policy::contract();
    let told = [1.0, 0.7, 0.69, 0.45, 0.44, 0.0].map(|agreement| Agreement::from_value(&policy, agreement));
    use Agreement::{High, Low, Medium};
    assert_eq!(told, [High, High, Medium, Medium, Low, Low]);
}

#[test]
fn comparison_needs_a_snapshot() {
    assert_eq!(compare(NOW, &Policy::contract(), &profile(), None), None);
    assert!(compared(vec![]).models.is_empty());
}

fn any_models() -> impl Strategy<Value = Vec<ModelRun>> {
    let days = prop::collection::vec(prop::option::of(0.0..40.0f64), 0..16);
    prop::collection::vec((prop::sample::select(vec!["a", "b", "c", "d", "gfs_seamless"]), days), 0..6)
        .prop_map(|models| models.iter().map(|(name, days)| model(name, days)).collect())
}

proptest! {
    #[test]
    fn storms_are_sums_of_the_rows(models in any_models(), horizon in 0usize..16) {
        let policy = Policy::contract();
        let snapshot = snap(models);
        let rows = daily(NOW, &policy, &profile(), Some(&snapshot), Band::Mid);
        let storms = storms(NOW, &policy, &profile(), Some(&snapshot), horizon).unwrap_or_default();
        for storm in &storms {
            let (first, days) = (usize::from(storm.lead_days), usize::from(storm.days));
            prop_assert!(days > 0 && first + days <= horizon.min(DAYS));
            let own: Vec<Tenths> = rows[first..first + days].iter().filter_map(|row| row.snowfall_cm).collect();
            prop_assert_eq!(own.len(), days);
            prop_assert!(own.iter().all(|cm| cm.get() >= policy.storms.day_cm));
            prop_assert_eq!(own.iter().map(|cm| cm.units()).sum::<i32>(), storm.total_cm.units());
            prop_assert!(storm.total_cm.get() >= policy.storms.total_cm);
            prop_assert!(storm.models_agreeing <= storm.models);
            prop_assert_eq!(storm.open_ended, first + days == horizon.min(DAYS));
            prop_assert_eq!((storm.start, storm.end), (rows[first].date, rows[first + days - 1].date));
        }
        prop_assert!(storms.windows(2).all(|pair| pair[0].end < pair[1].start));
    }

    #[test]
    fn order_never_matters(models in any_models()) {
        let policy = Policy::contract();
        let mut turned = models.clone();
        turned.reverse();
        let (one, other) = (snap(models), snap(turned));
        let seen = |snapshot: &ForecastSnapshot| storms(NOW, &policy, &profile(), Some(snapshot), 14);
        prop_assert_eq!(seen(&one), seen(&other));
        prop_assert_eq!(
            compare(NOW, &policy, &profile(), Some(&one)),
            compare(NOW, &policy, &profile(), Some(&other))
        );
    }
}
