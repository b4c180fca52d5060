//! The Aviation Weather Center's JSON: the packed list of stations, and the newest report of each airport asked for.

use std::io::Write as _;

use conditions_core::time::{HOUR_MS, MINUTE_MS, Timestamp};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};

use super::{Station, parameter, weather_at};
use crate::weather::Weather;
use crate::{SimResponse, World};

const MPS_PER_KNOT: f64 = 1_852.0 / 3_600.0;
/// Routine reports are made at this minute ...
const MINUTE: i64 = 53;
/// ... and are there this much later.
const RECEIVED_MS: i64 = 3 * MINUTE_MS;

pub(super) fn stations<'a>(stations: impl Iterator<Item = &'a Station>) -> SimResponse {
    let list: Vec<Value> = stations
        .map(|station| {
            json!({
                "icaoId": station.id,
                "iataId": "",
                "faaId": "",
                "wmoId": "",
                "lat": station.lat,
                "lon": station.lon,
                "elev": libm::round(station.elevation_m),
                "site": station.name,
                "state": "XX",
                "country": "XX",
                "priority": 3,
                "siteType": ["METAR"],
            })
        })
        .collect();
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    // Writing to memory cannot fail.
    let _ = packed.write_all(Value::Array(list).to_string().as_bytes());
    SimResponse::new(200, "application/gzip", packed.finish().unwrap_or_default())
}

pub(super) fn reports<'a>(
    world: &World,
    stations: impl Iterator<Item = &'a Station>,
    query: &str,
    now: Timestamp,
) -> SimResponse {
    let ids = parameter(query, "ids").unwrap_or_default();
    let wanted: Vec<&str> = ids.split(',').collect();
    let weather = Weather::new(world.seed);
    let list: Vec<Value> = stations
        .filter(|station| wanted.contains(&station.id.as_str()))
        .map(|station| report(world.seed, &weather, station, now))
        .collect();
    if list.is_empty() {
        // Nothing found is no content, not an empty list.
        return SimResponse::json(204, Vec::new());
    }
    SimResponse::json(200, Value::Array(list).to_string().into_bytes())
}

fn report(seed: u64, weather: &Weather, station: &Station, now: Timestamp) -> Value {
    let into_hour = (now.millis() - MINUTE * MINUTE_MS - RECEIVED_MS).rem_euclid(HOUR_MS);
    let at = now.plus_millis(-into_hour - RECEIVED_MS);
    let hour = weather_at(weather, &station.site(seed), at);
    let temp = libm::round(hour.temp_c(station.elevation_m) * 10.0) / 10.0 + 0.0;
    let knots = |mps: f64| libm::round(mps / MPS_PER_KNOT) as i64;
    // Made up from the hour, as everything here.
    let towards = (libm::round(hour.cloud_pct * 3.5 / 10.0) as i64 * 10).rem_euclid(360);
    let stamp = at.utc();
    let mut report = json!({
        "icaoId": station.id,
        "receiptTime": at.plus_millis(RECEIVED_MS).to_string(),
        "obsTime": at.millis() / 1_000,
        "reportTime": at.plus_millis(HOUR_MS - at.millis().rem_euclid(HOUR_MS)).to_string(),
        "temp": temp,
        "dewp": libm::round((temp - (100.0 - hour.humidity_pct) / 5.0) * 10.0) / 10.0,
        "wdir": towards,
        "wspd": knots(hour.wind_mps),
        "visib": "10+",
        "altim": 1_013.2,
        "metarType": "METAR",
        "rawOb": format!("METAR {} {}Z AUTO", station.id, stamp.format("%d%H%M")),
        "lat": station.lat,
        "lon": station.lon,
        "elev": libm::round(station.elevation_m) as i64,
        "name": station.name,
    });
    // The member is missing when there are no gusts.
    if let (true, Some(members)) = (hour.gust_mps > hour.wind_mps + 5.0, report.as_object_mut()) {
        members.insert("wgst".to_owned(), knots(hour.gust_mps).into());
    }
    report
}
