//! Tests of Finland's lanes. Every response is synthetic, in the form of the real ones.

use conditions_core::units::Tenths;
use roads::CameraState;

use super::cameras::DigitrafficCameras;
use super::*;

fn named(name: &str) -> Subject {
    Subject::new(name.to_owned(), Request::get(String::new(), &[]))
}

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

fn sensor(name: &str, unit: &str, value: &str, time: &str) -> String {
    format!(
        r#"{{"id":1,"stationId":1,"name":"{name}","measuredTime":"{time}","unit":"{unit}","value":{value}}}"#
    )
}

const NOW: &str = "2026-01-10T11:48:20Z";

fn read(sensors: &[String]) -> RoadReading {
    let body = format!(
        r#"{{"dataUpdatedTime":"{NOW}","stations":[{{"id":14001,"dataUpdatedTime":"{NOW}","sensorValues":[{}]}}]}}"#,
        sensors.join(",")
    );
    let sheet = Digitraffic.document(&named("fi-road-weather"), body.as_bytes()).unwrap();
    sheet.stations.into_iter().next().and_then(|station| station.reading).unwrap_or_default()
}

#[test]
fn stuck_sensor_does_not_decide() {
    let now = |name: &str, value: &str| sensor(name, "°C", value, NOW);
    let reading = read(&[now("ILMA", "24.1"), now("TIE_1", "33.5"), now("TIE_2", "-0.0")]);
    assert_eq!((reading.air_temp_c, reading.surface_temp_c), (Tenths::new(24.1), None));
    assert_eq!(read(&[now("ILMA", "2.0"), now("TIE_1", "-30.0")]).surface_temp_c, None);
}

#[test]
fn coldest_road_sensor_counts() {
    let now = |name: &str, unit: &str, value: &str| sensor(name, unit, value, NOW);
    let wet = r#"{"name":"KELI_1","unit":"***","value":4.0,"measuredTime":"2026-01-10T11:48:20Z","sensorValueDescriptionEn":"Ice","sensorValueDescriptionFi":"Jää"}"#;
    let reading = read(&[
        now("ILMA", "°C", "-14.6"),
        now("TIE_1", "°C", "-9.0"),
        now("TIE_2", "°C", "-11.5"),
        now("TIE_DERIVAATTA_1", "°C/h", "-30.0"),
        now("NÄKYVYYS_KM", "km", "0.4"),
        now("KESKITUULI", "m/s", "3.1"),
        now("TUULENSUUNTA", "°", "360.0"),
        now("SADE_INTENSITEETTI", "mm/h", "1.2"),
        now("LUMEN_MÄÄRÄ1", "mm", "20.0"),
        wet.to_owned(),
    ]);
    assert_eq!(
        (reading.air_temp_c, reading.surface_temp_c.map(SurfaceTemp::celsius)),
        (Tenths::new(-14.6), Tenths::new(-11.5))
    );
    assert_eq!(
        (reading.visibility_m, reading.wind_mps, reading.wind_from_deg),
        (Some(400), Tenths::new(3.1), Some(0))
    );
    assert_eq!((reading.gust_mps, reading.precipitation_mm_per_h), (None, Tenths::new(1.2)));
    assert_eq!((reading.surface.as_deref(), reading.precipitation), (Some("Ice"), None));
    assert_eq!(reading.observed_at, Some(at(NOW)));
}

#[test]
fn unusable_sensors_are_unknown() {
    let late = "2026-01-10T09:00:00Z";
    let reading = read(&[
        sensor("ILMA", "°C", "-4.0", late),
        sensor("TIE_1", "°C", "-99.9", NOW),
        sensor("NÄKYVYYS_KM", "m", "20000.0", NOW),
        sensor("KESKITUULI", "m/s", "null", NOW),
        sensor("MAKSIMITUULI", "m/s", "2.0", NOW),
        sensor("SADE", "///", "0.0", NOW),
    ]);
    assert_eq!(
        reading,
        RoadReading { observed_at: Some(at(NOW)), gust_mps: Tenths::new(2.0), ..RoadReading::default() }
    );
    assert_eq!(read(&[sensor("ILMA", "°C", "-4.0", "soon")]), RoadReading::default());
}

const PLACES: &str = r#"{"type":"FeatureCollection","dataUpdatedTime":"2026-01-10T11:00:00Z","features":[
  {"type":"Feature","id":14001,"geometry":{"type":"Point","coordinates":[24.81,67.8,210.0]},
   "properties":{"id":14001,"name":"kt79_Kittilä_Levi","collectionStatus":"GATHERING","dataUpdatedTime":"2024-11-27T03:05:18Z","state":null}},
  {"type":"Feature","id":2,"geometry":{"type":"Point","coordinates":[240.0,67.8]},"properties":{"id":2,"name":"x"}},
  {"type":"Feature","id":3,"geometry":null,"properties":{"id":3,"name":"y"}},
  {"type":"Feature","id":4,"geometry":{"type":"Point","coordinates":[29.1,66.1]},"properties":{"id":4,"name":"vt5_Kuusamo"}}]}"#;

#[test]
fn bad_features_are_dropped_individually() {
    let sheet = Digitraffic.document(&named("fi-road-stations"), PLACES.as_bytes()).unwrap();
    let ids: Vec<&str> = sheet.stations.iter().map(|station| station.id.as_str()).collect();
    assert_eq!(ids, ["14001", "4"]);
    let first = &sheet.stations[0];
    let spot = first.spot.as_ref().unwrap();
    assert_eq!((spot.name.as_str(), spot.road.as_deref()), ("kt79 Kittilä Levi", Some("kt79")));
    assert_eq!((spot.lat, spot.lon, first.reading.is_none()), (67.8, 24.81, true));
}

const CAMERAS: &str = r#"{"type":"FeatureCollection","features":[
  {"type":"Feature","id":"C14501","geometry":{"type":"Point","coordinates":[24.8,67.8]},
   "properties":{"id":"C14501","name":"kt79_Levi","collectionStatus":"GATHERING","state":null,"presets":[
     {"id":"C1450101","inCollection":true},{"id":"C1450102","inCollection":false},{"id":"C1450103"},
     {"id":"C1450104","inCollection":true,"imageUrl":"http://example.org/a.jpg","presentationName":"Muonioon"},
     {"id":"../../x","inCollection":true},7]}},
  {"type":"Feature","id":"C2","geometry":{"type":"Point","coordinates":[24.9,67.8]},
   "properties":{"id":"C2","name":"vt21","collectionStatus":"REMOVED_TEMPORARILY","presets":[{"id":"C2001","inCollection":true}]}}]}"#;

#[test]
fn each_camera_view_has_state_and_link() {
    let sheet = DigitrafficCameras.document(&named("fi-road-cameras"), CAMERAS.as_bytes()).unwrap();
    let seen: Vec<_> =
        sheet.cameras.iter().map(|c| (c.id.as_str(), c.state, c.still_url.as_deref())).collect();
    let still = |id: &'static str| Some(id);
    assert_eq!(
        seen,
        [
            ("C1450101", CameraState::InService, still("https://weathercam.digitraffic.fi/C1450101.jpg")),
            ("C1450102", CameraState::OutOfService, None),
            ("C1450103", CameraState::Unknown, still("https://weathercam.digitraffic.fi/C1450103.jpg")),
            // Links without https are dropped.
            ("C1450104", CameraState::InService, None),
            ("C2001", CameraState::OutOfService, None),
        ]
    );
    assert_eq!(sheet.cameras[3].spot.direction.as_deref(), Some("Muonioon"));
}

#[test]
fn rejects_truncated_responses() {
    let refused = br#"{"message":"Not Acceptable","status":406}"#;
    for body in [&b""[..], b"<html></html>", refused, b"[]", b"{\"stations\":[{\"id\":1"] {
        for subject in ["fi-road-stations", "fi-road-weather"] {
            assert!(Digitraffic.document(&named(subject), body).is_err(), "{subject}: {body:?}");
        }
        assert!(DigitrafficCameras.document(&named("fi-road-cameras"), body).is_err(), "{body:?}");
    }
}

#[test]
fn parse_lists_every_value() {
    let places: Vec<_> = Digitraffic.observations(PLACES.as_bytes()).unwrap().collect();
    assert_eq!((places.len(), places[0].lat), (2, Some(67.8)));
    let one = format!(r#"{{"id":14001,"sensorValues":[{}]}}"#, sensor("ILMA", "°C", "-4.0", NOW));
    let values: Vec<_> = Digitraffic.observations(one.as_bytes()).unwrap().collect();
    assert_eq!((values[0].variable.as_str(), values[0].value), ("ILMA", Some(-4.0)));
    assert_eq!(DigitrafficCameras.observations(CAMERAS.as_bytes()).unwrap().count(), 2);
}
