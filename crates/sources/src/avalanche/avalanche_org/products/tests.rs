//! Synthetic forecasts in the recorded form, and the recordings themselves if present.

use conditions_core::time::Timestamp;
use serde_json::json;

use super::*;
use crate::avalanche::avalanche_org::AvalancheOrg;
use crate::document::DocumentLane as _;

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

/// Returns a synthetic forecast with some members changed.
fn with(changes: &Value) -> Value {
    let mut product = json!({
        "id": 1, "product_type": "forecast", "status": "published",
        "published_time": "2026-02-08T14:00:00+00:00", "expires_time": "2026-02-09T14:00:00+00:00",
        "bottom_line": "<p>Avoid <strong>wind-loaded</strong> slopes.&nbsp;</p>",
        "avalanche_center": { "id": "SAC", "name": "Synthetic Avalanche Center" },
        "danger": [
            { "lower": 1, "middle": 2, "upper": 3, "valid_day": "current" },
            { "lower": null, "middle": -1, "upper": 4, "valid_day": "tomorrow" },
        ],
        "forecast_avalanche_problems": [
            { "avalanche_problem_id": 2, "rank": 2, "name": "Storm Slab", "size": ["1", "2.5"],
              "location": ["north upper", "south lower"] },
            { "avalanche_problem_id": 3, "rank": 1, "name": "Wind Slab", "size": ["1", "2"],
              "location": ["north upper", "northeast middle", "sideways upper"] },
        ],
        "forecast_zone": [{ "id": 139, "name": "Synthetic Mountains" }, { "id": 140, "name": "Others" }],
    });
    for (name, value) in changes.as_object().unwrap() {
        product[name] = value.clone();
    }
    product
}

fn one(changes: &Value) -> Result<Bulletin, ParseError> {
    read(with(changes).to_string().as_bytes()).map(|read| read.bulletins[0].clone())
}

/// Returns a map with one zone of a level, valid for the day of the synthetic forecast.
fn map(level: i64, until: &str) -> Bulletins {
    let word = ["low", "moderate", "considerable", "high"][level as usize - 1];
    let feature = json!({
        "type": "Feature", "id": 139,
        "properties": {
            "name": "Synthetic Mountains", "center": "Synthetic Avalanche Center", "center_id": "SAC",
            "timezone": "America/Denver", "off_season": false, "danger": word, "danger_level": level,
            "travel_advice": "Careful.", "start_date": "2026-02-08T07:00:00", "end_date": until,
            "warning": { "product": "warning" },
        },
        "geometry": { "type": "Polygon", "coordinates": [[[-112.0, 40.0], [-111.0, 40.0], [-111.0, 41.0], [-112.0, 41.0]]] },
    });
    let body = json!({ "type": "FeatureCollection", "features": [feature] }).to_string();
    super::super::read(body.as_bytes()).unwrap().document(LANE).unwrap()
}

const END: &str = "2026-02-09T07:00:00";
const HERE: (f64, f64) = (40.6, -111.6);

#[test]
fn reads_all_facts_of_a_forecast() {
    let stated = one(&json!({})).unwrap();
    let rating =
        |at: usize| (stated.ratings[at].danger.level().unwrap(), stated.ratings[at].elevation.to_string());
    assert_eq!(rating(0), (Level::Considerable, "at higher elevations".to_owned()));
    assert_eq!(rating(1), (Level::Moderate, "at middle elevations".to_owned()));
    assert_eq!(rating(2), (Level::Low, "at lower elevations".to_owned()));
    assert_eq!(stated.valid.unwrap().to, at("2026-02-09T14:00:00Z"));
    assert_eq!(stated.comment.as_deref(), Some("Avoid wind-loaded slopes."));
    let tomorrow = "Tomorrow: upper elevations high, middle elevations no rating, lower elevations no rating";
    assert_eq!(stated.outlook.as_deref(), Some(tomorrow));
    let [wind, storm] = &stated.problems[..] else { panic!("{:?}", stated.problems) };
    assert_eq!(
        (&*wind.kind, wind.size, wind.elevation.to_string()),
        ("wind_slab", Some(2), "at higher elevations".to_owned())
    );
    assert_eq!(wind.aspects.names().collect::<Vec<_>>(), ["N", "NE"]);
    assert_eq!((&*storm.kind, storm.size, storm.elevation), ("Storm Slab", None, Elevation::ALL));
}

#[test]
fn equal_bands_are_one_rating() {
    let stated = one(&json!({ "danger": [{ "lower": 2, "middle": 2, "upper": 2, "valid_day": "current" }] }));
    assert_eq!(stated.unwrap().ratings, [Rating::everywhere(Danger::Level(Level::Moderate))]);
}

#[test]
fn forecast_without_levels_is_unrated() {
    let nulls = json!([{ "lower": null, "middle": null, "upper": 0, "valid_day": "current" }]);
    let tomorrow = json!([{ "lower": 2, "middle": 2, "upper": 2, "valid_day": "tomorrow" }]);
    for changes in [
        json!({ "danger": [] }),
        json!({ "danger": null }),
        json!({ "danger": nulls }),
        json!({ "danger": tomorrow }),
        json!({ "product_type": "summary" }),
        json!({ "expires_time": null }),
    ] {
        let stated = one(&changes).unwrap();
        assert_eq!(
            stated.ratings,
            [Rating::everywhere(Danger::Unrated(UnratedReason::NoRating))],
            "{changes}"
        );
    }
}

#[test]
fn rejects_unreadable_forecasts() {
    for changes in [
        json!({ "product_type": null }),
        json!({ "status": "draft" }),
        json!({ "published_time": null }),
        json!({ "expires_time": "2026-02-08T14:00:00+00:00" }),
        json!({ "expires_time": "soon" }),
        json!({ "forecast_zone": [] }),
        json!({ "forecast_zone": [{ "name": "no number" }] }),
        json!({ "avalanche_center": null }),
        json!({ "danger": [{ "lower": 6, "middle": 2, "upper": 2, "valid_day": "current" }] }),
        json!({ "danger": [{ "lower": "2", "middle": 2, "upper": 2, "valid_day": "current" }] }),
        json!({ "danger": "high" }),
    ] {
        assert!(one(&changes).is_err(), "{changes}");
    }
    for body in ["", "<html>", "[]", "{\"NOTE\":\"BAD DATA\"}"] {
        assert!(read(body.as_bytes()).is_err(), "{body}");
    }
}

#[test]
fn forecast_is_added_to_its_zone() {
    let now = at("2026-02-08T20:00:00Z");
    let plain = map(3, END);
    let details = AvalancheOrg.details(&plain, &[HERE], now);
    let path = "/v2/public/product?type=forecast&center_id=SAC&zone_id=139";
    assert_eq!(details.iter().map(|detail| detail.request.path.as_str()).collect::<Vec<_>>(), [path]);
    let whole = AvalancheOrg.with_detail(plain.clone(), &details[0], with(&json!({})).to_string().as_bytes());
    let whole = whole.unwrap();
    let zone = &whole.bulletins[0];
    assert_eq!((zone.ratings.len(), zone.problems.len(), zone.highest()), (3, 2, Some(Level::Considerable)));
    assert_eq!((zone.valid, &zone.area), (plain.bulletins[0].valid, &plain.bulletins[0].area));
    assert_eq!((zone.headline.as_deref(), zone.advice.as_deref()), (Some("warning"), Some("Careful.")));
    assert_eq!(AvalancheOrg.details(&whole, &[HERE], now), [], "it is requested once");
    assert_eq!(AvalancheOrg.after(plain, &whole), whole, "the next map keeps it");
    for changed in [map(2, END), map(3, "2026-02-09T18:00:00")] {
        assert_eq!(AvalancheOrg.after(changed.clone(), &whole), changed, "another issue");
    }
}

#[test]
fn contradicting_forecasts_are_not_added() {
    let add = |map, changes: &Value| added(map, "US-139", with(changes).to_string().as_bytes());
    assert!(add(map(2, END), &json!({})).is_err(), "another level");
    assert!(add(map(3, "2026-02-09T08:00:00"), &json!({})).is_err(), "it expires first");
    let expired = json!({ "published_time": "2026-02-06T14:00:00Z", "expires_time": "2026-02-07T14:00:00Z" });
    assert!(add(map(3, END), &expired).is_err());
    assert!(
        add(map(3, END), &json!({ "forecast_zone": [{ "id": 423 }] })).is_err(),
        "a zone of another winter"
    );
    assert_eq!(add(map(3, END), &json!({ "product_type": "summary" })).unwrap(), map(3, END));
}

#[test]
fn details_are_for_rated_zones_with_resorts() {
    let now = at("2026-02-08T20:00:00Z");
    let requested =
        |map: &Bulletins, places: &[(f64, f64)], now| AvalancheOrg.details(map, places, now).len();
    assert_eq!(requested(&map(3, END), &[(46.0, 7.0)], now), 0, "no resort");
    assert_eq!(requested(&map(3, END), &[HERE], at("2026-02-09T20:00:00Z")), 0, "expired");
    let mut unrated = map(3, END);
    unrated.bulletins[0].ratings = vec![Rating::everywhere(Danger::Unrated(UnratedReason::NoRating))];
    assert_eq!(requested(&unrated, &[HERE], now), 0, "no rating");
    for center in ["avalanche-org-CAIC-139", "avalanche-org-UAC-139", "avalanche-org-139"] {
        let mut elsewhere = map(3, END);
        elsewhere.bulletins[0].id = Some(center.into());
        assert_eq!(requested(&elsewhere, &[HERE], now), 0, "{center}");
    }
}

/// Returns the recorded forecasts of a file by the zones for which they were requested; `None` without recordings.
fn recorded(file: &str) -> Option<Vec<(String, Result<Bulletin, ParseError>)>> {
    let root = std::env::var_os("SNOW_PAYLOADS").map_or_else(
        || std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/payloads")),
        std::path::PathBuf::from,
    );
    let Ok(body) = std::fs::read(root.join("avalanche-org").join(file)) else {
        println!("no recorded forecasts at {}: nothing compared", root.display());
        return None;
    };
    let zones: serde_json::Map<String, Value> = serde_json::from_slice(&body).unwrap();
    let stated = |product: &Value| read(product.to_string().as_bytes()).map(|read| read.bulletins[0].clone());
    Some(zones.iter().map(|(zone, product)| (zone.clone(), stated(product))).collect())
}

fn numbers(stated: &Bulletin) -> Vec<Option<u8>> {
    stated.ratings.iter().map(|rating| rating.danger.level().map(Level::number)).collect()
}

#[test]
fn recorded_forecasts_are_read() {
    let Some(zones) = recorded("products_nwac_2021-02-07.json") else { return };
    assert_eq!(zones.len(), 10);
    for (zone, stated) in zones {
        let stated = stated.unwrap();
        assert_eq!(stated.highest().is_none(), zone == "147", "{zone}");
        assert_eq!(stated.outlook.is_none(), ["139", "147"].contains(&zone.as_str()), "{zone}");
        assert!(stated.regions.iter().any(|region| region.id == format!("US-{zone}")), "{zone}");
        assert!(!stated.comment.unwrap().contains(['<', '&']), "{zone}");
        assert!(stated.problems.iter().all(|problem| problem.size.is_none_or(|size| size <= 5)), "{zone}");
    }
    let coaa = recorded("products_coaa_2021-02-07.json").unwrap();
    let [(_, central), (_, bad)] = &coaa[..] else { panic!("{coaa:?}") };
    assert!(bad.is_err(), "the recorder's mark for a zone without an answer");
    let central = central.as_ref().unwrap();
    assert_eq!((numbers(central), central.outlook.is_none()), (vec![Some(2), Some(2), Some(1)], true));
    assert_eq!(central.problems[0].aspects.names().collect::<Vec<_>>(), ["NE", "E", "SE"]);
}

#[test]
fn recorded_expired_forecasts_are_not_current() {
    let Some(zones) = recorded("products_ipac_2021-02-09.json") else { return };
    let now = at("2021-02-09T18:00:00Z");
    for (zone, stated) in zones {
        let stated = stated.unwrap();
        assert!(stated.highest().is_some() && !stated.valid.unwrap().contains(now), "{zone}");
        assert_eq!(stated.regions.len(), if zone == "149" { 1 } else { 2 }, "{zone}");
    }
}

#[test]
fn recorded_summaries_are_unrated() {
    for file in ["products_pac_2021-02-09_summary.json", "products_wac_2021-02-09_summary.json"] {
        for (zone, stated) in recorded(file).unwrap_or_default() {
            assert_eq!(numbers(&stated.unwrap()), [None], "{zone}");
        }
    }
}
