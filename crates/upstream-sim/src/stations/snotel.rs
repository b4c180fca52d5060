//! AWDB's JSON: the list of stations, and hourly values at the local time of the station, in inches and Fahrenheit.

use chrono::NaiveDateTime;
use conditions_core::time::{HOUR_MS, Timestamp};
use serde_json::{Value, json};

use super::instruments::Instruments;
use super::{Network, Station, listed_location, parameter, rounded, stations_in};
use crate::sensor::SensorQuantity;
use crate::weather::Weather;
use crate::{SimResponse, World};

/// Pacific Standard Time, all year.
const OFFSET_H: i64 = -8;
const M_PER_FOOT: f64 = 0.3048;
const MPS_PER_MPH: f64 = 0.447_04;
/// Maximum number of hours in one response.
const MOST_HOURS: i64 = 24 * 31;
const TIME: &str = "%Y-%m-%d %H:%M";

pub(super) fn stations(world: &World, now: Timestamp) -> SimResponse {
    let list: Vec<Value> = stations_in(world, Network::Snotel)
        .map(|station| {
            let (lat, lon, metres) = listed_location(station, world, now);
            let number = station.id.split(':').next().unwrap_or_default();
            json!({
                "stationTriplet": station.id,
                "stationId": number,
                "stateCode": "XX",
                "networkCode": "SNTL",
                "name": station.name,
                "elevation": rounded(metres / M_PER_FOOT, 0),
                "latitude": lat,
                "longitude": lon,
                "dataTimeZone": OFFSET_H as f64,
                "beginDate": "2000-10-01 00:00",
                "endDate": "2100-01-01 00:00",
            })
        })
        .collect();
    answer(200, &Value::Array(list))
}

pub(super) fn data(world: &World, query: &str, now: Timestamp) -> SimResponse {
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
    let weather = Weather::from_world(world);
    let list: Vec<Value> = stations_in(world, Network::Snotel)
        .filter(|station| wanted.contains(&station.id.as_str()))
        .map(|station| {
            let instruments = Instruments::new(world, &weather, station);
            of_station(&instruments, station, &elements, begin, count)
        })
        .collect();
    answer(200, &Value::Array(list))
}

fn of_station(
    instruments: &Instruments<'_>,
    station: &Station,
    elements: &str,
    begin: Timestamp,
    count: i64,
) -> Value {
    let rows = instruments.rows(begin, HOUR_MS, count);
    let data: Vec<Value> = elements
        .split(',')
        .filter_map(|code| {
            let (what, unit, digits) = match code {
                "SNWD" if station.gauge => (SensorQuantity::Depth, "in", 0),
                "WTEQ" => (SensorQuantity::Swe, "in", 1),
                "TOBS" => (SensorQuantity::Temp, "degF", 1),
                "WSPDV" => (SensorQuantity::Wind, "mph", 1),
                "WSPDX" => (SensorQuantity::Gust, "mph", 1),
                _ => return None,
            };
            let values: Vec<Value> = rows
                .iter()
                .map(|row| {
                    let wall = row.at.plus_millis(OFFSET_H * HOUR_MS).utc().format(TIME).to_string();
                    let cell = row.cell(what);
                    match cell.get() {
                        // The network's number for a missing value, in place of a value.
                        None => json!({ "date": wall, "value": -99.9, "qcFlag": "M" }),
                        Some(value) => {
                            let flag = if cell.bad { "S" } else { "V" };
                            json!({ "date": wall, "value": rounded(in_unit(what, value), digits), "qcFlag": flag })
                        }
                    }
                })
                .collect();
            let name = instruments.name(what, code, begin.plus_millis((count - 1) * HOUR_MS));
            Some(json!({
                "stationElement": {
                    "elementCode": name,
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

/// Converts a value to inches, Fahrenheit or miles an hour.
fn in_unit(what: SensorQuantity, value: f64) -> f64 {
    match what {
        SensorQuantity::Depth | SensorQuantity::NewSnow => value.max(0.0) / 2.54,
        SensorQuantity::Swe => value / 25.4,
        SensorQuantity::Temp | SensorQuantity::Surface => value * 1.8 + 32.0,
        SensorQuantity::Wind | SensorQuantity::Gust => value / MPS_PER_MPH,
    }
}

fn answer(status: u16, body: &Value) -> SimResponse {
    SimResponse::json(status, body.to_string().into_bytes())
}
