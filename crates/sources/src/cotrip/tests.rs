//! Synthetic responses in the documented form, some of them malformed.

use roads::{Level, UnknownReason};
use serde_json::json;

use super::*;
use crate::error::Refusal;

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

fn sheet(features: &[Value]) -> Sheet {
    let subject = &Cotrip.subjects(at("2026-01-10T12:00:00Z"))[0];
    let body = json!({ "type": "FeatureCollection", "features": features }).to_string();
    Cotrip.document(subject, body.as_bytes()).unwrap()
}

fn segment(words: &[&str]) -> Value {
    let conditions: Vec<Value> = words.iter().map(|words| json!({ "conditionDescription": words })).collect();
    json!({
        "type": "Feature", "geometry": { "srid": 4326, "type": "MultiPoint", "coordinates": [[-106.2, 39.5], [-106.3, 39.6]] },
        "properties": { "nameId": "I-70E_190", "routeName": "I-70E", "direction": "east", "routeSegmentIndex": 3,
            "lastUpdated": "2026-01-10T11:30:00.000+00:00", "currentConditions": conditions },
        "attributes": {},
    })
}

#[test]
fn only_requirements_are_listed() {
    let quiet = [
        segment(&["1 - dry"]),
        segment(&["forecast text included", "5 - icy spots, strong winds"]),
        segment(&[]),
    ];
    assert_eq!(sheet(&quiet).controls, []);
    for (words, level) in [
        ("closed", Level::Closed),
        ("9 - Seasonal closure", Level::Closed),
        ("snow packed spots, snow tires or chains required", Level::TractionRequired),
    ] {
        let sheet = sheet(&[segment(&["dry"]), segment(&[words])]);
        assert_eq!(sheet.controls.len(), 1, "{words}");
        let control = &sheet.controls[0];
        assert_eq!(
            sheet.stands(control, &RoadPolicy::DEFAULT, at("2026-01-10T12:00:00Z")),
            Ok(level),
            "{words}"
        );
        let stale = sheet.stands(control, &RoadPolicy::DEFAULT, at("2026-01-10T18:00:00Z"));
        assert_eq!(stale, Err(UnknownReason::Stale));
        assert_eq!((control.spot.lat, control.spot.road.as_deref()), (39.5, Some("I-70E")));
    }
    let mut timeless = segment(&["closed"]);
    timeless["properties"]["lastUpdated"] = Value::Null;
    let sheet = sheet(&[timeless]);
    assert_eq!(
        sheet.stands(&sheet.controls[0], &RoadPolicy::DEFAULT, at("2026-01-10T12:00:00Z")),
        Err(UnknownReason::NoTime)
    );
}

#[test]
fn stricter_law_counts() {
    let stated = |words: &[&str]| sheet(&[segment(words)]).controls.first().map(|control| control.stated);
    let both = ["snow tires or chains required", "Passenger Vehicle Chain Law"];
    assert_eq!(stated(&both), Some(Ok(Level::ChainsRequired)));
    let numbered = ["Snow Packed", "Chain Law Code 17 (Passenger Vehicle Traction Law)"];
    assert_eq!(stated(&numbered), Some(Err(UnknownReason::NotReported)), "its number is not read");
    let unread = sheet(&[segment(&["snow tires or chains required", "chains for everybody above town"])]);
    assert_eq!(unread.controls[0].stated, Err(UnknownReason::NotReported));
    assert_eq!(
        unread.controls[0].said.as_deref(),
        Some("snow tires or chains required; chains for everybody above town")
    );
    assert_eq!(stated(&["snow packed", "Commercial Vehicle Chain Law"]), None, "it is about lorries");
}

#[test]
fn sensors_are_read_by_type() {
    let sensor =
        |kind: &str, reading: &str| json!({ "id": "Sensor-1", "type": kind, "currentReading": reading });
    let station = |status: &str, sensors: Vec<Value>| {
        json!({
            "type": "Feature", "geometry": { "type": "Point", "coordinates": [-106.98, 39.33] },
            "properties": { "id": "OpenTMS-Weather1", "publicName": "CO-82 at Synthetic Creek", "routeName": "CO-82E",
                "lastUpdated": "2026-01-10T11:58:00.205Z", "communicationStatus": status, "sensors": sensors },
        })
    };
    let sensors = vec![
        sensor("temperature", "-6.80"),
        sensor("max temperature", "2.00"),
        sensor("road surface temperature", "-1.20"),
        sensor("road surface temperature", "-4.40"),
        sensor("road surface temperature", "1001"),
        sensor("road surface status", "3"),
        sensor("precipitation situation", "no precipitation"),
        sensor("average wind speed", "2.60"),
    ];
    let sheet = sheet(&[
        station("operational", sensors.clone()),
        station("failed", sensors),
        station("operational", Vec::new()),
    ]);
    let reading = sheet.stations[0].reading.as_ref().unwrap();
    assert_eq!(
        (reading.air_temp_c, reading.surface_temp_c.map(SurfaceTemp::celsius)),
        (within(-6.8, TEMPERATURES_C), within(-4.4, TEMPERATURES_C))
    );
    assert_eq!(
        (reading.precipitation.as_deref(), &reading.surface, reading.wind_mps),
        (Some("no precipitation"), &None, None)
    );
    assert_eq!((&sheet.stations[1].reading, &sheet.stations[2].reading), (&None, &None));
}

#[test]
fn recognizes_bad_keys_and_features() {
    let subject = &Cotrip.subjects(at("2026-01-10T12:00:00Z"))[0];
    let refused = Cotrip.document(subject, br#"{"message":"Invalid API key"}"#).unwrap_err();
    assert!(matches!(refused.kind, Kind::Refused { refusal: Refusal::Key, .. }), "{refused}");
    for other in ["", "<html>", "[]", "{}", "{\"features\":[{]}"] {
        assert!(Cotrip.document(subject, other.as_bytes()).is_err(), "{other}");
    }
    let broken = json!({ "type": "Feature", "geometry": null, "properties": { "currentConditions": [{ "conditionDescription": "closed" }] } });
    let sheet = sheet(&[broken, segment(&["closed"])]);
    assert_eq!(sheet.controls.len(), 1);
    assert!(
        Cotrip
            .document(subject, b"{\"type\":\"FeatureCollection\",\"features\":[]}")
            .unwrap()
            .controls
            .is_empty()
    );
}
