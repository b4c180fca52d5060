//! Synthetic responses in the form of the real ones, some of them malformed.

use serde_json::json;

use super::*;
use crate::error::Refusal;

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

/// Returns a synthetic pass with some members changed.
fn pass_with(changes: Value) -> Value {
    let mut pass = json!({
        "MountainPassId": 11, "MountainPassName": "Synthetic Pass I-90", "Latitude": 47.4, "Longitude": -121.4,
        "DateUpdated": "/Date(1768046400000-0800)/", "TemperatureInFahrenheit": null, "ElevationInFeet": 3022,
        "WeatherCondition": "Snowing.", "RoadCondition": "Compact snow and ice.", "TravelAdvisoryActive": true,
        "RestrictionOne": { "RestrictionText": "Traction Tires Advised, Oversize Vehicles Prohibited.", "TravelDirection": "Eastbound" },
        "RestrictionTwo": { "RestrictionText": "No restrictions", "TravelDirection": "Westbound" },
    });
    if let (Some(pass), Some(changes)) = (pass.as_object_mut(), changes.as_object()) {
        pass.extend(changes.clone());
    }
    pass
}

fn sheet(records: &[Value]) -> Sheet {
    let subject = &Wsdot.subjects(at("2026-01-10T12:00:00Z"))[0];
    Wsdot.document(subject, Value::from(records).to_string().as_bytes()).unwrap()
}

#[test]
fn directions_have_separate_times() {
    let sheet = sheet(&[pass_with(json!({}))]);
    let told: Vec<_> = sheet.controls.iter().map(|one| (one.stated, one.spot.direction.as_deref())).collect();
    assert_eq!(
        told,
        [(Ok(Level::TractionAdvised), Some("Eastbound")), (Ok(Level::NoRestriction), Some("Westbound"))]
    );
    let control = &sheet.controls[0];
    assert_eq!((control.spot.road.as_deref(), control.spot.elevation_m), (Some("I-90"), Some(921)));
    assert_eq!(control.as_of, Some(at("2026-01-10T12:00:00Z")));
    let stands = |now: &str| sheet.stands(control, &RoadPolicy::DEFAULT, at(now));
    assert_eq!(stands("2026-01-11T11:00:00Z"), Ok(Level::TractionAdvised));
    assert_eq!(stands("2026-01-11T13:00:00Z"), Err(UnknownReason::Stale), "a stamp of yesterday");
}

#[test]
fn unknown_is_not_no_restriction() {
    let no_restriction = |words: &str, condition: Value| {
        let restriction = json!({ "RestrictionText": words, "TravelDirection": "Eastbound" });
        let pass = pass_with(json!({ "RestrictionOne": restriction, "RoadCondition": condition }));
        sheet(&[pass]).controls[0].stated
    };
    assert_eq!(no_restriction("No restrictions", json!("Bare and dry.")), Ok(Level::NoRestriction));
    for condition in [
        json!("No current information available"),
        json!("No Current Information available. Be prepared."),
        json!(""),
        json!(null),
    ] {
        assert_eq!(no_restriction("No restrictions", condition), Err(UnknownReason::NotReported));
    }
    for words in
        ["Unknown", "No restrictions, something new", "0", "Vehicles over 10,000 GVW chains required"]
    {
        assert_eq!(no_restriction(words, json!("Bare.")), Err(UnknownReason::NotReported), "{words}");
    }
    for (words, level) in [
        ("Traction Tires Required, Vehicles over 10 tons need chains", Level::TractionRequired),
        ("Chains required on all vehicles except all-wheel drive.", Level::ChainsUnlessAwd),
        ("Chains Required", Level::ChainsRequired),
        ("Pass Closed", Level::Closed),
        ("Closed for the season", Level::Closed),
    ] {
        assert_eq!(no_restriction(words, json!(null)), Ok(level), "{words}");
    }
    // A closure is valid until it is lifted, with or without an active advisory.
    let closed = json!({ "RestrictionText": "Pass Closed", "TravelDirection": "Eastbound" });
    let sheet = sheet(&[pass_with(json!({ "RestrictionOne": closed, "TravelAdvisoryActive": false }))]);
    assert_eq!(
        sheet.stands(&sheet.controls[0], &RoadPolicy::DEFAULT, at("2026-03-10T12:00:00Z")),
        Ok(Level::Closed)
    );
}

#[test]
fn unread_restriction_is_unknown() {
    let unknown = Err(UnknownReason::NotReported);
    for (words, condition, stated) in [
        (
            "Traction Tires Advised, Chains Required All Vehicles Including All Wheel Drive",
            "Compact snow and ice",
            Ok(Level::ChainsRequired),
        ),
        (
            "Traction Tires Required, Chains Required All Vehicles/ Except All-Wheel Drive",
            "Compact snow and ice",
            Ok(Level::ChainsUnlessAwd),
        ),
        ("Traction Tires Advised, Temporarily Closed", "Snow", Ok(Level::Closed)),
        ("Traffic stopped for avalanche control, Traction Tires Advised", "Snow", unknown),
        ("Traction Tires Advised, something new", "Snow", unknown),
        ("No restrictions", "SR 20 is closed for the winter.", unknown),
        ("No restrictions", "Reports have ended for this season.", unknown),
        ("No restrictions", "The road was closed overnight and has reopened.", Ok(Level::NoRestriction)),
    ] {
        let restriction = json!({ "RestrictionText": words, "TravelDirection": "Eastbound" });
        let pass = pass_with(json!({ "RestrictionOne": restriction, "RoadCondition": condition }));
        let control = &sheet(&[pass]).controls[0];
        assert_eq!(control.stated, stated, "{words} / {condition}");
        assert!(control.said.as_deref().is_some_and(|said| said.starts_with(words)), "{:?}", control.said);
    }
}

#[test]
fn bad_key_with_status_200_is_rejection() {
    let subject = &Wsdot.subjects(at("2026-01-10T12:00:00Z"))[0];
    let refused = Wsdot.document(subject, br#"{"Message":"Please enter a valid access code"}"#).unwrap_err();
    assert!(
        matches!(&refused.kind, Kind::Refused { refusal: Refusal::Key, reason } if reason.contains("access code")),
        "{refused}"
    );
    for other in ["", "<html>", "{}", "[{", "null"] {
        assert!(Wsdot.document(subject, other.as_bytes()).is_err(), "{other}");
    }
    assert_eq!(Wsdot.document(subject, b"[]").unwrap().controls, []);
}

#[test]
fn reads_stations_and_cameras() {
    let station = json!({
        "StationId": "TSYN", "StationName": "090ws00000 - Synthetic", "Latitude": 47.4, "Longitude": -121.4, "Elevation": 876,
        "ReadingTime": "2026-01-10T12:00:00.000Z", "AirTemperature": -3.2, "RelativeHumidty": 100, "AverageWindSpeed": 28,
        "Visibility": 828, "SurfaceMeasurements": [
            { "SurfaceTemperature": -1.0, "RoadSurfaceCondition": 104 }, { "SurfaceTemperature": null },
            { "SurfaceTemperature": -2.5 },
        ],
    });
    let mut timeless = station.clone();
    timeless["ReadingTime"] = Value::Null;
    let camera = |id: u64, url: &str, active: Value| {
        json!({
            "CameraID": id, "Title": "Synthetic summit", "ImageURL": url, "IsActive": active, "ImageHeight": 200_000,
            "CameraLocation": { "Latitude": 47.4, "Longitude": -121.4, "RoadName": "I-90", "Direction": "B", "Description": null },
        })
    };
    let images = "https://images.wsdot.wa.gov/synthetic.jpg";
    let records = [
        station,
        timeless,
        camera(1, images, json!(true)),
        camera(2, images, json!(false)),
        camera(3, "http://images.wsdot.wa.gov/plain.jpg", json!(null)),
        json!({ "CameraID": 4, "Title": "Nowhere" }),
    ];
    let sheet = sheet(&records);
    let reading = sheet.stations[0].reading.as_ref().unwrap();
    assert_eq!(
        (reading.surface_temp_c.map(SurfaceTemp::celsius), reading.air_temp_c),
        (within(-2.5, TEMPERATURES_C), within(-3.2, TEMPERATURES_C))
    );
    assert_eq!((reading.visibility_m, reading.wind_mps), (Some(828), None));
    assert_eq!(sheet.stations[1].reading, None, "without a time");
    let told: Vec<_> = sheet.cameras.iter().map(|one| (one.state, one.still_url.as_deref())).collect();
    assert_eq!(
        told,
        [
            (CameraState::InService, Some(images)),
            (CameraState::OutOfService, None),
            (CameraState::Unknown, None)
        ]
    );
}

#[test]
fn bad_records_are_dropped() {
    for changes in [
        json!({ "Latitude": null }),
        json!({ "Longitude": 0, "Latitude": 0 }),
        json!({ "MountainPassName": " " }),
    ] {
        let sheet = sheet(&[
            pass_with(json!({})),
            pass_with(changes.clone()),
            pass_with(json!({ "MountainPassId": 12 })),
        ]);
        assert_eq!(sheet.controls.len(), 4, "{changes}");
    }
}

/// The recorded responses, if present.
#[test]
fn recorded_responses_are_read() {
    let root = std::env::var_os("SNOW_PAYLOADS").map_or_else(
        || std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/payloads")),
        std::path::PathBuf::from,
    );
    let recorded = |file: &str| {
        let body = std::fs::read(root.join("wsdot").join(file)).ok()?;
        let (sheet, faults) = read(&body).unwrap();
        // One of the stations has no coordinates.
        assert!(
            faults.iter().all(|fault| fault.to_string().contains("no coordinates")),
            "{file}: {faults:?}"
        );
        assert!(faults.len() <= 1, "{file}: {faults:?}");
        Some(sheet)
    };
    let (Some(passes), Some(stations), Some(cameras)) = (
        recorded("mountain_passes_2025-11-15.json"),
        recorded("weather_readings_2025-11-15.json"),
        recorded("cameras_by_route_2025-11-15.json"),
    ) else {
        println!("no recorded answers at {}: nothing compared", root.display());
        return;
    };
    let now = at("2025-11-15T16:00:00Z");
    let stands = |control: &Control| passes.stands(control, &RoadPolicy::DEFAULT, now);
    let count = |wanted: Result<Level, UnknownReason>| {
        passes.controls.iter().filter(|one| stands(one) == wanted).count()
    };
    assert_eq!((passes.controls.len(), count(Ok(Level::Closed))), (32, 6));
    let silent = passes
        .controls
        .iter()
        .filter(|one| one.said.as_deref().unwrap_or_default().contains("No current information"));
    assert!(silent.clone().count() == 6 && silent.clone().all(|one| stands(one).is_err()));
    // "Closed for the season" with an advisory, and "Pass Closed" without one.
    let closed = passes.controls.iter().filter(|one| stands(one) == Ok(Level::Closed));
    let closed: std::collections::BTreeSet<&str> = closed.map(|one| &*one.spot.name).collect();
    assert_eq!(
        closed.into_iter().collect::<Vec<_>>(),
        ["Cayuse Pass SR 123", "Chinook Pass SR 410", "North Cascade Hwy SR 20"]
    );
    assert_eq!(stations.stations.len(), 130);
    assert!(stations.stations.iter().filter(|station| station.reading.is_some()).count() > 40);
    assert_eq!(cameras.cameras.len(), 12);
}
