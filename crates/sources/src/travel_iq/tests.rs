//! Synthetic responses in the documented form, some of them malformed.

use serde_json::json;

use super::*;
use crate::error::Refusal;

fn sheet(records: &Value) -> Sheet {
    let subject = &UTAH.subjects(Timestamp::from_millis(0))[0];
    UTAH.document(subject, records.to_string().as_bytes()).unwrap()
}

#[test]
fn stations_are_in_fahrenheit() {
    let station = |changes: Value| {
        let mut station = json!({
            "Id": 7, "StationName": "Synthetic summit", "Latitude": "40.6", "Longitude": -111.6, "AirTemperature": "23",
            "SurfaceTemp": "32", "SurfaceStatus": "Snow", "Precipitation": "", "WindSpeedAvg": "12", "LastUpdated": 1_768_046_400,
        });
        if let (Some(station), Some(changes)) = (station.as_object_mut(), changes.as_object()) {
            station.extend(changes.clone());
        }
        station
    };
    let records = json!([
        station(json!({})),
        station(json!({ "LastUpdated": null })),
        station(json!({ "AirTemperature": "N/A", "SurfaceTemp": "1001", "SurfaceStatus": "" })),
        station(json!({ "Latitude": 0, "Longitude": 0 })),
    ]);
    let sheet = sheet(&records);
    let reading = sheet.stations[0].reading.as_ref().unwrap();
    assert_eq!(
        (reading.air_temp_c, reading.surface_temp_c.map(SurfaceTemp::celsius)),
        (within(-5.0, TEMPERATURES_C), within(0.0, TEMPERATURES_C))
    );
    assert_eq!(
        (reading.surface.as_deref(), &reading.precipitation, reading.wind_mps),
        (Some("Snow"), &None, None)
    );
    assert_eq!(reading.observed_at, Timestamp::parse("2026-01-10T12:00:00Z"));
    assert_eq!(
        (sheet.stations.len(), &sheet.stations[1].reading, &sheet.stations[2].reading),
        (3, &None, &None)
    );
}

#[test]
fn open_is_not_a_statement() {
    let pass = |status: Value| {
        let season =
            json!([{ "SeasonalClosureStatus": status, "SeasonalClosureDescription": "Synthetic road" }]);
        json!({ "Id": 1, "Name": "Synthetic Pass", "Roadway": "SR-190", "Latitude": 40.6, "Longitude": -111.6,
            "MaxElevation": "9000", "SeasonalInfo": season })
    };
    let sheet = sheet(&json!([pass(json!("CLOSED")), pass(json!("OPEN")), pass(json!(null))]));
    let stands: Vec<_> = sheet
        .controls
        .iter()
        .map(|control| sheet.stands(control, &RoadPolicy::DEFAULT, Timestamp::from_millis(1_768_046_400_000)))
        .collect();
    assert_eq!(
        stands,
        [Err(UnknownReason::NoTime), Err(UnknownReason::NotReported), Err(UnknownReason::NotReported)]
    );
    assert_eq!(sheet.controls[0].said.as_deref(), Some("CLOSED: Synthetic road"));
}

#[test]
fn each_view_of_a_camera_is_one() {
    let sheet = sheet(&json!([{
        "Id": 3, "Roadway": "SR-210", "Direction": "Unknown", "Location": "Synthetic canyon", "Latitude": 40.6,
        "Longitude": -111.6, "Views": [
            { "Url": "https://www.udottraffic.utah.gov/1.jpg", "Status": "Enabled" },
            { "Url": "https://www.udottraffic.utah.gov/2.jpg", "Status": "Disabled" },
            { "Url": "http://example.org/3.jpg", "Status": "new" },
        ],
    }]));
    let told: Vec<_> =
        sheet.cameras.iter().map(|one| (one.id.as_str(), one.state, one.still_url.is_some())).collect();
    assert_eq!(
        told,
        [
            ("3-1", CameraState::InService, true),
            ("3-2", CameraState::OutOfService, false),
            ("3-3", CameraState::Unknown, false)
        ]
    );
}

#[test]
fn bad_key_is_rejected() {
    let subject = &UTAH.subjects(Timestamp::from_millis(0))[0];
    for body in
        [r#"{"Message":"Invalid key"}"#, r#"{"message":"The key is invalid."}"#, r#"{"error":"Invalid Key"}"#]
    {
        let refused = UTAH.document(subject, body.as_bytes()).unwrap_err();
        assert!(matches!(refused.kind, Kind::Refused { refusal: Refusal::Key, .. }), "{refused}");
    }
    for other in ["", "<html>", "{}", "\"Invalid Key\"", "[{"] {
        assert!(UTAH.document(subject, other.as_bytes()).is_err(), "{other}");
    }
}

#[test]
fn states_have_separate_subjects() {
    let subjects = |lane: &TravelIq| lane.subjects(Timestamp::from_millis(0)).len();
    assert_eq!((subjects(&UTAH), subjects(&NEVADA)), (3, 2));
    assert!(
        UTAH.covers("US", Some("Utah")) && !UTAH.covers("US", Some("Nevada")) && !UTAH.covers("CA", None)
    );
    let mut names: Vec<String> = STATES
        .iter()
        .flat_map(|lane| lane.subjects(Timestamp::from_millis(0)))
        .map(|subject| subject.name)
        .collect();
    let all = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), all);
}
