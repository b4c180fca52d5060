//! AMeDAS: the station table in degrees and minutes, and one national file per ten minutes, named in Japan Standard
//! Time, of pairs of value and quality code.
//!
//! Only the files of the full hour contain snow. Stations without a gauge report new snow as `[0, null]`, those with a
//! gauge report `[0, 6]` while the ground is bare: a number with the code for a missing one.

use chrono::NaiveDateTime;
use conditions_core::time::{DAY_MS, HOUR_MS, MINUTE_MS, Timestamp};
use serde_json::{Map, Value, json};

use super::instruments::{Cell, Instruments};
use super::{Network, Station, listed_location, rounded, stations_in};
use crate::sensor::SensorQuantity;
use crate::weather::Weather;
use crate::{SimResponse, World};

const AHEAD_MS: i64 = 9 * HOUR_MS;
const STEP_MS: i64 = 10 * MINUTE_MS;
/// Delay after which a file is available ...
const LATE_MS: i64 = 9 * MINUTE_MS;
/// ... and how long it stays available.
const KEPT_MS: i64 = 10 * DAY_MS;
/// Depth below which the ground counts as bare, centimetres.
const SNOWLESS_CM: f64 = 0.5;

pub(super) fn handle(world: &World, path: &str, now: Timestamp) -> Option<SimResponse> {
    let what = path.strip_prefix("/bosai/amedas/")?;
    if what == "const/amedastable.json" {
        return Some(table(world, now));
    }
    let newest = Timestamp::from_millis((now.millis() - LATE_MS).div_euclid(STEP_MS) * STEP_MS);
    if what == "data/latest_time.txt" {
        let wall = newest.plus_millis(AHEAD_MS).utc().format("%Y-%m-%dT%H:%M:%S+09:00").to_string();
        return Some(SimResponse::new(200, "text/plain", wall.into_bytes()));
    }
    let name = what.strip_prefix("data/map/")?.strip_suffix(".json")?;
    let at = parse_time(name)?;
    let there = at <= newest && newest.since(at) <= KEPT_MS && at.millis().rem_euclid(STEP_MS) == 0;
    there.then(|| national(world, at))
}

fn parse_time(name: &str) -> Option<Timestamp> {
    let wall = NaiveDateTime::parse_from_str(name, "%Y%m%d%H%M%S").ok()?;
    Some(Timestamp::from_millis(wall.and_utc().timestamp_millis() - AHEAD_MS))
}

fn table(world: &World, now: Timestamp) -> SimResponse {
    let mut rows = Map::new();
    for station in stations_in(world, Network::Amedas) {
        let (lat, lon, metres) = listed_location(station, world, now);
        let row = json!({
            "type": if station.gauge { "A" } else { "C" },
            "elems": if station.gauge { "11111111" } else { "11112010" },
            "lat": degrees_and_minutes(lat),
            "lon": degrees_and_minutes(lon),
            "alt": libm::round(metres) as i64,
            "kjName": station.name,
            "knName": station.name,
            "enName": station.name,
        });
        rows.insert(station.id.clone(), row);
    }
    SimResponse::json(200, Value::Object(rows).to_string().into_bytes())
}

/// Returns degrees and minutes: `[45, 31.2]`.
fn degrees_and_minutes(degrees: f64) -> [f64; 2] {
    let tenths = libm::round(degrees.abs() * 600.0);
    let whole = libm::floor(tenths / 600.0);
    [whole * degrees.signum(), rounded((tenths - whole * 600.0) / 10.0, 1)]
}

fn national(world: &World, at: Timestamp) -> SimResponse {
    let weather = Weather::from_world(world);
    let mut file = Map::new();
    for station in stations_in(world, Network::Amedas) {
        file.insert(station.id.clone(), values(&Instruments::new(world, &weather, station), station, at));
    }
    SimResponse::json(200, Value::Object(file).to_string().into_bytes())
}

fn values(instruments: &Instruments<'_>, station: &Station, at: Timestamp) -> Value {
    let Some(row) = instruments.row(at) else { return json!({}) };
    let mut members = Map::new();
    let mut put = |what: SensorQuantity, name: &str, digits: i32| {
        members.insert(instruments.name(what, name, at), pair(row.cell(what), digits));
    };
    put(SensorQuantity::Temp, "temp", 1);
    put(SensorQuantity::Wind, "wind", 1);
    if at.millis().rem_euclid(HOUR_MS) == 0 {
        if station.gauge {
            put(SensorQuantity::Depth, "snow", 0);
            put(SensorQuantity::NewSnow, "snow24h", 0);
            if row.cell(SensorQuantity::Depth).value < SNOWLESS_CM {
                members.insert("snow".to_owned(), json!([null, 5]));
                members.insert("snow24h".to_owned(), json!([0, 6]));
            }
        } else {
            members.insert("snow24h".to_owned(), json!([0, null]));
        }
    }
    members.insert("humidity".to_owned(), json!([rounded(row.humidity_pct, 0), 0]));
    members.insert("precipitation1h".to_owned(), json!([rounded(row.water_mm, 1), 0]));
    Value::Object(members)
}

/// Returns a value and its code: 5 is missing, with or without a number.
fn pair(cell: Cell, digits: i32) -> Value {
    match cell.get() {
        None => json!([null, 5]),
        Some(value) => json!([rounded(value, digits), if cell.bad { 5 } else { 0 }]),
    }
}
