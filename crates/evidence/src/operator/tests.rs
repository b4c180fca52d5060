//! Tests of the stored statements of resorts.

use super::*;

/// Synthetic.
const VERSION_1: &str = r#"{"v":1,"said":[{"observedAt":"2026-01-10T05:00:00.000Z","claim":{"status":"closedToday"}},{"observedAt":"2026-01-10T05:00:00.000Z","claim":{"depth":{"band":"mid","cm":120.5}}},{"claim":{"snowfall24h":12.0}},{"claim":{"snowfall48h":0.0}},{"claim":{"lifts":{"open":3,"total":9}}},{"claim":{"runs":{"open":null,"total":40}}},{"claim":{"surface":"Powder"}},{"claim":{"seasonOpening":"2025-12-01"}},{"claim":{"seasonClosing":"2026-04-12"}},{"claim":{"liftsTotal":31}},{"claim":{"runsTotal":68}}]}"#;

fn all() -> Vec<Observation> {
    let at = Timestamp::parse("2026-01-10T05:00:00Z");
    let day = |text: &str| text.parse::<NaiveDate>().unwrap();
    [
        (at, Claim::Status(OperatingStatus::ClosedToday)),
        (at, Claim::Depth { band: Band::Mid, cm: 120.5 }),
        (None, Claim::Snowfall24h(12.0)),
        (None, Claim::Snowfall48h(0.0)),
        (None, Claim::Lifts(OpenTotal { open: Some(3), total: Some(9) })),
        (None, Claim::Runs(OpenTotal { open: None, total: Some(40) })),
        (None, Claim::Surface("Powder".to_owned())),
        (None, Claim::SeasonOpening(day("2025-12-01"))),
        (None, Claim::SeasonClosing(day("2026-04-12"))),
        (None, Claim::LiftsTotal(31)),
        (None, Claim::RunsTotal(68)),
    ]
    .map(|(at, claim)| Observation::new(Origin::Operator, at, claim))
    .into()
}

#[test]
fn version_1_is_read() {
    assert_eq!(Operator::decode(VERSION_1), Ok(all()));
    assert_eq!(Operator::encode(&all()), VERSION_1);
}

#[test]
fn rejects_other_and_newer_forms() {
    for other in ["", "[]", "{}", r#"{"v":0,"said":[]}"#, r#"{"v":1,"said":[{"claim":{"score":9}}]}"#] {
        assert!(Operator::decode(other).is_err(), "{other}");
    }
    let newer = Operator::decode(r#"{"v":2,"said":[]}"#);
    assert_eq!(newer, Err(DecodeError::Newer { kind: "operator", version: 2, newest: 1 }));
}

#[test]
fn other_origins_are_not_stored() {
    let station = Origin::Station { network: "n".to_owned(), name: None, elevation_m: None };
    let other = Observation::new(station, None, Claim::Snowfall24h(3.0));
    assert_eq!(Operator::decode(&Operator::encode(&vec![other])), Ok(Vec::new()));
}

#[test]
fn reports_and_seasons_are_independent() {
    let mut evidence = Evidence::default();
    Operator::apply(&mut evidence, Operator::REPORTS, all());
    assert_eq!(evidence.observations.len(), 7);
    Operator::apply(&mut evidence, Operator::SEASON, all());
    assert_eq!(evidence.observations.len(), 11);
    Operator::apply(&mut evidence, Operator::REPORTS, Vec::new());
    assert_eq!(evidence.observations.len(), 4);
}
