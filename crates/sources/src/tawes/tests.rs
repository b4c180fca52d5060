use super::*;

fn list_of(ids: &[&str]) -> Vec<Station> {
    ids.iter()
        .map(|id| Station {
            network: LANE,
            id: (*id).to_owned(),
            name: (*id).into(),
            site: Site::Mountain,
            lat: 47.0,
            lon: 11.0,
            elevation_m: None,
            utc_offset_s: None,
            measures_snow: None,
        })
        .collect()
}

fn now() -> Timestamp {
    Timestamp::parse("2026-01-10T12:05:00Z").unwrap()
}

/// Returns a synthetic response in the service's format.
fn answer(times: &str, features: &str) -> String {
    format!(
        r#"{{"media_type":"application/json","type":"FeatureCollection","version":"v1","timestamps":[{times}],"features":[{features}]}}"#
    )
}

fn feature(station: &str, parameters: &str) -> String {
    format!(
        r#"{{"type":"Feature","geometry":{{"type":"Point","coordinates":[11.5,47.25]}},"properties":{{"parameters":{{{parameters}}},"station":{station}}}}}"#
    )
}

fn parameter(name: &str, unit: &str, data: &str) -> String {
    format!(r#""{name}":{{"name":"synthetic","unit":"{unit}","data":[{data}]}}"#)
}

const TIME: &str = r#""2026-01-10T12:00+00:00""#;

fn read(body: &str) -> Result<ParsedItems<Reading>, ParseError> {
    let stations = list_of(&["11112", "11266"]);
    let request = Tawes.reading_requests(&stations, now()).remove(0);
    Tawes.readings(&request, &stations, body.as_bytes())
}

#[test]
fn one_request_covers_the_network() {
    let requests = Tawes.reading_requests(&list_of(&["11112", "11266"]), now());
    assert_eq!(requests.len(), 1);
    assert_eq!(
        requests[0].path,
        "/v1/station/current/tawes-v1-10min?parameters=TL,TLAM,FFAM,FFX,SCHNEE&station_ids=11112,11266\
         &output_format=geojson"
    );
    assert_eq!(requests[0].stations, ["11112", "11266"]);
    assert!(Tawes.reading_requests(&[], now()).is_empty());
    let many: Vec<String> = (0..900).map(|number| number.to_string()).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let requests = Tawes.reading_requests(&list_of(&many), now());
    assert_eq!(requests.iter().map(|request| request.stations.len()).collect::<Vec<_>>(), [400, 400, 100]);
    assert!(Tawes.reading_requests(&list_of(&["1&x=y"]), now()).is_empty());
}

#[test]
fn station_values_are_read() {
    let parameters = [
        parameter("TL", "°C", "-4.2"),
        parameter("TLAM", "°C", "-4.0"),
        parameter("FFAM", "m/s", "6.1"),
        parameter("FFX", "m/s", "11.3"),
        parameter("SCHNEE", "cm", "143.0"),
    ];
    let parsed = read(&answer(TIME, &feature("\"11112\"", &parameters.join(",")))).unwrap();
    assert!(parsed.faults.is_empty());
    let reading = &parsed.items[0];
    assert_eq!(reading.station_id, "11112");
    assert_eq!(reading.observed_at.to_string(), "2026-01-10T12:00:00.000Z");
    let values = (reading.temp_c, reading.wind_mps, reading.gust_mps, reading.snow_depth_cm);
    assert_eq!(values, (Some(-4.2), Some(6.1), Some(11.3), Some(143.0)));
    assert!(reading.dropped.is_empty());
}

#[test]
fn mean_replaces_missing_temperature() {
    let parameters = [parameter("TL", "°C", "null"), parameter("TLAM", "°C", "-4.0")];
    let parsed = read(&answer(TIME, &feature("11112", &parameters.join(",")))).unwrap();
    assert_eq!(parsed.items[0].temp_c, Some(-4.0));
}

#[test]
fn zero_is_bare_ground() {
    let parameters = [parameter("FFAM", "m/s", "null"), parameter("SCHNEE", "cm", "0.0")];
    let parsed = read(&answer(TIME, &feature("\"11112\"", &parameters.join(",")))).unwrap();
    assert_eq!((parsed.items[0].wind_mps, parsed.items[0].snow_depth_cm), (None, Some(0.0)));
    let all_null = feature("\"11112\"", &parameter("SCHNEE", "cm", "null"));
    assert!(read(&answer(TIME, &all_null)).unwrap().items.is_empty());
}

#[test]
fn columns_follow_the_time_axis() {
    let times = r#""2026-01-10T11:50+00:00","2026-01-10T13:00+01:00""#;
    let body = answer(times, &feature("\"11112\"", &parameter("SCHNEE", "cm", "100,103")));
    let parsed = read(&body).unwrap();
    let series: Vec<_> = parsed.items.iter().map(|r| (r.observed_at.to_string(), r.snow_depth_cm)).collect();
    assert_eq!(
        series,
        [
            ("2026-01-10T11:50:00.000Z".to_owned(), Some(100.0)),
            ("2026-01-10T12:00:00.000Z".to_owned(), Some(103.0))
        ]
    );
}

#[test]
fn column_of_wrong_length_is_dropped() {
    let parameters = [parameter("TL", "°C", "1,2"), parameter("SCHNEE", "cm", "50")];
    let parsed = read(&answer(TIME, &feature("\"11112\"", &parameters.join(",")))).unwrap();
    assert_eq!(parsed.items[0].snow_depth_cm, Some(50.0));
    assert_eq!(parsed.items[0].temp_c, None);
    assert!(matches!(parsed.faults[0].kind, Kind::Times(_)), "{:?}", parsed.faults);
}

#[test]
fn absurd_values_are_noted() {
    let parameters = [
        parameter("TL", "K", "268.1"),
        parameter("FFAM", "km/h", "20"),
        parameter("FFX", "m/s", "900"),
        parameter("SCHNEE", "cm", "-1"),
    ];
    let parsed = read(&answer(TIME, &feature("\"11112\"", &parameters.join(",")))).unwrap();
    let reading = &parsed.items[0];
    assert_eq!((reading.temp_c, reading.wind_mps, reading.snow_depth_cm), (None, None, None));
    let notes: Vec<_> = reading.dropped.iter().map(|note| (note.quantity, note.reason.clone())).collect();
    assert_eq!(
        notes,
        [
            (Quantity::Temp, Reason::Unit("K".to_owned())),
            (Quantity::Wind, Reason::Unit("km/h".to_owned())),
            (Quantity::Gust, Reason::Range),
            (Quantity::SnowDepth, Reason::Range),
        ]
    );
    let text = feature("\"11112\"", &parameter("SCHNEE", "cm", "\"n/a\""));
    let parsed = read(&answer(TIME, &text)).unwrap();
    assert_eq!(parsed.items[0].dropped[0].reason, Reason::NotANumber);
}

#[test]
fn unknown_station_is_ignored() {
    let stranger = feature("\"99999\"", &parameter("TL", "°C", "1"));
    let parsed = read(&answer(TIME, &stranger)).unwrap();
    assert!(parsed.items.is_empty() && parsed.faults.is_empty());
}

#[test]
fn broken_feature_is_dropped() {
    let good = feature("\"11112\"", &parameter("TL", "°C", "1"));
    let renamed = good.replace("\"station\"", "\"stationId\"");
    let parsed = read(&answer(TIME, &format!("{renamed},7,{good}"))).unwrap();
    assert_eq!(parsed.items.len(), 1);
    assert_eq!(
        parsed.faults.iter().map(|f| f.at.clone()).collect::<Vec<_>>(),
        [FaultPosition::Location(0), FaultPosition::Location(1)]
    );
}

#[test]
fn rejects_times_without_offset() {
    let body = answer(r#""2026-01-10T12:00""#, &feature("\"11112\"", &parameter("TL", "°C", "1")));
    assert!(matches!(read(&body).unwrap_err().kind, Kind::Times(_)));
}

#[test]
fn rejects_invalid_responses() {
    let whole = answer(TIME, &feature("\"11112\"", &parameter("TL", "°C", "1")));
    assert_eq!(read("").unwrap_err().kind, Kind::Empty);
    assert_eq!(read("<!doctype html><title>429</title>").unwrap_err().kind, Kind::Html);
    assert_eq!(read(&whole[..whole.len() - 30]).unwrap_err().kind, Kind::Truncated);
    assert!(matches!(read("[]").unwrap_err().kind, Kind::Malformed(_)));
    let renamed = whole.replace("\"features\"", "\"stations_data\"");
    assert!(matches!(read(&renamed).unwrap_err().kind, Kind::Malformed(_)));
    let refused = read(r#"{"message":"API rate limit exceeded","status":429}"#).unwrap_err().kind;
    assert!(matches!(refused, Kind::Refused { .. }), "{refused:?}");
}

const METADATA: &str = r#"{"title":"TAWES","time":"2026-01-10T12:00+00:00","stations":[
  {"type":"INDIVIDUAL","id":"11266","name":"SYNTHETIC HOEHE","lat":47.5,"lon":11.7,"altitude":1931.0,"is_active":true},
  {"type":"INDIVIDUAL","id":"11120","name":"SYNTHETIC-FLUGHAFEN","lat":47.26,"lon":11.35,"altitude":578.0,"is_active":true},
  {"type":"INDIVIDUAL","id":"11999","name":"GONE","lat":47.26,"lon":11.35,"altitude":578.0,"is_active":false},
  {"type":"INDIVIDUAL","id":"11998","name":"NOWHERE","lat":0,"lon":0,"altitude":578.0,"is_active":true},
  {"type":"INDIVIDUAL","id":"11997","name":"HIGHER THAN ANY","lat":47.1,"lon":11.2,"altitude":99999.0,"is_active":true}]}"#;

#[test]
fn directory_is_read() {
    let request = Tawes.directory_requests().remove(0);
    assert_eq!(request.path, "/v1/station/current/tawes-v1-10min/metadata");
    let parsed = Tawes.directory(&request, METADATA.as_bytes()).unwrap();
    let stations: Vec<_> = parsed.items.iter().map(|s| (s.id.as_str(), s.site, s.elevation_m)).collect();
    assert_eq!(
        stations,
        [
            ("11266", Site::Mountain, Some(1931.0)),
            ("11120", Site::Airport, Some(578.0)),
            ("11997", Site::Mountain, None),
        ]
    );
    assert_eq!(parsed.faults.len(), 1);
}

#[test]
fn every_value_is_observed() {
    let body = answer(TIME, &feature("\"11112\"", &parameter("SO", "sec", "599.0")));
    let observed: Vec<_> = Tawes.observations(body.as_bytes()).unwrap().collect();
    assert_eq!(observed.len(), 1);
    assert_eq!((observed[0].lat, observed[0].lon), (Some(47.25), Some(11.5)));
    assert_eq!((observed[0].variable.as_str(), observed[0].value), ("SO", Some(599.0)));
    assert_eq!(Tawes.observations(METADATA.as_bytes()).unwrap().count(), 5);
}
