//! GeoSphere's TAWES: metadata, and the current ten minutes in columns, `data[i]` for `timestamps[i]`, whose times have
//! no seconds. A station without a gauge has the column too, filled with null.

use conditions_core::time::{MINUTE_MS, Timestamp};
use serde_json::{Map, Value, json};

use super::instruments::Instruments;
use super::{Network, Station, listed_location, parameter, rounded, stations_in};
use crate::sensor::SensorQuantity;
use crate::weather::Weather;
use crate::{SimResponse, World};

const PATH: &str = "/v1/station/current/tawes-v1-10min";
const STEP_MS: i64 = 10 * MINUTE_MS;
/// Delay after which the ten minutes are available.
const LATE_MS: i64 = 4 * MINUTE_MS;
const TIME: &str = "%Y-%m-%dT%H:%M+00:00";

/// Name, German name and unit of each available parameter.
const PARAMETERS: [(&str, &str, &str); 8] = [
    ("TL", "Lufttemperatur", "°C"),
    ("TLAM", "Lufttempertur arithmetisches Mittel", "°C"),
    ("FFAM", "Arithmetisches Mittel der Windgeschwindigkeit", "m/s"),
    ("FFX", "Windspitze", "m/s"),
    ("DD", "Windrichtung", "°"),
    ("RFAM", "Relative Feuchte arithmetisches Mittel", "%"),
    ("SCHNEE", "Schneehöhe", "cm"),
    ("RR", "Niederschlag der letzten 10 Minuten", "mm"),
];

pub(super) fn handle(world: &World, path: &str, query: &str, now: Timestamp) -> Option<SimResponse> {
    match path.strip_prefix(PATH)? {
        "/metadata" => Some(metadata(world, now)),
        "" => Some(current(world, query, now)),
        _ => None,
    }
}

fn metadata(world: &World, now: Timestamp) -> SimResponse {
    let stations: Vec<Value> = stations_in(world, Network::Tawes)
        .map(|station| {
            let (lat, lon, metres) = listed_location(station, world, now);
            json!({
                "type": "INDIVIDUAL",
                "id": station.id,
                "group_id": null,
                "name": station.name,
                "state": "Synthetic",
                "lat": lat,
                "lon": lon,
                "altitude": libm::round(metres),
                "valid_from": "2000-01-01T00:00:00+00:00",
                "valid_to": "2100-12-31T00:00:00+00:00",
                "has_sunshine": true,
                "has_global_radiation": true,
                "is_active": true,
            })
        })
        .collect();
    let parameters: Vec<Value> = PARAMETERS
        .iter()
        .map(|(name, long_name, unit)| json!({ "name": name, "long_name": long_name, "desc": long_name, "unit": unit }))
        .collect();
    let body = json!({
        "title": "TAWES",
        "parameters": parameters,
        "frequency": "10T",
        "type": "station",
        "mode": "current",
        "time": now.utc().format(TIME).to_string(),
        "stations": stations,
    });
    SimResponse::json(200, body.to_string().into_bytes())
}

fn current(world: &World, query: &str, now: Timestamp) -> SimResponse {
    let refuse = |what: &str| {
        let body = json!({ "detail": [{ "loc": ["query"], "msg": what, "type": "value_error" }] });
        SimResponse::json(422, body.to_string().into_bytes())
    };
    let Some(names) = parameter(query, "parameters") else { return refuse("parameters: field required") };
    let Some(ids) = parameter(query, "station_ids") else { return refuse("station_ids: field required") };
    let (names, ids): (Vec<&str>, Vec<&str>) = (names.split(',').collect(), ids.split(',').collect());
    if names.iter().any(|name| !PARAMETERS.iter().any(|(known, ..)| known == name)) {
        return refuse("parameters: unknown parameter");
    }
    let at = Timestamp::from_millis((now.millis() - LATE_MS).div_euclid(STEP_MS) * STEP_MS);
    let weather = Weather::from_world(world);
    let features: Vec<Value> = stations_in(world, Network::Tawes)
        .filter(|station| ids.contains(&station.id.as_str()))
        .map(|station| feature(&Instruments::new(world, &weather, station), station, &names, at))
        .collect();
    let body = json!({
        "media_type": "application/json",
        "type": "FeatureCollection",
        "version": "v1",
        "timestamps": [at.utc().format(TIME).to_string()],
        "features": features,
    });
    SimResponse::json(200, body.to_string().into_bytes())
}

fn feature(instruments: &Instruments<'_>, station: &Station, names: &[&str], at: Timestamp) -> Value {
    let row = instruments.row(at);
    let mut parameters = Map::new();
    for (name, long_name, unit) in PARAMETERS.iter().filter(|(name, ..)| names.contains(name)) {
        let what = match *name {
            "TL" | "TLAM" => Some(SensorQuantity::Temp),
            "FFAM" => Some(SensorQuantity::Wind),
            "FFX" => Some(SensorQuantity::Gust),
            "SCHNEE" => Some(SensorQuantity::Depth),
            _ => None,
        };
        let measured = what.and_then(|what| row?.cell(what).get());
        let value = match *name {
            // Depths are whole centimetres; bare ground is 0.0.
            "SCHNEE" => measured.filter(|_| station.gauge).map(|cm| rounded(cm, 0).max(0.0)),
            "RFAM" => row.map(|row| rounded(row.humidity_pct, 0)),
            "DD" => row.map(|row| rounded(row.cloud_pct * 3.5, 0)),
            "RR" => row.map(|row| rounded(row.water_mm / 6.0, 1)),
            _ => measured.map(|value| rounded(value, 1)),
        };
        let name = what.map_or_else(|| (*name).to_owned(), |what| instruments.name(what, name, at));
        parameters.insert(name, json!({ "name": long_name, "unit": unit, "data": [value] }));
    }
    json!({
        "type": "Feature",
        "geometry": { "type": "Point", "coordinates": [station.lon, station.lat] },
        "properties": { "parameters": parameters, "station": station.id },
    })
}
