//! ECCC's observations as GeoMet gives them: features with flat properties, each value with its unit and quality code,
//! hourly, in the requested box and from the requested time, with the requested properties.
//!
//! A single gauge, `snw_dpth_3`, reads −2 whatever the depth; a value that must not be used has the code −10.

use conditions_core::time::{HOUR_MS, MINUTE_MS, Timestamp};
use serde_json::{Map, Value, json};

use super::instruments::{Cell, Instruments, Row};
use super::{Network, Station, listed_location, parameter, rounded, stations_in};
use crate::sensor::SensorQuantity;
use crate::weather::Weather;
use crate::{SimResponse, World};

/// Maximum number of hours of observations: the service stores 30 days, but no test requests more than this.
const MOST_HOURS: i64 = 48;
/// Number of hours in a response to a request without a time.
const USUAL_HOURS: i64 = 3;
/// Delay after which an observation is available.
const LATE_MS: i64 = 6 * MINUTE_MS;
const KMH_PER_MPS: f64 = 3.6;

/// Parameters of a request for observations.
struct ObservationQuery {
    /// West, south, east, north.
    bbox: Option<[f64; 4]>,
    from: Option<Timestamp>,
    limit: usize,
    properties: Option<Vec<String>>,
}

pub(super) fn items(world: &World, query: &str, now: Timestamp) -> SimResponse {
    let asked = ObservationQuery::read(query);
    let newest = (now.millis() - LATE_MS).div_euclid(HOUR_MS);
    let oldest = asked.from.map_or(newest - USUAL_HOURS + 1, |from| {
        (from.millis() + HOUR_MS - 1).div_euclid(HOUR_MS).max(newest - MOST_HOURS + 1)
    });
    let weather = Weather::from_world(world);
    let mut features: Vec<(Timestamp, Value)> = Vec::new();
    for station in stations_in(world, Network::Swob).filter(|station| asked.matches(station)) {
        let instruments = Instruments::new(world, &weather, station);
        let begin = Timestamp::from_millis(oldest * HOUR_MS);
        for row in instruments.rows(begin, HOUR_MS, (newest - oldest + 1).max(0)) {
            features.push((row.at, feature(&instruments, world, station, &row, now, &asked)));
        }
    }
    // Newest first, as requested and as usual.
    features.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
    let matched = features.len();
    let features: Vec<Value> = features.into_iter().map(|(_, feature)| feature).take(asked.limit).collect();
    let body = json!({
        "type": "FeatureCollection",
        "numberReturned": features.len(),
        "numberMatched": matched,
        "timeStamp": now.to_string(),
        "features": features,
    });
    SimResponse::new(200, "application/geo+json", body.to_string().into_bytes())
}

impl ObservationQuery {
    fn read(query: &str) -> Self {
        let numbers = parameter(query, "bbox").map(|text| {
            text.split(',').filter_map(|number| number.parse::<f64>().ok()).collect::<Vec<f64>>()
        });
        let from = parameter(query, "datetime").and_then(|span| Timestamp::parse(span.split('/').next()?));
        Self {
            bbox: numbers.and_then(|numbers| numbers.try_into().ok()),
            from,
            limit: parameter(query, "limit").and_then(|text| text.parse().ok()).unwrap_or(500),
            properties: parameter(query, "properties")
                .map(|list| list.split(',').map(str::to_owned).collect()),
        }
    }

    fn matches(&self, station: &Station) -> bool {
        self.bbox.is_none_or(|[west, south, east, north]| {
            (west..=east).contains(&station.lon) && (south..=north).contains(&station.lat)
        })
    }
}

fn feature(
    instruments: &Instruments<'_>,
    world: &World,
    station: &Station,
    row: &Row,
    now: Timestamp,
    asked: &ObservationQuery,
) -> Value {
    let time = row.at.to_string();
    let (lat, lon, metres) = listed_location(station, world, now);
    let id = format!("{}-{}-AUTO-swob.xml", row.at.utc().format("%Y-%m-%d-%H%M"), station.id);
    let mut properties = Map::new();
    for (name, text) in [
        ("dataset", "synthetic-observation-atmospheric-surface_weather"),
        ("id", id.as_str()),
        ("msc_id-value", station.id.as_str()),
        ("stn_nam-value", station.name.as_str()),
        ("data_pvdr-value", "MSC"),
        ("date_tm-value", time.as_str()),
        ("obs_date_tm", time.as_str()),
        ("processed_date_tm", time.as_str()),
    ] {
        properties.insert(name.to_owned(), text.into());
    }
    properties.insert("_is-minutely_obs-value".to_owned(), false.into());
    for (what, name, unit, factor) in [
        (SensorQuantity::Temp, "air_temp", "°C", 1.0),
        (SensorQuantity::Wind, "avg_wnd_spd_10m_pst10mts", "km/h", KMH_PER_MPS),
        (SensorQuantity::Gust, "max_wnd_gst_spd_10m_pst10mts", "km/h", KMH_PER_MPS),
        (SensorQuantity::Depth, "snw_dpth", "cm", 1.0),
    ] {
        if what != SensorQuantity::Depth || station.gauge {
            let digits = if what == SensorQuantity::Depth { 0 } else { 1 };
            element(
                &mut properties,
                &instruments.name(what, name, row.at),
                unit,
                row.cell(what),
                factor,
                digits,
            );
        }
    }
    if station.gauge {
        let gauge = Cell { value: -2.0, missing: false, bad: false };
        element(&mut properties, "snw_dpth_3", "cm", gauge, 1.0, 0);
    }
    if let Some(wanted) = &asked.properties {
        properties.retain(|name, _| wanted.contains(name));
    }
    json!({
        "id": id,
        "type": "Feature",
        "geometry": { "type": "Point", "coordinates": [lon, lat, rounded(metres, 1)] },
        "properties": properties,
    })
}

/// Returns a value, its unit and its code: 100 is good, below zero is missing.
fn element(
    properties: &mut Map<String, Value>,
    name: &str,
    unit: &str,
    cell: Cell,
    factor: f64,
    digits: i32,
) {
    let value = cell.get().map(|value| rounded(value * factor, digits));
    let value = if unit == "cm" && name == "snw_dpth" { value.map(|cm| cm.max(0.0)) } else { value };
    let code = match (value, cell.bad) {
        (None, _) => -1,
        (Some(_), true) => -10,
        (Some(_), false) => 100,
    };
    properties.insert(name.to_owned(), value.into());
    properties.insert(format!("{name}-uom"), unit.into());
    properties.insert(format!("{name}-qa"), code.into());
}
