//! A network's list of stations as it is kept between two fetches of it, a day apart, and across a restart.

use conditions_core::evidence::Site;
use conditions_core::time::{DAY_MS, Timestamp};
use serde::{Deserialize, Serialize};
use sources::station::Station;

/// How long a list is good for.
pub const GOOD_FOR_MS: i64 = DAY_MS;
/// A list that lost more than this share of its stations overnight is taken for a broken answer.
const LEAST_SHARE: f64 = 0.5;
/// Form of the kept list; a reader refuses others.
const VERSION: u8 = 1;

/// A list of stations and when it was fetched.
#[derive(Debug, Clone, PartialEq)]
pub struct Directory {
    /// When.
    pub fetched_at: Timestamp,
    /// The whole network.
    pub stations: Vec<Station>,
}

#[derive(Serialize, Deserialize)]
struct Kept {
    v: u8,
    at: Timestamp,
    stations: Vec<KeptStation>,
}

#[derive(Serialize, Deserialize)]
struct KeptStation {
    id: String,
    name: String,
    #[serde(default)]
    site: Site,
    lat: f64,
    lon: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    elevation_m: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    utc_offset_s: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    measures_snow: Option<bool>,
}

/// The setting that holds a network's list.
#[must_use]
pub fn key(lane: &str) -> String {
    format!("stations.{lane}")
}

impl Directory {
    /// Whether it is time to fetch it again.
    #[must_use]
    pub fn is_old(&self, now: Timestamp) -> bool {
        now.since(self.fetched_at) >= GOOD_FOR_MS
    }

    /// Whether a newer list can be a whole one, as far as this one tells.
    #[must_use]
    pub fn believes(&self, newer: &[Station]) -> bool {
        newer.len() as f64 >= self.stations.len() as f64 * LEAST_SHARE
    }

    /// The kept form.
    #[must_use]
    pub fn encode(&self) -> String {
        let stations = self
            .stations
            .iter()
            .map(|station| KeptStation {
                id: station.id.clone(),
                name: station.name.clone(),
                site: station.site,
                lat: station.lat,
                lon: station.lon,
                elevation_m: station.elevation_m,
                utc_offset_s: station.utc_offset_s,
                measures_snow: station.measures_snow,
            })
            .collect();
        // String keys and finite numbers: writing to memory cannot fail.
        serde_json::to_string(&Kept { v: VERSION, at: self.fetched_at, stations }).unwrap_or_default()
    }

    /// The list of a kept form; `None` when the text is not of the form.
    #[must_use]
    pub fn decode(lane: &'static str, text: &str) -> Option<Self> {
        let kept: Kept = serde_json::from_str(text).ok().filter(|kept: &Kept| kept.v == VERSION)?;
        let stations = kept
            .stations
            .into_iter()
            .map(|station| Station {
                network: lane,
                id: station.id,
                name: station.name,
                site: station.site,
                lat: station.lat,
                lon: station.lon,
                elevation_m: station.elevation_m,
                utc_offset_s: station.utc_offset_s,
                measures_snow: station.measures_snow,
            })
            .collect();
        Some(Self { fetched_at: kept.at, stations })
    }
}

#[cfg(test)]
mod tests;
