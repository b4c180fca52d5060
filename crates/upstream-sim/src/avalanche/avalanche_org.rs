//! The map of avalanche.org: a feature for each forecast zone, with its area. The zones are squares around ski areas,
//! the levels invented. As in the real map, there are also a zone out of season, one without a rating, one that states
//! two dangers at once, one without a time zone, and one that overlaps another. The forecast of one zone has expired,
//! and that of another is a summary without levels.

use chrono::{Datelike, Duration, NaiveDate, NaiveTime};
use conditions_core::time::{DAY_MS, HOUR_MS, Timestamp};
use serde_json::{Value, json};

use super::{BulletinFault, is_off_season};
use crate::noise::{hash, unit};
use crate::{SimResponse, World};

/// The issuer's name among the traps.
pub(super) const ISSUER: &str = "US";

/// A square around a centre; half a side in degrees.
struct Zone {
    id: u64,
    name: &'static str,
    state: &'static str,
    zone: &'static str,
    at: (f64, f64),
    half: f64,
}

const MOUNTAIN: &str = "America/Denver";
const PACIFIC: &str = "America/Los_Angeles";

static ZONES: [Zone; 8] = [
    Zone {
        id: 9_001,
        name: "Synthetic Wasatch",
        state: "UT",
        zone: MOUNTAIN,
        at: (40.65, -111.6),
        half: 0.5,
    },
    Zone {
        id: 9_002,
        name: "Synthetic Front Range",
        state: "CO",
        zone: MOUNTAIN,
        at: (39.6, -106.0),
        half: 0.6,
    },
    Zone { id: 9_003, name: "Synthetic Tetons", state: "WY", zone: MOUNTAIN, at: (43.6, -110.85), half: 0.4 },
    Zone { id: 9_004, name: "Synthetic Tahoe", state: "CA", zone: PACIFIC, at: (39.1, -120.1), half: 0.5 },
    Zone {
        id: 9_005,
        name: "Synthetic Stevens Pass",
        state: "WA",
        zone: PACIFIC,
        at: (47.75, -121.1),
        half: 0.3,
    },
    Zone { id: 9_006, name: "Synthetic Mammoth", state: "CA", zone: PACIFIC, at: (37.65, -119.0), half: 0.3 },
    Zone { id: 9_007, name: "Synthetic Big Sky", state: "MT", zone: MOUNTAIN, at: (45.3, -111.4), half: 0.3 },
    // Inside the first zone: the more closely drawn area belongs to the same center.
    Zone {
        id: 9_008,
        name: "Synthetic Cottonwoods",
        state: "UT",
        zone: MOUNTAIN,
        at: (40.6, -111.65),
        half: 0.1,
    },
];
/// The zone whose season is over all year, the one without a rating, the one that states two dangers, the one without a
/// time zone.
const OFF: u64 = 9_005;
const NO_RATING: u64 = 9_006;
const TWO_DANGERS: u64 = 9_007;
const NO_ZONE: u64 = 9_003;
/// The zone whose forecast has expired, and the one with a summary.
const EXPIRED: u64 = 9_002;
const SUMMARY: u64 = 9_008;

/// Returns the map.
pub(super) fn answer(world: &World, fault: Option<BulletinFault>, now: Timestamp) -> SimResponse {
    let at = edition_at(fault, now);
    let features: Vec<Value> = ZONES.iter().map(|zone| feature(world.seed, zone, fault, at)).collect();
    let map = json!({ "type": "FeatureCollection", "features": features });
    SimResponse::json(200, map.to_string().into_bytes())
}

/// Returns the time of the edition that is served.
fn edition_at(fault: Option<BulletinFault>, now: Timestamp) -> Timestamp {
    match fault {
        Some(BulletinFault::Frozen(at)) => at.min(now),
        Some(BulletinFault::GoesBack) => now.plus_millis(-DAY_MS),
        _ => now,
    }
}

/// Returns the forecast of the zone that a query names.
pub(super) fn product(
    world: &World,
    query: &str,
    fault: Option<BulletinFault>,
    now: Timestamp,
) -> SimResponse {
    let id = query.split('&').find_map(|pair| pair.strip_prefix("zone_id=")?.parse::<u64>().ok());
    let Some(zone) = ZONES.iter().find(|zone| Some(zone.id) == id) else {
        return SimResponse::rejection(404, "Not Found");
    };
    let at = edition_at(fault, now);
    let level = level(world.seed, zone, edition_day(at));
    let shift = if zone.id == EXPIRED { -DAY_MS } else { 0 };
    // Seven in the morning of the zone.
    let hour = if zone.zone == PACIFIC { 15 } else { 14 };
    let midnight = edition_day(at).and_time(NaiveTime::MIN).and_utc().timestamp_millis();
    let begin = Timestamp::from_millis(midnight + hour * HOUR_MS + shift);
    let script = if fault == Some(BulletinFault::Script) { "<script>alert('x')</script>" } else { "" };
    let day = |name: &str, upper: i64| json!({ "lower": (upper - 1).max(1), "middle": upper, "upper": upper, "valid_day": name });
    let is_summary = zone.id == SUMMARY;
    let danger = if is_summary { json!([]) } else { json!([day("current", level), day("tomorrow", 2)]) };
    let problem = json!({
        "id": 1, "avalanche_problem_id": 3, "rank": 1, "likelihood": "possible", "size": ["1", "2.5"],
        "location": ["north upper", "northeast upper", "northeast middle"], "name": "Wind Slab",
        "discussion": "<p>Synthetic.</p>",
    });
    let product = json!({
        "id": 1, "product_type": if is_summary { "summary" } else { "forecast" }, "status": "published",
        "published_time": begin, "expires_time": begin.plus_millis(DAY_MS),
        "bottom_line": format!("{script}<p>Synthetic <b>text</b>.</p>"),
        "avalanche_center": { "id": "SYN", "name": "Synthetic avalanche center", "url": "http://example.org/" },
        "danger": danger, "forecast_avalanche_problems": if is_summary { json!([]) } else { json!([problem]) },
        "forecast_zone": [{ "id": zone.id, "name": zone.name, "state": zone.state }],
    });
    SimResponse::json(200, product.to_string().into_bytes())
}

/// Returns the day of the edition at a time: forecasts come at about seven in the morning, Mountain Time.
fn edition_day(at: Timestamp) -> NaiveDate {
    (at.utc() - Duration::hours(14)).date_naive()
}

/// Returns the highest level of a zone on a day.
fn level(seed: u64, zone: &Zone, day: NaiveDate) -> i64 {
    let draw = unit(hash(hash(seed, zone.id), u64::from(day.num_days_from_ce().unsigned_abs())));
    1 + (draw * 4.0) as i64
}

fn feature(seed: u64, zone: &Zone, fault: Option<BulletinFault>, at: Timestamp) -> Value {
    let day = edition_day(at);
    let next = day.succ_opt().unwrap_or(day);
    let is_off = match fault {
        Some(BulletinFault::Winter) => zone.id == OFF,
        Some(BulletinFault::Summer) => true,
        _ => zone.id == OFF || is_off_season(day),
    };
    let level = level(seed, zone, day);
    let is_unrated = zone.id == NO_RATING || fault == Some(BulletinFault::NoRatings);
    let (word, number) = match level {
        _ if is_off || is_unrated => ("no rating", -1),
        1 => ("low", 1),
        2 => ("moderate", 2),
        3 => ("considerable", 3),
        _ => ("high", 4),
    };
    let word = if fault == Some(BulletinFault::WrongWord) && zone.id == 9_001 { "severe" } else { word };
    let number = if zone.id == TWO_DANGERS && number > 0 { 5 } else { number };
    let dates = |hour: u8, day: NaiveDate| (!is_off).then(|| format!("{day}T{hour:02}:00:00"));
    let script = if fault == Some(BulletinFault::Script) { "<script>alert('x')</script>" } else { "" };
    let ((lat, lon), half) = (zone.at, zone.half);
    let ring = [[-half, -half], [half, -half], [half, half], [-half, half], [-half, -half]];
    let ring: Vec<[f64; 2]> = ring.iter().map(|[east, north]| [lon + east, lat + north]).collect();
    json!({
        "type": "Feature", "id": zone.id,
        "properties": {
            "name": zone.name, "center": "Synthetic avalanche center", "center_id": "SYN", "state": zone.state,
            "center_link": "https://example.org/", "link": "http://example.org/not-https", "off_season": is_off,
            "timezone": if zone.id == NO_ZONE { Value::Null } else { zone.zone.into() },
            "travel_advice": format!("{script}Synthetic: says nothing about the world."),
            "danger": word, "danger_level": number, "start_date": dates(7, day), "end_date": dates(7, next),
            "warning": { "product": null }, "color": "#888888", "fillOpacity": 0.5,
        },
        "geometry": { "type": "Polygon", "coordinates": [ring] },
    })
}
