//! Tests with synthetic texts in the real wire format.

use super::*;
use crate::error::Refusal;
use crate::open_meteo::{Config, Place, plan};

const PLACES: [(f64, f64); 3] = [(39.6, -106.5), (46.8, 9.8), (-45.0, 179.9)];

fn call(places: &[(f64, f64)]) -> Call {
    let config = Config::new(None, None, &["gfs_seamless", "icon_seamless"], &[]).unwrap();
    let places: Vec<Place> = places
        .iter()
        .map(|(lat, lon)| Place { id: String::new(), lat: *lat, lon: *lon, elevation_m: None })
        .collect();
    plan(&config, &places).batches.remove(0).core
}

fn element(lat: f64, lon: f64, id: Option<usize>, temp: f64) -> String {
    let id = id.map(|id| format!("\"location_id\":{id},")).unwrap_or_default();
    format!(
        r#"{{"latitude":{lat},"longitude":{lon},"generationtime_ms":0.5,"utc_offset_seconds":0,"timezone":"GMT",
        "timezone_abbreviation":"GMT","elevation":2300.0,{id}"hourly_units":{{"time":"unixtime",
        "temperature_2m_gfs_seamless":"°C","temperature_2m_icon_seamless":"°C"}},"hourly":{{"time":[1768003200],
        "temperature_2m_gfs_seamless":[{temp}],"temperature_2m_icon_seamless":[{temp}]}}}}"#
    )
}

fn array(elements: &[String]) -> String {
    format!("[{}]", elements.join(","))
}

/// Returns the first temperature of each place, or the error.
fn temps(answer: &Answer) -> Vec<Result<f32, Kind>> {
    answer
        .locations
        .iter()
        .map(|location| match location {
            Ok(location) => Ok(location.series[0].temp_c[0].unwrap()),
            Err(fault) => Err(fault.kind.clone()),
        })
        .collect()
}

fn read(body: &str) -> Answer {
    call(&PLACES).read(body.as_bytes()).unwrap()
}

#[test]
fn ids_identify_locations() {
    let body = array(&[
        element(-45.25, -179.9, Some(2), 3.0),
        element(39.5, -106.5, None, 1.0),
        element(46.75, 9.75, Some(1), 2.0),
    ]);
    let answer = read(&body);
    assert_eq!(temps(&answer), [Ok(1.0), Ok(2.0), Ok(3.0)]);
    assert_eq!((answer.notes.len(), &answer.fault), (0, &None));
    assert_eq!(answer.locations[1].as_ref().unwrap().elevation_m, Some(2_300.0));
}

#[test]
fn single_location_is_an_object() {
    let answer = call(&PLACES[..1]).read(element(39.5, -106.5, None, 1.0).as_bytes()).unwrap();
    assert_eq!(temps(&answer), [Ok(1.0)]);
    let wrapped = array(&[element(39.5, -106.5, None, 1.0)]);
    assert_eq!(temps(&call(&PLACES[..1]).read(wrapped.as_bytes()).unwrap()), [Ok(1.0)]);
}

#[test]
fn missing_locations_affect_no_others() {
    let body = array(&[
        element(39.5, -106.5, None, 1.0),
        element(-45.0, 180.0, Some(2), 3.0),
        element(1.0, 1.0, Some(7), 0.0),
    ]);
    let answer = read(&body);
    assert_eq!(temps(&answer), [Ok(1.0), Err(Kind::Missing), Ok(3.0)]);
    assert_eq!(answer.notes, [Note { location: None, remark: Remark::ExtraLocations(1) }]);
}

#[test]
fn order_counts_if_number_matches() {
    let three =
        [element(39.5, -106.5, None, 1.0), element(46.75, 9.75, None, 2.0), element(-45.0, 180.0, None, 3.0)];
    assert_eq!(temps(&read(&array(&three))), [Ok(1.0), Ok(2.0), Ok(3.0)]);
    assert_eq!(temps(&read(&array(&three[1..]))), [Err(Kind::Missing), Ok(2.0), Ok(3.0)]);
    // Two resorts in one valley cannot be distinguished by coordinates.
    let valley = call(&[(46.8, 9.8), (46.7, 9.9), (39.6, -106.5)]);
    let two = array(&[element(46.75, 9.75, None, 2.0), element(39.5, -106.5, None, 1.0)]);
    let answer = valley.read(two.as_bytes()).unwrap();
    assert_eq!(temps(&answer), [Err(Kind::Ambiguous), Err(Kind::Missing), Ok(1.0)]);
}

#[test]
fn rejects_distant_cells() {
    let body = array(&[
        element(39.5, -106.5, None, 1.0),
        element(47.4, 9.8, Some(1), 2.0),
        element(-45.0, 180.0, Some(2), 3.0),
    ]);
    let temps = temps(&read(&body));
    assert!(matches!(temps[1], Err(Kind::TooFar(far)) if (far - 0.6).abs() < 1e-9));
    assert!(temps[0].is_ok() && temps[2].is_ok());
}

#[test]
fn nearer_of_duplicate_ids_wins() {
    let body = array(&[
        element(39.5, -106.5, None, 1.0),
        element(10.0, 10.0, Some(1), 9.0),
        element(46.75, 9.75, Some(1), 2.0),
        element(46.75, 9.75, Some(1), 8.0),
        element(-45.0, 180.0, Some(2), 3.0),
    ]);
    let answer = read(&body);
    assert_eq!(temps(&answer), [Ok(1.0), Ok(2.0), Ok(3.0)]);
    assert_eq!(answer.notes, [Note { location: None, remark: Remark::ExtraLocations(2) }]);
}

#[test]
fn broken_location_is_dropped() {
    let broken = element(46.75, 9.75, Some(1), 2.0).replacen("[2]", "[nul]", 1);
    let body = array(&[element(39.5, -106.5, None, 1.0), broken, element(-45.0, 180.0, Some(2), 3.0)]);
    let read_of = temps(&read(&body));
    assert!(matches!(read_of.as_slice(), [Ok(_), Err(Kind::Malformed(_)), Ok(_)]), "{read_of:?}");
    let refused = r#"{"error":true,"reason":"No data is available for this location"}"#.to_owned();
    let body = array(&[element(39.5, -106.5, None, 1.0), refused, element(-45.0, 180.0, Some(2), 3.0)]);
    assert!(matches!(temps(&read(&body))[1], Err(Kind::Refused { refusal: Refusal::NoData, .. })));
}

#[test]
fn coordinates_are_optional() {
    let nameless = |text: String| text.replacen("46.75", "-nan", 1).replacen("9.75", "nan", 1);
    let middle = nameless(element(46.75, 9.75, Some(1), 2.0));
    let body = array(&[element(39.5, -106.5, None, 1.0), middle, element(-45.0, 180.0, Some(2), 3.0)]);
    assert_eq!(temps(&read(&body)), [Ok(1.0), Ok(2.0), Ok(3.0)]);
    // Without coordinates, an element with an unreadable index belongs to none of the places.
    let odd = nameless(element(46.75, 9.75, Some(1), 2.0)).replacen(":1,", ":-1,", 1);
    let body = array(&[odd, element(39.5, -106.5, None, 1.0), element(-45.0, 180.0, Some(2), 3.0)]);
    assert!(matches!(temps(&read(&body)).as_slice(), [Ok(1.0), Err(_), Ok(3.0)]));
}

#[test]
fn truncated_response_keeps_locations() {
    let whole = array(&[
        element(39.5, -106.5, None, 1.0),
        element(46.75, 9.75, Some(1), 2.0),
        element(-45.0, 180.0, Some(2), 3.0),
    ]);
    let cut = whole.find(r#""location_id":2"#).unwrap();
    let answer = read(&whole[..cut]);
    assert_eq!(temps(&answer), [Ok(1.0), Ok(2.0), Err(Kind::Truncated)]);
    let text = format!("{}Unexpected error while streaming data: timeoutReached", &whole[..cut]);
    let answer = read(&text);
    let reason = Kind::BrokeOff("timeoutReached".to_owned());
    assert_eq!(temps(&answer), [Ok(1.0), Ok(2.0), Err(reason.clone())]);
    assert_eq!(answer.fault.map(|fault| fault.kind), Some(reason));
}

#[test]
fn rejects_invalid_responses() {
    for (body, message) in [
        ("", "open-meteo: the response is empty"),
        ("<html>", "open-meteo: the response is an HTML page, not data"),
        (
            "Unexpected error while streaming data: timeoutReached",
            "open-meteo: the upstream broke off: timeoutReached",
        ),
        ("[{\"latitude\":", "open-meteo at byte 1: the response is truncated"),
        (
            r#"{"error":true,"reason":"Hourly API request limit exceeded. Please try again in the next hour."}"#,
            "open-meteo: the upstream rejected the request (limit per hour): Hourly API request limit exceeded. Please try again \
             in the next hour.",
        ),
    ] {
        assert_eq!(call(&PLACES).read(body.as_bytes()).unwrap_err().to_string(), message);
    }
}

#[test]
fn coordinates_replace_invalid_ids() {
    let odd = element(46.75, 9.75, Some(1), 2.0).replacen(":1,", ":-1,", 1);
    let body = array(&[element(39.5, -106.5, None, 1.0), odd, element(-45.0, 180.0, Some(2), 3.0)]);
    let answer = read(&body);
    assert_eq!(temps(&answer), [Ok(1.0), Ok(2.0), Ok(3.0)]);
    assert_eq!(answer.unanswered().count(), 0);
}
