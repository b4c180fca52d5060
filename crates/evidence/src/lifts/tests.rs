//! Tests of the stored claims of feeds.

use super::*;

/// Synthetic.
const VERSION_1: &str = r#"[{"origin":{"scraped":{"tier":"structured_feed","label":"powdr"}},"observedAt":"2026-01-10T11:00:00.000Z","claim":{"lifts":{"open":3,"total":9}}},{"origin":{"scraped":{"tier":"headless_dom","label":"powdr"}},"observedAt":null,"claim":{"runs":{"open":null,"total":40}}},{"origin":{"scraped":{"tier":"structured_feed","label":"powdr"}},"observedAt":null,"claim":{"depth":{"band":"summit","cm":120.5}}}]"#;
const VERSION_2: &str = r#"{"v":2,"said":[{"origin":{"scraped":{"tier":"structured_feed","label":"powdr"}},"observedAt":"2026-01-10T11:00:00.000Z","claim":{"lifts":{"open":3,"total":9}}},{"origin":{"scraped":{"tier":"headless_dom","label":"powdr"}},"claim":{"runs":{"open":null,"total":40}}},{"origin":{"scraped":{"tier":"structured_feed","label":"powdr"}},"claim":{"depth":{"band":"summit","cm":120.5}}}]}"#;

const VERSION_3: &str = r#"{"v":3,"said":[{"origin":{"scraped":{"tier":"structured_feed","label":"powdr"}},"claim":{"snowfall24h":5.0}},{"origin":{"scraped":{"tier":"structured_feed","label":"powdr"}},"claim":{"snowfall48h":7.5}},{"origin":{"scraped":{"tier":"structured_feed","label":"powdr"}},"claim":{"snowfall7d":30.0}},{"origin":{"scraped":{"tier":"structured_feed","label":"powdr"}},"claim":{"surface":"Wet Snow"}}]}"#;

fn all() -> Vec<Observation> {
    let feed = |tier| Origin::Scraped { tier, label: Some("powdr".to_owned()) };
    let lifts = Claim::Lifts(OpenTotal { open: Some(3), total: Some(9) });
    let runs = Claim::Runs(OpenTotal { open: None, total: Some(40) });
    let depth = Claim::Depth { band: Band::Summit, cm: 120.5 };
    let at = Timestamp::parse("2026-01-10T11:00:00Z");
    vec![
        Observation::new(feed(AcquisitionTier::StructuredFeed), at, lifts),
        Observation::new(feed(AcquisitionTier::HeadlessDom), None, runs),
        Observation::new(feed(AcquisitionTier::StructuredFeed), None, depth),
    ]
}

#[test]
fn version_1_is_read() {
    assert_eq!(Lifts::decode(VERSION_1), Ok(all()));
}

#[test]
fn version_2_is_read() {
    assert_eq!(Lifts::decode(VERSION_2), Ok(all()));
    assert_eq!(Lifts::encode(&all()), VERSION_2.replacen("\"v\":2", "\"v\":3", 1));
}

#[test]
fn version_3_is_read() {
    let claims = [
        Claim::Snowfall24h(5.0),
        Claim::Snowfall48h(7.5),
        Claim::Snowfall7d(30.0),
        Claim::Surface("Wet Snow".to_owned()),
    ];
    let feed = || Origin::Scraped { tier: AcquisitionTier::StructuredFeed, label: Some("powdr".to_owned()) };
    let said: Vec<Observation> =
        claims.into_iter().map(|claim| Observation::new(feed(), None, claim)).collect();
    assert_eq!(Lifts::decode(VERSION_3), Ok(said.clone()));
    assert_eq!(Lifts::encode(&said), VERSION_3);
}

#[test]
fn rejects_other_and_newer_forms() {
    for other in ["", "<html>", "{}", "[{}]", "{\"v\":0,\"said\":[]}"] {
        assert!(Lifts::decode(other).is_err(), "{other}");
    }
    let newer = Lifts::decode("{\"v\":4,\"said\":[]}");
    assert_eq!(newer, Err(DecodeError::Newer { kind: "lifts", version: 4, newest: 3 }));
}

#[test]
fn other_claims_are_not_stored() {
    let operator =
        Observation::new(Origin::Operator, None, Claim::Lifts(OpenTotal { open: Some(1), total: None }));
    assert_eq!(Lifts::decode(&Lifts::encode(&vec![operator])), Ok(Vec::new()));
}
