//! Tests of the stored form of roads.

use conditions_core::time::Timestamp;
use roads::weather::SurfaceTemp;
use roads::{Camera, CameraState, Control, Level, RoadPolicy, RoadReading, RoadStation, Spot, UnknownReason};

use super::*;

fn spot() -> Spot {
    Spot {
        lat: 38.7027,
        lon: -120.0715,
        elevation_m: Some(2_354),
        road: Some("SR-88".into()),
        direction: None,
        name: "KIRKWOOD".into(),
        near: None,
    }
}

#[test]
fn version_1_is_read() {
    let spot_text = r#"{"lat":38.7027,"lon":-120.0715,"elevation_m":2354,"road":"SR-88","name":"KIRKWOOD"}"#;
    let text = [
        r#"{"v":1,"sheet":{"lane":"caltrans","written":["2026-01-10T12:00:00.000Z"],"controls":["#,
        r#"{"id":"1","spot":SPOT,"stated":{"Ok":"traction_required"},"said":"R-1","holds_ms":3600000},"#,
        r#"{"id":"2","spot":SPOT,"stated":{"Err":"out_of_service"},"since":"2026-01-09T12:00:00.000Z"}],"#,
        r#""stations":[{"id":"3","spot":SPOT,"reading":{"observed_at":"2026-01-10T12:00:00.000Z","surface_temp_c":-1.5}}],"#,
        r#""cameras":[{"id":"4","spot":SPOT,"state":"in_service","still_url":"https://example.org/4.jpg","every_minutes":1}]}}"#,
    ]
    .concat()
    .replace("SPOT", spot_text);
    let at = |text: &str| Timestamp::parse(text);
    let control = |id: &str, stated| Control {
        id: id.to_owned(),
        spot: spot(),
        stated,
        said: None,
        since: None,
        as_of: None,
        holds_ms: None,
    };
    let sheet = Sheet {
        lane: "caltrans".to_owned(),
        written: vec![at("2026-01-10T12:00:00Z").unwrap()],
        controls: vec![
            Control {
                said: Some("R-1".into()),
                holds_ms: Some(3_600_000),
                ..control("1", Ok(Level::TractionRequired))
            },
            Control { since: at("2026-01-09T12:00:00Z"), ..control("2", Err(UnknownReason::OutOfService)) },
        ],
        stations: vec![RoadStation {
            id: "3".to_owned(),
            spot: Some(spot()),
            reading: Some(RoadReading {
                observed_at: at("2026-01-10T12:00:00Z"),
                surface_temp_c: SurfaceTemp::new(&RoadPolicy::DEFAULT, [-1.5], None),
                ..RoadReading::default()
            }),
        }],
        cameras: vec![Camera {
            id: "4".to_owned(),
            spot: spot(),
            state: CameraState::InService,
            still_url: Some("https://example.org/4.jpg".to_owned()),
            every_minutes: Some(1),
            changed_at: None,
        }],
    };
    assert_eq!(Roads::decode(&text).unwrap(), sheet);
    assert_eq!(Roads::encode(&sheet), text);
}

#[test]
fn rejects_other_and_newer_forms() {
    for other in ["", "[]", "{}", r#"{"v":0,"sheet":{"lane":"x"}}"#] {
        assert!(Roads::decode(other).is_err(), "{other}");
    }
    let newer = Roads::decode(r#"{"v":2,"sheet":{"lane":"x"}}"#);
    assert_eq!(newer, Err(DecodeError::Newer { kind: "roads", version: 2, newest: 1 }));
}
