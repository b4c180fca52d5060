//! Tests of stored readings.

use super::*;

/// Synthetic.
const VERSION_1: &str = r#"[{"network":"snotel","stationId":"766:UT:SNTL","name":"Snowbird","site":"snow","elevationM":2938.3,"distanceKm":3.1,"observedAt":"2026-01-10T12:00:00.000Z","tempC":-4.0,"windMps":null,"snowDepthCm":120.5,"sweMm":300.0,"surfaceTempC":null,"newSnow24hCm":10.5,"newSnow48hCm":12.5,"newSnow7dCm":60.5,"newSwe24hMm":9.5,"thawFreeze48h":false,"doubted":true},{"network":"snotel","stationId":"b","distanceKm":9,"observedAt":"2026-01-10T11:00:00Z"}]"#;
const VERSION_2: &str = r#"{"v":2,"readings":[{"network":"snotel","stationId":"766:UT:SNTL","name":"Snowbird","site":"snow","elevationM":2938.3,"distanceKm":3.1,"observedAt":"2026-01-10T12:00:00.000Z","tempC":-4.0,"snowDepthCm":120.5,"sweMm":300.0,"newSnow24hCm":10.5,"newSnow48hCm":12.5,"newSnow7dCm":60.5,"newSwe24hMm":9.5,"thawFreeze48h":false,"doubted":true},{"network":"snotel","stationId":"b","site":"mountain","distanceKm":9.0,"observedAt":"2026-01-10T11:00:00.000Z"}]}"#;

fn both() -> Vec<StationReading> {
    let at = |text: &str| Timestamp::parse(text).unwrap();
    let first = StationReading {
        name: Some("Snowbird".into()),
        site: Site::Snow,
        elevation_m: Some(2938.3),
        distance_km: 3.1,
        temp_c: Some(-4.0),
        snow_depth_cm: Some(120.5),
        swe_mm: Some(300.0),
        new_snow24h_cm: Some(10.5),
        new_snow48h_cm: Some(12.5),
        new_snow7d_cm: Some(60.5),
        new_swe24h_mm: Some(9.5),
        thaw_freeze48h: Some(false),
        doubted: true,
        ..StationReading::blank("snotel", "766:UT:SNTL", at("2026-01-10T12:00:00Z"))
    };
    let second = StationReading {
        distance_km: 9.0,
        ..StationReading::blank("snotel", "b", at("2026-01-10T11:00:00Z"))
    };
    vec![first, second]
}

#[test]
fn version_1_is_read() {
    assert_eq!(Stations::decode(VERSION_1), Ok(both()));
}

#[test]
fn version_2_is_read() {
    assert_eq!(Stations::decode(VERSION_2), Ok(both()));
    assert_eq!(Stations::encode(&both()), VERSION_2);
}

#[test]
fn rejects_other_and_newer_forms() {
    for other in ["", "<html>", "{}", "[{}]", "{\"v\":0,\"readings\":[]}"] {
        assert!(Stations::decode(other).is_err(), "{other}");
    }
    let newer = Stations::decode("{\"v\":3,\"readings\":[]}");
    assert_eq!(newer, Err(DecodeError::Newer { kind: "stations", version: 3, newest: 2 }));
}
