use alloc::string::ToString;
use alloc::vec;

use proptest::prelude::*;

use super::*;
use crate::evidence::{
    Evidence, ForecastSnapshot, ModelDays, ModelRun, Observation, Origin, PerBand, Profile, Site,
    StationReading,
};
use crate::present::Present;
use crate::source::{AcquisitionTier, Kind};
use crate::time::{HOUR_MS, MINUTE_MS, Timestamp};
use crate::topics::Topics;
use crate::units::Confidence;

fn now() -> Timestamp {
    Timestamp::parse("2026-01-10T12:00:00Z").expect("a time")
}

fn ago(ms: i64) -> Timestamp {
    now().plus_millis(-ms)
}

fn profile() -> Profile {
    Profile {
        elevation_m: PerBand { base: Some(1000.0), mid: None, summit: Some(2000.0) },
        ..Profile::new("test", chrono_tz::Europe::Vienna)
    }
}

fn claim(origin: Origin, age_ms: i64, cm: f64) -> Observation {
    Observation { origin, observed_at: Some(ago(age_ms)), claim: Claim::Snowfall24h(cm) }
}

fn scraped() -> Origin {
    Origin::Scraped { tier: AcquisitionTier::StructuredFeed, label: None }
}

fn station(age_ms: i64, cm: f64) -> StationReading {
    StationReading {
        site: Site::Snow,
        elevation_m: Some(1800.0),
        distance_km: 3.0,
        new_snow24h_cm: Some(cm),
        ..StationReading::blank("imis", "WFJ2", ago(age_ms))
    }
}

fn models(age_ms: i64, past: &[f64]) -> ForecastSnapshot {
    let names = ["a", "b", "c", "d", "e", "f"];
    let run = |(name, past): (&&str, &f64)| ModelRun {
        model: (*name).to_string(),
        available_at: None,
        days: ModelDays::default(),
        depth_cm: None,
        past24h_cm: Some(*past),
        past48h_cm: None,
    };
    ForecastSnapshot {
        captured_at: ago(age_ms),
        models: names.iter().zip(past).map(run).collect(),
        weather: None,
        hours: None,
    }
}

fn snowfall24h(
    now: Timestamp,
    policy: &Policy,
    profile: &Profile,
    evidence: &Evidence,
    flags: &mut FlagSet,
    trace: &mut impl Trace,
) -> Field<Tenths> {
    let members = evidence.forecast.as_ref().map(|snapshot| Members::new(policy, snapshot));
    let topics = &Topics::from_observations(&evidence.observations);
    let case = Case { present: &Present::new(now), policy, profile, evidence, topics };
    snowfall(Past::Day, case, &Ground::from_profile(profile), members.as_ref(), flags, trace)
}

fn resolve(evidence: &Evidence) -> (Field<Tenths>, FlagSet) {
    let mut flags = FlagSet::default();
    (snowfall24h(now(), &Policy::contract(), &profile(), evidence, &mut flags, &mut ()), flags)
}

fn found(evidence: &Evidence) -> Option<(f64, Kind)> {
    let field = resolve(evidence).0;
    field.value.map(|cm| (cm.get(), field.source))
}

#[test]
fn most_trusted_current_claim_wins() {
    let mut evidence = Evidence {
        observations: vec![claim(Origin::Operator, HOUR_MS, 20.0), claim(scraped(), 0, 18.0)],
        stations: vec![station(HOUR_MS, 15.0)],
        forecast: Some(models(HOUR_MS, &[3.0])),
        ..Evidence::default()
    };
    assert_eq!(found(&evidence), Some((20.0, Kind::Operator)));
    evidence.observations.remove(0);
    assert_eq!(found(&evidence), Some((15.0, Kind::Station)));
    evidence.stations.clear();
    assert_eq!(found(&evidence), Some((18.0, Kind::Scraped)));
    evidence.observations.clear();
    assert_eq!(found(&evidence), Some((3.0, Kind::Model)));
    evidence.forecast = None;
    assert_eq!(resolve(&evidence), (Field::not_reported(), FlagSet::default()));
}

#[test]
fn claims_expire() {
    let with = |observation| Evidence { observations: vec![observation], ..Evidence::default() };
    for origin in [Origin::Operator, scraped()] {
        assert!(found(&with(claim(origin.clone(), 24 * HOUR_MS, 5.0))).is_some());
        assert!(found(&with(claim(origin.clone(), 24 * HOUR_MS + 1, 5.0))).is_none());
        assert!(found(&with(claim(origin.clone(), -10 * MINUTE_MS, 5.0))).is_some());
        let (field, flags) = resolve(&with(claim(origin.clone(), -10 * MINUTE_MS - 1, 5.0)));
        assert_eq!((field.value, flags.has(&Flag::FutureTimestamp)), (None, true));
        let undated = Observation { observed_at: None, ..claim(origin, 0, 5.0) };
        let (field, flags) = resolve(&with(undated));
        assert_eq!((field.value, flags), (None, FlagSet::default()));
    }
    let at = |age| Evidence { stations: vec![station(age, 5.0)], ..Evidence::default() };
    assert!(found(&at(6 * HOUR_MS)).is_some());
    assert!(found(&at(6 * HOUR_MS + 1)).is_none());
    // An expired claim does not block a model.
    let both =
        Evidence { forecast: Some(models(0, &[2.0])), ..with(claim(Origin::Operator, 25 * HOUR_MS, 40.0)) };
    assert_eq!(found(&both), Some((2.0, Kind::Model)));
}

#[test]
fn models_are_blended_and_fade() {
    let with = |age, past: &[f64]| Evidence { forecast: Some(models(age, past)), ..Evidence::default() };
    assert_eq!(found(&with(0, &[0.0, 90.0, 6.0, 7.0, 8.0])), Some((7.0, Kind::Model)));
    assert_eq!(found(&with(0, &[1.0, 90.0, 6.0])), Some((6.0, Kind::Model)));
    assert_eq!(found(&with(0, &[0.0, 0.0])), Some((0.0, Kind::Model)));
    assert_eq!(found(&with(0, &[])), None);
    let trust = |age, past: &[f64]| resolve(&with(age, past)).0.confidence;
    assert_eq!(trust(6 * HOUR_MS, &[5.0]), Confidence::new(0.40));
    assert_eq!(trust(6 * HOUR_MS, &[5.0, 5.0]), Confidence::new(0.60));
    assert_eq!(trust(48 * HOUR_MS, &[5.0, 5.0]), Confidence::new(0.20));
    assert_eq!(resolve(&with(30 * HOUR_MS, &[5.0])).0.observed_at, Some(ago(30 * HOUR_MS)));
    assert_eq!(found(&with(48 * HOUR_MS + 1, &[5.0])), None);
    let (field, flags) = resolve(&with(-11 * MINUTE_MS, &[5.0]));
    assert_eq!((field.value, flags.has(&Flag::FutureTimestamp)), (None, true));
}

#[test]
fn implausible_values_are_flagged() {
    for bad in [-0.1, 300.1, f64::NAN, f64::INFINITY] {
        for evidence in [
            Evidence { observations: vec![claim(Origin::Operator, 0, bad)], ..Evidence::default() },
            Evidence { stations: vec![station(0, bad)], ..Evidence::default() },
            Evidence { forecast: Some(models(0, &[bad])), ..Evidence::default() },
        ] {
            let (field, flags) = resolve(&evidence);
            assert_eq!(field, Field::not_reported(), "{bad}");
            assert!(flags.has(&Flag::ImplausibleSnowfall), "{bad}");
        }
    }
    let one_bad = Evidence { forecast: Some(models(0, &[-4.0, 2.0])), ..Evidence::default() };
    assert_eq!(found(&one_bad), Some((2.0, Kind::Model)));
}

#[test]
fn only_near_mountain_stations_count() {
    let count = |reading| found(&Evidence { stations: vec![reading], ..Evidence::default() }).is_some();
    assert!(count(StationReading { site: Site::Mountain, ..station(0, 5.0) }));
    assert!(!count(StationReading { site: Site::Airport, ..station(0, 5.0) }));
    assert!(!count(StationReading { site: Site::Road, ..station(0, 5.0) }));
    assert!(!count(StationReading { distance_km: 15.1, ..station(0, 5.0) }));
    assert!(!count(StationReading { elevation_m: Some(2400.1), ..station(0, 5.0) }));
    assert!(!count(StationReading { new_snow24h_cm: None, ..station(0, 5.0) }));
}

#[test]
fn other_origins_are_ranked() {
    let with = |observations| Evidence { observations, ..Evidence::default() };
    let reading = Origin::Station { network: "n".to_string(), name: None, elevation_m: None };
    let model = Origin::Model { label: None, agreement: Some(1.0) };
    assert_eq!(
        found(&with(vec![claim(reading, 0, 4.0), claim(scraped(), 0, 9.0)])),
        Some((4.0, Kind::Station))
    );
    assert_eq!(
        found(&with(vec![claim(model.clone(), 0, 4.0), claim(scraped(), 0, 9.0)])),
        Some((9.0, Kind::Scraped))
    );
    assert_eq!(found(&with(vec![claim(model, 40 * HOUR_MS, 4.0)])), Some((4.0, Kind::Model)));
    assert_eq!(found(&with(vec![claim(Origin::Profile, 0, 4.0)])), None);
    // Equal trust: the newest.
    let two = vec![claim(scraped(), 2 * HOUR_MS, 1.0), claim(scraped(), HOUR_MS, 2.0)];
    assert_eq!(found(&with(two)), Some((2.0, Kind::Scraped)));
}

fn stretch(past: Past, evidence: &Evidence) -> Field<Tenths> {
    let (policy, profile) = (Policy::contract(), profile());
    let topics = &Topics::from_observations(&evidence.observations);
    let case = Case { present: &Present::new(now()), policy: &policy, profile: &profile, evidence, topics };
    let members = evidence.forecast.as_ref().map(|snapshot| Members::new(&policy, snapshot));
    snowfall(past, case, &Ground::from_profile(&profile), members.as_ref(), &mut FlagSet::default(), &mut ())
}

#[test]
fn every_stretch_has_its_own_words() {
    let reading =
        StationReading { new_snow48h_cm: Some(31.0), new_snow7d_cm: Some(64.0), ..station(0, 16.0) };
    let mut snapshot = models(0, &[3.0]);
    snapshot.models[0].past48h_cm = Some(9.0);
    let mut evidence = Evidence {
        stations: vec![reading],
        forecast: Some(snapshot),
        observations: vec![
            Observation { claim: Claim::Snowfall7d(70.0), ..claim(Origin::Operator, 0, 0.0) },
            Observation { claim: Claim::Snowfall48h(1.0), ..claim(scraped(), 0, 0.0) },
        ],
        ..Evidence::default()
    };
    let all = |evidence: &Evidence| Past::ALL.map(|past| stretch(past, evidence).value.map(|cm| cm.get()));
    assert_eq!(all(&evidence), [Some(16.0), Some(31.0), Some(70.0)]);
    evidence.observations.clear();
    evidence.stations.clear();
    assert_eq!(all(&evidence), [Some(3.0), Some(9.0), None], "a snapshot does not reach back a week");
}

#[test]
fn density_needs_snow_and_water() {
    let of = |snow: f64, water: Option<f64>| {
        let reading = StationReading { new_swe24h_mm: water, ..station(HOUR_MS, snow) };
        let evidence = Evidence { stations: vec![reading], ..Evidence::default() };
        let (policy, profile, mut flags) = (Policy::contract(), profile(), FlagSet::default());
        let topics = &Topics::from_observations(&evidence.observations);
        let case = Case {
            present: &Present::new(now()),
            policy: &policy,
            profile: &profile,
            evidence: &evidence,
            topics,
        };
        let field = new_density(case, &Ground::from_profile(&profile), &mut flags, &mut ());
        (field.value.map(|ratio| ratio.get()), field.source, flags.has(&Flag::ImplausibleDensity))
    };
    assert_eq!(of(20.0, Some(18.0)), (Some(0.09), Kind::Station, false));
    assert_eq!(of(20.0, None), (None, Kind::None, false));
    assert_eq!(of(0.9, Some(1.0)), (None, Kind::None, false), "too little to divide");
    assert_eq!(of(2.0, Some(40.0)), (None, Kind::None, true), "denser than ice");
    assert_eq!(of(f64::NAN, Some(1.0)), (None, Kind::None, false));
}

proptest! {
    #[test]
    fn order_never_matters(
        claims in proptest::collection::vec((0_u8..4, -2_i64..60, prop_oneof![4 => 0.0..60.0_f64, 1 => proptest::num::f64::ANY]), 0..8),
        readings in proptest::collection::vec((-1_i64..9, 0.0..60.0_f64), 0..4),
        at in proptest::num::i64::ANY,
    ) {
        let origins = [Origin::Operator, scraped(), Origin::Profile, Origin::Model { label: None, agreement: None }];
        let evidence = Evidence {
            observations: claims.iter().map(|(o, h, cm)| claim(origins[usize::from(*o)].clone(), h * HOUR_MS, *cm)).collect(),
            stations: readings.iter().map(|(h, cm)| station(h * HOUR_MS, *cm)).collect(),
            forecast: Some(models(0, &[1.0, 2.0])),
            ..Evidence::default()
        };
        let mut turned = evidence.clone();
        turned.observations.reverse();
        turned.stations.reverse();
        prop_assert_eq!(resolve(&evidence), resolve(&turned));
        prop_assert!(resolve(&evidence).0.value.is_some_and(|cm| cm >= Tenths::ZERO));
        let at = Timestamp::from_millis(at);
        let _ = snowfall24h(at, &Policy::contract(), &profile(), &evidence, &mut FlagSet::default(), &mut ());
    }
}
