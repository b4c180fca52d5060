//! The networks of stations, through the lanes' own requests and parsers.

use conditions_core::time::{HOUR_MS, Timestamp};
use sources::lane::find_network;
use sources::station::{Request, StationNetwork};
use upstream_sim::{Fault, Faults, Network, SimResponse, Station, World, handle};

fn now() -> Timestamp {
    Timestamp::parse("2026-01-10T12:20:00Z").unwrap()
}

fn world() -> World {
    let vail = (39.64, -106.37);
    let stations = vec![
        Station::near(1, Network::Snotel, 0, vail, 3.0, 3_000.0),
        Station::near(1, Network::Snotel, 1, vail, 5.0, 3_400.0),
        Station::near(1, Network::Metar, 0, vail, 12.0, 2_480.0),
    ];
    World { seed: 1, stations, ..World::default() }
}

fn ask(world: &World, request: &Request) -> SimResponse {
    let (path, query) = request.path.split_once('?').unwrap_or((&request.path, ""));
    handle(world, path, query, now(), 0)
}

fn directory(network: &dyn StationNetwork) -> Vec<sources::station::Station> {
    let request = network.directory_requests().remove(0);
    let answer = ask(&world(), &request);
    assert!(answer.headers.contains(&("X-Synthetic", "true".to_owned())));
    let parsed = network.directory(&request, &answer.body).unwrap();
    assert_eq!(parsed.faults, []);
    parsed.items
}

#[test]
fn snotel_reads_as_the_weather_is() {
    let network = find_network("snotel").unwrap();
    let stations = directory(network);
    assert_eq!(stations.len(), 2);
    assert!((stations[0].elevation_m.unwrap() - 3_000.0).abs() < 0.2);
    let requests = network.reading_requests(&stations, now());
    assert_eq!(requests.len(), 1);
    let answer = ask(&world(), &requests[0]);
    let parsed = network.readings(&requests[0], &stations, &answer.body).unwrap();
    assert_eq!(parsed.faults, []);
    assert!(parsed.items.iter().all(|reading| reading.dropped.is_empty() && reading.observed_at <= now()));
    let newest = parsed.items.iter().map(|reading| reading.observed_at).max().unwrap();
    assert!(now().since(newest) < HOUR_MS);
    let first = parsed.items.iter().find(|reading| reading.observed_at == newest).unwrap();
    assert!(first.snow_depth_cm.is_some_and(|depth| depth > 1.0), "{first:?}");
    assert!(first.temp_c.is_some() && first.swe_mm.is_some() && first.wind_mps.is_some());
}

#[test]
fn airports_report_air_and_wind_once_an_hour() {
    let network = find_network("metar").unwrap();
    let stations = directory(network);
    assert_eq!(stations.len(), 1);
    let request = network.reading_requests(&stations, now()).remove(0);
    let parsed = network.readings(&request, &stations, &ask(&world(), &request).body).unwrap();
    assert_eq!(parsed.items.len(), 1);
    assert_eq!(parsed.items[0].observed_at, Timestamp::parse("2026-01-10T11:53:00Z").unwrap());
    assert!(parsed.items[0].temp_c.is_some() && parsed.items[0].wind_mps.is_some());
    assert_eq!(parsed.items[0].snow_depth_cm, None);
}

#[test]
fn nothing_found_is_no_content() {
    let network = find_network("metar").unwrap();
    let request = network.reading_requests(&directory(network), now()).remove(0);
    let answer = ask(&World { seed: 1, ..World::default() }, &request);
    assert_eq!((answer.status, answer.body.len()), (204, 0));
}

#[test]
fn a_page_instead_of_data_is_no_reading() {
    let network = find_network("snotel").unwrap();
    let stations = directory(network);
    let request = network.reading_requests(&stations, now()).remove(0);
    let faults = Faults { script: [(0, Fault::Html)].into(), chances: Vec::new() };
    let answer = ask(&World { faults, ..world() }, &request);
    assert!(network.readings(&request, &stations, &answer.body).is_err());
}
