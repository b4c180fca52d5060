//! Tests of the conversion of stored rows to evidence.

use conditions_core::evidence::{Claim, Observation, Origin};

use super::*;

fn reading(network: &str, id: &str) -> String {
    format!(
        r#"{{"network":"{network}","stationId":"{id}","distanceKm":3.1,"observedAt":"2026-01-10T12:00:00Z","tempC":-4}}"#
    )
}

fn lifts(lane: &str, open: u32) -> String {
    format!(
        r#"[{{"origin":{{"scraped":{{"tier":"structured_feed","label":"{lane}"}}}},"observedAt":"2026-01-10T11:00:00Z","claim":{{"lifts":{{"open":{open},"total":9}}}}}}]"#
    )
}

fn ids(evidence: &Evidence) -> Vec<&str> {
    evidence.stations.iter().map(|reading| reading.station_id.as_str()).collect()
}

#[test]
fn names_are_unique() {
    let mut names: Vec<&str> = KINDS.iter().map(|kind| kind.name()).collect();
    names.extend(DOCUMENTS.iter().map(|form| form.name()));
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn network_replaces_only_its_readings() {
    let mut evidence = Evidence::default();
    let mut take = |lane, payload: &str| apply(&mut evidence, "stations", lane, payload).unwrap();
    take("snotel", &format!("[{},{}]", reading("snotel", "a"), reading("snotel", "b")));
    take("metar", &format!("[{}]", reading("metar", "KASE")));
    take("snotel", &format!(r#"{{"v":2,"readings":[{}]}}"#, reading("snotel", "c")));
    assert_eq!(ids(&evidence), ["KASE", "c"]);
    apply(&mut evidence, "stations", "metar", "[]").unwrap();
    assert_eq!(ids(&evidence), ["c"]);
}

#[test]
fn unreadable_rows_change_nothing() {
    let mut evidence = Evidence::default();
    let one = format!("[{}]", reading("snotel", "a"));
    apply(&mut evidence, "stations", "snotel", &one).unwrap();
    assert!(apply(&mut evidence, "stations", "snotel", "<html>").is_err());
    assert!(apply(&mut evidence, "forecast", "snotel", "{}").is_err());
    let unknown = apply(&mut evidence, "unheard-of", "snotel", &one);
    assert_eq!(unknown, Err(DecodeError::Unknown("unheard-of".to_owned())));
    assert_eq!((ids(&evidence), &evidence.forecast), (vec!["a"], &None));
}

#[test]
fn feed_replaces_only_its_own_claims() {
    let operator = Observation::new(Origin::Operator, None, Claim::Surface("powder".to_owned()));
    let mut evidence = Evidence::default().with_observations([operator.clone()]);
    apply(&mut evidence, "lifts", "powdr", &lifts("powdr", 3)).unwrap();
    apply(&mut evidence, "lifts", "powdr", &lifts("powdr", 4)).unwrap();
    assert_eq!((evidence.observations.len(), &evidence.observations[0]), (2, &operator));
    assert!(format!("{:?}", evidence.observations[1]).contains("Some(4)"));
    apply(&mut evidence, "lifts", "powdr", &lifts("vail", 3)).unwrap();
    assert_eq!(evidence.observations, [operator]);
}

#[test]
fn older_forecast_is_ignored() {
    let at = |time: &str| format!(r#"{{"v":2,"at":"2026-01-10T{time}:00.000Z","models":[],"weather":null}}"#);
    let mut evidence = Evidence::default();
    for (time, stands) in [("12:00", "12:00"), ("11:00", "12:00"), ("13:00", "13:00")] {
        apply(&mut evidence, "forecast", "open-meteo", &at(time)).unwrap();
        let captured = evidence.forecast.as_ref().map(|forecast| forecast.captured_at);
        assert_eq!(captured, conditions_core::time::Timestamp::parse(&format!("2026-01-10T{stands}:00Z")));
    }
}
