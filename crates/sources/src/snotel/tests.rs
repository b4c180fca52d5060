//! Tests with synthetic texts in the service's format; only the Berthoud Summit depths are those of a known storm.

use super::*;
use crate::error::Refusal;
use crate::parsed_value::ValueTime;

const STATIONS: &str = r#"[
 {"stationTriplet":"335:CO:SNTL","stationId":"335","stateCode":"CO","networkCode":"SNTL","name":"Berthoud Summit",
  "elevation":11300.0,"latitude":39.80364,"longitude":-105.77786,"dataTimeZone":-8.0,"beginDate":"1963-09-01 00:00","endDate":"2100-01-01 00:00"},
 {"stationTriplet":"1265:AK:SNTL","name":"Far","elevation":null,"latitude":63.4,"longitude":-148.9,"dataTimeZone":-9.0},
 {"stationTriplet":"2065:CO:SNTLT","name":"Lite","elevation":9000,"latitude":38.0,"longitude":-107.0}
]"#;

fn stations() -> Vec<Station> {
    let request = Snotel.directory_requests().remove(0);
    let parsed = Snotel.directory(&request, STATIONS.as_bytes()).unwrap();
    assert_eq!(parsed.faults, []);
    parsed.items
}

fn read(body: &str) -> Result<ParsedItems<Reading>, ParseError> {
    let stations = stations();
    let request =
        Snotel.reading_requests(&stations, Timestamp::parse("2026-03-06T20:00:00Z").unwrap()).remove(0);
    Snotel.readings(&request, &stations, body.as_bytes())
}

fn element(code: &str, unit: &str, values: &str) -> String {
    format!(
        r#"{{"stationElement":{{"elementCode":"{code}","ordinal":1,"durationName":"HOURLY","storedUnitCode":"{unit}","originalUnitCode":"{unit}"}},"values":[{values}]}}"#
    )
}

fn answer(elements: &[String]) -> String {
    format!(r#"[{{"stationTriplet":"335:CO:SNTL","data":[{}]}}]"#, elements.join(","))
}

#[test]
fn the_directory_is_metric() {
    let stations = stations();
    assert_eq!(stations.len(), 3);
    assert!((stations[0].elevation_m.unwrap() - 3_444.24).abs() < 1e-9);
    assert_eq!(stations[0].utc_offset_s, Some(-28_800));
    assert_eq!(stations[1].elevation_m, None);
    assert_eq!(stations[1].utc_offset_s, Some(-32_400));
    assert_eq!((stations[2].site, stations[2].utc_offset_s), (Site::Snow, None));
}

#[test]
fn station_needs_coordinates() {
    let body = r#"[{"stationTriplet":"1:CO:SNTL","latitude":null,"longitude":-105},{"stationTriplet":"2:CO:SNTL","latitude":0,"longitude":0},
        {"stationTriplet":"335:CO:SNTL","latitude":39.8,"longitude":-105.8},{"stationTriplet":"evil&x=1:a:b","latitude":39.8,"longitude":-105.8}]"#;
    let parsed = Snotel.directory(&Snotel.directory_requests()[0], body.as_bytes()).unwrap();
    assert_eq!(parsed.items.len(), 1);
    assert_eq!(parsed.faults.len(), 3);
}

#[test]
fn requests_are_batched_by_offset() {
    let mut wanted = stations();
    let first = wanted[0].clone();
    wanted.extend((0..70).map(|n| Station { id: format!("{n}:UT:SNTL"), ..first.clone() }));
    wanted.push(Station { network: "slf", id: "WFJ2".to_owned(), ..first });
    let now = Timestamp::parse("2026-03-06T05:30:00Z").unwrap();
    let requests = Snotel.reading_requests(&wanted, now);
    let sizes: Vec<usize> = requests.iter().map(|request| request.stations.len()).collect();
    assert_eq!(sizes, [1, 60, 12]);
    assert!(
        requests[0].path.contains("beginDate=2026-03-03%2018:30&endDate=2026-03-05%2021:30"),
        "{}",
        requests[0].path
    );
    assert!(requests[1].path.starts_with("/awdbRestApi/services/v1/data?stationTriplets=335:CO:SNTL,"));
    assert!(requests.iter().all(|request| !request.path.contains("WFJ2")));
    assert_eq!(Snotel.reading_requests(&[], now), []);
}

#[test]
fn values_become_metric_and_utc() {
    let body = answer(&[
        element(
            "SNWD",
            "in",
            r#"{"date":"2026-03-05 23:00","value":36},{"date":"2026-03-06 00:00","value":52}"#,
        ),
        element("WTEQ", "in", r#"{"date":"2026-03-06 00:00","value":10.9}"#),
        element("TOBS", "degF", r#"{"date":"2026-03-06 00:00","value":14}"#),
        element("WSPDV", "mph", r#"{"date":"2026-03-06 00:00","value":10}"#),
    ]);
    let parsed = read(&body).unwrap();
    assert_eq!(parsed.faults, []);
    assert_eq!(parsed.items.len(), 2);
    let last = &parsed.items[1];
    assert_eq!(last.observed_at.to_string(), "2026-03-06T08:00:00.000Z");
    assert_eq!(last.snow_depth_cm, Some(132.08));
    assert!((last.swe_mm.unwrap() - 276.86).abs() < 1e-9);
    assert_eq!(last.temp_c, Some(-10.0));
    assert_eq!(last.wind_mps, Some(4.4704));
    assert_eq!(parsed.items[0].swe_mm, None);
}

#[test]
fn unusable_values_are_noted() {
    let body = answer(&[
        element(
            "SNWD",
            "in",
            r#"{"date":"2026-03-06 00:00","value":-99.9},{"date":"2026-03-06 01:00","value":52,"qcFlag":"S","qaFlag":"P"},
               {"date":"2026-03-06 02:00","value":52,"qcFlag":"V"},{"date":"2026-03-06 03:00","value":null},
               {"date":"2026-03-06 04:00"},{"date":"2026-03-06 05:00","value":-0.6},{"date":"2026-03-06 06:00","value":-7},
               {"date":"2026-03-06 07:00","value":NaN},{"date":"2026-03-06 08:00","value":"36"}"#,
        ),
        element(
            "TOBS",
            "furlong",
            r#"{"date":"2026-03-06 02:00","value":14},{"date":"2026-03-06 03:00","value":null}"#,
        ),
    ]);
    let parsed = read(&body).unwrap();
    let depths: Vec<_> = parsed.items.iter().map(|reading| reading.snow_depth_cm).collect();
    assert_eq!(depths, [None, None, Some(132.08), Some(0.0), None, None]);
    let reasons: Vec<_> =
        parsed.items.iter().flat_map(|reading| &reading.dropped).map(|note| note.reason.clone()).collect();
    assert_eq!(
        reasons,
        [
            Reason::Sentinel,
            Reason::Quality("S".to_owned()),
            Reason::Unit("furlong".to_owned()),
            Reason::Range,
            Reason::NotANumber
        ]
    );
}

#[test]
fn missing_data_is_not_a_fault() {
    let second = element("SNWD", "in", r#"{"date":"2026-03-06 00:00","value":3}"#)
        .replace("\"ordinal\":1", "\"ordinal\":2");
    let body = format!(
        r#"[{{"stationTriplet":"1265:AK:SNTL"}},{{"stationTriplet":"1265:AK:SNTL","data":null}},{{"stationTriplet":"335:CO:SNTL","data":[{second}]}}]"#
    );
    let parsed = read(&body).unwrap();
    assert_eq!((parsed.items, parsed.faults), (vec![], vec![]));
    assert_eq!(read("[]").unwrap(), ParsedItems::default());
}

#[test]
fn bad_records_are_dropped() {
    let good = element("SNWD", "in", r#"{"date":"2026-03-06 00:00","value":52},{"date":"soon","value":1}"#);
    let renamed = good.replace("\"value\"", "\"val\"").replace("SNWD", "WTEQ");
    let body = format!(
        r#"[{{"triplet":"x"}},7,{{"stationTriplet":"335:CO:SNTL","data":[{{"values":[]}},{good},{renamed}]}},{{"stationTriplet":"335:CO:SN"#
    );
    let parsed = read(&body).unwrap();
    assert_eq!(parsed.items.len(), 1);
    let faults: Vec<String> = parsed.faults.iter().map(ToString::to_string).collect();
    assert!(faults.iter().any(|fault| fault.contains("without stationTriplet")), "{faults:?}");
    assert!(faults.iter().any(|fault| fault.contains("without stationElement")), "{faults:?}");
    assert!(faults.iter().any(|fault| fault.contains("WTEQ: no entry has a member `value`")), "{faults:?}");
    assert!(
        faults.iter().any(|fault| fault.contains("2 values of 335:CO:SNTL have no readable time")),
        "{faults:?}"
    );
    assert!(parsed.faults.iter().any(|fault| fault.kind == Kind::Truncated), "{faults:?}");
}

#[test]
fn unrequested_stations_are_ignored() {
    let body = |id: &str| {
        format!(
            r#"[{{"stationTriplet":"{id}","data":[{}]}}]"#,
            element("SNWD", "in", r#"{"date":"2026-03-06 00:00","value":52}"#)
        )
    };
    assert_eq!(read(&body("9:CO:SNTL")).unwrap(), ParsedItems::default());
    assert!(matches!(read(&body("2065:CO:SNTLT")).unwrap_err().kind, Kind::Times(_)));
}

#[test]
fn rejects_responses_without_data() {
    assert_eq!(read("").unwrap_err().kind, Kind::Empty);
    assert_eq!(read("<html>").unwrap_err().kind, Kind::Html);
    assert_eq!(read("[{\"stationTriplet\":").unwrap_err().kind, Kind::Truncated);
    let refused = read(r#"{"status":400,"error":"Bad Request","message":"Invalid element"}"#).unwrap_err();
    assert_eq!(
        refused.kind,
        Kind::Refused { refusal: Refusal::BadRequest, reason: "Invalid element".to_owned() }
    );
}

#[test]
fn observations_keep_upstream_units() {
    let body = answer(&[element(
        "SNWD",
        "in",
        r#"{"date":"2026-03-06 00:00","value":52},{"date":"2026-03-06","value":null}"#,
    )]);
    let values: Vec<_> = Snotel.observations(body.as_bytes()).unwrap().collect();
    assert_eq!(values.len(), 2);
    assert_eq!((values[0].value, values[0].unit.as_deref()), (Some(52.0), Some("in")));
    assert_eq!(values[0].interval, "335:CO:SNTL hourly");
    assert_eq!(values[0].time, ValueTime::Instant(Timestamp::parse("2026-03-06T08:00:00Z").unwrap()));
    let list: Vec<_> = Snotel.observations(STATIONS.as_bytes()).unwrap().collect();
    assert_eq!((list[0].variable.as_str(), list[0].value), ("elevation", Some(11_300.0)));
}

#[test]
fn contradicting_records_are_dropped() {
    let body = answer(&[element(
        "SNWD",
        "in",
        r#"{"date":"2026-03-06 00:00","value":52},{"date":"2026-03-06 00:00","value":360},{"date":"2026-03-06 00:00","value":52},
           {"date":"2026-03-06 01:00","value":53},{"date":"2026-03-06 01:00","value":53}"#,
    )]);
    let parsed = read(&body).unwrap();
    let depths: Vec<Option<f64>> = parsed.items.iter().map(|reading| reading.snow_depth_cm).collect();
    assert_eq!(depths, [None, Some(134.62)], "one that is only repeated is believed");
    assert_eq!(parsed.items[0].dropped[0].reason, Reason::Contradicted);
}

#[test]
fn invalid_29_february_is_dropped() {
    let values: Vec<String> = ["02-28", "02-29", "03-01"]
        .iter()
        .map(|day| format!(r#"{{"date":"2026-{day} 00:00","value":52}}"#))
        .collect();
    let parsed = read(&answer(&[element("SNWD", "in", &values.join(","))])).unwrap();
    let at: Vec<String> = parsed.items.iter().map(|reading| reading.observed_at.to_string()).collect();
    assert_eq!(at, ["2026-02-28T08:00:00.000Z", "2026-03-01T08:00:00.000Z"]);
    assert_eq!(parsed.faults.len(), 1);
}
