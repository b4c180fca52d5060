//! AWDB's JSON: the list of stations, and hourly values at the wall time of the station, in inches and Fahrenheit.

use chrono::NaiveDateTime;
use conditions_core::time::{HOUR_MS, Timestamp};
use serde_json::{Value, json};

use super::{Station, parameter, weather_at};
use crate::snowpack;
use crate::weather::Weather;
use crate::{SimResponse, World};

/// Pacific Standard Time, all year.
const OFFSET_H: i64 = -8;
const M_PER_FOOT: f64 = 0.3048;
const MPS_PER_MPH: f64 = 0.447_04;
/// Hours in one answer at most.
const MOST_HOURS: i64 = 24 * 31;
const TIME: &str = "%Y-%m-%d %H:%M";

pub(super) fn stations<'a>(stations: impl Iterator<Item = &'a Station>) -> SimResponse {
    let list: Vec<Value> = stations
        .map(|station| {
            let number = station.id.split(':').next().unwrap_or_default();
            json!({
                "stationTriplet": station.id,
                "stationId": number,
                "stateCode": "XX",
                "networkCode": "SNTL",
                "name": station.name,
                "elevation": rounded(station.elevation_m / M_PER_FOOT, 0),
                "latitude": station.lat,
                "longitude": station.lon,
                "dataTimeZone": OFFSET_H as f64,
                "beginDate": "2000-10-01 00:00",
                "endDate": "2100-01-01 00:00",
            })
        })
        .collect();
    answer(200, &Value::Array(list))
}

pub(super) fn data<'a>(
    world: &World,
    stations: impl Iterator<Item = &'a Station>,
    query: &str,
    now: Timestamp,
) -> SimResponse {
    let refuse = |what: &str| answer(400, &json!({ "status": 400, "error": what }));
    let Some(triplets) = parameter(query, "stationTriplets") else {
        return refuse("stationTriplets is missing");
    };
    let time = |name: &str| {
        let text = parameter(query, name)?;
        let wall = NaiveDateTime::parse_from_str(&text, TIME).ok()?;
        let hour = wall.and_utc().timestamp_millis().div_euclid(HOUR_MS) - OFFSET_H;
        Some(Timestamp::from_millis(hour * HOUR_MS))
    };
    let (Some(begin), Some(end)) = (time("beginDate"), time("endDate")) else {
        return refuse("beginDate and endDate must be of the form yyyy-MM-dd HH:mm");
    };
    let elements = parameter(query, "elements").unwrap_or_else(|| "SNWD".to_owned());
    let end = end.min(now);
    let count = (end.since(begin).div_euclid(HOUR_MS) + 1).clamp(0, MOST_HOURS);
    let wanted: Vec<&str> = triplets.split(',').collect();
    let weather = Weather::new(world.seed);
    let list: Vec<Value> = stations
        .filter(|station| wanted.contains(&station.id.as_str()))
        .map(|station| of_station(world.seed, &weather, station, &elements, begin, count))
        .collect();
    answer(200, &Value::Array(list))
}

fn of_station(
    seed: u64,
    weather: &Weather,
    station: &Station,
    elements: &str,
    begin: Timestamp,
    count: i64,
) -> Value {
    let site = station.site(seed);
    let packs = snowpack::packs(weather, &site, begin, usize::try_from(count).unwrap_or(0));
    let data: Vec<Value> = elements
        .split(',')
        .filter_map(|code| {
            let (unit, digits) = match code {
                "SNWD" => ("in", 0),
                "WTEQ" => ("in", 1),
                "TOBS" => ("degF", 1),
                "WSPDV" | "WSPDX" => ("mph", 1),
                _ => return None,
            };
            let values: Vec<Value> = (0..count)
                .zip(&packs)
                .map(|(row, pack)| {
                    let at = begin.plus_millis(row * HOUR_MS);
                    let now = weather_at(weather, &site, at);
                    let value = match code {
                        "SNWD" => pack.depth_cm / 2.54,
                        "WTEQ" => pack.water_mm / 25.4,
                        "TOBS" => now.temp_c(station.elevation_m) * 1.8 + 32.0,
                        "WSPDV" => now.wind_mps / MPS_PER_MPH,
                        _ => now.gust_mps / MPS_PER_MPH,
                    };
                    let wall = at.plus_millis(OFFSET_H * HOUR_MS).utc().format(TIME).to_string();
                    json!({ "date": wall, "value": rounded(value, digits), "qcFlag": "V" })
                })
                .collect();
            Some(json!({
                "stationElement": {
                    "elementCode": code,
                    "ordinal": 1,
                    "durationName": "HOURLY",
                    "dataPrecision": digits,
                    "storedUnitCode": unit,
                    "originalUnitCode": unit,
                    "beginDate": "2000-10-01 00:00",
                    "endDate": "2100-01-01 00:00",
                    "derivedData": false,
                },
                "values": values,
            }))
        })
        .collect();
    json!({ "stationTriplet": station.id, "data": data })
}

fn rounded(value: f64, digits: i32) -> f64 {
    let steps = libm::pow(10.0, f64::from(digits));
    libm::round(value * steps) / steps + 0.0
}

fn answer(status: u16, body: &Value) -> SimResponse {
    SimResponse::json(status, body.to_string().into_bytes())
}
