//! A network's list of stations as stored between two daily fetches and across a restart, and the stations that have
//! moved since the previous list.

use std::collections::BTreeMap;

use conditions_core::policy::Policy;
use conditions_core::time::{DAY_MS, Timestamp};
use evidence::{Form as _, StoredDirectory, StoredStation};
use sources::doubt::moved;
use sources::station::Station;

/// Time for which a list is valid.
pub const GOOD_FOR_MS: i64 = DAY_MS;
/// Share of its stations whose loss overnight marks a list as broken.
const LEAST_SHARE: f64 = 0.5;
/// Share of its stations whose move overnight marks a list as broken.
const MOVED_SHARE: f64 = 0.5;
/// Minimum age difference for one list to confirm another: the same response fetched twice in a row does not.
const REPEATED_AFTER_MS: i64 = DAY_MS / 2;

/// A list of stations and when it was fetched.
#[derive(Debug, Clone, PartialEq)]
pub struct Directory {
    /// Time of the fetch.
    pub fetched_at: Timestamp,
    /// The whole network.
    pub stations: Vec<Station>,
    /// Stations that moved, with the time of the first report: left out until a later list repeats it.
    pub moved: BTreeMap<String, Timestamp>,
}

/// Returns the key of the setting that stores a network's list.
#[must_use]
pub fn key(lane: &str) -> String {
    format!("stations.{lane}")
}

impl Directory {
    /// Returns whether it is time to fetch it again.
    #[must_use]
    pub fn is_old(&self, now: Timestamp) -> bool {
        now.since(self.fetched_at) >= GOOD_FOR_MS || Policy::CONTRACT.is_in_future(self.fetched_at, now)
    }

    /// Returns whether a newer list is plausible compared with this one.
    #[must_use]
    pub fn believes(&self, newer: &[Station]) -> bool {
        let whole = newer.len() as f64 >= self.stations.len() as f64 * LEAST_SHARE;
        whole && self.moves(newer).len() as f64 <= newer.len() as f64 * MOVED_SHARE
    }

    /// Makes the list that follows `older`. A station that has moved waits for the list after it.
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

    /// Returns the stations whose location is confirmed.
    #[must_use]
    pub fn settled(&self) -> Vec<Station> {
        self.stations.iter().filter(|station| !self.moved.contains_key(&station.id)).cloned().collect()
    }

    /// Returns the stations with another location in a newer list.
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

    /// Encodes the list for storage.
    #[must_use]
    pub fn encode(&self) -> String {
        let stations = self
            .stations
            .iter()
            .map(|station| StoredStation {
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
        evidence::Directory::encode(&StoredDirectory::new(self.fetched_at, stations, self.moved.clone()))
    }

    /// Decodes a stored list; `None` if the text is not in this form.
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
