//! A network's list of stations as it is kept between two fetches of it, a day apart, and across a restart; and which of
//! the stations stand elsewhere than the list before said.

use std::collections::BTreeMap;

use conditions_core::policy::Policy;
use conditions_core::time::{DAY_MS, Timestamp};
use evidence::{Form as _, KeptDirectory, KeptStation};
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

/// A list of stations and when it was fetched.
#[derive(Debug, Clone, PartialEq)]
pub struct Directory {
    /// The instant of the fetch.
    pub fetched_at: Timestamp,
    /// The whole network.
    pub stations: Vec<Station>,
    /// Stations that moved, and when that was first said: left out until a later list repeats it.
    pub moved: BTreeMap<String, Timestamp>,
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
        now.since(self.fetched_at) >= GOOD_FOR_MS || Policy::CONTRACT.is_ahead(self.fetched_at, now)
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
        evidence::Directory::encode(&KeptDirectory::new(self.fetched_at, stations, self.moved.clone()))
    }

    /// The list of a kept form; `None` when the text is not of the form.
    #[must_use]
    pub fn decode(lane: &'static str, text: &str) -> Option<Self> {
        let kept = evidence::Directory::decode(text).ok()?;
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
        Some(Self { fetched_at: kept.fetched_at, stations, moved: kept.moved })
    }
}

#[cfg(test)]
mod tests;
