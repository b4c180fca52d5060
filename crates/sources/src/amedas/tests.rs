use super::*;
use crate::parsed_value::ValueTime;
use crate::station::Reason;

/// Synthetic rows in the shape of the station table: with a snow gauge, without, and below the sea.
const TABLE: &str = r#"{
  "11016": {"type":"A","elems":"11111111","lat":[45,24.9],"lon":[141,40.7],"alt":3,"kjName":"稚内","knName":"ワッカナイ","enName":"Synthetic North"},
  "11001": {"type":"C","elems":"11112010","lat":[45,31.2],"lon":[141,56.1],"alt":26,"kjName":"宗谷岬","knName":"ソウヤミサキ","enName":""},
  "32287": {"type":"C","elems":"11112010","lat":[40,0],"lon":[139,57],"alt":-3,"kjName":"大潟","knName":"オオガタ","enName":"Below"},
  "99999": {"type":"C","elems":"11112010","lat":[40,61.0],"lon":[139,57],"alt":-3,"kjName":"x","knName":"x","enName":"x"}
}"#;

fn now() -> Timestamp {
    Timestamp::parse("2026-01-10T12:34:00Z").unwrap()
}

fn directory() -> Vec<Station> {
    Amedas.directory(&Amedas.directory_requests()[0], TABLE.as_bytes()).unwrap().items
}

fn read(body: &str) -> Result<ParsedItems<Reading>, ParseError> {
    let stations = directory();
    let request = Amedas.reading_requests(&stations, now()).remove(0);
    Amedas.readings(&request, &stations, body.as_bytes())
}

#[test]
fn the_table_is_in_degrees_and_minutes() {
    let parsed = Amedas.directory(&Request::get(String::new(), &[]), TABLE.as_bytes()).unwrap();
    let first = &parsed.items[0];
    assert!((first.lat - 45.415).abs() < 1e-9 && (first.lon - 141.678_333).abs() < 1e-6);
    let rows: Vec<_> = parsed
        .items
        .iter()
        .map(|s| (s.id.as_str(), s.name.as_str(), s.elevation_m, s.measures_snow))
        .collect();
    assert_eq!(
        rows,
        [
            ("11016", "Synthetic North", Some(3.0), Some(true)),
            ("11001", "宗谷岬", Some(26.0), Some(false)),
            ("32287", "Below", Some(-3.0), Some(false)),
        ]
    );
    assert_eq!(parsed.faults.len(), 1);
}

#[test]
fn file_names_are_in_japan_time() {
    let paths = |now: &str| -> Vec<(String, String)> {
        let now = Timestamp::parse(now).unwrap();
        Amedas
            .reading_requests(&directory(), now)
            .into_iter()
            .map(|request| (request.path, request.valid_at.unwrap().to_string()))
            .collect()
    };
    let pair = |path: &str, at: &str| (format!("/bosai/amedas/data/map/{path}.json"), at.to_owned());
    assert_eq!(
        paths("2026-01-10T12:34:00Z"),
        [
            pair("20260110211000", "2026-01-10T12:10:00.000Z"),
            pair("20260110210000", "2026-01-10T12:00:00.000Z")
        ]
    );
    // Across midnight in Japan and the new year.
    assert_eq!(paths("2025-12-31T15:21:00Z"), [pair("20260101000000", "2025-12-31T15:00:00.000Z")]);
    assert!(Amedas.reading_requests(&[], now()).is_empty());
}

#[test]
fn the_time_is_in_the_name() {
    let of = |name: &str| time_of_file(name).map(|time| time.to_string());
    let expected = Some("2025-06-28T09:00:00.000Z".to_owned());
    assert_eq!(of("amedas_map_20250628180000.json"), expected);
    assert_eq!(of("/data/2024/20250628180000.json"), expected);
    assert_eq!(of("20250628180000"), expected);
    assert_eq!(of("202506281800000.json"), None);
    assert_eq!(of("20251328180000.json"), None);
    assert_eq!(of("amedastable.json"), None);
}

#[test]
fn reads_a_winter_hour() {
    let parsed = read(
        r#"{"11016":{"temp":[-6.3,0],"humidity":[80,0],"snow":[112,0],"snow1h":[3,0],"snow24h":[21,0],
            "windDirection":[8,0],"wind":[3.4,0]}}"#,
    )
    .unwrap();
    let reading = &parsed.items[0];
    assert_eq!(reading.observed_at.to_string(), "2026-01-10T12:10:00.000Z");
    let values = (reading.temp_c, reading.wind_mps, reading.snow_depth_cm, reading.new_snow24h_cm);
    assert_eq!(values, (Some(-6.3), Some(3.4), Some(112.0), Some(21.0)));
    assert!(reading.dropped.is_empty() && parsed.faults.is_empty());
}

#[test]
fn only_quality_zero_counts() {
    let note = |pair: &str| {
        let parsed = read(&format!(r#"{{"11016":{{"temp":{pair},"wind":[1,0]}}}}"#)).unwrap();
        let reading = &parsed.items[0];
        assert_eq!(reading.wind_mps, Some(1.0), "{pair}");
        (reading.temp_c, reading.dropped.first().map(|note| note.reason.to_string()))
    };
    let dropped = |reason: &str| (None, Some(reason.to_owned()));
    assert_eq!(note("[4.0,0]"), (Some(4.0), None));
    for code in 1..=8 {
        assert_eq!(note(&format!("[4.0,{code}]")), dropped(&format!("quality code {code}")));
    }
    assert_eq!(note("[4.0,null]"), dropped("quality code none"));
    assert_eq!(note("[4.0,\"0\"]"), dropped("quality code unreadable"));
    assert_eq!(note("[null,5]"), (None, None));
    assert_eq!(note("null"), (None, None));
    assert_eq!(note("4.0"), dropped("not a number"));
    assert_eq!(note("[4.0]"), dropped("not a number"));
    assert_eq!(note("[\"x\",0]"), dropped("not a number"));
    assert_eq!(note("[400,0]"), dropped("outside the measurable range"));
}

#[test]
fn missing_depth_is_not_bare_ground() {
    let parsed = read(
        r#"{"11016":{"temp":[20,0],"snow":[null,5],"snow24h":[0,6]},
            "11001":{"temp":[19.4,0],"snow24h":[0,null]},
            "32287":{"temp":[19.4,0],"snow":[0,0]}}"#,
    )
    .unwrap();
    assert!(parsed.items.iter().all(|r| r.snow_depth_cm.is_none() && r.new_snow24h_cm.is_none()));
    let notes: Vec<Vec<Reason>> = parsed
        .items
        .iter()
        .map(|reading| reading.dropped.iter().map(|note| note.reason.clone()).collect())
        .collect();
    assert_eq!(notes, [vec![Reason::Quality("6".to_owned())], vec![], vec![Reason::NoSensor]]);
}

#[test]
fn rain_only_stations_have_no_reading() {
    let parsed = read(r#"{"11001":{"precipitation10m":[0,0],"snow24h":[0,null]}}"#).unwrap();
    assert!(parsed.items.is_empty() && parsed.faults.is_empty());
}

#[test]
fn truncated_file_keeps_complete_rows() {
    let parsed = read(r#"{"11016":{"temp":[20,0]},"11001":{"temp":[19"#).unwrap();
    assert_eq!(parsed.items.len(), 1);
    assert_eq!(parsed.faults[0].kind, Kind::Truncated);
    let parsed = read(r#"{"11016":7,"11001":{"temp":[19,0]}}"#).unwrap();
    assert_eq!((parsed.items.len(), parsed.faults.len()), (1, 1));
}

#[test]
fn rejects_other_files() {
    assert_eq!(read("").unwrap_err().kind, Kind::Empty);
    assert_eq!(read("<html><head><title>404</title>").unwrap_err().kind, Kind::Html);
    assert_eq!(read("{\"110").unwrap_err().kind, Kind::Truncated);
    assert!(matches!(read("[1]").unwrap_err().kind, Kind::Malformed(_)));
    assert!(matches!(
        read(r#"{"error":"no such file","status":404}"#).unwrap_err().kind,
        Kind::Refused { .. }
    ));
    assert!(read("{}").unwrap().items.is_empty());
}

#[test]
fn reading_needs_a_time() {
    let request = Request::get("/bosai/amedas/data/map/latest.json".to_owned(), &[]);
    let found = Amedas.readings(&request, &directory(), br#"{"11016":{"temp":[20,0]}}"#);
    assert!(matches!(found.unwrap_err().kind, Kind::Times(_)));
    let request = Request::get("/bosai/amedas/data/map/20260110211000.json".to_owned(), &[]);
    let found = Amedas.readings(&request, &directory(), br#"{"11016":{"temp":[20,0]}}"#).unwrap();
    assert_eq!(found.items[0].observed_at.to_string(), "2026-01-10T12:10:00.000Z");
}

#[test]
fn observations_include_quality() {
    let body = br#"{"11016":{"temp":[20.5,0],"snow":[null,5]}}"#;
    let named: Vec<_> = Amedas.observations_of_file("20260110211000.json", body).unwrap().collect();
    let values: Vec<_> = named.iter().map(|o| (o.variable.as_str(), o.value)).collect();
    assert_eq!(
        values,
        [("temp", Some(20.5)), ("temp:quality", Some(0.0)), ("snow", None), ("snow:quality", Some(5.0))]
    );
    assert!(
        matches!(named[0].time, ValueTime::Instant(time) if time.to_string() == "2026-01-10T12:10:00.000Z")
    );
    let unnamed = Amedas.observations(body).unwrap().next().unwrap();
    assert!(serde_json::to_string(&unnamed).unwrap().contains(r#""time":null"#));
    let rows: Vec<_> = Amedas.observations(TABLE.as_bytes()).unwrap().collect();
    assert_eq!((rows.len(), rows[2].value), (4, Some(-3.0)));
}
