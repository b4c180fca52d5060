//! Tests of the station networks with the lanes' own requests and parsers.

use conditions_core::time::{HOUR_MS, Timestamp};
use sources::StationNetwork;
use sources::lanes::find_network;
use sources::station::Request;
use sources::station::{ParsedItems, Reading};
use upstream_sim::{
    Fault, Faults, Network, Sensor, SensorQuantity, SimResponse, Station, Trap, World, handle,
};

fn now() -> Timestamp {
    Timestamp::parse("2026-01-10T12:20:00Z").unwrap()
}

fn world() -> World {
    let vail = (39.64, -106.37);
    let stations = vec![
        Station::near(1, Network::Snotel, 0, vail, 3.0, 3_000.0),
        Station::near(1, Network::Snotel, 1, vail, 5.0, 3_400.0),
        Station::near(1, Network::Metar, 0, vail, 12.0, 2_480.0),
        Station::near(1, Network::Slf, 0, (46.83, 9.81), 3.0, 2_400.0),
        Station::near(1, Network::Slf, 1, (46.83, 9.81), 2.0, 2_700.0).without_gauge(),
        Station::near(1, Network::Swob, 0, (50.11, -122.95), 3.0, 1_800.0),
        Station::near(1, Network::Tawes, 0, (47.45, 12.39), 3.0, 1_600.0),
        Station::near(1, Network::Tawes, 1, (47.45, 12.39), 2.0, 1_900.0).without_gauge(),
        Station::near(1, Network::Amedas, 0, (42.86, 140.7), 3.0, 500.0),
        Station::near(1, Network::Amedas, 1, (42.86, 140.7), 2.0, 300.0).without_gauge(),
    ];
    World { seed: 1, stations, ..World::default() }
}

fn ask(world: &World, request: &Request) -> SimResponse {
    let (path, query) = request.path.split_once('?').unwrap_or((&request.path, ""));
    handle(world, path, query, now(), 0)
}

fn directory(network: &dyn StationNetwork) -> Vec<sources::station::Station> {
    listed(&world(), network)
}

fn listed(world: &World, network: &dyn StationNetwork) -> Vec<sources::station::Station> {
    let request = network.directory_requests().remove(0);
    let answer = ask(world, &request);
    assert!(answer.headers.contains(&("X-Synthetic", "true".to_owned())));
    let parsed = network.directory(&request, &answer.body).unwrap();
    assert_eq!(parsed.faults, []);
    parsed.items
}

#[test]
fn snotel_matches_the_weather() {
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
fn airports_report_hourly() {
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
fn empty_result_is_204() {
    let network = find_network("metar").unwrap();
    let request = network.reading_requests(&directory(network), now()).remove(0);
    let answer = ask(&World { seed: 1, ..World::default() }, &request);
    assert_eq!((answer.status, answer.body.len()), (204, 0));
}

#[test]
fn html_page_is_not_a_reading() {
    let network = find_network("snotel").unwrap();
    let stations = directory(network);
    let request = network.reading_requests(&stations, now()).remove(0);
    let faults = Faults { script: [(0, Fault::Html)].into(), chances: Vec::new() };
    let answer = ask(&World { faults, ..world() }, &request);
    assert!(network.readings(&request, &stations, &answer.body).is_err());
}

/// Returns everything that a network reports now, by the requests of its lane.
fn heard(world: &World, lane: &str) -> ParsedItems<Reading> {
    let network = find_network(lane).unwrap();
    let stations = listed(world, network);
    let mut all = ParsedItems::default();
    for request in network.reading_requests(&stations, now()) {
        let answer = ask(world, &request);
        assert_eq!(answer.status, 200, "{}", request.path);
        let parsed = network.readings(&request, &stations, &answer.body).unwrap();
        all.items.extend(parsed.items);
        all.faults.extend(parsed.faults);
    }
    all
}

fn trapped(network: Network, trap: Trap) -> World {
    let (from, until) = (now().plus_millis(-48 * HOUR_MS), now().plus_millis(HOUR_MS));
    World { sensors: vec![Sensor { network, station: None, from, until, trap }], ..world() }
}

#[test]
fn readings_match_the_weather() {
    for (lane, stations, gauges) in
        [("snotel", 2, 2), ("slf", 2, 1), ("swob", 1, 1), ("tawes", 2, 1), ("amedas", 2, 1), ("metar", 1, 0)]
    {
        let network = find_network(lane).unwrap();
        assert_eq!(listed(&world(), network).len(), stations, "{lane}");
        let parsed = heard(&world(), lane);
        assert_eq!(parsed.faults, [], "{lane}");
        let dropped: Vec<_> = parsed.items.iter().flat_map(|reading| &reading.dropped).collect();
        assert!(dropped.is_empty(), "{lane} {dropped:?}");
        let fresh: Vec<_> =
            parsed.items.iter().filter(|r| now().since(r.observed_at) < 2 * HOUR_MS).collect();
        let air: std::collections::BTreeSet<_> =
            fresh.iter().filter(|r| r.temp_c.is_some()).map(|r| &r.station_id).collect();
        let snow: std::collections::BTreeSet<_> =
            fresh.iter().filter(|r| r.snow_depth_cm.is_some()).map(|r| &r.station_id).collect();
        assert_eq!((air.len(), snow.len()), (stations, gauges), "{lane}");
        assert!(parsed.items.iter().all(|reading| reading.observed_at <= now()), "{lane}");
        for reading in fresh {
            assert!(reading.temp_c.is_none_or(|temp| (-40.0..15.0).contains(&temp)), "{lane} {reading:?}");
            assert!(reading.snow_depth_cm.is_none_or(|cm| (1.0..600.0).contains(&cm)), "{lane} {reading:?}");
            assert!(reading.wind_mps.is_none_or(|wind| wind < 40.0), "{lane} {reading:?}");
        }
    }
}

#[test]
fn surfaces_need_their_sensor() {
    let parsed = heard(&world(), "slf");
    assert!(parsed.items.iter().any(|reading| reading.surface_temp_c.is_some_and(|temp| temp <= 0.0)));
    assert!(parsed.items.iter().any(|reading| reading.new_snow24h_cm.is_some()));
    let parsed = heard(&world(), "amedas");
    assert!(parsed.items.iter().any(|reading| reading.new_snow24h_cm.is_some()));
}

fn reading(world: &World, lane: &str) -> Reading {
    let newest = |reading: &Reading| {
        (reading.snow_depth_cm.is_some() || !reading.dropped.is_empty(), reading.observed_at)
    };
    heard(world, lane).items.into_iter().max_by_key(newest).unwrap()
}

#[test]
fn quality_codes_remove_values() {
    for (lane, network) in [("snotel", Network::Snotel), ("swob", Network::Swob), ("amedas", Network::Amedas)]
    {
        let bad = reading(&trapped(network, Trap::BadQuality { what: SensorQuantity::Depth }), lane);
        assert_eq!(bad.snow_depth_cm, None, "{lane}");
        assert!(matches!(bad.dropped[0].reason, sources::station::Reason::Quality(_)), "{lane} {bad:?}");
    }
    for (lane, network) in [
        ("snotel", Network::Snotel),
        ("slf", Network::Slf),
        ("swob", Network::Swob),
        ("tawes", Network::Tawes),
        ("amedas", Network::Amedas),
    ] {
        let world = trapped(network, Trap::Missing { what: SensorQuantity::Depth });
        let parsed = heard(&world, lane);
        let fresh = |r: &&Reading| now().since(r.observed_at) < 6 * HOUR_MS;
        assert!(parsed.items.iter().filter(fresh).all(|reading| reading.snow_depth_cm.is_none()), "{lane}");
        assert!(parsed.items.iter().any(|reading| reading.temp_c.is_some()), "{lane}");
    }
}

#[test]
fn stuck_and_unit_traps_work() {
    let depth = |world: &World, lane| reading(world, lane).snow_depth_cm.unwrap();
    for (lane, network, factor) in [
        ("slf", Network::Slf, 1.0 / 2.54),
        ("tawes", Network::Tawes, 1.0 / 2.54),
        ("snotel", Network::Snotel, 2.54),
    ] {
        let inches = depth(&trapped(network, Trap::OtherUnit { what: SensorQuantity::Depth }), lane);
        let ratio = inches / depth(&world(), lane) / factor;
        assert!((ratio - 1.0).abs() < 0.05, "{lane} {ratio}");
    }
    let stuck = heard(&trapped(Network::Slf, Trap::Stuck { what: SensorQuantity::Temp }), "slf");
    let temps: std::collections::BTreeSet<String> = stuck
        .items
        .iter()
        .filter(|r| r.surface_temp_c.is_some())
        .filter_map(|r| Some(format!("{:?}", r.temp_c?)))
        .collect();
    assert_eq!(temps.len(), 1);
    let frozen = reading(&trapped(Network::Tawes, Trap::Frozen), "tawes");
    assert_eq!((frozen.wind_mps, frozen.gust_mps), (Some(0.0), Some(0.0)));
}

#[test]
fn clock_place_and_name_traps_work() {
    let late = heard(&trapped(Network::Metar, Trap::ClockBack { hours: 30 }), "metar");
    assert!(now().since(late.items[0].observed_at) > 29 * HOUR_MS);
    let network = find_network("slf").unwrap();
    let moved = listed(&trapped(Network::Slf, Trap::Moved { north_km: 40.0, up_m: -900.0 }), network);
    assert!((moved[0].lat - listed(&world(), network)[0].lat - 0.36).abs() < 0.01);
    let renamed = heard(&trapped(Network::Slf, Trap::Renamed { what: SensorQuantity::Depth }), "slf");
    let fresh = |r: &&Reading| now().since(r.observed_at) < 2 * HOUR_MS;
    assert!(renamed.items.iter().filter(fresh).all(|reading| reading.snow_depth_cm.is_none()));
    assert!(renamed.items.iter().any(|reading| reading.temp_c.is_some()));
}

#[test]
fn future_files_are_not_found() {
    let ask = |path: &str| handle(&world(), path, "", now(), 0);
    assert_eq!(ask("/bosai/amedas/data/map/20260110213000.json").status, 404);
    assert_eq!(ask("/bosai/amedas/data/map/20260110210000.json").status, 200);
    assert_eq!(ask("/bosai/amedas/data/latest_time.txt").body, b"2026-01-10T21:10:00+09:00");
    assert_eq!(ask("/public/api/imis/station/NONE1/measurements").status, 400);
}
