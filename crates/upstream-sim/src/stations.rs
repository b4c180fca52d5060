//! The synthetic stations of a world: where they stand, and what they say, in the wire formats of their networks.
//!
//! They stand where the world's owner puts them, near the resorts that are looked at; what they say follows from the
//! same weather as the forecasts.

mod metar;
mod snotel;

use conditions_core::time::Timestamp;
use serde::{Deserialize, Serialize};

use crate::noise::{hash, place_key, unit};
use crate::weather::{Hour, Site, Weather, hour, hours};
use crate::{SimResponse, World};

/// Kilometres of one degree of latitude.
const KM_PER_DEGREE: f64 = 111.2;

/// A network whose wire format is known here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Network {
    /// USDA, in the mountains: depth, water equivalent, air, wind.
    Snotel,
    /// Airports: air and wind.
    Metar,
}

/// A synthetic station.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Station {
    /// Of which network.
    pub network: Network,
    /// Identifier in the network's form.
    pub id: String,
    /// Name.
    pub name: String,
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
    /// Metres above sea level.
    pub elevation_m: f64,
}

impl Station {
    /// The `nth` station of a network, about `away_km` from a place; always the same for the same seed.
    #[must_use]
    pub fn near(
        seed: u64,
        network: Network,
        nth: usize,
        (lat, lon): (f64, f64),
        away_km: f64,
        elevation_m: f64,
    ) -> Self {
        let turn = unit(hash(hash(seed, 31), place_key(lat, lon) ^ nth as u64)) * core::f64::consts::TAU;
        let north = away_km / KM_PER_DEGREE;
        let wide = libm::cos(lat.to_radians()).max(0.05);
        let id = match network {
            Network::Snotel => format!("{}:XX:SNTL", 9_000 + nth),
            Network::Metar => format!("Q{}", base36(nth)),
        };
        let round = |degrees: f64| libm::round(degrees * 1e5) / 1e5;
        Self {
            network,
            name: format!("Synthetic {id}"),
            id,
            lat: round(lat + north * libm::cos(turn)),
            lon: round(lon + north * libm::sin(turn) / wide),
            elevation_m,
        }
    }

    /// The place as the weather knows it: its terrain is the station's own.
    fn site(&self, seed: u64) -> Site {
        let mut site = Site::new(seed, self.lat, self.lon, Some(self.elevation_m));
        site.cell_m = self.elevation_m;
        site
    }
}

/// Three letters or digits, as the identifiers of airports have after the first.
fn base36(nth: usize) -> String {
    const DIGITS: &[u8; 36] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    [nth / 1_296, nth / 36, nth]
        .map(|n| DIGITS.get(n % 36).map_or('0', |digit| char::from(*digit)))
        .iter()
        .collect()
}

/// The hour that begins at or before `at`, at a station.
fn weather_at(weather: &Weather, site: &Site, at: Timestamp) -> Hour {
    let at = hours(at);
    hour(site, weather.drivers(site, at), at)
}

/// The answer of a network of stations; `None` for a path that is none's.
pub(crate) fn handle(world: &World, path: &str, query: &str, now: Timestamp) -> Option<SimResponse> {
    let of = |network: Network| world.stations.iter().filter(move |station| station.network == network);
    match path {
        "/awdbRestApi/services/v1/stations" => Some(snotel::stations(of(Network::Snotel))),
        "/awdbRestApi/services/v1/data" => Some(snotel::data(world, of(Network::Snotel), query, now)),
        "/data/cache/stations.cache.json.gz" => Some(metar::stations(of(Network::Metar))),
        "/api/data/metar" => Some(metar::reports(world, of(Network::Metar), query, now)),
        _ => None,
    }
}

/// The parameter `name` of a raw query, percent-decoded as far as these networks need it.
fn parameter(query: &str, name: &str) -> Option<String> {
    query.split('&').find_map(|pair| {
        let (key, value) = pair.split_once('=')?;
        (key == name).then(|| value.replace("%20", " ").replace("%3A", ":").replace("%2C", ","))
    })
}
