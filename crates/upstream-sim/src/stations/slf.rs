//! The SLF's measurement service: the list of stations, half-hours of the past day, and days of new snow whose times
//! have no offset.
//!
//! A station without a sensor has no member for it; a missing value is null. Over bare ground the depth jitters below
//! zero, and the surface is warmer than snow can be: both are as in the recorded responses.

use conditions_core::time::{DAY_MS, HOUR_MS, MINUTE_MS, Timestamp};
use serde_json::{Map, Value, json};

use super::instruments::{Instruments, Row};
use super::{Network, Station, listed_location, rounded, stations_in};
use crate::sensor::SensorQuantity;
use crate::weather::Weather;
use crate::{SimResponse, World};

const PATH: &str = "/public/api/imis";
const STEP_MS: i64 = 30 * MINUTE_MS;
/// Half-hours of one response.
const STEPS: i64 = 48;
/// Delay after which a half-hour is available.
const LATE_MS: i64 = 10 * MINUTE_MS;
/// Days of new snow in one response.
const DAYS: i64 = 2;
/// The day of new snow ends at this hour, UTC.
const DAY_ENDS_H: i64 = 6;

pub(super) fn handle(world: &World, path: &str, now: Timestamp) -> Option<SimResponse> {
    let what = path.strip_prefix(PATH)?;
    let weather = Weather::from_world(world);
    let rows = |station: &Station| half_hours(world, &weather, station, now);
    Some(match what {
        "/stations" => {
            list(stations_in(world, Network::Slf).map(|station| described(world, station, now)).collect())
        }
        "/measurements" => list(stations_in(world, Network::Slf).flat_map(rows).collect()),
        "/daily-snow" => {
            let days = |station: &Station| days(world, &weather, station, now);
            list(stations_in(world, Network::Slf).filter(|station| station.gauge).flat_map(days).collect())
        }
        _ => {
            let code = what.strip_prefix("/station/")?.strip_suffix("/measurements")?;
            match stations_in(world, Network::Slf).find(|station| station.id == code) {
                Some(station) => list(rows(station)),
                None => {
                    let refusal = json!({ "code": "STATION_NOT_FOUND", "status": 400 });
                    SimResponse::json(400, refusal.to_string().into_bytes())
                }
            }
        }
    })
}

fn list(rows: Vec<Value>) -> SimResponse {
    SimResponse::json(200, Value::Array(rows).to_string().into_bytes())
}

fn described(world: &World, station: &Station, now: Timestamp) -> Value {
    let (lat, lon, metres) = listed_location(station, world, now);
    json!({
        "code": station.id,
        "label": station.name,
        "lon": lon,
        "lat": lat,
        "elevation": libm::round(metres),
        "country_code": "CH",
        "canton_code": "XX",
        "type": if station.gauge { "SNOW_FLAT" } else { "WIND" },
    })
}

fn half_hours(world: &World, weather: &Weather, station: &Station, now: Timestamp) -> Vec<Value> {
    let instruments = Instruments::new(world, weather, station);
    let newest = (now.millis() - LATE_MS).div_euclid(STEP_MS) * STEP_MS;
    let begin = Timestamp::from_millis(newest - (STEPS - 1) * STEP_MS);
    let rows = instruments.rows(begin, STEP_MS, STEPS);
    rows.iter().map(|row| half_hour(&instruments, station, row)).collect()
}

fn half_hour(instruments: &Instruments<'_>, station: &Station, row: &Row) -> Value {
    let mut members = Map::new();
    members.insert("station_code".to_owned(), station.id.clone().into());
    members.insert("measure_date".to_owned(), row.at.utc().format("%Y-%m-%dT%H:%M:%SZ").to_string().into());
    let mut put = |what: SensorQuantity, name: &str, digits: i32| {
        let value = row.cell(what).get().map(|value| rounded(value, digits));
        members.insert(instruments.name(what, name, row.at), value.into());
    };
    put(SensorQuantity::Temp, "TA_30MIN_MEAN", 3);
    put(SensorQuantity::Wind, "VW_30MIN_MEAN", 3);
    put(SensorQuantity::Gust, "VW_30MIN_MAX", 3);
    if station.gauge {
        put(SensorQuantity::Depth, "HS", 4);
        put(SensorQuantity::Surface, "TSS_30MIN_MEAN", 3);
    }
    members.insert("RH_30MIN_MEAN".to_owned(), rounded(row.humidity_pct, 1).into());
    members.insert("RSWR_30MIN_MEAN".to_owned(), 0.003.into());
    members.insert("DW_30MIN_MEAN".to_owned(), rounded(row.cloud_pct * 3.5, 1).into());
    members.insert("DW_30MIN_SD".to_owned(), Value::Null);
    Value::Object(members)
}

fn days(world: &World, weather: &Weather, station: &Station, now: Timestamp) -> Vec<Value> {
    let instruments = Instruments::new(world, weather, station);
    let newest = (now.millis() - DAY_ENDS_H * HOUR_MS).div_euclid(DAY_MS) * DAY_MS;
    let begin = Timestamp::from_millis(newest - (DAYS - 1) * DAY_MS);
    let day = |row: Row| {
        let cell = |what| row.cell(what).get().map(|value| rounded(value, 0).max(0.0));
        json!({
            "station_code": station.id,
            "measure_date": row.at.utc().format("%Y-%m-%dT%H:%M:%S").to_string(),
            "HS": cell(SensorQuantity::Depth),
            "HN_1D": cell(SensorQuantity::NewSnow),
        })
    };
    instruments.rows(begin, DAY_MS, DAYS).into_iter().rev().map(day).collect()
}
