use super::*;
use crate::error::Refusal;

fn read(text: &str) -> Result<Location, Kind> {
    let element = Raw::new(text.as_bytes());
    Location::read(element, FaultPosition::Location(3)).map_err(|fault| {
        assert_eq!(fault.at, FaultPosition::Location(3));
        fault.kind
    })
}

#[test]
fn members_may_be_in_any_order() {
    let location = read(
        r#"{"hourly":{"time":["t"],"x":[1,-0.0,null,"s",true,[1]]},"hourly_units":{"time":"iso8601","x":"mm","y":7},
        "current":{"time":"t","interval":900},"elevation":38.0,"location_id":4,"longitude":-1.5,"latitude":2,
        "utc_offset_seconds":34200,"timezone":"Australia/Adelaide","generationtime_ms":0.1,"new":[{"a":1}]}"#,
    )
    .unwrap();
    assert_eq!(
        (location.lat, location.lon, location.id, location.offset()),
        (Some(2.0), Some(-1.5), Ok(Some(4)), Ok(34_200))
    );
    let hourly = location.section("hourly").unwrap();
    assert_eq!(hourly.unit("x"), Some("mm"));
    assert_eq!(hourly.unit("y"), None);
    let cells = hourly.column("x").unwrap();
    assert_eq!(cells[1], Cell::Number(0.0));
    assert!(cells[1].number().unwrap().is_sign_positive());
    assert_eq!(cells[2..], [Cell::Null, Cell::Text("s".to_owned()), Cell::Other, Cell::Other]);
    assert_eq!(
        location.section("current").unwrap().column("interval"),
        Some([Cell::Number(900.0)].as_slice())
    );
}

#[test]
fn error_bodies_are_refusals() {
    for body in [
        r#"{"error":true,"reason":"Daily API request limit exceeded. Please try again tomorrow."}"#,
        r#"{"reason":"Daily API request limit exceeded. Please try again tomorrow.","error":true}"#,
        r#"{"reason":"Daily API request limit exceeded. Please try again tomorrow."}"#,
    ] {
        assert!(matches!(read(body), Err(Kind::Refused { refusal: Refusal::Day, .. })), "{body}");
    }
    assert!(matches!(read(r#"{"error":true}"#), Err(Kind::Refused { .. })));
    assert!(read(r#"{"error":false,"latitude":1}"#).is_ok());
}

#[test]
fn missing_numbers_are_null() {
    for word in ["nan", "NaN", "-nan", "Infinity", "-inf", "inf"] {
        let body = format!("{{\"latitude\":{word},\n\"hourly\":{{\"x\":[1.0,{word},2]}}}}");
        let location = read(&body).unwrap();
        assert_eq!(location.lat, None, "{word}");
        let cells = location.section("hourly").and_then(|hourly| hourly.column("x")).unwrap();
        assert_eq!(cells, [Cell::Number(1.0), Cell::Null, Cell::Number(2.0)], "{word}");
    }
    assert!(matches!(read("{\"a\":nul}"), Err(Kind::Malformed(_))));
    assert!(matches!(read("null"), Err(Kind::Malformed(_))));
    assert!(matches!(read("{\"x\":1e999}"), Err(Kind::Malformed(_))));
}

#[test]
fn named_zone_needs_an_offset() {
    assert_eq!(read(r#"{"timezone":"GMT"}"#).unwrap().offset(), Ok(0));
    assert_eq!(read("{}").unwrap().offset(), Ok(0));
    assert!(read(r#"{"timezone":"Europe/Oslo"}"#).unwrap().offset().is_err());
    assert!(read(r#"{"utc_offset_seconds":9999999}"#).unwrap().offset().is_err());
}

#[test]
fn ids_are_whole_numbers_or_none() {
    for (id, expected) in [
        ("3", Ok(Some(3))),
        ("\"3\"", Ok(Some(3))),
        ("null", Ok(None)),
        ("-1", Err(BadId)),
        ("1.5", Err(BadId)),
        ("[1]", Err(BadId)),
    ] {
        assert_eq!(read(&format!("{{\"location_id\":{id}}}")).unwrap().id, expected, "{id}");
    }
}
