//! Tests of the station networks through the public interface: recorded responses if present, and mutated ones.

#![expect(clippy::unwrap_used, reason = "helpers of tests stop a test as the test itself would")]

use std::fs;
use std::path::Path;

use conditions_core::time::Timestamp;
use proptest::prelude::*;
use sources::metar::Metar;
use sources::slf::{Slf, Smet};
use sources::snotel::Snotel;
use sources::station::{Reason, Request, Station};
use sources::{LANES, Lane, NETWORKS, StationNetwork};

use crate::mutations::{Edit, apply, edit};
use crate::payloads::payloads;

fn files(folder: &str) -> Vec<(String, Vec<u8>)> {
    let Some(folder) = payloads(folder) else { return Vec::new() };
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (name(&path), fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

fn directory(network: &dyn StationNetwork, body: &[u8]) -> Vec<Station> {
    let parsed = network.directory(&network.directory_requests()[0], body).unwrap();
    assert_eq!(parsed.faults, []);
    parsed.items
}

fn one_station(network: &'static str, id: &str) -> Station {
    Station {
        network,
        id: id.to_owned(),
        name: id.into(),
        site: conditions_core::evidence::Site::Mountain,
        lat: 46.8,
        lon: 9.8,
        elevation_m: None,
        utc_offset_s: Some(-28_800),
        measures_snow: None,
    }
}

#[test]
fn recorded_snotel_stations_read() {
    for (name, body) in files("awdb") {
        let stations = directory(&Snotel, &body);
        assert_eq!(stations.len(), 4, "{name}");
        assert!(stations.iter().all(|station| station.utc_offset_s == Some(-28_800)));
        assert!(stations.iter().all(|station| (2_500.0..3_600.0).contains(&station.elevation_m.unwrap())));
        assert_eq!(Snotel.observations(&body).unwrap().count(), 8);
    }
}

#[test]
fn recorded_bare_ground_is_not_snow() {
    for (name, body) in files("slf") {
        let stations = ["WFJ2", "ADE2", "DAV2"].map(|id| one_station("slf", id));
        let request = &Slf.reading_requests(&stations, Timestamp::from_millis(0))[0];
        let parsed = Slf.readings(request, &stations, &body).unwrap();
        assert_eq!(parsed.faults, [], "{name}");
        assert!(parsed.items.iter().all(|reading| reading.snow_depth_cm.is_some()), "{name}");
        if name.contains("daily") {
            assert_eq!(parsed.items.len(), 6);
            assert!(parsed.items.iter().all(|reading| reading.new_snow24h_cm == Some(0.0)));
        } else {
            assert_eq!(parsed.items.len(), 48);
            assert_eq!(parsed.items[0].observed_at.to_string(), "2026-06-08T21:30:00.000Z");
            assert_eq!(parsed.items[0].temp_c, Some(5.54));
            // The surface is above zero with hardly any snow throughout.
            assert!(parsed.items.iter().all(|reading| reading.surface_temp_c.is_none()));
            let not_snow = |reading: &sources::station::Reading| reading.dropped[0].reason == Reason::NotSnow;
            assert!(parsed.items.iter().all(not_snow));
        }
        assert!(Slf.observations(&body).unwrap().faults().is_empty());
    }
}

#[test]
fn a_recorded_smet_file_reads() {
    for (name, body) in files("imis-smet") {
        let smet = Smet::read(&body).unwrap();
        assert_eq!((smet.station.id.as_str(), smet.station.elevation_m), ("FLU2", Some(2_390.0)), "{name}");
        let parsed = smet.readings();
        assert_eq!(parsed.faults, []);
        let first = &parsed.items[0];
        assert_eq!(first.observed_at.to_string(), "2008-11-30T23:00:00.000Z");
        assert!((first.snow_depth_cm.unwrap() - 36.0).abs() < 1e-9);
        assert!((first.temp_c.unwrap() + 7.8).abs() < 1e-9);
        assert!((first.surface_temp_c.unwrap() + 7.4).abs() < 1e-9);
        assert!(parsed.items.len() > 1_400);
        assert!(
            parsed.items.iter().any(|reading| reading.snow_depth_cm.is_none() && reading.temp_c.is_some())
        );
        assert!(Slf.observations(&body).unwrap().count() > 10_000);
    }
}

#[test]
fn networks_are_consistent() {
    for network in NETWORKS {
        let id = network.meta().id;
        assert!(LANES.into_iter().any(|lane| lane.meta().id == id));
        assert_eq!(sources::lanes::find_network(id).unwrap().meta().id, id);
        assert!(!network.directory_requests().is_empty(), "{id}");
        let now = Timestamp::parse("2026-01-10T12:00:00Z").unwrap();
        assert_eq!(network.reading_requests(&[], now), [], "{id}");
        assert_eq!(network.reading_requests(&[one_station("other", "X")], now), [], "{id}");
        let requests = network.reading_requests(&[one_station(id, "ABCD")], now);
        assert!(!requests.is_empty(), "{id}");
        for request in requests.iter().chain(&network.directory_requests()) {
            assert!(request.path.starts_with('/') && !request.path.contains(' '), "{}", request.path);
        }
    }
}

const SNOTEL: &str = r#"[{"stationTriplet":"335:CO:SNTL","data":[{"stationElement":{"elementCode":"SNWD","ordinal":1,"durationName":"HOURLY","storedUnitCode":"in"},"values":[{"date":"2026-03-05 23:00","value":36,"qcFlag":"V"},{"date":"2026-03-06 00:00","value":52}]}]},{"stationTriplet":"1:CO:SNTL","latitude":39.8,"longitude":-105.8,"elevation":11300.0,"dataTimeZone":-8.0,"beginDate":"1963-09-01 00:00"}]"#;
const SLF: &str = r#"[{"station_code":"AAA2","measure_date":"2026-01-10T12:30:00Z","HS":123.4,"TA_30MIN_MEAN":-5.5,"TSS_30MIN_MEAN":0.2,"VW_30MIN_MEAN":3.1,"DW_30MIN_SD":null},{"code":"AAA2","label":"Alpha","lon":9.81,"lat":46.83,"elevation":2540,"type":"SNOW_FLAT"},{"station_code":"AAA2","measure_date":"2026-01-10T00:00:00","HS":120.0,"HN_1D":17.0}]"#;
const SMET: &str = "SMET 1.1 ASCII\n[HEADER]\nstation_id = AAA2\nlatitude = 46.83\nlongitude = 9.81\naltitude = 2540\nnodata = -999\ntz = 1\nfields = timestamp TA HS TSS\nunits_multiplier = 1 1 0.01 1\nunits_offset = 0 273.15 0 0\n[DATA]\n2014-12-01T00:00 -8.0 36.0 265.2\n2014-12-01T00:30 -999 -999 -999\n2014-12-01T01:00 -8.1 36 274\n";
const METAR: &str = r#"[{"icaoId":"KASE","receiptTime":"2026-01-10T12:56:00.811Z","obsTime":1768049580,"reportTime":"2026-01-10T13:00:00.000Z","temp":-7.2,"wdir":"VRB","wspd":9,"wgst":18,"visib":"10+","lat":39.23,"lon":-106.87,"elev":2353,"siteType":["METAR"]}]"#;

fn read_everywhere(body: &[u8]) {
    let stations = [("snotel", "335:CO:SNTL"), ("slf", "AAA2"), ("metar", "KASE")]
        .map(|(network, id)| one_station(network, id));
    for network in NETWORKS {
        let request =
            Request { stations: vec!["335:CO:SNTL".to_owned()], ..Request::get("/".to_owned(), &[]) };
        if let Ok(parsed) = network.readings(&request, &stations, body) {
            for reading in parsed.items {
                let values =
                    [reading.temp_c, reading.wind_mps, reading.snow_depth_cm, reading.surface_temp_c];
                assert!(values.into_iter().flatten().all(f64::is_finite), "{reading:?}");
            }
        }
        if let Ok(parsed) = network.directory(&request, body) {
            assert!(parsed.items.iter().all(|station| sources::station::is_place(station.lat, station.lon)));
        }
    }
    for lane in LANES {
        if let Ok(values) = lane.observations(body) {
            assert!(values.count() < 10_000);
        }
    }
}

#[test]
fn the_unchanged_texts_read() {
    let stations =
        [one_station("snotel", "335:CO:SNTL"), one_station("slf", "AAA2"), one_station("metar", "KASE")];
    for (network, body) in NETWORKS.into_iter().zip([SNOTEL, SLF, METAR]) {
        let request = Request::get("/".to_owned(), &[]);
        let parsed = network.readings(&request, &stations, body.as_bytes()).unwrap();
        assert!(!parsed.items.is_empty(), "{}", network.meta().id);
    }
    assert_eq!(Smet::read(SMET.as_bytes()).unwrap().readings().items.len(), 2);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mutated_answers_never_panic(
        seed in prop::sample::select(vec![SNOTEL, SLF, SMET, METAR]),
        edits in prop::collection::vec(edit(), 1..6),
    ) {
        let mut body = seed.as_bytes().to_vec();
        for edit in &edits {
            apply(&mut body, edit);
        }
        read_everywhere(&body);
    }

    #[test]
    fn arbitrary_bytes_never_panic(body in prop::collection::vec(any::<u8>(), 0..300)) {
        read_everywhere(&body);
    }
}

#[test]
fn answers_cut_anywhere_never_panic() {
    for seed in [SNOTEL, SLF, SMET, METAR] {
        for cut in 0..seed.len() {
            read_everywhere(&seed.as_bytes()[..cut]);
        }
    }
}

#[test]
fn edits_change_the_text() {
    let mut body = METAR.as_bytes().to_vec();
    apply(&mut body, &Edit::Insert(0, "<html>"));
    let request = Request::get("/".to_owned(), &[]);
    assert!(Metar.readings(&request, &[], &body).is_err());
}
