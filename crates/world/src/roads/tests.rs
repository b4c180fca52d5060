//! Tests of the dataset of roads.

use conditions_core::time::HOUR_MS;

use super::*;
use crate::credits::{DocumentCredits, ServiceCredit};

const NOON: Timestamp = Timestamp::from_millis(1_768_046_400_000);
const KIRKWOOD: Point = (38.6771, -120.0658);
const SACRAMENTO: Point = (38.58, -121.49);

fn credits(lanes: &[&'static str]) -> AllCredits {
    let of = |lane: &&'static str| DocumentCredits { kind: "roads", lane, credits: Vec::new() };
    AllCredits {
        service: ServiceCredit { text: String::new(), url: String::new() },
        terms_url: String::new(),
        catalogue: Vec::new(),
        forecast: Vec::new(),
        climate: Vec::new(),
        documents: lanes.iter().map(of).collect(),
        stations: Vec::new(),
        feeds: Vec::new(),
    }
}

fn spot(lat: f64, lon: f64) -> Spot {
    Spot { lat, lon, elevation_m: None, road: None, direction: None, name: "x".into(), near: None }
}

fn control(id: &str, lat: f64, lon: f64) -> Control {
    Control {
        id: id.to_owned(),
        spot: spot(lat, lon),
        stated: Ok(Level::TractionRequired),
        said: None,
        since: None,
        as_of: None,
        holds_ms: Some(Control::REPEATED_MS),
    }
}

fn sheet(lane: &str) -> Sheet {
    Sheet { lane: lane.to_owned(), written: vec![NOON], ..Sheet::default() }
}

#[test]
fn controls_along_a_leg_are_near_it() {
    let mut book = RoadData::default();
    let controls = vec![
        control("on the way", 38.64, -120.6),
        control("at the end", 38.70, -120.07),
        control("elsewhere", 39.32, -120.33),
    ];
    book.insert("chains", NOON, Sheet { controls, ..sheet("caltrans") });
    let credits = credits(&["caltrans"]);
    let roads = Roads::visible(&book, &credits);
    let along = |now| roads.controls_along(&[SACRAMENTO, KIRKWOOD], now);
    let ids: Vec<&str> = along(NOON).iter().map(|beside| beside.item.control.id.as_str()).collect();
    assert_eq!(ids, ["on the way", "at the end"]);
    assert!(along(NOON).iter().all(|beside| beside.item.level == Ok(Level::TractionRequired)));
    let late = NOON.plus_millis(2 * HOUR_MS);
    assert!(along(late).iter().all(|beside| beside.item.level == Err(UnknownReason::Stale)));
}

#[test]
fn uncredited_lane_is_hidden() {
    let mut book = RoadData::default();
    book.insert("chains", NOON, Sheet { controls: vec![control("1", 38.7, -120.07)], ..sheet("caltrans") });
    assert!(Roads::visible(&book, &credits(&["wsdot"])).is_empty());
    assert!(!Roads::visible(&book, &credits(&["wsdot", "caltrans"])).is_empty());
    book.remove("chains");
    assert!(Roads::visible(&book, &credits(&["caltrans"])).is_empty());
}

#[test]
fn split_station_data_is_joined() {
    let station = |spot, reading| RoadStation { id: "3036".to_owned(), spot, reading };
    let reading = |hours: i64| RoadReading {
        observed_at: Some(NOON.plus_millis(-hours * HOUR_MS)),
        visibility_m: Some(500),
        ..RoadReading::default()
    };
    let mut book = RoadData::default();
    let places = vec![station(Some(spot(61.0, 28.1)), None)];
    book.insert("places", NOON, Sheet { stations: places, ..sheet("digitraffic") });
    let credits = credits(&["digitraffic"]);
    let near = |book: &RoadData| {
        let found = Roads::visible(book, &credits)
            .stations((61.01, 28.1), NOON)
            .into_iter()
            .map(|beside| (beside.item.0.to_owned(), beside.item.1.and_then(|reading| reading.visibility_m)));
        found.collect::<Vec<_>>()
    };
    assert_eq!(near(&book), [("3036".to_owned(), None)]);
    let data =
        |hours: i64| Sheet { stations: vec![station(None, Some(reading(hours)))], ..sheet("digitraffic") };
    book.insert("data", NOON, data(1));
    assert_eq!(near(&book), [("3036".to_owned(), Some(500))]);
    // An old measurement does not count as current.
    book.insert("data", NOON, data(3));
    assert_eq!(near(&book), [("3036".to_owned(), None)]);
}
