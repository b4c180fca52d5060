//! A synthetic station, with its place and network.

use conditions_core::geo::Point;
use serde::{Deserialize, Serialize};
use sources::StationNetwork;

use crate::noise::{hash, place_key, unit};

/// Kilometres per degree of latitude.
pub(crate) const KM_PER_DEGREE: f64 = 111.2;

/// A network with a known wire format.
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

impl Network {
    /// Every network, in the order of the sources' table.
    pub const ALL: [Self; 6] = [Self::Snotel, Self::Slf, Self::Metar, Self::Swob, Self::Tawes, Self::Amedas];

    /// Returns the network with this wire format.
    #[must_use]
    pub fn source(self) -> &'static dyn StationNetwork {
        match self {
            Self::Snotel => &sources::snotel::Snotel,
            Self::Metar => &sources::metar::Metar,
            Self::Slf => &sources::slf::Slf,
            Self::Swob => &sources::swob::Swob,
            Self::Tawes => &sources::tawes::Tawes,
            Self::Amedas => &sources::amedas::Amedas,
        }
    }

    /// Returns whether a lane's network is simulated.
    #[must_use]
    pub fn simulates(lane: &str) -> bool {
        Self::ALL.into_iter().any(|network| network.source().meta().id == lane)
    }
}

/// A synthetic station.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Station {
    /// Its network.
    pub network: Network,
    /// Identifier in the network's format.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
    /// Metres above sea level.
    pub elevation_m: f64,
    /// Whether it has a snow gauge; airports never have one.
    pub gauge: bool,
}

impl Station {
    /// Returns the `nth` station of a network, about `away_km` from a place, with a snow gauge if the network has them;
    /// always the same for the same seed.
    #[must_use]
    pub fn near(
        seed: u64,
        network: Network,
        nth: usize,
        place: Point,
        away_km: f64,
        elevation_m: f64,
    ) -> Self {
        let (lat, lon) = place;
        let turn = unit(hash(hash(seed, 31), place_key(lat, lon) ^ nth as u64)) * core::f64::consts::TAU;
        let north = away_km / KM_PER_DEGREE;
        let wide = libm::cos(lat.to_radians()).max(0.05);
        let id = match network {
            Network::Snotel => format!("{}:XX:SNTL", 9_000 + nth),
            Network::Metar => format!("Q{}", base36(nth)),
            Network::Slf => format!("{}{}", code_letters(nth / 9), nth % 9 + 1),
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

    /// Returns the station without a snow gauge.
    #[must_use]
    pub fn without_gauge(self) -> Self {
        Self { gauge: false, ..self }
    }
}

/// Returns three letters, like the beginning of the codes of the Swiss stations.
fn code_letters(nth: usize) -> String {
    let letter = |n: usize| char::from(b'A' + u8::try_from(n % 26).unwrap_or_default());
    [letter(nth / 676), letter(nth / 26), letter(nth)].iter().collect()
}

/// Returns three letters or digits, like the identifiers of airports after the first character.
fn base36(nth: usize) -> String {
    const DIGITS: &[u8; 36] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    [nth / 1_296, nth / 36, nth]
        .map(|n| DIGITS.get(n % 36).map_or('0', |digit| char::from(*digit)))
        .iter()
        .collect()
}
