//! Tests that the results stay within the lane's bounds, however much an upstream sends. Every text is synthetic.

use conditions_core::time::Timestamp;
use sources::NETWORKS;
use sources::error::MOST_FAULTS;
use sources::lane::Lane as _;
use sources::lifts::{self, LiftFeed as _};
use sources::open_meteo::{self, Config, OpenMeteo, Place};
use sources::snotel::Snotel;
use sources::swob::Swob;
use sources::{LANES, StationNetwork as _};

const STATION: &str = r#"{"stationTriplet":"335:CO:SNTL","name":"Berthoud Summit","elevation":11300.0,"latitude":39.8,"longitude":-105.8,"dataTimeZone":-8.0}"#;

/// Returns a list that begins with `first`, followed by `other` many times.
fn list(first: &str, other: &str, times: usize) -> Vec<u8> {
    format!("[{first}{}]", format!(",{other}").repeat(times)).into_bytes()
}

fn noon() -> Timestamp {
    Timestamp::parse("2026-01-10T12:00:00Z").unwrap()
}

#[test]
fn every_lane_has_bounds() {
    for lane in LANES {
        let bounds = lane.meta().bounds;
        // The parsed body takes several times its bytes: the goal is 300 MB in all.
        assert!((1 << 20..=32 << 20).contains(&bounds.bytes), "{}: {} bytes", lane.meta().id, bounds.bytes);
        assert!((2..=50_000).contains(&bounds.records), "{}: {} records", lane.meta().id, bounds.records);
    }
    assert_eq!(OpenMeteo.meta().bounds.bytes, 8 << 20);
}

#[test]
fn network_records_are_bounded() {
    for network in NETWORKS {
        let lane = network.meta().id;
        let directory = network.directory_requests().remove(0);
        for other in ["0", "{}", "\"\"", "[[[[[]]]]]"] {
            let body = list("{}", other, 60_000);
            if let Ok(parsed) = network.directory(&directory, &body) {
                assert!(parsed.items.len() <= network.meta().bounds.records, "{lane}: {other}");
                assert!(parsed.faults.len() <= MOST_FAULTS, "{lane}: {other}: {}", parsed.faults.len());
            }
        }
    }
}

#[test]
fn faults_and_records_are_bounded() {
    let directory = Snotel.directory_requests().remove(0);
    let parsed = Snotel.directory(&directory, &list(STATION, "0", 4_000)).unwrap();
    assert_eq!((parsed.items.len(), parsed.faults.len()), (1, MOST_FAULTS));
    let parsed = Snotel.directory(&directory, &list(STATION, STATION, 9_000)).unwrap();
    assert_eq!(parsed.items.len(), Snotel.meta().bounds.records);
    assert_eq!(parsed.faults.len(), 1, "the list goes on");
    let stations = parsed.items.get(..1).unwrap();
    let asked = Snotel.reading_requests(stations, noon()).remove(0);
    let empty = r#"{"stationTriplet":"335:CO:SNTL","data":[0]}"#;
    let parsed = Snotel.readings(&asked, stations, &list(empty, empty, 4_000)).map_err(|fault| fault.kind);
    assert!(parsed.is_err() || parsed.is_ok_and(|parsed| parsed.faults.len() <= MOST_FAULTS));
}

#[test]
fn locations_are_bounded_by_the_request() {
    let config = Config::new(None, None, &["gfs_seamless"], &[]).unwrap();
    let place = |lat| Place { id: String::new(), lat, lon: 7.0, elevation_m: None };
    let places = [place(45.0), place(46.0), place(47.0)];
    let call = open_meteo::plan(&config, &places).batches.remove(0).core;
    let location = r#"{"latitude":45.0,"longitude":7.0}"#;
    let answer = call.read(&list(location, location, 5)).unwrap();
    assert_eq!(answer.fault, None);
    let answer = call.read(&list(location, location, 6)).unwrap();
    let fault = answer.fault.unwrap().to_string();
    assert!(fault.contains("more than 6 parts"), "{fault}");
}

#[test]
fn rejects_huge_observations() {
    let properties: String = (0..1_001).map(|nth| format!(r#""p{nth}":0,"#)).collect();
    let body = format!(r#"{{"features":[{{"properties":{{{properties}"x":1}}}}]}}"#);
    let fault = Swob.directory(&Swob.directory_requests().remove(0), body.as_bytes()).unwrap_err();
    assert!(fault.to_string().contains("more than 1000 parts"), "{fault}");
}

#[test]
fn total_elements_are_bounded() {
    let properties: String = (0..500).map(|nth| format!(r#""p{nth}":0,"#)).collect();
    let feature = format!(
        r#"{{"geometry":{{"coordinates":[-115,51,1]}},"properties":{{{properties}"msc_id-value":"a","date_tm-value":"2026-01-10T12:00:00.000Z"}}}}"#
    );
    let body = format!(r#"{{"features":[{feature}{}]}}"#, format!(",{feature}").repeat(1_099));
    let parsed = Swob.directory(&Swob.directory_requests().remove(0), body.as_bytes()).unwrap();
    assert_eq!(parsed.items.len(), 1);
    assert!(parsed.faults.iter().any(|fault| fault.to_string().contains("more than 500000 elements")));
}

#[test]
fn page_search_is_bounded() {
    let page = "TerrainStatusFeed={".repeat(20_000);
    assert!(lifts::vail::Vail.read(page.as_bytes()).is_err());
}
