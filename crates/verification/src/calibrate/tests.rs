use std::collections::BTreeMap;

use chrono::NaiveDate;

use super::*;
use crate::archive::{ArchivedIssue, Issue};
use crate::cases::MeasuredSnowfall as Day;

fn date(day: i64) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 1, 1).unwrap() + TimeDelta::days(day)
}

/// Returns the snow of a day at a place, cm: storms of some days, equal everywhere except for their size.
fn fell(place: usize, day: i64) -> f64 {
    let storm = if (day * 7) % 11 < 4 { (day * 13 % 17) as f64 } else { 0.0 };
    storm * (1.0 + 0.2 * place as f64)
}

/// Returns forecasts of `days` days at four places, `bias` times the snow that fell.
fn world(days: i64, bias: f64) -> (Vec<Place>, Cases) {
    let slug = |place: usize| format!("p{place}");
    let places = (0..4).map(|place| Place {
        slug: slug(place),
        regions: vec!["europe".to_owned()],
        mid_m: Some(2000.0),
    });
    let places: Vec<Place> = places.collect();
    let (mut issues, mut measured) = (Vec::new(), Vec::new());
    for place in 0..places.len() {
        for day in 0..days {
            let told = |ahead: i64| Some((10.0 * bias * fell(place, day + ahead)).round() as i32);
            let issue = Issue::new(0, false, (0..14).map(told).collect(), BTreeMap::new());
            issues.push(ArchivedIssue { slug: slug(place), day: date(day), issue });
            measured.push(Day {
                slug: slug(place),
                day: date(day),
                network: "n".to_owned(),
                station: "s".to_owned(),
                elevation_m: Some(2000.0),
                cm: fell(place, day),
            });
        }
    }
    let cases = Cases::new(&Grading::STANDARD, &Policy::CONTRACT, &places, &issues, &measured);
    (places, cases)
}

fn calibrated(days: i64, bias: f64) -> Calibration {
    let (places, cases) = world(days, bias);
    calibrate(&Grading::STANDARD, &Policy::CONTRACT, &places, &cases)
}

#[test]
fn biased_forecasts_are_corrected() {
    let found = calibrated(120, 0.5);
    assert!(found.learnt && found.refitted_until == Some(date(119)), "{}", found.reason);
    let known = &Policy::CONTRACT.chances;
    let middle = |chances: &Chances| {
        let signs = conditions_core::chance::Predictors { forecast: 6.0, spell: 1.2, usual: 1.2 };
        chances.of_day(4).chance(signs, 0.5).quantile(0.5)
    };
    let learnt = known.with(found.days, found.totals, found.last_lead_of_skill);
    assert!(middle(&learnt) > 1.3 * middle(known), "{} {}", middle(&learnt), middle(known));
    assert!(found.scores.iter().all(|score| score.crps_cm <= score.default_crps_cm), "{:?}", found.scores);
    assert_eq!(found.scores.iter().filter(|score| score.total).count(), 3);
    // The nearest days are nearly certain here.
    assert!(found.reliability.iter().any(|bin| !bin.total && bin.at_least_cm == Some(1.0)));
    assert!(found.last_lead_of_skill >= 2, "{:?}", found.scores);
}

#[test]
fn trial_days_are_not_learnt_from() {
    let found = calibrated(20, 0.5);
    assert!(!found.learnt && found.scores.is_empty() && found.reason.contains("20 scored days"));
    assert_eq!(found.days, Policy::CONTRACT.chances.days.map(|(until, of)| (until, rounded(of))));
    let (places, mut cases) = world(100, 0.5);
    let fit = |cases: &Cases| calibrate(&Grading::STANDARD, &Policy::CONTRACT, &places, cases);
    let before = fit(&cases);
    let until = before.trained_until.unwrap();
    // Events after the training days do not change the trial; the default's score shows that they changed.
    for amount in cases.amounts.iter_mut().filter(|amount| amount.last > until) {
        amount.measured += 40.0;
    }
    let after = fit(&cases);
    assert_eq!(after.trained_until, before.trained_until);
    assert!(after.scores[0].default_crps_cm > before.scores[0].default_crps_cm + 10.0);
    assert!(after.scores[0].crps_cm > before.scores[0].crps_cm + 10.0, "{:?}", after.scores[0]);
}

#[test]
fn clustered_places_count_less() {
    let (places, cases) = world(40, 1.0);
    let grading = &Grading::STANDARD;
    let known = &Policy::CONTRACT.chances;
    let one = Fit { grading, known, places: &places };
    let shares = |places: usize| {
        let all: Vec<Amount> = (0..places).map(|_| cases.amounts[0].clone()).collect();
        let all: Vec<((), &Amount)> = all.iter().map(|amount| ((), amount)).collect();
        one.measured(&all, date(50)).iter().map(|(_, measured)| measured.share).sum::<f64>()
    };
    assert_eq!(shares(4), 4.0);
    assert!((shares(60) - LIKE_PLACES).abs() < 1e-9);
}

#[test]
fn worse_band_keeps_known_values() {
    let known = &Policy::CONTRACT.chances;
    let mut learnt = known.clone();
    learnt.days.iter_mut().for_each(|(_, of)| of.shape = 0.3);
    learnt.totals.iter_mut().for_each(|of| of.shape = 0.3);
    let (_, cases) = world(100, 0.5);
    let held: Vec<&Amount> = cases.amounts.iter().collect();
    let mut scores = score::scores(&Grading::STANDARD, known, &learnt, &held);
    for score in &mut scores {
        score.crps_cm =
            score.default_crps_cm + if score.lead_to == 5 || score.lead_to == 7 { 0.1 } else { -0.1 };
    }
    let taken = taken(known, &learnt, &scores);
    assert_eq!(taken.days.map(|(_, of)| of.shape == 0.3), [true, false, true, true]);
    assert_eq!(taken.totals.map(|of| of.shape == 0.3), [true, false, true]);
    assert_eq!(
        verdict(&scores).1,
        "5 of 7 bands of leads and totals are no worse than the defaults on the days held out"
    );
    assert!(!verdict(&[]).0);
}
