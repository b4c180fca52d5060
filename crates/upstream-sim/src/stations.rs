//! The synthetic stations of a world: where they stand, and what they say, in the wire formats of their networks.
//!
//! They stand where the world's owner puts them, near the resorts that are looked at; what they say follows from the
//! same weather as the forecasts.

mod amedas;
mod instruments;
mod metar;
mod slf;
mod snotel;
mod swob;
mod tawes;

use conditions_core::time::Timestamp;
use serde::{Deserialize, Serialize};

use crate::noise::{hash, place_key, unit};
use crate::sensor::Trap;
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
    /// Switzerland's mountains: depth, surface, air, wind.
    Slf,
    /// Canada: air, wind, depth, with quality codes.
    Swob,
    /// Austria: air, wind, depth.
    Tawes,
    /// Japan: air and wind, snow on the hour, with quality codes.
    Amedas,
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
    /// Whether it has a snow gauge; airports never have.
    pub gauge: bool,
}

impl Station {
    /// The `nth` station of a network, about `away_km` from a place, with a snow gauge where the network has them;
    /// always the same for the same seed.
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
            Network::Slf => format!("{}{}", letters(nth / 9), nth % 9 + 1),
            Network::Swob => format!("9{nth:06}"),
            Network::Tawes => format!("{}", 90_000 + nth),
            Network::Amedas => format!("{}", 80_000 + nth),
        };
        let round = |degrees: f64| libm::round(degrees * 1e5) / 1e5;
        Self {
            network,
            name: format!("Synthetic {id}"),
            id,
            lat: round(lat + north * libm::cos(turn)),
            lon: round(lon + north * libm::sin(turn) / wide),
            elevation_m,
            gauge: network != Network::Metar,
        }
    }

    /// The same without a snow gauge.
    #[must_use]
    pub fn without_gauge(self) -> Self {
        Self { gauge: false, ..self }
    }

    /// Where the network's list says that it stands: latitude, longitude, metres.
    fn listed(&self, world: &World, now: Timestamp) -> (f64, f64, f64) {
        let mut place = (self.lat, self.lon, self.elevation_m);
        for sensor in world.sensors.iter().filter(|sensor| sensor.strikes(self, now)) {
            if let Trap::Moved { north_km, up_m } = sensor.trap {
                place.0 += north_km / KM_PER_DEGREE;
                place.2 += up_m;
            }
        }
        place
    }

    /// The place as the weather knows it: its terrain is the station's own.
    fn site(&self, seed: u64) -> Site {
        let mut site = Site::new(seed, self.lat, self.lon, Some(self.elevation_m));
        site.cell_m = self.elevation_m;
        site
    }
}

/// Three letters, as the codes of the Swiss stations begin.
fn letters(nth: usize) -> String {
    let letter = |n: usize| char::from(b'A' + u8::try_from(n % 26).unwrap_or_default());
    [letter(nth / 676), letter(nth / 26), letter(nth)].iter().collect()
}

/// A number rounded to so many decimals, never `-0`.
fn rounded(value: f64, digits: i32) -> f64 {
    let steps = libm::pow(10.0, f64::from(digits));
    libm::round(value * steps) / steps + 0.0
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

/// The stations of a network.
fn of(world: &World, network: Network) -> impl Iterator<Item = &Station> {
    world.stations.iter().filter(move |station| station.network == network)
}

/// The parameter `name` of a raw query, percent-decoded as far as these networks need it.
fn parameter(query: &str, name: &str) -> Option<String> {
    query.split('&').find_map(|pair| {
        let (key, value) = pair.split_once('=')?;
        (key == name).then(|| value.replace("%20", " ").replace("%3A", ":").replace("%2C", ","))
    })
}
