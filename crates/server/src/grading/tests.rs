//! Tests of `grading`.

use conditions_core::policy::Policy;
use conditions_core::time::Timestamp;

use super::in_force::{report, weights};
use super::*;

#[test]
fn days_are_counted_from_the_epoch_and_back() {
    let date = |text: &str| text.parse::<NaiveDate>().unwrap();
    assert_eq!((day_number(date("1970-01-01")), day_number(date("2026-01-10"))), (0, 20_463));
    assert_eq!(date_of(20_463), Some(date("2026-01-10")));
    assert_eq!((date_of(i64::MAX), date_of(i64::MIN)), (None, None));
}

#[test]
fn stored_weights_that_cannot_be_true_are_the_defaults() {
    let at = Timestamp::from_millis(0);
    let text =
        |early: &str| format!(r#"{{"weights":[{{"model":"m","early":{early},"late":1.0,"far":1.0}}]}}"#);
    assert_eq!(weights(at, &text("2.5")).unwrap().weights[0].early, 2.5);
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
fn a_resort_counts_for_every_region_that_it_lies_in() {
    let resorts = catalogue::embedded().unwrap();
    let place = place(resorts.iter().find(|resort| resort.slug == "zermatt").unwrap());
    assert!(place.regions.contains(&"europe".to_owned()) && place.regions.contains(&"alps".to_owned()));
    assert!(place.mid_m.is_some());
}
