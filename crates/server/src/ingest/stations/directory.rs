//! A network's list of stations as it is kept between two fetches of it, a day apart, and across a restart; and which of
//! the stations stand elsewhere than the list before said.

use std::collections::BTreeMap;

use conditions_core::evidence::Site;
use conditions_core::time::{DAY_MS, Timestamp};
use serde::{Deserialize, Serialize};
use sources::doubt::moved;
use sources::station::Station;

/// How long a list is good for.
pub const GOOD_FOR_MS: i64 = DAY_MS;
/// A list that lost more than this share of its stations overnight is taken for a broken answer.
const LEAST_SHARE: f64 = 0.5;
/// A list in which more than this share of the stations moved overnight is taken for one, too.
const MOVED_SHARE: f64 = 0.5;
/// A list repeats another when it is this much younger: not when the same answer is fetched twice in a row.
const REPEATED_AFTER_MS: i64 = DAY_MS / 2;
/// Form of the kept list; a reader refuses others.
const VERSION: u8 = 1;

/// A list of stations and when it was fetched.
#[derive(Debug, Clone, PartialEq)]
pub struct Directory {
    /// When.
    pub fetched_at: Timestamp,
    /// The whole network.
    pub stations: Vec<Station>,
    /// Stations that moved, and when that was first said: left out until a later list repeats it.
    pub moved: BTreeMap<String, Timestamp>,
}

#[derive(Serialize, Deserialize)]
struct Kept {
    v: u8,
    at: Timestamp,
    stations: Vec<KeptStation>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    moved: BTreeMap<String, Timestamp>,
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

    /// Whether a newer list can be a whole and true one, as far as this one tells.
    #[must_use]
    pub fn believes(&self, newer: &[Station]) -> bool {
        let whole = newer.len() as f64 >= self.stations.len() as f64 * LEAST_SHARE;
        whole && self.moves(newer).len() as f64 <= newer.len() as f64 * MOVED_SHARE
    }

    /// The list that comes after `older`. A station that stands elsewhere waits for the list after it.
    #[must_use]
    pub fn after(older: Option<&Self>, stations: Vec<Station>, now: Timestamp) -> Self {
        let mut moved = BTreeMap::new();
        if let Some(older) = older {
            let waiting = older.moved.iter().filter(|(_, since)| now.since(**since) < REPEATED_AFTER_MS);
            moved.extend(waiting.map(|(id, since)| (id.clone(), *since)));
            moved.extend(older.moves(&stations).into_iter().map(|id| (id, now)));
        }
        Self { fetched_at: now, stations, moved }
    }

    /// The stations whose place is believed.
    #[must_use]
    pub fn settled(&self) -> Vec<Station> {
        self.stations.iter().filter(|station| !self.moved.contains_key(&station.id)).cloned().collect()
    }

    /// The stations that stand elsewhere in a newer list.
    fn moves(&self, newer: &[Station]) -> Vec<String> {
        let known: BTreeMap<&str, &Station> =
            self.stations.iter().map(|station| (station.id.as_str(), station)).collect();
        newer
            .iter()
            .filter(|station| {
                known.get(station.id.as_str()).is_some_and(|before| moved::has_moved(before, station))
            })
            .map(|station| station.id.clone())
            .collect()
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
        serde_json::to_string(&Kept { v: VERSION, at: self.fetched_at, stations, moved: self.moved.clone() })
            .unwrap_or_default()
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
        Some(Self { fetched_at: kept.at, stations, moved: kept.moved })
    }
}

#[cfg(test)]
mod tests;
