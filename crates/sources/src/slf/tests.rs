//! Tests with synthetic texts in the service's format.

use super::*;
use crate::error::Refusal;
use crate::parsed_value::ValueTime;

const STATIONS: &str = r#"[
 {"code":"AAA2","label":"Alpha","lon":9.81,"lat":46.83,"elevation":2540,"country_code":"CH","canton_code":"GR","type":"SNOW_FLAT"},
 {"code":"AAA1","label":"Alpha Grat","lon":9.80,"lat":46.84,"elevation":2690,"country_code":"CH","canton_code":"GR","type":"WIND"},
 {"code":"BBB1","lon":null,"lat":46.84}
]"#;

fn stations() -> Vec<Station> {
    let parsed = Slf.directory(&Slf.directory_requests()[0], STATIONS.as_bytes()).unwrap();
    assert_eq!(parsed.faults.len(), 1);
    parsed.items
}

fn read(body: &str) -> Result<ParsedItems<Reading>, ParseError> {
    let stations = stations();
    let now = Timestamp::from_millis(0);
    Slf.readings(&Slf.reading_requests(&stations, now)[0], &stations, body.as_bytes())
}

fn row(members: &str) -> String {
    format!(r#"{{"station_code":"AAA2","measure_date":"2026-01-10T12:30:00Z",{members}}}"#)
}

fn one(members: &str) -> Reading {
    read(&format!("[{}]", row(members))).unwrap().items.remove(0)
}

#[test]
fn directory_lists_snow_gauges() {
    let stations = stations();
    assert_eq!(stations[0].elevation_m, Some(2_540.0));
    assert_eq!(stations[0].measures_snow, Some(true));
    assert_eq!((stations[1].measures_snow, stations[1].utc_offset_s), (Some(false), None));
}

#[test]
fn one_request_covers_the_network() {
    let now = Timestamp::from_millis(0);
    let paths: Vec<String> =
        Slf.reading_requests(&stations(), now).into_iter().map(|request| request.path).collect();
    assert_eq!(paths, ["/public/api/imis/measurements", "/public/api/imis/daily-snow"]);
    assert_eq!(Slf.reading_requests(&[], now), []);
}

#[test]
fn a_half_hour_reads() {
    let reading = one(
        r#""HS":123.4,"TA_30MIN_MEAN":-5.5,"TSS_30MIN_MEAN":-11.2,"VW_30MIN_MEAN":3.1,"VW_30MIN_MAX":7.0,"DW_30MIN_SD":null"#,
    );
    assert_eq!(reading.observed_at.to_string(), "2026-01-10T12:30:00.000Z");
    assert_eq!(reading.snow_depth_cm, Some(123.4));
    assert_eq!((reading.temp_c, reading.surface_temp_c), (Some(-5.5), Some(-11.2)));
    assert_eq!((reading.wind_mps, reading.gust_mps), (Some(3.1), Some(7.0)));
    assert_eq!((reading.swe_mm, reading.new_snow24h_cm), (None, None));
    assert_eq!(reading.dropped, []);
}

#[test]
fn warm_surface_needs_deep_snow() {
    let surface = |depth: &str, temp: &str| {
        let reading = one(&format!(r#""TSS_30MIN_MEAN":{temp},"HS":{depth}"#));
        (reading.surface_temp_c, reading.dropped.iter().any(|note| note.reason == Reason::NotSnow))
    };
    assert_eq!(surface("80", "0.4"), (Some(0.0), false));
    assert_eq!(surface("80", "2.0"), (Some(0.0), false));
    assert_eq!(surface("80", "2.1"), (None, true));
    assert_eq!(surface("20", "0.4"), (None, true));
    assert_eq!(surface("null", "0.4"), (None, true));
    assert_eq!(surface("null", "-3"), (Some(-3.0), false));
    assert_eq!(surface("0.0", "-3"), (None, true));
    assert_eq!(surface("-4", "-3"), (None, true));
    assert_eq!(surface("80", "0.0"), (Some(0.0), false));
}

#[test]
fn bare_ground_jitter_is_zero() {
    assert_eq!(one(r#""HS":-4.0"#).snow_depth_cm, Some(0.0));
    let absurd = one(r#""HS":-40.0,"TA_30MIN_MEAN":999,"VW_30MIN_MEAN":"calm","VW_30MIN_MAX":1e999"#);
    assert_eq!(absurd.snow_depth_cm, None);
    let notes: Vec<_> =
        absurd.dropped.iter().map(|note| (note.quantity, note.value, note.reason.clone())).collect();
    assert_eq!(
        notes,
        [
            (Quantity::SnowDepth, Some(-40.0), Reason::Range),
            (Quantity::Temp, Some(999.0), Reason::Range),
            (Quantity::Wind, None, Reason::NotANumber),
            (Quantity::Gust, None, Reason::NotANumber)
        ]
    );
}

#[test]
fn days_come_without_an_offset() {
    let body = r#"[{"station_code":"AAA2","measure_date":"2026-01-10T00:00:00","HS":120.0,"HN_1D":17.0},
        {"station_code":"ZZZ9","measure_date":"2026-01-10T00:00:00","HS":120.0,"HN_1D":17.0},
        {"station_code":"AAA2","measure_date":"2026-01-09T00:00:00","HS":null,"HN_1D":null}]"#;
    let parsed = read(body).unwrap();
    assert_eq!(parsed.items.len(), 1);
    assert_eq!(parsed.items[0].new_snow24h_cm, Some(17.0));
    assert_eq!(parsed.items[0].observed_at.to_string(), "2026-01-10T00:00:00.000Z");
    let values: Vec<_> = Slf.observations(body.as_bytes()).unwrap().collect();
    assert_eq!(values.len(), 6);
    assert!(matches!(values[0].time, ValueTime::Date(_)));
    assert_eq!((values[1].variable.as_str(), values[1].unit.as_deref()), ("HN_1D", Some("cm")));
}

#[test]
fn bad_records_are_dropped() {
    let body = format!(
        r#"[{good},{{"station_code":"AAA2"}},{{"station":"AAA2","measure_date":"2026-01-10T12:30:00Z","HS":1}},
           {{"station_code":"AAA2","measure_date":"yesterday","HS":1}},{renamed},null,{good},{{"station_code":"AA"#,
        good = row(r#""HS":1"#),
        renamed = row(r#""snow_height":1"#)
    );
    let parsed = read(&body).unwrap();
    assert_eq!(parsed.items.len(), 2);
    let faults: Vec<String> = parsed.faults.iter().map(ToString::to_string).collect();
    assert_eq!(faults.len(), 6, "{faults:?}");
    assert!(faults[0].contains("without measure_date"), "{faults:?}");
    assert!(faults[1].contains("without station_code"), "{faults:?}");
    assert!(faults[2].contains("time"), "{faults:?}");
    assert!(faults[3].contains("without any measurement"), "{faults:?}");
    assert_eq!(parsed.faults[5].kind, Kind::Truncated);
}

#[test]
fn rejects_responses_without_data() {
    assert_eq!(read("").unwrap_err().kind, Kind::Empty);
    assert_eq!(read(" <html>").unwrap_err().kind, Kind::Html);
    assert_eq!(read(r#"[{"station_code":"AAA2""#).unwrap_err().kind, Kind::Truncated);
    let refused = read(r#"{"code":"STATION_NOT_FOUND","status":400}"#).unwrap_err().kind;
    assert!(matches!(refused, Kind::Refused { refusal: Refusal::NoData, .. }));
    assert_eq!(read("[]").unwrap(), ParsedItems::default());
}
