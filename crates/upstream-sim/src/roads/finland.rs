//! Finland's road weather and cameras as digitraffic.fi writes them: stations near ski areas, with the traps of the
//! real responses. Measurements are invented.

use chrono::SecondsFormat;
use conditions_core::time::{HOUR_MS, MINUTE_MS, Timestamp};
use serde_json::{Value, json};

use crate::noise::{hash, unit};
use crate::{SimResponse, World};

/// A roadside station near a ski area.
struct Station {
    id: u32,
    name: &'static str,
    lat: f64,
    lon: f64,
}

const fn station(id: u32, name: &'static str, lat: f64, lon: f64) -> Station {
    Station { id, name, lat, lon }
}

static STATIONS: [Station; 4] = [
    station(14_901, "kt79_Kittilä_Levi", 67.7950, 24.8550),
    station(14_902, "mt940_Kolari_Ylläs", 67.5900, 24.2100),
    station(12_901, "vt5_Kuusamo_Ruka", 66.1400, 29.1500),
    station(14_903, "vt4_Sodankylä_Luosto", 67.1500, 26.9000),
];

/// Answers a request; `None` for any other request.
pub(super) fn handle(world: &World, path: &str, now: Timestamp) -> Option<SimResponse> {
    let written = world.roads.frozen_at.map_or(now, |frozen| frozen.min(now));
    let body = match path {
        "/api/weather/v1/stations" => collection(written, place),
        "/api/weather/v1/stations/data" => readings(world, written),
        "/api/weathercam/v1/stations" => collection(written, camera),
        _ => return None,
    };
    Some(SimResponse::json(200, body.to_string().into_bytes()))
}

fn text(at: Timestamp) -> String {
    at.utc().to_rfc3339_opts(SecondsFormat::Secs, true)
}

fn collection(written: Timestamp, properties: fn(usize, &Station) -> (Value, Value)) -> Value {
    let features = STATIONS.iter().enumerate().map(|(at, station)| {
        let (id, properties) = properties(at, station);
        json!({
            "type": "Feature", "id": id,
            "geometry": { "type": "Point", "coordinates": [station.lon, station.lat] },
            "properties": properties,
        })
    });
    json!({ "type": "FeatureCollection", "dataUpdatedTime": text(written), "features": features.collect::<Vec<_>>() })
}

/// Returns the metadata of a station. As recorded: no state for a station that works, and a time at which the record
/// was changed years ago.
fn place(_at: usize, station: &Station) -> (Value, Value) {
    let properties = json!({
        "id": station.id, "name": station.name, "collectionStatus": "GATHERING",
        "dataUpdatedTime": "2024-11-27T03:05:18Z", "state": null,
    });
    (station.id.into(), properties)
}

fn camera(at: usize, station: &Station) -> (Value, Value) {
    let id = format!("C{}", station.id);
    let status = if at == 2 { "REMOVED_TEMPORARILY" } else { "GATHERING" };
    let presets = json!([
        { "id": format!("{id}01"), "inCollection": true },
        { "id": format!("{id}02"), "inCollection": false },
    ]);
    let properties = json!({
        "id": id, "name": station.name, "collectionStatus": status, "state": null,
        "dataUpdatedTime": "2026-03-23T06:45:01Z", "presets": presets,
    });
    (id.into(), properties)
}

fn readings(world: &World, written: Timestamp) -> Value {
    let draw = |what: u64, at: usize| {
        let turn = written.millis().div_euclid(6 * HOUR_MS).unsigned_abs();
        unit(hash(hash(world.seed, 950 + what), hash(turn, at as u64)))
    };
    let stations = STATIONS.iter().enumerate().map(|(at, station)| {
        let measured = written.plus_millis(-MINUTE_MS);
        let sensor = |name: &str, unit: &str, value: f64, at: Timestamp| {
            let value = (value * 10.0).round() / 10.0;
            json!({
                "id": 1, "stationId": station.id, "name": name, "shortName": name, "unit": unit, "value": value,
                "measuredTime": text(at),
            })
        };
        let air = draw(0, at) * 25.0 - 22.0;
        let mut sensors = vec![
            sensor("ILMA", "°C", air, measured),
            sensor("TIE_1", "°C", air + 1.5, measured),
            sensor("TIE_2", "°C", air + 0.5, measured),
            sensor("KESKITUULI", "m/s", draw(1, at) * 9.0, measured),
            sensor("LUMEN_MÄÄRÄ1", "mm", 0.4, measured),
            // A sensor that stopped hours ago and is still listed.
            sensor("MAKSIMITUULI", "m/s", 33.0, written.plus_millis(-5 * HOUR_MS)),
        ];
        if at != 1 {
            sensors.push(sensor("NÄKYVYYS_KM", "km", 0.3 + draw(2, at) * 15.0, measured));
        }
        let mut surface = sensor("KELI_1", "***", 4.0, measured);
        if let Some(members) = surface.as_object_mut() {
            members.insert("sensorValueDescriptionEn".to_owned(), "Snow".into());
            members.insert("sensorValueDescriptionFi".to_owned(), "Luminen".into());
        }
        sensors.push(surface);
        json!({ "id": station.id, "dataUpdatedTime": text(measured), "sensorValues": sensors })
    });
    json!({ "dataUpdatedTime": text(written), "stations": stations.collect::<Vec<_>>() })
}

#[cfg(test)]
mod tests;
