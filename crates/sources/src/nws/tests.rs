//! The texts are synthetic, in the service's format.

use super::*;

#[test]
fn a_place_is_asked_for_with_no_decimal_to_spare() {
    assert_eq!(cell_request(39.6, -106.511_13).unwrap().path, "/points/39.6,-106.5111");
    assert_eq!(cell_request(40.0, -105.0).unwrap().path, "/points/40,-105");
    assert_eq!(cell_request(f64::NAN, -105.0), None);
    assert_eq!(cell_request(39.6, -106.5).unwrap().headers[0], Header::UserAgent);
}

#[test]
fn the_address_of_a_cell() {
    let body = |properties: &str| format!(r#"{{"type":"Feature","properties":{{{properties}}}}}"#);
    let read = |properties: &str| Cell::read(body(properties).as_bytes());
    let link = r#""forecastGridData":"https://api.weather.gov/gridpoints/BOU/24,71""#;
    let cell = read(&format!(r#""gridId":"BOU","gridX":24,"gridY":71,{link}"#)).unwrap();
    assert_eq!(cell.forecast_request().path, "/gridpoints/BOU/24,71");
    assert_eq!(read(link).unwrap(), cell);
    assert_eq!(read(r#""forecastGridData":null,"gridId":"BOU","gridX":"24","gridY":"71""#).unwrap(), cell);
    let nowhere = read(r#""forecastGridData":null,"gridId":null,"gridX":null,"gridY":null"#).unwrap_err();
    assert!(matches!(nowhere.kind, Kind::Refused { refusal: Refusal::NoData, .. }));
    assert!(read(r#""forecastGridData":"x/gridpoints/../../etc,1""#).is_err());
    assert!(read(r#""gridId":"BOU","gridX":24,"gridY":71"#).is_err());
}

#[test]
fn answers_that_are_no_address() {
    let kind = |body: &str| Cell::read(body.as_bytes()).unwrap_err().kind;
    assert_eq!(kind(""), Kind::Empty);
    assert_eq!(kind("<html>"), Kind::Html);
    assert_eq!(kind(r#"{"properties":{"gridId":"B"#), Kind::Truncated);
    let problem = r#"{"type":"https://api.weather.gov/problems/InvalidPoint","title":"Data Unavailable For Requested Point","status":404,"detail":"Unable to provide data for requested point 46.8,9.8"}"#;
    assert!(
        matches!(kind(problem), Kind::Refused { refusal: Refusal::NoData, reason } if reason.contains("46.8"))
    );
}
