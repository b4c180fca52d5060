use alloc::vec;

use super::*;
use crate::evidence::{Claim, Evidence, Observation, Origin, PerBand, Profile};
use crate::time::Timestamp;

fn now() -> Timestamp {
    Timestamp::parse("2026-01-10T12:00:00Z").expect("a time")
}

/// Resolves depths of a model and of the operator.
fn found(modelled: &[(Band, f64)], measured: &[(Band, f64)]) -> Vec<DoubtfulDepth> {
    let profile = Profile {
        elevation_m: PerBand { base: Some(1500.0), mid: Some(2000.0), summit: Some(2900.0) },
        ..Profile::new("test", chrono_tz::UTC)
    };
    let said = |origin: Origin, depths: &[(Band, f64)]| {
        depths
            .iter()
            .map(|(band, cm)| {
                Observation::new(origin.clone(), Some(now()), Claim::Depth { band: *band, cm: *cm })
            })
            .collect::<Vec<_>>()
    };
    let mut observations = said(Origin::Model { label: None, agreement: Some(1.0) }, modelled);
    observations.extend(said(Origin::Operator, measured));
    let evidence = Evidence { observations, ..Evidence::default() };
    let policy = Policy::contract();
    doubtful_depths(&policy, &crate::resolve(now(), &policy, &profile, &evidence).record)
}

#[test]
fn factor_depends_on_the_band() {
    let base = [(Band::Base, 77.0)];
    assert_eq!(found(&[(Band::Mid, 116.0), (Band::Summit, 263.0)], &base).len(), 2);
    assert_eq!(found(&[(Band::Mid, 115.0), (Band::Summit, 192.0)], &base), vec![]);
    let doubtful = found(&[(Band::Summit, 263.0)], &[(Band::Base, 77.0), (Band::Mid, 120.0)]);
    let one = doubtful.first().expect("one");
    assert_eq!(
        (one.band, one.measured_band, one.measured_cm),
        (Band::Summit, Band::Base, Tenths::from_units(770))
    );
}

#[test]
fn thin_snow_and_missing_measurements_raise_no_doubt() {
    assert_eq!(found(&[(Band::Mid, 25.0)], &[(Band::Base, 2.0)]), vec![]);
    assert_eq!(found(&[(Band::Mid, 225.0)], &[]), vec![]);
    assert_eq!(found(&[(Band::Mid, 225.0)], &[(Band::Base, 0.0)]).len(), 1);
}
