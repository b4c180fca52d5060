//! Synthetic zones in the documented form, some of them malformed.

use super::*;
use serde_json::json;

fn named(name: &str) -> Subject {
    Subject::new(name.to_owned(), Request::get(String::new(), &[]))
}

/// Returns a synthetic zone with some properties changed.
fn with(changes: Value) -> Value {
    let mut feature = json!({
        "type": "Feature", "id": 139,
        "properties": {
            "name": "Synthetic Mountains", "center": "Synthetic Avalanche Center", "center_id": "SAC",
            "center_link": "https://example.org/", "timezone": "America/Denver", "off_season": false,
            "travel_advice": "Careful <b>snowpack</b> evaluation.", "danger": "considerable", "danger_level": 3,
            "link": "https://example.org/forecasts/#/synthetic", "start_date": "2026-02-08T07:00:00",
            "end_date": "2026-02-09T07:00:00", "warning": { "product": null },
        },
        "geometry": { "type": "Polygon", "coordinates": [[[-112.0, 40.0], [-111.0, 40.0], [-111.0, 41.0], [-112.0, 41.0]]] },
    });
    for (name, value) in changes.as_object().unwrap() {
        feature["properties"][name] = value.clone();
    }
    feature
}

fn of(features: &[Value]) -> ParsedBulletins {
    read(json!({ "type": "FeatureCollection", "features": features }).to_string().as_bytes()).unwrap()
}

#[test]
fn reads_all_facts_of_a_zone() {
    let bulletin = of(&[with(json!({}))]).bulletins.remove(0);
    assert_eq!(bulletin.highest(), Some(Level::Considerable));
    assert!(bulletin.area.unwrap().contains(40.6, -111.6));
    assert_eq!(bulletin.valid.unwrap().from.to_string(), "2026-02-08T14:00:00.000Z");
    assert_eq!(bulletin.regions[0].id, "US-139");
    assert_eq!(bulletin.advice.as_deref(), Some("Careful snowpack evaluation."));
}

#[test]
fn invalid_levels_are_none() {
    let danger = |changes| of(&[with(changes)]).bulletins.remove(0);
    let none = danger(json!({ "danger": "no rating", "danger_level": -1 }));
    assert_eq!((none.highest(), none.ratings[0].danger), (None, Danger::Unrated(UnratedReason::NoRating)));
    let zero = danger(json!({ "danger": null, "danger_level": 0, "start_date": null, "end_date": null }));
    assert_eq!((zero.highest(), zero.valid), (None, None));
    let summer = danger(json!({ "off_season": true, "danger": "low", "danger_level": 1 }));
    assert_eq!((summer.ratings[0].danger, summer.valid), (Danger::Unrated(UnratedReason::OffSeason), None));
}

#[test]
fn bad_zone_is_dropped() {
    let wrong = [
        json!({ "danger": "low" }),
        json!({ "danger_level": 6 }),
        json!({ "danger": null, "danger_level": null }),
        json!({ "end_date": null }),
        json!({ "end_date": "2026-02-07T07:00:00" }),
        json!({ "timezone": "Mountain" }),
        json!({ "center": null }),
    ];
    for changes in wrong {
        let read = of(&[with(json!({})), with(changes.clone()), with(json!({}))]);
        assert_eq!((read.bulletins.len(), read.faults.len()), (2, 1), "{changes}");
    }
    let mut groundless = with(json!({}));
    groundless["geometry"] = Value::Null;
    assert_eq!(of(&[groundless, with(json!({}))]).faults.len(), 1);
}

#[test]
fn links_are_https() {
    let http = of(&[with(json!({ "link": "http://example.org/x" }))]).bulletins.remove(0);
    assert_eq!(http.link.as_deref(), Some("https://example.org/"));
    let none = of(&[with(json!({ "link": "javascript:alert(1)", "center_link": null }))]).bulletins.remove(0);
    assert_eq!(none.link, None);
}

#[test]
fn rejects_invalid_responses() {
    for other in ["", "<html>", "[]", "{}", "{\"features\":7}", "{\"features\":[{]}"] {
        assert!(AvalancheOrg.document(&named("US"), other.as_bytes()).is_err(), "{other}");
    }
    assert!(AvalancheOrg.document(&named("US"), b"{\"features\":[]}").unwrap().bulletins.is_empty());
}
