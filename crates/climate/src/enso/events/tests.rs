//! Values are synthetic, except in tests that read the recording.

use super::*;

const POLICY: EnsoPolicy = EnsoPolicy::DEFAULT;

fn series(anomalies: &[i32]) -> Series {
    Series { first: Season::around(2000, 0), anomalies: anomalies.to_vec() }
}

#[test]
fn event_needs_five_seasons() {
    let found = events(&series(&[0, 50, 60, 70, 60, 0, -50, -50, -90, -50, -50, 0]), &POLICY);
    assert_eq!(found.len(), 1);
    let event = found[0];
    assert_eq!((event.phase, event.seasons(), event.peak, event.open), (Phase::LaNina, 5, -90, false));
    assert_eq!(
        (event.first.to_string(), event.peak_season.to_string()),
        ("JJA 2000".into(), "ASO 2000".into())
    );
}

#[test]
fn seasons_are_rounded_first() {
    assert_eq!(events(&series(&[45; 5]), &POLICY).len(), 1);
    assert_eq!(events(&series(&[45, 45, 44, 45, 45]), &POLICY).len(), 0);
    assert_eq!(events(&series(&[-45; 5]), &POLICY).len(), 1);
}

#[test]
fn runs_never_mix_phases() {
    let found = runs(&series(&[60, 60, -60, -60, 0, -60]), &POLICY);
    assert_eq!(found.iter().map(Event::seasons).collect::<Vec<_>>(), [2, 2, 1]);
    assert_eq!(found.iter().map(|run| run.open).collect::<Vec<_>>(), [false, false, true]);
}

#[test]
fn empty_series_has_no_events() {
    assert!(runs(&series(&[]), &POLICY).is_empty());
    assert!(events(&series(&[0; 40]), &POLICY).is_empty());
}
