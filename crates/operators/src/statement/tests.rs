use conditions_core::record::Band;

use super::*;

fn at(hour: u32) -> Timestamp {
    Timestamp::parse(&format!("2026-01-10T{hour:02}:00:00Z")).unwrap()
}

fn report(body: &str) -> Report {
    crate::entry::json(body.as_bytes(), at(23)).unwrap()
}

#[test]
fn report_replaces_only_its_fields() {
    let first = after(&[], &report(r#"{"depthBase":84,"newSnow24h":3,"liftsOpen":4,"liftsTotal":9}"#), at(5));
    let second = after(&first, &report(r#"{"newSnow24h":5,"liftsOpen":6}"#), at(7));
    assert_eq!(current_claim(&second, Field::DepthBase), Some((84.0, Some(at(5)))));
    assert_eq!(current_claim(&second, Field::NewSnow24h), Some((5.0, Some(at(7)))));
    assert_eq!(current_claim(&second, Field::LiftsOpen), Some((6.0, Some(at(7)))));
    assert_eq!(
        current_claim(&second, Field::LiftsTotal),
        Some((9.0, Some(at(7)))),
        "the total is reported once"
    );
    assert_eq!(second.len(), 3);
}

#[test]
fn not_measured_ends_a_claim() {
    let first = after(&[], &report(r#"{"depthBase":84,"newSnow24h":3}"#), at(5));
    let second = after(&first, &report(r#"{"newSnow24h":null}"#), at(7));
    assert_eq!(current_claim(&second, Field::NewSnow24h), None);
    assert_eq!(current_claim(&second, Field::DepthBase), Some((84.0, Some(at(5)))));
}

#[test]
fn older_report_keeps_newer_claims() {
    let first = after(&[], &report(r#"{"depthBase":84}"#), at(7));
    let late = after(&first, &report(r#"{"depthBase":60,"depthMid":120}"#), at(5));
    assert_eq!(current_claim(&late, Field::DepthBase), Some((84.0, Some(at(7)))));
    assert_eq!(current_claim(&late, Field::DepthMid), Some((120.0, Some(at(5)))));
    let silent = after(&first, &report(r#"{"depthBase":null}"#), at(5));
    assert_eq!(silent, first);
}

#[test]
fn correction_at_the_same_time_wins() {
    let first = after(&[], &report(r#"{"depthBase":840}"#), at(7));
    let second = after(&first, &report(r#"{"depthBase":84}"#), at(7));
    assert_eq!(
        second,
        [Observation::new(Origin::Operator, Some(at(7)), Claim::Depth { band: Band::Base, cm: 84.0 })]
    );
}

#[test]
fn unknown_lift_makes_the_count_unknown() {
    let first = after(&[], &report(r#"{"lifts":"Alpha: open|Beta: closed"}"#), at(5));
    assert_eq!(current_claim(&first, Field::LiftsOpen), Some((1.0, Some(at(5)))));
    assert_eq!(current_claim(&first, Field::LiftsTotal), Some((2.0, Some(at(5)))));
    let second = after(&first, &report(r#"{"lifts":"Alpha: open|Beta"}"#), at(7));
    assert_eq!(current_claim(&second, Field::LiftsOpen), None, "the status of Beta is unknown");
    assert_eq!(current_claim(&second, Field::LiftsTotal), Some((2.0, Some(at(7)))));
}
