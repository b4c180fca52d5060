//! Tests of Caltrans' lanes. Every response is synthetic, in the form of the real ones.

use conditions_core::time::Timestamp;
use roads::weather::SurfaceTemp;
use roads::{CameraState, Level, RoadPolicy, UnknownReason};

use super::cameras::CaltransCameras;
use super::*;
use crate::error::FaultPosition;

fn named(name: &str) -> Subject {
    Subject::new(name.to_owned(), Request::get(String::new(), &[]))
}

/// Returns a chain control as it appears in the file, with `change` replaced by `with`.
pub(super) fn control(index: &str, change: &str, with: &str) -> String {
    let text = format!(
        "<cc><index>{index}</index>
        <recordTimestamp><recordDate>2026-01-10</recordDate><recordTime>04:00:03</recordTime></recordTimestamp>
        <location><district>10</district><locationName>CARSON SPUR</locationName>
        <nearbyPlace>Kirkwood</nearbyPlace><longitude>-120.090000</longitude><latitude>38.700000</latitude>
        <elevation>7990</elevation><direction>East</direction><county>Alpine</county><route>SR-88</route>
        <routeSuffix></routeSuffix></location><inService>true</inService>
        <statusData><statusTimestamp><statusDate>2026-01-09</statusDate><statusTime>08:10:38</statusTime>
        </statusTimestamp><status>R-1</status>
        <statusDescription>Chains or traction devices are required.</statusDescription></statusData></cc>"
    );
    assert!(change.is_empty() || text.contains(change), "{change}");
    text.replace(change, if change.is_empty() { "" } else { with })
}

fn file(records: &[String]) -> Vec<u8> {
    format!("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<data>{}</data>\n", records.concat())
        .into_bytes()
}

fn read(records: &[String]) -> Sheet {
    Caltrans.document(&named("chains-d10"), &file(records)).unwrap()
}

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

#[test]
fn control_has_place_level_and_start() {
    let sheet = read(&[control("10-ALP-88", "", "")]);
    let control = &sheet.controls[0];
    assert_eq!(control.stated, Ok(Level::TractionRequired));
    assert_eq!((control.spot.road.as_deref(), control.spot.elevation_m), (Some("SR-88"), Some(2_435)));
    assert_eq!(control.since, Some(at("2026-01-09T16:10:38Z")));
    assert_eq!(sheet.written, [at("2026-01-10T12:00:03Z")]);
    // The time since which a control is in effect differs from the time at which it is stated.
    let stands = sheet.stands(control, &RoadPolicy::DEFAULT, at("2026-01-10T12:30:00Z"));
    assert_eq!(stands, Ok(Level::TractionRequired));
    let frozen = sheet.stands(control, &RoadPolicy::DEFAULT, at("2026-01-10T13:30:00Z"));
    assert_eq!(frozen, Err(UnknownReason::Stale));
}

#[test]
fn invalid_levels_are_unknown() {
    for (word, stated) in [
        ("R-0", Ok(Level::NoRestriction)),
        ("r-2", Ok(Level::ChainsUnlessAwd)),
        ("R3", Ok(Level::ChainsRequired)),
        ("-118.1307759", Err(UnknownReason::NotReported)),
        ("Not Reported", Err(UnknownReason::NotReported)),
        ("", Err(UnknownReason::NotReported)),
        ("0", Err(UnknownReason::NotReported)),
        ("R-4", Err(UnknownReason::NotReported)),
    ] {
        let control = control("1", "<status>R-1", &format!("<status>{word}"));
        let control = control.replace("Chains or traction devices are required.", "Not Reported");
        assert_eq!(read(&[control]).controls[0].stated, stated, "{word}");
    }
}

#[test]
fn contradicted_all_clear_is_unknown() {
    let clear = control("1", "<status>R-1", "<status>R-0");
    assert_eq!(read(std::slice::from_ref(&clear)).controls[0].stated, Err(UnknownReason::NotReported));
    for (words, stated) in [
        ("Highway closed due to snow.", Err(UnknownReason::NotReported)),
        ("No chain controls are in effect at this time.", Ok(Level::NoRestriction)),
    ] {
        let control = clear.replace("Chains or traction devices are required.", words);
        assert_eq!(read(&[control]).controls[0].stated, stated, "{words}");
    }
}

#[test]
fn checkpoint_without_status_is_unknown() {
    for word in ["false", "False", "", "maybe", "Not Reported"] {
        let sheet = read(&[control("1", "<inService>true", &format!("<inService>{word}"))]);
        assert_eq!(sheet.controls[0].stated, Err(UnknownReason::OutOfService), "{word}");
    }
    let sheet = read(&[control("1", "<inService>true", "<inService>True")]);
    assert_eq!(sheet.controls[0].stated, Ok(Level::TractionRequired));
    let timeless = read(&[control("1", "2026-01-10</recordDate>", "</recordDate>"), control("2", "", "")]);
    assert_eq!(timeless.controls[0].stated, Err(UnknownReason::NoTime));
}

#[test]
fn bad_records_are_dropped_individually() {
    let bad = [
        control("1", "-120.090000", "Not Reported"),
        control("1", "</location>", ""),
        control("1", "</cc>", ""),
        control("1", "<index>1</index>", ""),
    ];
    for bad in bad {
        let records = [control("0", "", ""), bad.clone(), control("2", "", "")];
        let sheet = read(&records);
        let ids: Vec<&str> = sheet.controls.iter().map(|control| control.id.as_str()).collect();
        assert_eq!(ids, ["0", "2"], "{bad}");
    }
}

#[test]
fn non_utf_8_bytes_are_tolerated() {
    let mut body = file(&[control("1", "CARSON SPUR", "PE~ON PASS")]);
    let tilde = body.iter().position(|byte| *byte == b'~').unwrap();
    body[tilde] = 0xf1;
    let sheet = Caltrans.document(&named("chains-d10"), &body).unwrap();
    assert_eq!(sheet.controls[0].spot.name, "PEñON PASS");
    assert_eq!(read(&[control("1", "CARSON SPUR", "Smith&apos;s")]).controls[0].spot.name, "Smith's");
}

#[test]
fn rejects_truncated_files() {
    let page = b"<html>\n<head><title>500 Internal Server Error</title></head></html>".to_vec();
    let mut cut = file(&[control("1", "", ""), control("2", "", "")]);
    cut.truncate(cut.len() - 60);
    let all_bad = file(&[control("1", "<index>1</index>", "")]);
    for (body, kind) in [(page, "page"), (Vec::new(), "empty"), (cut, "truncated"), (all_bad, "index")] {
        let error = Caltrans.document(&named("chains-d10"), &body).unwrap_err();
        assert!(error.to_string().contains(kind), "{error}");
    }
    assert_eq!(read(&[]).controls, []);
    let refused = Caltrans.document(&named("chains-d10"), b"Forbidden").unwrap_err();
    assert_eq!(refused.at, FaultPosition::Body);
}

const CAMERAS: &str = r#"{"data": [
  {"cctv": {"index": "106", "recordTimestamp": {"recordDate": "2025-03-20", "recordTime": "12:05:08", "recordEpoch": "1742497508"},
    "location": {"locationName": "Echo Summit", "longitude": "-120.02928", "latitude": "38.81321", "elevation": "7427", "direction": "*", "route": "US-50"},
    "inService": "true", "imageData": {"imageDescription": "", "static": {"currentImageUpdateFrequency": "1", "currentImageURL": "https://example.org/a.jpg"}}}}
  {"cctv": {"index": "107", "location": {"locationName": "Meyers", "longitude": "-120.0", "latitude": "38.85"},
    "inService": "false", "imageData": {"static": {"currentImageUpdateFrequency": "Not Reported", "currentImageURL": "https://example.org/b.jpg"}}}},
  {"cctv": {"index": "108", "location": {"locationName": "Twin Bridges", "longitude": "-120.1", "latitude": "38.8"},
    "inService": "", "imageData": {"static": {"currentImageURL": "http://example.org/c.jpg"}}}}
]}"#;

#[test]
fn cameras_tolerate_missing_commas() {
    let sheet = CaltransCameras.document(&named("cameras-d3"), CAMERAS.as_bytes()).unwrap();
    let seen: Vec<_> =
        sheet.cameras.iter().map(|c| (c.id.as_str(), c.state, c.still_url.as_deref())).collect();
    assert_eq!(
        seen,
        [
            ("106", CameraState::InService, Some("https://example.org/a.jpg")),
            // Its URL serves a placeholder.
            ("107", CameraState::OutOfService, None),
            // Links without https are dropped.
            ("108", CameraState::Unknown, None),
        ]
    );
    assert_eq!((sheet.cameras[0].every_minutes, sheet.cameras[1].every_minutes), (Some(1), None));
    assert_eq!(sheet.cameras[0].spot.direction, None);
    assert_eq!(sheet.written, []);
}

fn station(sensors: &str) -> RoadReadingOf {
    let text = format!(
        "<data><rwis><index>20</index>
        <recordTimestamp><recordDate>2026-01-10</recordDate><recordTime>04:00:03</recordTime></recordTimestamp>
        <location><locationName>Donner Summit</locationName><longitude>-120.32</longitude>
        <latitude>39.34</latitude><elevation>7239</elevation></location><inService>true</inService>
        <rwisData>{sensors}</rwisData></rwis></data>"
    );
    let sheet = Caltrans.document(&named("road-weather-d3"), text.as_bytes()).unwrap();
    sheet.stations[0].reading.clone()
}

type RoadReadingOf = Option<roads::RoadReading>;

#[test]
fn coldest_road_sensor_counts() {
    let reading = station(
        "<temperatureData><essTemperatureSensorTable><essTemperatureSensorEntry><essAirTemperature>1001</essAirTemperature>
        </essTemperatureSensorEntry><essTemperatureSensorEntry><essAirTemperature>-52</essAirTemperature>
        </essTemperatureSensorEntry></essTemperatureSensorTable></temperatureData>
        <windData><essAvgWindSpeed>83</essAvgWindSpeed><essMaxWindGustSpeed>151</essMaxWindGustSpeed>
        <essAvgWindDirection>361</essAvgWindDirection></windData>
        <visibilityData><essVisibility>5000</essVisibility></visibilityData>
        <humidityPrecipData><essPrecipSituation>8</essPrecipSituation><essPrecipRate>5</essPrecipRate></humidityPrecipData>
        <pavementSensorData><essPavementSensorTable>
        <essPavementSensorEntry><essSurfaceStatus>2</essSurfaceStatus><essSurfaceTemperature>-12</essSurfaceTemperature></essPavementSensorEntry>
        <essPavementSensorEntry><essSurfaceStatus>7</essSurfaceStatus><essSurfaceTemperature>-31</essSurfaceTemperature></essPavementSensorEntry>
        </essPavementSensorTable></pavementSensorData>",
    )
    .unwrap();
    let value = |tenths: Option<conditions_core::units::Tenths>| tenths.unwrap().get();
    assert_eq!(
        (value(reading.air_temp_c), value(reading.surface_temp_c.map(SurfaceTemp::celsius))),
        (-5.2, -3.1)
    );
    assert_eq!((value(reading.wind_mps), value(reading.gust_mps)), (8.3, 15.1));
    assert_eq!((reading.visibility_m, reading.wind_from_deg), (Some(500), None));
    assert_eq!(value(reading.precipitation_mm_per_h), 1.8);
    assert_eq!(reading.precipitation.as_deref(), Some("moderate snow"));
    assert_eq!(reading.surface.as_deref(), Some("ice warning"));
    assert_eq!(reading.observed_at, Some(at("2026-01-10T12:00:03Z")));
}

#[test]
fn missing_codes_are_not_numbers() {
    let missing =
        "<essAirTemperature>1001</essAirTemperature><essSurfaceTemperature>1001</essSurfaceTemperature>
        <essAvgWindSpeed>65535</essAvgWindSpeed><essMaxWindGustSpeed>65535</essMaxWindGustSpeed>
        <essVisibility>1000001</essVisibility><essPrecipRate>65535</essPrecipRate>
        <essPrecipSituation>2</essPrecipSituation><essSurfaceStatus>Not Reported</essSurfaceStatus>";
    assert_eq!(station(missing), None);
    assert_eq!(station(&missing.replace("1001", "Not Reported")), None);
}

#[test]
fn parse_lists_every_value() {
    let values: Vec<_> = Caltrans.observations(&file(&[control("1", "", "")])).unwrap().collect();
    let elevation = values.iter().find(|value| value.variable == "elevation").unwrap();
    assert_eq!((elevation.value, elevation.lat), (Some(7_990.0), Some(38.7)));
    let status = values.iter().find(|value| value.variable == "status").unwrap();
    assert_eq!((status.value, status.unit.as_deref()), (None, Some("R-1")));
    assert!(CaltransCameras.observations(CAMERAS.as_bytes()).unwrap().count() > 10);
    assert!(Caltrans.observations(b"<data></data>").is_err());
}
