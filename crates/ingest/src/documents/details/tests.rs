//! Tests of requests for details, with a synthetic map of avalanche.org and its forecasts.

use serde_json::json;

use super::super::tests::{PAUSES, answer, round};
use super::super::{DOCUMENT_LANES, Documents};
use super::*;
use crate::call::{CallError, UpstreamResponse};
use crate::machine::Machine;

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

fn lane() -> Machine<Documents> {
    let lane = DOCUMENT_LANES.into_iter().find(|lane| lane.meta().id == "avalanche-org").unwrap();
    let base = "http://upstream.example".to_owned();
    Machine::new(Documents::new(lane, base, PAUSES, at("2026-02-08T20:00:00Z")), PAUSES)
}

/// Returns a map with two zones around a resort of the catalogue.
fn map() -> Vec<u8> {
    let (lat, lon) = PLACES[0];
    let ring =
        [[-0.1, -0.1], [0.1, -0.1], [0.1, 0.1], [-0.1, -0.1]].map(|[east, north]| [lon + east, lat + north]);
    let zone = |id: u32| {
        json!({
            "type": "Feature", "id": id,
            "properties": {
                "name": "Synthetic", "center": "Synthetic center", "center_id": "SAC", "timezone": "America/Denver",
                "off_season": false, "danger": "considerable", "danger_level": 3,
                "start_date": "2026-02-08T07:00:00", "end_date": "2026-02-09T07:00:00",
            },
            "geometry": { "type": "Polygon", "coordinates": [ring] },
        })
    };
    json!({ "type": "FeatureCollection", "features": [zone(1), zone(2)] }).to_string().into_bytes()
}

fn forecast(id: u32) -> Vec<u8> {
    let product = json!({
        "product_type": "forecast", "published_time": "2026-02-08T14:00:00Z", "expires_time": "2026-02-09T14:00:00Z",
        "avalanche_center": { "name": "Synthetic center" }, "forecast_zone": [{ "id": id }],
        "danger": [{ "lower": 1, "middle": 2, "upper": 3, "valid_day": "current" }],
    });
    product.to_string().into_bytes()
}

fn usual(call: &Call) -> Result<UpstreamResponse, CallError> {
    match call.what.as_str() {
        "US" => answer(200, map()),
        "US-1" => answer(200, forecast(1)),
        _ => answer(200, forecast(2)),
    }
}

fn names(asked: &[(String, bool)]) -> Vec<&str> {
    asked.iter().map(|(what, _)| what.as_str()).collect()
}

#[test]
fn details_are_fetched_once_and_stored_together() {
    let mut machine = lane();
    let now = at("2026-02-08T20:00:00Z");
    let (asked, kept) = round(&mut machine, now, usual);
    assert_eq!(names(&asked), ["US", "US-1", "US-2"]);
    let stored: Vec<&str> =
        kept.iter().flat_map(|keep| &keep.documents).map(|(_, _, payload)| payload.as_str()).collect();
    let [plain, whole] = stored[..] else { panic!("{} documents", stored.len()) };
    assert_eq!((plain.matches("unstated").count(), whole.matches("unstated").count()), (0, 8));
    let later = now.plus_millis(HOUR_MS);
    let (asked, kept) = round(&mut machine, later, usual);
    assert_eq!(names(&asked), ["US"], "the map keeps the details");
    assert!(kept.iter().flat_map(|keep| &keep.documents).all(|(_, _, payload)| payload == whole));
}

#[test]
fn failed_detail_rests_and_affects_nothing_else() {
    let mut machine = lane();
    let now = at("2026-02-08T20:00:00Z");
    for status in [500, 404] {
        let broken = |call: &Call| match call.what.as_str() {
            "US-1" => answer(status, Vec::new()),
            _ => usual(call),
        };
        machine = lane();
        let (asked, kept) = round(&mut machine, now, broken);
        assert_eq!(names(&asked), ["US", "US-1", "US-2"], "{status}");
        assert_eq!(kept.iter().map(|keep| keep.documents.len()).sum::<usize>(), 2, "{status}");
        assert_eq!(kept.last().map(|keep| keep.asked[0].1), Some(true), "the poll succeeded");
    }
    let soon = now.plus_millis(AGAIN_MS - 1);
    assert_eq!(names(&round(&mut machine, soon, usual).0), ["US"]);
    let again = soon.plus_millis(HOUR_MS);
    assert_eq!(names(&round(&mut machine, again, usual).0), ["US", "US-1"]);
}

#[test]
fn contradicting_detail_does_not_pause_the_upstream() {
    let mut machine = lane();
    let now = at("2026-02-08T20:00:00Z");
    let swapped = |call: &Call| match call.what.as_str() {
        "US" => answer(200, map()),
        _ => answer(200, forecast(423)),
    };
    let (asked, kept) = round(&mut machine, now, swapped);
    assert_eq!(names(&asked), ["US", "US-1", "US-2"]);
    assert_eq!(kept.iter().map(|keep| keep.documents.len()).sum::<usize>(), 1, "only the map");
    assert_eq!(names(&round(&mut machine, now.plus_millis(HOUR_MS), swapped).0), ["US"]);
}
