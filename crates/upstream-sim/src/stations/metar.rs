//! The Aviation Weather Center's JSON: the packed list of stations, and the newest report of each requested airport.

use std::io::Write as _;

use conditions_core::time::{HOUR_MS, MINUTE_MS, Timestamp};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};

use super::instruments::Instruments;
use super::{Network, Station, listed_location, parameter, rounded, stations_in};
use crate::sensor::SensorQuantity;
use crate::weather::Weather;
use crate::{SimResponse, World};

const MPS_PER_KNOT: f64 = 1_852.0 / 3_600.0;
/// Minute of the routine reports ...
const MINUTE: i64 = 53;
/// ... and the delay after which they are available.
const RECEIVED_MS: i64 = 3 * MINUTE_MS;

pub(super) fn stations(world: &World, now: Timestamp) -> SimResponse {
    let list: Vec<Value> = stations_in(world, Network::Metar)
        .map(|station| {
            let (lat, lon, metres) = listed_location(station, world, now);
            json!({
                "icaoId": station.id,
                "iataId": "",
                "faaId": "",
                "wmoId": "",
                "lat": lat,
                "lon": lon,
                "elev": libm::round(metres),
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

pub(super) fn reports(world: &World, query: &str, now: Timestamp) -> SimResponse {
    let ids = parameter(query, "ids").unwrap_or_default();
    let wanted: Vec<&str> = ids.split(',').collect();
    let weather = Weather::from_world(world);
    let list: Vec<Value> = stations_in(world, Network::Metar)
        .filter(|station| wanted.contains(&station.id.as_str()))
        .filter_map(|station| report(&Instruments::new(world, &weather, station), station, now))
        .collect();
    if list.is_empty() {
        // An empty result is answered with "no content", not with an empty list.
        return SimResponse::json(204, Vec::new());
    }
    SimResponse::json(200, Value::Array(list).to_string().into_bytes())
}

fn report(instruments: &Instruments<'_>, station: &Station, now: Timestamp) -> Option<Value> {
    let into_hour = (now.millis() - MINUTE * MINUTE_MS - RECEIVED_MS).rem_euclid(HOUR_MS);
    let row = instruments.row(now.plus_millis(-into_hour - RECEIVED_MS))?;
    let at = row.at;
    let temp = rounded(row.cell(SensorQuantity::Temp).value, 1);
    let knots = |what: SensorQuantity| row.cell(what).get().map(|mps| libm::round(mps / MPS_PER_KNOT) as i64);
    // Derived from the hour, as everything here.
    let towards = (libm::round(row.cloud_pct * 3.5 / 10.0) as i64 * 10).rem_euclid(360);
    let stamp = at.utc();
    let mut report = json!({
        "icaoId": station.id,
        "receiptTime": at.plus_millis(RECEIVED_MS).to_string(),
        "obsTime": at.millis() / 1_000,
        "reportTime": at.plus_millis(HOUR_MS - at.millis().rem_euclid(HOUR_MS)).to_string(),
        "dewp": rounded(temp - (100.0 - row.humidity_pct) / 5.0, 1),
        "wdir": towards,
        "visib": "10+",
        "altim": 1_013.2,
        "metarType": "METAR",
        "rawOb": format!("METAR {} {}Z AUTO", station.id, stamp.format("%d%H%M")),
        "lat": station.lat,
        "lon": station.lon,
        "elev": libm::round(station.elevation_m) as i64,
        "name": station.name,
    });
    let members = report.as_object_mut()?;
    let mut put = |what: SensorQuantity, name: &str, value: Option<Value>| {
        // A missing value has no member, and neither have calm gusts.
        members.extend(value.map(|value| (instruments.name(what, name, now), value)));
    };
    put(SensorQuantity::Temp, "temp", row.cell(SensorQuantity::Temp).get().map(|_| temp.into()));
    put(SensorQuantity::Wind, "wspd", knots(SensorQuantity::Wind).map(Into::into));
    let gusty = row.cell(SensorQuantity::Gust).value > row.cell(SensorQuantity::Wind).value + 5.0;
    put(SensorQuantity::Gust, "wgst", knots(SensorQuantity::Gust).filter(|_| gusty).map(Into::into));
    Some(report)
}
