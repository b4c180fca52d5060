//! Tests of Canada, Austria and Japan through the public interface: recorded responses if present, and mutated ones.

#![expect(clippy::unwrap_used, reason = "helpers of tests stop a test as the test itself would")]

use std::collections::BTreeMap;
use std::fs;

use conditions_core::evidence::Site;
use conditions_core::policy::Policy;
use conditions_core::time::{DAY_MS, Timestamp};
use proptest::prelude::*;
use sources::amedas::Amedas;
use sources::despike::{OtherSeries, Sample, Thresholds, despike, snowfall::recent};
use sources::matching::{Place, matches};
use sources::slf::Smet;
use sources::station::{Reading, Reason, Request, Station};
use sources::swob::Swob;
use sources::tawes::Tawes;
use sources::{Lane, NETWORKS, StationNetwork};

use crate::mutations::{apply, edit};
use crate::payloads::payloads;

/// Returns the recorded files of a folder by name, if there are any.
fn files(folder: &str) -> BTreeMap<String, Vec<u8>> {
    let Some(folder) = payloads(folder) else { return BTreeMap::new() };
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap()))
        .collect()
}

fn anywhere() -> Request {
    Request::get("/".to_owned(), &[])
}

fn swob(body: &[u8]) -> (Station, Reading) {
    let stations = Swob.directory(&anywhere(), body).unwrap();
    let readings = Swob.readings(&anywhere(), &stations.items, body).unwrap();
    assert_eq!((stations.faults, readings.faults), (vec![], vec![]));
    (stations.items.into_iter().next().unwrap(), readings.items.into_iter().next().unwrap())
}

#[test]
fn documents_and_features_are_equal() {
    let files = files("swob");
    for (name, body) in files.iter().filter(|(name, _)| name.ends_with(".xml")) {
        let feature = &files[&name.replace(".xml", ".geojson")];
        let ((station, reading), (same_station, same_reading)) = (swob(body), swob(feature));
        assert_eq!(station, same_station, "{name}");
        assert_eq!(reading, same_reading, "{name}");
        assert!(reading.temp_c.is_some() && reading.wind_mps.is_some(), "{name}: {reading:?}");
        assert!(Swob.observations(body).unwrap().count() > 40, "{name}");
        assert!(Swob.observations(feature).unwrap().count() > 40, "{name}");
    }
}

#[test]
fn canadian_july_snow_is_dropped() {
    let files = files("swob");
    let Some(body) = files.get("2020-07-01-0007-CAFC-AUTO-minute-swob.geojson") else { return };
    let (station, reading) = swob(body);
    assert_eq!((station.id.as_str(), station.name.as_str()), ("8101605", "FREDERICTON CDA CS"));
    assert_eq!((station.elevation_m, station.site), (Some(35.0), Site::Mountain));
    assert_eq!(reading.observed_at.to_string(), "2020-07-01T00:07:00.000Z");
    assert_eq!((reading.temp_c, reading.snow_depth_cm), (Some(19.5), None));
    assert!((reading.wind_mps.unwrap() - 7.6 / 3.6).abs() < 1e-9);
    let reasons: Vec<_> = reading.dropped.iter().map(|note| (note.value, note.reason.clone())).collect();
    let withheld = Reason::Quality("-10".to_owned());
    assert_eq!(reasons, [(Some(10.0), withheld.clone()), (Some(11.0), withheld)]);
    let (airport, _) = swob(&files["2020-05-31-0200-CYBQ-AUTO-swob.xml"]);
    assert_eq!(airport.site, Site::Airport);
}

#[test]
fn recorded_austrian_answers_read() {
    let files = files("geosphere");
    let (Some(metadata), Some(body)) =
        (files.get("zamg_tawes_metadata.json"), files.get("zamg_tawes_station_data.json"))
    else {
        return;
    };
    let stations = Tawes.directory(&anywhere(), metadata).unwrap();
    assert_eq!((stations.items.len(), stations.faults.len()), (228, 0));
    assert_eq!(stations.items.iter().filter(|station| station.site == Site::Airport).count(), 6);
    let summit = stations.items.iter().filter_map(|station| station.elevation_m).fold(0.0, f64::max);
    assert!((3_000.0..3_800.0).contains(&summit), "{summit}");
    let parsed = Tawes.readings(&anywhere(), &stations.items, body).unwrap();
    assert_eq!((parsed.items.len(), parsed.faults.len()), (1, 0));
    let reading = &parsed.items[0];
    assert_eq!(reading.observed_at.to_string(), "2022-11-13T10:20:00.000Z");
    let values = (reading.temp_c, reading.wind_mps, reading.gust_mps, reading.snow_depth_cm);
    assert_eq!(values, (Some(8.6), None, Some(3.1), Some(0.0)));
    assert_eq!(Tawes.observations(body).unwrap().count(), 14);
    assert_eq!(Tawes.observations(metadata).unwrap().count(), 228);
}

#[test]
fn japanese_summer_has_no_snow() {
    let files = files("jma");
    let name = "amedas_map_20250628180000.json";
    let (Some(table), Some(body)) = (files.get("amedastable.json"), files.get(name)) else { return };
    let stations = Amedas.directory(&anywhere(), table).unwrap();
    assert_eq!((stations.items.len(), stations.faults.len()), (1_286, 0));
    assert!(stations.items.iter().all(|s| (20.0..46.0).contains(&s.lat) && (122.0..155.0).contains(&s.lon)));
    let gauges = stations.items.iter().filter(|station| station.measures_snow == Some(true)).count();
    assert!((330..345).contains(&gauges), "{gauges}");
    let request = Request::get(format!("/bosai/amedas/data/map/{name}"), &[]);
    let parsed = Amedas.readings(&request, &stations.items, body).unwrap();
    assert_eq!(parsed.faults, []);
    assert!(parsed.items.iter().all(|r| r.snow_depth_cm.is_none() && r.new_snow24h_cm.is_none()));
    assert!(parsed.items.iter().filter(|reading| reading.temp_c.is_some()).count() > 900);
    assert!(parsed.items.iter().all(|r| r.observed_at.to_string() == "2025-06-28T09:00:00.000Z"));
    let north = parsed.items.iter().find(|reading| reading.station_id == "11016").unwrap();
    assert_eq!((north.temp_c, north.wind_mps), (Some(20.0), Some(3.4)));
    assert!(Amedas.observations_of_file(name, body).unwrap().count() > 20_000);
    assert_eq!(Amedas.observations(table).unwrap().count(), 1_286);
}

#[test]
fn credits_contain_required_texts() {
    let texts: Vec<&str> = sources::lanes::credits().iter().map(|credit| credit.text).collect();
    for text in [
        "Data Source: Environment and Climate Change Canada",
        "Observational data provided by NAV CANADA. All rights reserved.",
        "Data source: GeoSphere Austria - https://data.hub.geosphere.at",
        "Source: Japan Meteorological Agency website (出典：気象庁ホームページ)",
    ] {
        assert!(texts.contains(&text), "{text}");
    }
}

#[test]
fn recorded_stations_match_resorts() {
    let files = files("geosphere");
    let Some(metadata) = files.get("zamg_tawes_metadata.json") else { return };
    let stations = Tawes.directory(&anywhere(), metadata).unwrap().items;
    let resort = Place {
        slug: "somewhere-above-innsbruck".to_owned(),
        lat: 47.31,
        lon: 11.38,
        base_m: Some(860.0),
        summit_m: Some(2_260.0),
    };
    let found = matches(&[resort], &stations, &Policy::contract());
    assert!(found.iter().any(|found| found.accepted));
    assert!(found.iter().all(|found| found.distance_km <= 25.0));
    assert!(
        found
            .iter()
            .all(|m| m.distance_km <= 15.0 || !m.accepted || stations[m.station].site == Site::Airport)
    );
}

const TAWES: &str = r#"{"type":"FeatureCollection","timestamps":["2026-01-10T12:00+00:00","2026-01-10T12:10+00:00"],"features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[11.5,47.25]},"properties":{"parameters":{"TL":{"name":"x","unit":"°C","data":[-4.2,null]},"SCHNEE":{"name":"x","unit":"cm","data":[143.0,144.0]}},"station":"11112"}}]}"#;
const TAWES_METADATA: &str = r#"{"time":"2026-01-10T12:00+00:00","stations":[{"id":"11112","name":"A","lat":47.5,"lon":11.7,"altitude":1931.0,"is_active":true}]}"#;
const AMEDAS: &str = r#"{"11016":{"temp":[-6.3,0],"snow":[112,0],"snow24h":[21,0],"wind":[3.4,1]},"11001":{"temp":[1,0],"snow24h":[0,null]}}"#;
const AMEDAS_TABLE: &str =
    r#"{"11016":{"type":"A","elems":"11111111","lat":[45,24.9],"lon":[141,40.7],"alt":3,"enName":"N"}}"#;
const SWOB: &str = r#"{"type":"FeatureCollection","numberMatched":1,"features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[-122.95,50.06,1835.0]},"properties":{"msc_id-value":"1108","stn_nam-value":"R","obs_date_tm":"2026-01-10T12:00:00.000Z","air_temp":-7.5,"air_temp-uom":"°C","air_temp-qa":100,"snw_dpth":10,"snw_dpth-uom":"cm","snw_dpth-qa":-10}}]}"#;
const SWOB_ML: &str = r#"<?xml version="1.0"?><om:ObservationCollection xmlns:om="o"><om:member><om:Observation><om:metadata><set><identification-elements><element name="msc_id" value="1108"/><element name="lat" value="50.06"/><element name="long" value="-122.95"/></identification-elements></set></om:metadata><om:samplingTime><t><timePosition>2026-01-10T12:00:00.000Z</timePosition></t></om:samplingTime><om:result><elements><element name="air_temp" uom="°C" value="-7.5"><qualifier name="qa_summary" value="100"/></element></elements></om:result></om:Observation></om:member></om:ObservationCollection>"#;
const SEEDS: [&str; 6] = [TAWES, TAWES_METADATA, AMEDAS, AMEDAS_TABLE, SWOB, SWOB_ML];

fn station(network: &'static str, id: &str) -> Station {
    Station {
        network,
        id: id.to_owned(),
        name: id.into(),
        site: Site::Mountain,
        lat: 46.8,
        lon: 9.8,
        elevation_m: None,
        utc_offset_s: None,
        measures_snow: Some(true),
    }
}

fn stations() -> Vec<Station> {
    [("tawes", "11112"), ("amedas", "11016"), ("swob", "1108")]
        .map(|(network, id)| station(network, id))
        .to_vec()
}

/// Reads a body with every network, and returns the number of values.
fn read_everywhere(body: &[u8]) -> usize {
    let request = Request {
        stations: vec!["1108".to_owned()],
        valid_at: Timestamp::parse("2026-01-10T12:00:00Z"),
        ..anywhere()
    };
    let mut values = 0;
    for network in NETWORKS {
        if let Ok(parsed) = network.readings(&request, &stations(), body) {
            for reading in parsed.items {
                let of = [reading.temp_c, reading.wind_mps, reading.snow_depth_cm, reading.new_snow24h_cm];
                assert!(of.into_iter().flatten().all(f64::is_finite), "{reading:?}");
                values += of.into_iter().flatten().count();
            }
        }
        if let Ok(parsed) = network.directory(&request, body) {
            assert!(parsed.items.iter().all(|s| s.lat.abs() <= 90.0 && s.lon.abs() <= 180.0));
            values += parsed.items.len();
        }
        if let Ok(observed) = network.observations_of_file("20260110211000.json", body) {
            assert!(observed.count() < 10_000);
        }
    }
    values
}

#[test]
fn the_unchanged_texts_read() {
    assert_eq!(SEEDS.map(|seed| read_everywhere(seed.as_bytes()) > 0), [true; 6]);
}

#[test]
fn answers_cut_anywhere_never_panic() {
    for seed in SEEDS {
        for cut in 0..seed.len() {
            let _ = read_everywhere(&seed.as_bytes()[..cut]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mutated_answers_never_panic(
        seed in prop::sample::select(SEEDS.to_vec()),
        edits in prop::collection::vec(edit(), 1..6),
    ) {
        let mut body = seed.as_bytes().to_vec();
        for edit in &edits {
            apply(&mut body, edit);
        }
        let _ = read_everywhere(&body);
    }

    #[test]
    fn arbitrary_bytes_never_panic(body in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = read_everywhere(&body);
    }
}

#[test]
fn recorded_winter_keeps_its_storms() {
    for (name, body) in files("imis-smet") {
        let raw: Vec<Sample> = Smet::read(&body)
            .unwrap()
            .readings()
            .items
            .iter()
            .filter_map(|reading| Some(Sample { at: reading.observed_at, value: reading.snow_depth_cm? }))
            .collect();
        let despiked = despike(&raw, OtherSeries::default(), &Thresholds::standard());
        assert!(despiked.dropped.len() < 10, "{name}: {:?}", despiked.dropped);
        let days = (1..31).map(|day| raw[0].at.plus_millis(day * DAY_MS));
        let falls: Vec<_> = days
            .map(|now| recent(&despiked.kept, OtherSeries::default(), now, 24, &Thresholds::standard()))
            .collect();
        let most = falls.iter().filter_map(|fall| fall.cm).fold(0.0, f64::max);
        assert!((30.0..40.0).contains(&most), "{most}");
        // The station was silent for half of the twenty-third day.
        let thin: Vec<_> = falls.iter().enumerate().filter(|(_, fall)| fall.cm.is_none()).collect();
        assert!(matches!(thin.as_slice(), [(22, fall)] if fall.covered < 0.5), "{thin:?}");
    }
}
