use conditions_core::evidence::{Claim, Evidence, Origin, Profile};
use conditions_core::record::Band;

use super::*;
use crate::{entry, statement};

fn at(day: u32, hour: u32) -> Timestamp {
    Timestamp::parse(&format!("2026-01-{day:02}T{hour:02}:00:00Z")).unwrap()
}

fn report(body: &str) -> Report {
    entry::json(body.as_bytes(), at(31, 0)).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// Returns the questions about `body` today at 6, with `yesterday` reported a day before and a station that reads
/// `station` at the base.
fn asked(yesterday: Option<&str>, station: Option<f64>, body: &str) -> Vec<(Code, Field, Option<f64>)> {
    compared(yesterday, station, body).into_iter().map(|w| (w.code, w.field, w.correction)).collect()
}

fn compared(yesterday: Option<&str>, station: Option<f64>, body: &str) -> Vec<Warning> {
    let (then, now) = (at(9, 6), at(10, 6));
    let last = yesterday.map(report);
    let standing = last.as_ref().map_or_else(Vec::new, |last| statement::after(&[], last, then));
    let read = |cm| {
        let origin = Origin::Station { network: "synthetic".to_owned(), name: None, elevation_m: None };
        Observation::new(origin, Some(now), Claim::Depth { band: Band::Base, cm })
    };
    let evidence = Evidence::default().with_observations(station.map(read));
    let profile = Profile::new("testberg", conditions_core::chrono_tz::Europe::Vienna);
    let policy = Policy::contract();
    let without = conditions_core::resolve(now, &policy, &profile, &evidence);
    let compared = ComparisonBasis {
        policy: &policy,
        slips: &SlipPolicy::DEFAULT,
        standing: &standing,
        last: last.as_ref().map(|last| (last, then)),
        without: &without,
        totals: [Some(12), None],
        deepest: Deepest::default(),
    };
    warnings(&report(body), now, compared)
}

#[test]
fn honest_report_raises_no_question() {
    assert_eq!(
        asked(
            Some(r#"{"depthBase":84,"newSnow24h":0}"#),
            Some(80.0),
            r#"{"depthBase":95,"newSnow24h":12,"newSnow48h":12,"liftsOpen":12,"status":"OPEN"}"#
        ),
        []
    );
    assert_eq!(asked(None, None, r#"{"depthBase":95}"#), []);
}

#[test]
fn inches_as_centimetres_are_questioned() {
    let found = asked(Some(r#"{"depthBase":84}"#), None, r#"{"depthBase":33}"#);
    assert_eq!(found, [(Code::InchesAsCm, Field::DepthBase, Some(83.8))]);
    let found = asked(Some(r#"{"depthBase":84}"#), None, r#"{"units":"in","depthBase":84}"#);
    assert_eq!(found, [(Code::CmAsInches, Field::DepthBase, Some(84.0))]);
}

#[test]
fn extra_digit_is_questioned() {
    let found = asked(Some(r#"{"depthBase":84}"#), None, r#"{"depthBase":840}"#);
    assert_eq!(found, [(Code::DigitSlip, Field::DepthBase, Some(84.0))]);
}

#[test]
fn more_in_24_h_than_48_h_is_questioned() {
    let found = asked(None, None, r#"{"newSnow24h":12,"newSnow48h":8}"#);
    assert_eq!(found, [(Code::NewSnow24hOver48h, Field::NewSnow48h, Some(12.0))]);
}

#[test]
fn new_snow_above_depth_is_questioned() {
    let found = asked(None, None, r#"{"newSnow24h":50,"depthBase":20}"#);
    assert_eq!(found, [(Code::NewSnowOverDepth, Field::NewSnow24h, None)]);
}

#[test]
fn falling_depth_in_snowfall_is_questioned() {
    let found = asked(Some(r#"{"depthBase":84}"#), None, r#"{"newSnow24h":20,"depthBase":70}"#);
    assert_eq!(found, [(Code::DepthFellWithNewSnow, Field::DepthBase, Some(104.0))]);
    assert_eq!(asked(Some(r#"{"depthBase":84}"#), None, r#"{"newSnow24h":20,"depthBase":83}"#), []);
}

#[test]
fn more_open_than_total_is_questioned() {
    assert_eq!(
        asked(None, None, r#"{"liftsOpen":13}"#),
        [(Code::OpenOverTotal, Field::LiftsOpen, Some(12.0))]
    );
    assert_eq!(
        asked(None, None, r#"{"runsOpen":9,"runsTotal":8}"#),
        [(Code::OpenOverTotal, Field::RunsOpen, Some(8.0))]
    );
    assert_eq!(asked(None, None, r#"{"runsOpen":900}"#), []);
}

#[test]
fn repeated_report_is_questioned() {
    let same = r#"{"depthBase":84,"newSnow24h":7,"note":"Fresh!"}"#;
    assert_eq!(asked(Some(same), None, same), [(Code::Unchanged, Field::NewSnow24h, None)]);
    let dry = r#"{"newSnow24h":0,"status":"OPEN"}"#;
    assert_eq!(asked(Some(dry), None, dry), [], "nothing falls on many days");
}

#[test]
fn difference_to_station_is_questioned() {
    assert_eq!(
        asked(None, Some(20.0), r#"{"depthBase":90}"#),
        [(Code::DiffersFromStation, Field::DepthBase, None)]
    );
    assert_eq!(asked(None, Some(70.0), r#"{"depthBase":90}"#), []);
    let found = asked(Some(r#"{"depthBase":300}"#), None, r#"{"depthBase":100}"#);
    assert_eq!(found, [(Code::DiffersFromYesterday, Field::DepthBase, None)]);
}

#[test]
fn open_resort_without_lifts_is_questioned() {
    let found = asked(None, None, r#"{"status":"OPEN","liftsOpen":0}"#);
    assert_eq!(found, [(Code::OpenWithoutLifts, Field::LiftsOpen, None)]);
}

#[test]
fn partial_list_is_questioned() {
    let found = asked(None, None, r#"{"lifts":"Alpha: open|Beta: open"}"#);
    assert_eq!(found, [(Code::TotalMismatch, Field::LiftsTotal, None)]);
    let whole: Vec<String> = (1..=12).map(|n| format!("Lift {n}: open")).collect();
    assert_eq!(asked(None, None, &format!(r#"{{"lifts":"{}"}}"#, whole.join("|"))), []);
}

#[test]
fn outdated_list_is_questioned() {
    let older = r#"{"lifts":"Alpha: open","liftsTotal":12}"#;
    let (then, before) = (at(9, 6), at(8, 6));
    let standing = statement::after(&[], &report(r#"{"liftsOpen":3}"#), then);
    let profile = Profile::new("testberg", conditions_core::chrono_tz::Europe::Vienna);
    let policy = Policy::contract();
    let without = conditions_core::resolve(then, &policy, &profile, &Evidence::default());
    let compared = ComparisonBasis {
        policy: &policy,
        slips: &SlipPolicy::DEFAULT,
        standing: &standing,
        last: None,
        without: &without,
        totals: [None, None],
        deepest: Deepest::default(),
    };
    let codes: Vec<Code> = warnings(&report(older), before, compared).iter().map(|w| w.code).collect();
    assert_eq!(codes, [Code::OlderThanStanding]);
}

#[test]
fn codes_are_distinct() {
    let words: std::collections::BTreeSet<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(words.len(), Code::ALL.len());
}

/// Returns the doubtful values of a report, given a model at mid mountain and the deepest days on record.
fn doubted(model_cm: Option<f64>, deepest: Deepest, body: &str) -> Vec<(Code, String, Option<f64>)> {
    let now = at(10, 6);
    let modelled = |cm| {
        Observation::new(
            Origin::Model { label: None, agreement: None },
            Some(now),
            Claim::Depth { band: Band::Mid, cm },
        )
    };
    let evidence = Evidence::default().with_observations(model_cm.map(modelled));
    let profile = Profile::new("testberg", conditions_core::chrono_tz::Europe::Vienna);
    let policy = Policy::contract();
    let without = conditions_core::resolve(now, &policy, &profile, &evidence);
    let compared = ComparisonBasis {
        policy: &policy,
        slips: &SlipPolicy::DEFAULT,
        standing: &[],
        last: None,
        without: &without,
        totals: [None, None],
        deepest,
    };
    let found = warnings(&report(body), now, compared);
    found.into_iter().filter_map(|one| Some((one.code, one.confirm?, one.correction))).collect()
}

#[test]
fn base_above_summit_needs_confirmation() {
    let found = doubted(None, Deepest::default(), r#"{"depthBase":840,"depthSummit":140}"#);
    assert_eq!(found, [(Code::DeeperThanAbove, "depthBase:840".to_owned(), Some(84.0))]);
    assert_eq!(doubted(None, Deepest::default(), r#"{"depthBase":60,"depthSummit":40}"#), []);
    assert_eq!(doubted(None, Deepest::default(), r#"{"depthBase":6,"depthSummit":0}"#), []);
    let found = doubted(None, Deepest::default(), r#"{"depthMid":300,"depthSummit":140}"#);
    assert_eq!(found, [(Code::DeeperThanAbove, "depthMid:300".to_owned(), Some(30.0))]);
}

#[test]
fn warning_names_the_origin_of_the_other_number() {
    let named = |yesterday: Option<&str>, station, body: &str| {
        compared(yesterday, station, body).into_iter().map(|one| one.compared_with).collect::<Vec<_>>()
    };
    assert_eq!(named(None, Some(20.0), r#"{"depthBase":90}"#), [Some(Basis::Station)]);
    assert_eq!(named(Some(r#"{"depthBase":84}"#), None, r#"{"depthBase":840}"#), [Some(Basis::LastReport)]);
    assert_eq!(named(None, None, r#"{"liftsOpen":13}"#), [Some(Basis::Total)]);
    assert_eq!(named(None, None, r#"{"liftsOpen":0,"status":"OPEN"}"#), [None]);
}

#[test]
fn extreme_depth_needs_confirmation() {
    let found = doubted(Some(23.5), Deepest::default(), r#"{"depthBase":840}"#);
    assert_eq!(found, [(Code::FarAboveOtherBands, "depthBase:840".to_owned(), Some(84.0))]);
    assert_eq!(doubted(Some(23.5), Deepest::default(), r#"{"depthBase":120}"#), []);
    let own = Deepest { own_cm: Some(200.0), country_cm: Some(900.0) };
    let found = doubted(None, own, r#"{"depthSummit":401}"#);
    assert_eq!(found, [(Code::DeeperThanRecord, "depthSummit:401".to_owned(), Some(40.1))]);
    assert_eq!(doubted(None, own, r#"{"depthSummit":400}"#), []);
    let country = Deepest { own_cm: None, country_cm: Some(300.0) };
    let found = doubted(None, country, r#"{"depthSummit":301}"#);
    assert_eq!(found, [(Code::DeeperThanRecord, "depthSummit:301".to_owned(), Some(30.1))]);
}
