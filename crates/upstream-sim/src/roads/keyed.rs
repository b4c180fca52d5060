//! Roads of agencies that require a key: Washington State's passes, stations and cameras, Colorado's segments and
//! stations, and a 511 service on the Travel-IQ platform, with the traps of the real responses. A key that is missing,
//! or begins with `bad`, is answered with 200 and a message that repeats it. Levels and measurements are invented.

use conditions_core::time::{DAY_MS, HOUR_MS, MINUTE_MS, Timestamp};
use serde_json::{Value, json};

use crate::noise::{hash, unit};
use crate::{SimResponse, World};

/// Answers a request; `None` for any other request.
pub(super) fn handle(world: &World, path: &str, query: &str, now: Timestamp) -> Option<SimResponse> {
    let written = world.roads.frozen_at.map_or(now, |frozen| frozen.min(now));
    let (name, body): (&str, fn(&World, Timestamp) -> Value) = match path {
        "/Traffic/api/MountainPassConditions/MountainPassConditionsREST.svc/GetMountainPassConditionsAsJson" => {
            ("AccessCode", passes)
        }
        "/traffic/api/api/Scanweb" => ("AccessCode", scanweb),
        "/Traffic/api/HighwayCameras/HighwayCamerasREST.svc/GetCamerasAsJson" => ("AccessCode", cameras),
        "/api/v1/roadConditions" => ("apiKey", segments),
        "/api/v1/weatherStations" => ("apiKey", sensors),
        "/api/v2/get/weatherstations" => ("key", stations),
        "/api/v2/get/cameras" => ("key", views),
        "/api/v2/get/mountainpasses" => ("key", closures),
        _ => return None,
    };
    let given = query.split('&').filter_map(|pair| pair.split_once('=')).find(|(known, _)| *known == name);
    let key = given.map_or("", |(_, key)| key);
    let answer = if key.is_empty() || key.starts_with("bad") {
        json!({ "Message": format!("The access code `{key}` is not valid.") })
    } else {
        body(world, written)
    };
    Some(SimResponse::json(200, answer.to_string().into_bytes()))
}

/// Returns a number in [0, 1) that changes every six hours.
fn draw(world: &World, what: u64, at: u64, written: Timestamp) -> f64 {
    let turn = written.millis().div_euclid(6 * HOUR_MS).unsigned_abs();
    unit(hash(hash(world.seed, 990 + what), hash(turn, at)))
}

/// Formats a time as the service does: milliseconds of UTC, followed by the agency's own offset.
fn stamp(at: Timestamp) -> String {
    format!("/Date({}-0800)/", at.millis())
}

fn passes(world: &World, written: Timestamp) -> Value {
    let pass = |id: u64,
                name: &str,
                (lat, lon): (f64, f64),
                words: [&str; 2],
                condition: &str,
                at: Timestamp| {
        let restriction =
            |words: &str, way: &str| json!({ "RestrictionText": words, "TravelDirection": way });
        json!({
            "MountainPassId": id, "MountainPassName": name, "Latitude": lat, "Longitude": lon, "DateUpdated": stamp(at),
            "ElevationInFeet": 3022, "TemperatureInFahrenheit": null, "WeatherCondition": "Synthetic.", "RoadCondition": condition,
            "TravelAdvisoryActive": false, "RestrictionOne": restriction(words[0], "Eastbound"),
            "RestrictionTwo": restriction(words[1], "Westbound"),
        })
    };
    let words = match world.roads.level.unwrap_or((draw(world, 0, 0, written) * 4.0) as u8) {
        0 => "No restrictions",
        1 => "Traction Tires Advised, Oversize Vehicles Prohibited.",
        2 => "Chains required on all vehicles except all wheel drive.",
        _ => "Pass Closed",
    };
    let quiet = "No current information available";
    json!([
        pass(
            11,
            "Snoqualmie Pass I-90",
            (47.424, -121.413),
            [words, "No restrictions"],
            "Synthetic: bare and wet.",
            written
        ),
        pass(
            10,
            "Stevens Pass US 2",
            (47.745, -121.089),
            [words, words],
            "Synthetic: compact snow.",
            written
        ),
        // As recorded: an uninspected road, a timestamp of three weeks ago, a seasonal closure.
        pass(5, "Crystal to Greenwater SR 410", (47.073, -121.578), ["No restrictions"; 2], quiet, written),
        pass(
            12,
            "White Pass US 12",
            (46.638, -121.391),
            ["No restrictions"; 2],
            "Bare.",
            written.plus_millis(-21 * DAY_MS)
        ),
        pass(
            3,
            "Chinook Pass SR 410",
            (46.872, -121.515),
            ["Closed for the season"; 2],
            "",
            written.plus_millis(-90 * DAY_MS)
        ),
    ])
}

fn scanweb(world: &World, written: Timestamp) -> Value {
    let station = |id: u64, name: &str, (lat, lon): (f64, f64), is_silent: bool| {
        let air = draw(world, 1, id, written) * 12.0 - 9.0;
        let time = (!is_silent).then(|| written.plus_millis(-2 * MINUTE_MS));
        json!({
            "StationId": format!("TSYN{id}"), "StationName": format!("090ws0000{id} - {name}"), "Latitude": lat,
            "Longitude": lon, "Elevation": 900, "ReadingTime": time, "AirTemperature": (air * 10.0).round() / 10.0,
            "RelativeHumidty": 95, "AverageWindSpeed": 11, "Visibility": 800, "SnowDepth": null,
            "SurfaceMeasurements": [{ "SensorId": 0, "SurfaceTemperature": -1.5, "RoadSurfaceCondition": 104 }],
        })
    };
    json!([
        station(1, "Synthetic Alpental", (47.427, -121.418), false),
        station(2, "Synthetic Stevens", (47.746, -121.088), true),
    ])
}

fn cameras(_world: &World, _written: Timestamp) -> Value {
    let camera = |id: u64, is_active: bool| {
        json!({
            "CameraID": id, "Title": "Synthetic camera at the summit", "ImageURL": format!("https://images.wsdot.wa.gov/synthetic{id}.jpg"),
            "IsActive": is_active, "ImageHeight": 249, "ImageWidth": 335, "Description": null, "CameraOwner": null,
            "CameraLocation": { "Latitude": 47.424, "Longitude": -121.413, "RoadName": "I-90", "Direction": "B", "Description": null },
        })
    };
    json!([camera(9_001, true), camera(9_002, false)])
}

fn segments(world: &World, written: Timestamp) -> Value {
    let segment = |id: &str, (lat, lon): (f64, f64), words: &str| {
        json!({
            "type": "Feature", "geometry": { "srid": 4326, "type": "MultiPoint", "coordinates": [] }, "attributes": {},
            "properties": {
                "nameId": id, "name": format!("Synthetic segment {id}"), "routeName": "I-70E", "primaryLatitude": lat,
                "primaryLongitude": lon, "lastUpdated": written, "currentConditions": [{ "conditionDescription": words }],
            },
        })
    };
    let words = match world.roads.level.unwrap_or((draw(world, 2, 0, written) * 4.0) as u8) {
        0 => "1 - dry",
        3 => "closed",
        _ => "5 - snow packed spots, snow tires or chains required",
    };
    let features = [
        segment("I-70_190", (39.53, -106.22), words),
        segment("US-40_230", (39.80, -105.78), "forecast text included"),
    ];
    json!({ "type": "FeatureCollection", "features": features })
}

fn sensors(world: &World, written: Timestamp) -> Value {
    let sensor = |kind: &str, reading: String| json!({ "id": "Sensor-1", "name": "Sensor-1", "type": kind, "currentReading": reading });
    let air = draw(world, 3, 0, written) * 14.0 - 12.0;
    let sensors = [
        sensor("temperature", format!("{air:.2}")),
        sensor("road surface temperature", format!("{:.2}", air - 1.0)),
        sensor("road surface status", "3".to_owned()),
        sensor("average wind speed", "2.60".to_owned()),
        sensor("precipitation situation", "snow slight".to_owned()),
    ];
    json!({ "type": "FeatureCollection", "features": [{
        "type": "Feature", "geometry": { "srid": 4326, "type": "Point", "coordinates": [-106.22, 39.53] },
        "properties": { "id": "OpenTMS-Synthetic1", "publicName": "I-70 at the synthetic pass", "routeName": "I-70E",
            "lastUpdated": written, "communicationStatus": "operational", "sensors": sensors },
    }] })
}

fn stations(world: &World, written: Timestamp) -> Value {
    let fahrenheit = |at| format!("{:.0}", draw(world, 4, at, written) * 30.0 + 5.0);
    json!([{
        "Id": 1, "StationName": "SR-210 @ synthetic canyon", "Latitude": 40.587, "Longitude": -111.655,
        "AirTemperature": fahrenheit(0), "SurfaceTemp": fahrenheit(1), "SurfaceStatus": "Snow", "Precipitation": "Light snow",
        "WindSpeedAvg": "9", "LastUpdated": written.millis() / 1_000,
    }])
}

fn views(_world: &World, _written: Timestamp) -> Value {
    json!([{
        "Id": 2, "Roadway": "SR-210", "Direction": "Unknown", "Location": "Synthetic canyon", "Latitude": 40.587, "Longitude": -111.655,
        "Views": [
            { "Id": 3, "Url": "https://www.udottraffic.utah.gov/synthetic3.jpg", "Status": "Enabled" },
            { "Id": 4, "Url": "https://www.udottraffic.utah.gov/synthetic4.jpg", "Status": "Disabled" },
        ],
    }])
}

fn closures(_world: &World, _written: Timestamp) -> Value {
    let pass = |id: u64, name: &str, status: &str| {
        json!({
            "Id": id, "Name": name, "Roadway": "SR-190", "Latitude": 40.606, "Longitude": -111.555, "MaxElevation": "9717",
            "SeasonalInfo": [{ "SeasonalClosureStatus": status, "SeasonalClosureDescription": "Synthetic" }],
        })
    };
    json!([pass(1, "Synthetic Guardsman Pass", "CLOSED"), pass(2, "Synthetic Summit", "OPEN")])
}
