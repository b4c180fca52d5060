//! Tests with synthetic reports in the service's format.

use std::io::Write;

use super::*;

const STATIONS: &str = r#"[
 {"icaoId":"KASE","iataId":"ASE","faaId":"ASE","wmoId":"72467","lat":39.22,"lon":-106.87,"elev":2353,"site":"Aspen-Pitkin Cnty","state":"CO","country":"US","priority":3,"siteType":["METAR","TAF"]},
 {"icaoId":"LSGS","lat":46.22,"lon":7.33,"elev":481,"site":"Sion","country":"CH","siteType":["METAR"]},
 {"icaoId":"KXXX","lat":39.0,"lon":-106.0,"elev":9999,"siteType":["TAF"]},
 {"id":"ABC","icaoId":null,"lat":39.0,"lon":-106.0,"siteType":["METAR"]},
 {"icaoId":"KNUL","lat":0,"lon":0,"siteType":["METAR"]}
]"#;

fn stations() -> Vec<Station> {
    Metar.directory(&Metar.directory_requests()[0], STATIONS.as_bytes()).unwrap().items
}

fn parse(body: &str) -> Result<ParsedItems<Reading>, ParseError> {
    let stations = stations();
    let request = Metar.reading_requests(&stations, Timestamp::from_millis(0)).remove(0);
    Metar.readings(&request, &stations, body.as_bytes())
}

fn report(members: &str) -> String {
    format!(
        r#"{{"icaoId":"KASE","receiptTime":"2026-01-10T12:56:00.811Z","obsTime":1768049580,"reportTime":"2026-01-10T13:00:00.000Z",{members}"lat":39.23,"lon":-106.87,"elev":2353,"name":"Aspen/Pitkin, CO, US","rawOb":"METAR KASE 101253Z"}}"#
    )
}

#[test]
fn directory_lists_reporting_airports() {
    let parsed = Metar.directory(&Metar.directory_requests()[0], STATIONS.as_bytes()).unwrap();
    let ids: Vec<_> = parsed.items.iter().map(|station| (station.id.as_str(), station.elevation_m)).collect();
    assert_eq!(ids, [("KASE", Some(2_353.0)), ("LSGS", Some(481.0))]);
    assert_eq!(parsed.faults.len(), 1);
    assert_eq!(parsed.items[0].site, Site::Airport);
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(STATIONS.as_bytes()).unwrap();
    let packed = packed.finish().unwrap();
    let request = &Metar.directory_requests()[0];
    assert_eq!(Metar.directory(request, &packed).unwrap(), parsed);
    assert_eq!(Metar.directory(request, &packed[..12]).unwrap_err().kind, Kind::Truncated);
}

#[test]
fn requests_are_batched() {
    let now = Timestamp::from_millis(0);
    let one = stations().remove(0);
    let many: Vec<Station> = (0..250).map(|n| Station { id: format!("K{n:03}"), ..one.clone() }).collect();
    let requests = Metar.reading_requests(&many, now);
    assert_eq!(requests.iter().map(|request| request.stations.len()).collect::<Vec<_>>(), [100, 100, 50]);
    assert!(requests[2].path.starts_with("/api/data/metar?ids=K200,K201,"));
    assert!(requests[2].path.ends_with(",K249&format=json"));
    assert_eq!(requests[0].headers, [Header::UserAgent]);
    assert_eq!(Metar.reading_requests(&[], now), []);
}

#[test]
fn knots_become_metres_per_second() {
    let body =
        format!("[{}]", report(r#""temp":-7.2,"dewp":-10.6,"wdir":"VRB","wspd":9,"wgst":18,"visib":"10+","#));
    let reading = parse(&body).unwrap().items.remove(0);
    assert_eq!(reading.observed_at.to_string(), "2026-01-10T12:53:00.000Z");
    assert_eq!(reading.temp_c, Some(-7.2));
    assert!((reading.wind_mps.unwrap() - 4.63).abs() < 1e-9);
    assert!((reading.gust_mps.unwrap() - 9.26).abs() < 1e-9);
    assert_eq!((reading.snow_depth_cm, reading.surface_temp_c), (None, None));
    assert_eq!(reading.dropped, []);
}

#[test]
fn unreported_values_are_absent() {
    let body = format!(
        "[{},{}]",
        report(r#""temp":null,"wdir":0,"wspd":0,"#),
        report("").replace("1768049580", "1768046000")
    );
    let parsed = parse(&body).unwrap();
    assert_eq!(parsed.items.len(), 1);
    assert_eq!(
        (parsed.items[0].temp_c, parsed.items[0].wind_mps, parsed.items[0].gust_mps),
        (None, Some(0.0), None)
    );
}

#[test]
fn corrections_replace_reports() {
    let special = report(r#""temp":-6,"metarType":"SPECI","#).replace("1768049580", "1768050900");
    let corrected = report(r#""temp":-9,"#).replace("12:56:00.811Z", "13:05:00.000Z");
    let original = report(r#""temp":-90,"#);
    for order in [[&special, &corrected, &original], [&original, &special, &corrected]] {
        let body = format!("[{},{},{}]", order[0], order[1], order[2]);
        let temps: Vec<_> = parse(&body).unwrap().items.iter().map(|reading| reading.temp_c).collect();
        assert_eq!(temps, [Some(-9.0), Some(-6.0)]);
    }
    let intervals: Vec<_> =
        Metar.observations(format!("[{special}]").as_bytes()).unwrap().map(|value| value.interval).collect();
    assert_eq!(intervals[0], "KASE SPECI");
}

#[test]
fn absurd_values_drop_with_a_note() {
    let body = format!("[{}]", report(r#""temp":"M","wspd":999,"wgst":NaN,"#));
    let reading = parse(&body).unwrap().items.remove(0);
    assert_eq!((reading.temp_c, reading.wind_mps, reading.gust_mps), (None, None, None));
    assert_eq!(reading.dropped.len(), 2, "a `NaN` is null");
}

#[test]
fn bad_records_are_dropped() {
    let good = report(r#""temp":-7.2,"#);
    let body = format!(
        r#"[{},{},{},"x",{good},{}"#,
        good.replace("icaoId", "icao"),
        good.replace("obsTime", "time"),
        good.replace("1768049580", "-5"),
        &good[..40],
    );
    let parsed = parse(&body).unwrap();
    assert_eq!(parsed.items.len(), 1);
    assert_eq!(parsed.faults.len(), 5, "{:?}", parsed.faults);
    assert_eq!(parsed.faults[4].kind, Kind::Truncated);
}

#[test]
fn rejects_responses_without_data() {
    for nothing in ["", " \r\n"] {
        let kind = parse(nothing).unwrap_err().kind;
        assert!(matches!(kind, Kind::Refused { refusal: Refusal::NoData, .. }), "{kind}");
    }
    assert_eq!(parse("[]").unwrap(), ParsedItems::default());
    assert_eq!(parse("<!DOCTYPE html>").unwrap_err().kind, Kind::Html);
    assert_eq!(parse(r#"[{"icaoId":"KASE""#).unwrap_err().kind, Kind::Truncated);
    assert!(matches!(
        parse(r#"{"status":"error","error":"Invalid parameter"}"#).unwrap_err().kind,
        Kind::Refused { .. }
    ));
    let renamed = format!("[{}]", report(r#""temperature":-7.2,"wind":3,"#));
    assert!(parse(&renamed).unwrap_err().to_string().contains("any of temp"));
}

#[test]
fn lost_member_is_noted() {
    let partial =
        |n: usize| report(r#""dewp":-9,"wspd":3,"#).replace("1768049580", &format!("17680495{n:02}"));
    let body = |count: usize| format!("[{}]", (0..count).map(partial).collect::<Vec<_>>().join(","));
    assert_eq!(parse(&body(1)).unwrap().faults, []);
    let parsed = parse(&body(6)).unwrap();
    assert_eq!(parsed.items.len(), 6);
    assert!(parsed.faults[0].to_string().contains("member temp"));
}

#[test]
fn list_without_stations_is_noted() {
    let body = STATIONS.replace("icaoId", "icao").replace("{\"icao", "{\"id\":\"x\",\"icao");
    assert!(Metar.directory(&Metar.directory_requests()[0], body.as_bytes()).is_err());
}

#[test]
fn unrequested_reports_are_ignored() {
    let other = report(r#""temp":-7.2,"#).replace("KASE", "KEGE");
    assert_eq!(parse(&format!("[{other}]")).unwrap(), ParsedItems::default());
}
