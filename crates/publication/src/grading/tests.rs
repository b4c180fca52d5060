use conditions_core::policy::Policy;
use conditions_core::time::Timestamp;

use super::in_force::{report, weights};
use super::*;

#[test]
fn day_numbers_round_trip() {
    let date = |text: &str| text.parse::<NaiveDate>().unwrap();
    assert_eq!((day_number(date("1970-01-01")), day_number(date("2026-01-10"))), (0, 20_463));
    assert_eq!(date_of(20_463), Some(date("2026-01-10")));
    assert_eq!((date_of(i64::MAX), date_of(i64::MIN)), (None, None));
}

#[test]
fn implausible_weights_mean_defaults() {
    let at = Timestamp::from_millis(0);
    let text =
        |early: &str| format!(r#"{{"weights":[{{"model":"m","early":{early},"late":1.0,"far":1.0}}]}}"#);
    assert_eq!(weights(at, &text("2.5")).unwrap().weights.unwrap()[0].early, 2.5);
    for odd in
        [text("0"), text("-1"), text("null"), "{}".to_owned(), "{\"weights\":null}".to_owned(), String::new()]
    {
        assert_eq!(weights(at, &odd), None, "{odd}");
    }
    assert_eq!(report("{}"), None);
    let policy = policy_with(&Policy::CONTRACT, weights(at, &text("2.5")).as_ref());
    assert_eq!((policy.weights_since, policy.weights.len()), (Some(at), 1));
    assert_eq!(policy_with(&policy, None), Policy::CONTRACT);
}

#[test]
fn resort_counts_for_all_its_regions() {
    let resorts = catalogue::embedded().unwrap();
    let place = place(resorts.iter().find(|resort| resort.slug == "zermatt").unwrap());
    assert!(place.regions.contains(&"europe".to_owned()) && place.regions.contains(&"alps".to_owned()));
    assert!(place.mid_m.is_some());
}

#[test]
fn only_plausible_chances_come_into_force() {
    let at = Timestamp::from_millis(0);
    let known = Policy::CONTRACT.chances;
    let kept = |first: f64| {
        let mut days = known.days;
        days[0].1.any[0] = first;
        let chances = LearnedChances { days, totals: known.totals, last_lead_of_skill: 5 };
        let kept = in_force::KeptWeights { weights: None, chances: Some(chances) };
        serde_json::to_string(&kept).unwrap()
    };
    let policy = policy_with(&Policy::CONTRACT, weights(at, &kept(-2.0)).as_ref());
    assert_eq!((policy.chances_since, policy.weights_since), (Some(at), None));
    assert_eq!((policy.chances.days[0].1.any[0], policy.chances.last_lead_of_skill), (-2.0, 5));
    assert_eq!(weights(at, &kept(1e9)), None);
}
