use super::*;
use crate::enso::index::Series;
use crate::enso::policy::EnsoPolicy;

/// Returns an index that ends with these seasons, the last of them ASO 2026.
fn ends_with(values: &[i32]) -> Phases {
    let mut anomalies = vec![0; 24];
    anomalies.extend(values);
    let back = i64::try_from(anomalies.len()).unwrap() - 1;
    let first = Season::around(2026, 8).plus(-back);
    Phases::new(Series { first, anomalies }, EnsoPolicy::DEFAULT)
}

fn date(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

#[test]
fn fifth_season_makes_an_event() {
    let young = state(&ends_with(&[50, 70, 90, 95]), date("2026-11-21")).unwrap();
    assert_eq!((young.phase, young.anomaly, young.is_event), (Phase::ElNino, 95, false));
    assert_eq!(young.run.unwrap().first.to_string(), "MJJ 2026");
    assert!(state(&ends_with(&[50, 50, 70, 90, 95]), date("2026-11-21")).unwrap().is_event);
    let neutral = state(&ends_with(&[60, 44]), date("2026-11-21")).unwrap();
    assert_eq!((neutral.phase, neutral.run), (Phase::Neutral, None));
}

#[test]
fn stale_index_has_no_state() {
    let phases = ends_with(&[90]);
    assert!(state(&phases, date("2027-01-31")).is_ok());
    let stale = state(&phases, date("2027-02-01")).unwrap_err();
    assert_eq!(stale, UnknownReason::Stale(Season::around(2026, 8)));
    let empty = Phases::new(Series { first: Season(0), anomalies: Vec::new() }, EnsoPolicy::DEFAULT);
    assert_eq!(state(&empty, date("2026-11-21")), Err(UnknownReason::Empty));
}
