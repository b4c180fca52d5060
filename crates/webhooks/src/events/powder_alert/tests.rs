//! When a powder alert is due, and what it says.

use conditions_core::field::Field;

use super::super::tests::{PLACE, at, known, resolution};
use super::*;

const NOW: &str = "2026-01-10T23:59:59.999Z";
const SEEN: &str = "2026-01-10T06:00:00Z";

fn due(tenths: i32, source: Kind, confidence: u8) -> bool {
    let resolution = resolution(known(tenths, source, confidence, SEEN), None);
    PowderAlert::evaluate(&EventPolicy::CONTRACT, at(NOW), (PLACE, &resolution)).is_some()
}

#[test]
fn fifteen_centimetres_with_confidence_are_due() {
    assert!(due(150, Kind::Station, 50));
    assert!(due(151, Kind::Operator, 95));
    assert!(due(400, Kind::Scraped, 65));
    assert!(!due(149, Kind::Station, 90));
    assert!(!due(400, Kind::Scraped, 49));
}

#[test]
fn a_model_alone_never_fires() {
    for source in [Kind::Model, Kind::Profile, Kind::Derived, Kind::None] {
        assert!(!due(900, source, 100), "{source:?}");
    }
    let nothing = resolution(Field::not_reported(), None);
    assert_eq!(PowderAlert::evaluate(&EventPolicy::CONTRACT, at(NOW), (PLACE, &nothing)), None);
}

#[test]
fn the_key_is_the_resort_and_the_utc_day() {
    let resolution = resolution(known(200, Kind::Station, 90, SEEN), None);
    let key = |now| {
        let subject = (PLACE, &resolution);
        PowderAlert::evaluate(&EventPolicy::CONTRACT, at(now), subject).unwrap().dedupe_key
    };
    assert_eq!(key(NOW), "powder-alert:lech:2026-01-10");
    assert_eq!(key("2026-01-10T00:00:00Z"), key(NOW));
    assert_eq!(key("2026-01-11T00:30:00+01:00"), key(NOW));
    assert_eq!(key("2026-01-11T00:00:00Z"), "powder-alert:lech:2026-01-11");
}

#[test]
fn its_data_are_those_of_the_specification() {
    let depth = known(1205, Kind::Station, 90, SEEN);
    let resolution = resolution(known(182, Kind::Station, 90, SEEN), Some(depth));
    let found = PowderAlert::evaluate(&EventPolicy::CONTRACT, at(NOW), (PLACE, &resolution)).unwrap();
    let expected = serde_json::json!({
        "slug": "lech", "name": "Lech Zürs", "snowfall24hCm": 18.2, "snowDepthCm": 120.5, "thresholdCm": 15,
        "url": "https://snow.example.com/api/v1/resorts/lech",
    });
    assert_eq!(serde_json::to_value(&found.data).unwrap(), expected);
    assert_eq!(found.created_at, at(NOW));
}

#[test]
fn an_unknown_depth_is_null_and_not_zero() {
    let resolution = resolution(known(150, Kind::Station, 90, SEEN), None);
    let found = PowderAlert::evaluate(&EventPolicy::CONTRACT, at(NOW), (PLACE, &resolution)).unwrap();
    assert_eq!(serde_json::to_value(&found.data).unwrap()["snowDepthCm"], serde_json::Value::Null);
}
