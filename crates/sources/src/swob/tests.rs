use super::*;
use crate::station::{Quantity, Reason};

fn now() -> Timestamp {
    Timestamp::parse("2026-01-10T12:34:00Z").unwrap()
}

fn known(ids: &[(&str, f64, f64)]) -> Vec<Station> {
    ids.iter()
        .map(|(id, lat, lon)| Station {
            network: LANE,
            id: (*id).to_owned(),
            name: (*id).into(),
            site: Site::Mountain,
            lat: *lat,
            lon: *lon,
            elevation_m: None,
            utc_offset_s: None,
            measures_snow: None,
        })
        .collect()
}

/// Returns a synthetic feature in the service's format.
fn feature(id: &str, properties: &str) -> String {
    format!(
        r#"{{"id":"synthetic.xml","type":"Feature","geometry":{{"type":"Point","coordinates":[-122.95,50.06,1835.0]}},
        "properties":{{"dataset":"synthetic","date_tm-uom":"datetime","date_tm-value":"2026-01-10T12:00:00.000Z",
        "stn_nam-uom":"unitless","stn_nam-value":"SYNTHETIC RIDGE","msc_id-value":"{id}","data_pvdr-value":"MSC",
        "obs_date_tm":"2026-01-10T12:00:00.000Z","processed_date_tm":"2026-02-20T00:00:00.000Z",{properties},
        "_is-minutely_obs-value":false}}}}"#
    )
}

fn collection(features: &[String]) -> String {
    format!(
        r#"{{"type":"FeatureCollection","features":[{}],"numberMatched":{},"numberReturned":{}}}"#,
        features.join(","),
        features.len(),
        features.len()
    )
}

/// Returns one element with unit and quality code as flat properties.
fn element(name: &str, value: &str, unit: &str, qa: &str) -> String {
    format!(r#""{name}":{value},"{name}-uom":"{unit}","{name}-qa":{qa}"#)
}

fn document(elements: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8" standalone="no"?><om:ObservationCollection xmlns:om="http://www.opengis.net/om/1.0" xmlns="http://dms.ec.gc.ca/schema/point-observation/2.0" xmlns:gml="http://www.opengis.net/gml"><om:member><om:Observation><om:metadata><set><identification-elements><element name="date_tm" uom="datetime" value="2026-01-10T12:00:00.000Z"/><element name="stn_nam" uom="unitless" value="RIDGE &amp; BOWL"/><element name="msc_id" uom="unitless" value="1108"/><element name="lat" uom="°" value="50.06"/><element name="long" uom="°" value="-122.95"/><element name="stn_elev" uom="m" value="1835.0"/></identification-elements></set></om:metadata><om:samplingTime><gml:TimeInstant><gml:timePosition>2026-01-10T12:00:00.000Z</gml:timePosition></gml:TimeInstant></om:samplingTime><om:resultTime><gml:TimeInstant><gml:timePosition>2026-02-20T00:00:00.000Z</gml:timePosition></gml:TimeInstant></om:resultTime><om:result><elements>{elements}</elements></om:result></om:Observation></om:member></om:ObservationCollection>"#
    )
}

fn read(body: &str) -> Result<ParsedItems<Reading>, ParseError> {
    let stations = known(&[("1108", 50.06, -122.95)]);
    let request = Swob.reading_requests(&stations, now()).remove(0);
    Swob.readings(&request, &stations, body.as_bytes())
}

fn one(properties: &str) -> Reading {
    let parsed = read(&collection(&[feature("1108", properties)])).unwrap();
    assert!(parsed.faults.is_empty(), "{:?}", parsed.faults);
    parsed.items.into_iter().next().unwrap()
}

fn notes(reading: &Reading) -> Vec<(Quantity, String)> {
    reading.dropped.iter().map(|note| (note.quantity, note.reason.to_string())).collect()
}

#[test]
fn requests_cover_boxes_of_stations() {
    let stations = known(&[("a", 50.06, -122.95), ("b", 50.5, -121.0), ("c", 51.5, -116.2)]);
    let requests = Swob.reading_requests(&stations, now());
    let wanted: Vec<_> = requests.iter().map(|request| request.stations.join("+")).collect();
    assert_eq!(wanted, ["a+b", "c"]);
    let path = &requests[0].path;
    for part in [
        "/collections/swob-realtime/items?f=json&limit=10000&bbox=-122.97,50.04,-120.98,50.52",
        "&datetime=2026-01-10T06:34:00Z/..",
        "&_is-minutely_obs-value=false",
        ",snw_dpth,snw_dpth-uom,snw_dpth-qa,",
    ] {
        assert!(path.contains(part), "{part} in {path}");
    }
    assert!(requests.iter().all(|request| request.path.len() < 7_000));
    assert!(Swob.reading_requests(&[], now()).is_empty());
    assert!(Swob.directory_requests()[0].path.contains("&sortby=-obs_date_tm"));
}

#[test]
fn station_values_are_read() {
    let reading = one(&[
        element("air_temp", "-7.5", "°C", "100"),
        element("avg_wnd_spd_10m_pst10mts", "36", "km/h", "100"),
        element("max_wnd_spd_10m_pst10mts", "54.0", "km/h", "100"),
        element("snw_dpth", "212", "cm", "100"),
        element("snw_dpth_1", "999", "cm", "100"),
    ]
    .join(","));
    assert_eq!(reading.observed_at.to_string(), "2026-01-10T12:00:00.000Z");
    assert_eq!((reading.temp_c, reading.snow_depth_cm), (Some(-7.5), Some(212.0)));
    assert!((reading.wind_mps.unwrap() - 10.0).abs() < 1e-9);
    assert!((reading.gust_mps.unwrap() - 15.0).abs() < 1e-9);
    assert!(notes(&reading).is_empty());
}

#[test]
fn withheld_depth_is_not_used() {
    let reading = one(&[
        element("air_temp", "19.5", "°C", "100"),
        element("snw_dpth", "10", "cm", "-10"),
        element("avg_snw_dpth_pst5mts", "11", "cm", "-10"),
    ]
    .join(","));
    assert_eq!((reading.temp_c, reading.snow_depth_cm), (Some(19.5), None));
    let withheld = (Quantity::SnowDepth, "quality code -10".to_owned());
    assert_eq!(notes(&reading), [withheld.clone(), withheld]);
}

#[test]
fn only_quality_100_or_none_is_used() {
    for code in ["-10", "-1", "0", "10", "15", "20", "99", "200", "\"x\""] {
        let reading = one(&element("snw_dpth", "50", "cm", code));
        assert_eq!(reading.snow_depth_cm, None, "{code}");
        assert_eq!(reading.dropped.len(), 1, "{code}");
    }
    assert_eq!(one(&element("snw_dpth", "50", "cm", "\"100\"")).snow_depth_cm, Some(50.0));
    assert_eq!(one(r#""snw_dpth-uom":"cm","snw_dpth":50"#).snow_depth_cm, Some(50.0));
}

#[test]
fn next_best_element_is_used() {
    let reading = one(&[
        element("snw_dpth", "null", "cm", "-1"),
        element("avg_snw_dpth_pst5mts", "61", "cm", "100"),
        element("avg_wnd_spd_10m_pst10mts", "7", "km/h", "0"),
        element("avg_wnd_spd_10m_pst2mts", "18", "km/h", "100"),
        element("avg_wnd_spd_pcpn_gag_pst10mts", "3", "km/h", "100"),
    ]
    .join(","));
    assert_eq!(reading.snow_depth_cm, Some(61.0));
    assert!((reading.wind_mps.unwrap() - 5.0).abs() < 1e-9);
    assert_eq!(notes(&reading), [(Quantity::Wind, "quality code 0".to_owned())]);
}

#[test]
fn incomplete_means_are_not_used() {
    let flagged = |flag: &str| {
        one(&format!(
            r#""air_temp":1,"air_temp-uom":"°C","avg_wnd_spd_10m_pst1hr":36,"avg_wnd_spd_10m_pst1hr-uom":"km/h",
               "avg_wnd_spd_10m_pst1hr-data_flag-value":{flag}"#
        ))
        .wind_mps
    };
    assert_eq!(flagged("1"), Some(10.0));
    assert_eq!(flagged("4"), None);
}

#[test]
fn drops_missing_and_absurd_values() {
    let reading = one(&[
        element("air_temp", "\"MSNG\"", "°C", "-1"),
        element("snw_dpth", "-2", "cm", "100"),
        element("avg_wnd_spd_10m_pst10mts", "\"calm\"", "km/h", "100"),
        element("max_wnd_spd_10m_pst10mts", "9999", "km/h", "100"),
    ]
    .join(","));
    assert_eq!((reading.temp_c, reading.snow_depth_cm, reading.wind_mps), (None, None, None));
    assert_eq!(
        reading.dropped.iter().map(|note| (note.quantity, note.reason.clone())).collect::<Vec<_>>(),
        [
            (Quantity::Wind, Reason::NotANumber),
            (Quantity::Gust, Reason::Range),
            (Quantity::SnowDepth, Reason::Range),
        ]
    );
}

#[test]
fn units_are_read_and_not_assumed() {
    assert_eq!(one(&element("snw_dpth", "1.5", "m", "100")).snow_depth_cm, Some(150.0));
    assert_eq!(one(&element("avg_wnd_spd_10m_pst2mts", "9", "m/s", "100")).wind_mps, Some(9.0));
    assert_eq!(one(&element("air_temp", "-3", "Â°C", "100")).temp_c, Some(-3.0));
    let reading = one(&[element("air_temp", "20", "°F", "100"), r#""snw_dpth":10"#.to_owned()].join(","));
    assert_eq!((reading.temp_c, reading.snow_depth_cm), (None, None));
    assert_eq!(
        notes(&reading),
        [(Quantity::Temp, "unit °F".to_owned()), (Quantity::SnowDepth, "unit not given".to_owned())]
    );
}

#[test]
fn documents_and_features_agree() {
    let xml = document(
        r#"<element name="air_temp" uom="°C" value="-7.5"><qualifier name="qa_summary" uom="unitless" value="100"/></element><element name="snw_dpth" uom="cm" value="212"><qualifier name="qa_summary" uom="unitless" value="-10"/></element><element name="avg_snw_dpth_pst5mts" uom="cm" value="MSNG"><qualifier name="qa_summary" uom="unitless" value="-1"/></element><element name="avg_wnd_spd_10m_pst10mts" uom="km/h" value="36"><qualifier name="data_flag" uom="code" value="1"/></element><element name="snw_dpth_3" uom="cm" value="-2"/>"#,
    );
    let parsed = read(&xml).unwrap();
    assert!(parsed.faults.is_empty());
    let reading = &parsed.items[0];
    assert_eq!(reading.observed_at.to_string(), "2026-01-10T12:00:00.000Z");
    assert_eq!((reading.temp_c, reading.snow_depth_cm), (Some(-7.5), None));
    assert_eq!(reading.wind_mps, Some(10.0));
    assert_eq!(notes(reading), [(Quantity::SnowDepth, "quality code -10".to_owned())]);
    let stations = Swob.directory(&Swob.directory_requests()[0], xml.as_bytes()).unwrap().items;
    assert_eq!((stations[0].name.as_str(), stations[0].elevation_m), ("RIDGE & BOWL", Some(1835.0)));
}

#[test]
fn truncated_document_keeps_records() {
    let whole = document(r#"<element name="air_temp" uom="°C" value="-7.5"/>"#);
    let twice = whole.replace(
        "</om:ObservationCollection>",
        r#"<om:member><om:Observation><om:metadata><set><identification-elements><element name="msc_id""#,
    );
    let parsed = read(&twice).unwrap();
    assert_eq!((parsed.items.len(), parsed.faults[0].kind.clone()), (1, Kind::Truncated));
    assert_eq!(read(&whole[..whole.len() - 90]).unwrap_err().kind, Kind::Truncated);
    assert!(matches!(
        read(&whole.replace("</elements>", "</element>")).unwrap_err().kind,
        Kind::Malformed(_)
    ));
    let exception = read("<?xml version='1.0'?><Exception/>").unwrap_err().kind;
    assert!(matches!(exception, Kind::Malformed(_)), "{exception:?}");
}

#[test]
fn entities_are_not_expanded() {
    let bomb = format!(
        "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;\">]>{}",
        document(r#"<element name="air_temp" uom="°C" value="&b;"/>"#)
            .replace(r#"<?xml version="1.0" encoding="UTF-8" standalone="no"?>"#, "")
    );
    assert!(read(&bomb).unwrap().items.is_empty());
}

#[test]
fn processing_time_is_ignored() {
    let body = feature("1108", &element("air_temp", "1", "°C", "100"));
    let without = body
        .replace(r#""date_tm-value":"2026-01-10T12:00:00.000Z","#, "")
        .replace(r#""obs_date_tm":"2026-01-10T12:00:00.000Z","#, "");
    let parsed = read(&collection(&[without, body])).unwrap();
    assert_eq!(parsed.items.len(), 1);
    assert!(matches!(parsed.faults[0].kind, Kind::Times(_)));
}

#[test]
fn single_feature_is_read() {
    assert_eq!(read(&feature("1108", &element("air_temp", "1", "°C", "100"))).unwrap().items.len(), 1);
    let parsed = read(&feature("1109", &element("air_temp", "1", "°C", "100"))).unwrap();
    assert!(parsed.items.is_empty() && parsed.faults.is_empty());
}

#[test]
fn further_page_is_a_fault() {
    let body = collection(&[feature("1108", &element("air_temp", "1", "°C", "100"))])
        .replace("\"numberMatched\":1", "\"numberMatched\":20000");
    let parsed = read(&body).unwrap();
    assert_eq!((parsed.items.len(), parsed.faults[0].kind.clone()), (1, Kind::Truncated));
}

#[test]
fn broken_feature_is_dropped() {
    let good = feature("1108", &element("air_temp", "1", "°C", "100"));
    let nameless = good.replace("msc_id-value", "station");
    let parsed = read(&collection(&["7".to_owned(), nameless, good])).unwrap();
    assert_eq!((parsed.items.len(), parsed.faults.len()), (1, 2));
}

#[test]
fn rejects_invalid_responses() {
    let whole = collection(&[feature("1108", &element("air_temp", "1", "°C", "100"))]);
    assert_eq!(read(" ").unwrap_err().kind, Kind::Empty);
    assert_eq!(read("<!DOCTYPE html><html><body>503</body></html>").unwrap_err().kind, Kind::Html);
    assert_eq!(read(&whole[..whole.len() / 2]).unwrap_err().kind, Kind::Truncated);
    assert!(matches!(read(&whole.replace("features", "items")).unwrap_err().kind, Kind::Malformed(_)));
    let refused = r#"{"code":"InvalidParameterValue","description":"bbox"}"#;
    assert!(matches!(read(refused).unwrap_err().kind, Kind::Refused { .. }));
    assert!(read(&collection(&[])).unwrap().items.is_empty());
}

#[test]
fn directory_lists_each_station_once() {
    let with = |id: &str, more: &str| feature(id, &format!(r#""air_temp":1,{more}"#));
    let body = collection(&[
        with("1", r#""snw_dpth":null"#),
        with("1", r#""snw_dpth":10,"snw_dpth-qa":-10"#),
        with("2", r#""icao_stn_id-value":"CYVR""#),
        with("3", r#""icao_stn_id-value":"CWAE""#),
        with("4", "\"x\":1").replace("\"MSC\"", "\"NAV CANADA\""),
        with("5", "\"x\":1").replace("50.06", "0").replace("-122.95", "0"),
    ]);
    let parsed = Swob.directory(&Swob.directory_requests()[0], body.as_bytes()).unwrap();
    let rows: Vec<_> = parsed.items.iter().map(|s| (s.id.as_str(), s.site, s.measures_snow)).collect();
    assert_eq!(
        rows,
        [
            ("1", Site::Mountain, Some(true)),
            ("2", Site::Airport, None),
            ("3", Site::Mountain, None),
            ("4", Site::Airport, None),
        ]
    );
    assert_eq!(parsed.faults.len(), 1);
    let first = &parsed.items[0];
    assert_eq!((first.lat, first.lon, first.elevation_m), (50.06, -122.95, Some(1835.0)));
    assert_eq!(first.name, "SYNTHETIC RIDGE");
}

#[test]
fn observations_include_quality() {
    let body = feature("1108", &element("snw_dpth", "10", "cm", "-10"));
    let values: Vec<_> =
        Swob.observations(body.as_bytes()).unwrap().map(|o| (o.variable, o.value, o.unit)).collect();
    assert_eq!(
        values,
        [
            ("snw_dpth".to_owned(), Some(10.0), Some("cm".to_owned())),
            ("snw_dpth-qa".to_owned(), Some(-10.0), Some("code".to_owned())),
        ]
    );
}
