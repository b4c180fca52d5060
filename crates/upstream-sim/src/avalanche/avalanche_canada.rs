//! Avalanche Canada's two responses: the areas of regions, squares around ski areas, and a forecast for each, issued at
//! 16:00 local time for the next days. They include a forecast for an undrawn area, and one with an invalid danger
//! term. The levels are invented.

use chrono::{Datelike, Duration, NaiveDate, NaiveTime, TimeZone};
use chrono_tz::{America, Tz};
use conditions_core::geo::Point;
use conditions_core::time::{DAY_MS, Timestamp};
use serde_json::{Value, json};

use super::{BulletinFault, is_off_season};
use crate::noise::{hash, unit};
use crate::{SimResponse, World};

/// The issuer's name among the traps.
pub(super) const ISSUER: &str = "CA";
/// Hour of the day at which a forecast is issued and the previous one expires.
const ISSUED_H: u32 = 16;

/// A forecast region.
struct Region {
    id: &'static str,
    name: &'static str,
    zone: Tz,
    /// Centre of its area.
    at: Point,
}

/// The region whose forecast is affected by a fault.
const FIRST: &str = "c0ffee01";

static REGIONS: [Region; 4] = [
    Region { id: FIRST, name: "Synthetic Sea to Sky", zone: America::Vancouver, at: (50.1, -122.95) },
    Region { id: "c0ffee02", name: "Synthetic Selkirks", zone: America::Vancouver, at: (50.96, -118.16) },
    Region { id: "c0ffee03", name: "Synthetic Bow Valley", zone: America::Edmonton, at: (51.3, -115.9) },
    Region { id: "c0ffee04", name: "Synthetic Lizard Range", zone: America::Edmonton, at: (49.46, -115.09) },
];
/// A region without an area.
const NOWHERE: Region =
    Region { id: "c0ffee99", name: "Synthetic nowhere", zone: America::Vancouver, at: (54.0, -126.0) };

/// Returns the areas of the regions.
pub(super) fn areas() -> SimResponse {
    let feature = |region: &Region| {
        let Region { id, name, at: (lat, lon), .. } = region;
        let ring = [[-0.5, -0.4], [0.5, -0.4], [0.5, 0.4], [-0.5, 0.4], [-0.5, -0.4]];
        let ring: Vec<[f64; 2]> = ring.iter().map(|[east, north]| [lon + east, lat + north]).collect();
        json!({
            "type": "Feature", "id": id, "properties": { "id": id, "name": name },
            "geometry": { "type": "Polygon", "coordinates": [ring] },
        })
    };
    let features: Vec<Value> = REGIONS.iter().map(feature).collect();
    let map = json!({ "type": "FeatureCollection", "features": features });
    SimResponse::json(200, map.to_string().into_bytes())
}

/// Returns the forecasts.
pub(super) fn products(world: &World, fault: Option<BulletinFault>, now: Timestamp) -> SimResponse {
    let at = match fault {
        Some(BulletinFault::Frozen(at)) => at.min(now),
        Some(BulletinFault::GoesBack) => now.plus_millis(-DAY_MS),
        _ => now,
    };
    let regions = REGIONS.iter().chain([&NOWHERE]);
    let mut products: Vec<Value> =
        (0..).zip(regions).map(|(nth, region)| product(hash(world.seed, nth), region, fault, at)).collect();
    let mut unknown = product(world.seed, &NOWHERE, fault, at);
    unknown["report"]["dangerRatings"] =
        json!([{ "date": { "value": null }, "ratings": { "alp": { "rating": { "value": "severe" } } } }]);
    products.push(unknown);
    SimResponse::json(200, Value::from(products).to_string().into_bytes())
}

fn product(seed: u64, region: &Region, fault: Option<BulletinFault>, at: Timestamp) -> Value {
    let Region { id, name, zone, .. } = region;
    // The latest forecast is for the day that begins after its issue.
    let first = (at.utc().with_timezone(zone) + Duration::hours(24 - i64::from(ISSUED_H))).date_naive();
    let afternoon = |day: NaiveDate| {
        let hour = NaiveTime::from_hms_opt(ISSUED_H, 0, 0).unwrap_or_default();
        let instant =
            zone.from_local_datetime(&day.and_time(hour)).earliest().map(|at| at.timestamp_millis());
        Timestamp::from_millis(instant.unwrap_or_default())
    };
    let is_off = match fault {
        Some(BulletinFault::Winter) => false,
        Some(BulletinFault::Summer) => true,
        _ => is_off_season(first),
    };
    let day = |date: NaiveDate| {
        let number = u64::from(date.num_days_from_ce().unsigned_abs());
        let rating = |band: u64| {
            let draw = (unit(hash(hash(seed, 3_000 + band), number)) * 4.0) as usize;
            let word = ["low", "moderate", "considerable", "high"].get(draw).copied().unwrap_or("low");
            let word = if is_off { "spring" } else { word };
            let word = match fault {
                Some(BulletinFault::NoRatings | BulletinFault::NoSnow) => "norating",
                Some(BulletinFault::WrongWord) if *id == FIRST => "severe",
                _ => word,
            };
            json!({ "display": word, "rating": { "value": word, "display": word } })
        };
        json!({
            "date": { "value": afternoon(date), "display": date.weekday().to_string() },
            "ratings": { "alp": rating(0), "tln": rating(1), "btl": rating(2) },
        })
    };
    let script = if fault == Some(BulletinFault::Script) { "<script>alert('x')</script>" } else { "" };
    let before = first.pred_opt().unwrap_or(first);
    let days: Vec<Value> = first.iter_days().take(3).map(day).collect();
    json!({
        "id": format!("synthetic-{id}-{first}"), "type": "avalancheforecast", "url": "http://example.org/not-https",
        "area": { "id": id, "name": name }, "owner": { "value": "synthetic", "display": "Synthetic warning service" },
        "report": {
            "id": format!("synthetic-{id}-{first}"), "title": name, "timezone": zone.name(),
            "dateIssued": afternoon(before), "validUntil": afternoon(first), "dangerRatings": days,
            "highlights": format!("<p>{script}Synthetic: says nothing about the world.</p>"),
            "summaries": [{ "type": { "value": "avalanche-summary" }, "content": "<p>Synthetic <b>text</b>.</p>" }],
            "problems": [{
                "type": { "value": "windslab", "display": "Wind Slab" }, "comment": "<p>Synthetic.</p>",
                "data": {
                    "elevations": [{ "value": "alp" }, { "value": "tln" }], "aspects": [{ "value": "n" }, { "value": "e" }],
                    "likelihood": { "value": "likely" }, "expectedSize": { "min": "1.0", "max": "2.5" },
                },
            }],
            "terrainAndTravelAdvice": ["Synthetic advice."],
        },
    })
}
