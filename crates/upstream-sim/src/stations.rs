//! The synthetic stations of a world: their places, and their readings in the wire formats of their networks.
//!
//! The world's owner places them near the resorts of interest; their readings follow from the same weather as the
//! forecasts.

mod amedas;
mod instruments;
mod metar;
mod slf;
mod snotel;
mod swob;
mod tawes;

use conditions_core::time::Timestamp;

use crate::sensor::Trap;
use crate::station::{KM_PER_DEGREE, Network, Station};
use crate::weather::{Hour, Site, Weather, hour, hours};
use crate::{SimResponse, World};

/// Returns the location in the network's list: latitude, longitude, metres.
fn listed_location(station: &Station, world: &World, now: Timestamp) -> (f64, f64, f64) {
    let mut place = (station.lat, station.lon, station.elevation_m);
    for sensor in world.sensors.iter().filter(|sensor| sensor.strikes(station, now)) {
        if let Trap::Moved { north_km, up_m } = sensor.trap {
            place.0 += north_km / KM_PER_DEGREE;
            place.2 += up_m;
        }
    }
    place
}

/// Returns a station's place for the weather: its terrain is the station's own.
fn site(station: &Station, seed: u64) -> Site {
    let mut site = Site::new(seed, station.lat, station.lon, Some(station.elevation_m));
    site.cell_m = station.elevation_m;
    site
}

/// Rounds a number to `digits` decimals, never to `-0`.
fn rounded(value: f64, digits: i32) -> f64 {
    let steps = libm::pow(10.0, f64::from(digits));
    libm::round(value * steps) / steps + 0.0
}

/// Returns the weather of the hour that begins at or before `at`, at a station.
fn weather_at(weather: &Weather, site: &Site, at: Timestamp) -> Hour {
    let at = hours(at);
    hour(site, weather.drivers(site, at), at)
}

/// Answers a request to a station network; `None` for any other path.
pub(crate) fn handle(world: &World, path: &str, query: &str, now: Timestamp) -> Option<SimResponse> {
    match path {
        "/awdbRestApi/services/v1/stations" => Some(snotel::stations(world, now)),
        "/awdbRestApi/services/v1/data" => Some(snotel::data(world, query, now)),
        "/data/cache/stations.cache.json.gz" => Some(metar::stations(world, now)),
        "/api/data/metar" => Some(metar::reports(world, query, now)),
        "/collections/swob-realtime/items" => Some(swob::items(world, query, now)),
        _ => slf::handle(world, path, now)
            .or_else(|| tawes::handle(world, path, query, now))
            .or_else(|| amedas::handle(world, path, now)),
    }
}

/// Returns the stations of a network.
fn stations_in(world: &World, network: Network) -> impl Iterator<Item = &Station> {
    world.stations.iter().filter(move |station| station.network == network)
}

/// Returns the parameter `name` of a raw query, percent-decoded as far as these networks need it.
fn parameter(query: &str, name: &str) -> Option<String> {
    query.split('&').find_map(|pair| {
        let (key, value) = pair.split_once('=')?;
        (key == name).then(|| value.replace("%20", " ").replace("%3A", ":").replace("%2C", ","))
    })
}
