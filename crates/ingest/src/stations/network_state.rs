//! State of one network between two polls: its list of stations, their matches with resorts, their readings, and the
//! stored rows. Uses no network, clock or storage: the poll passes responses in and takes rows out.

use std::collections::{BTreeMap, BTreeSet};

use conditions_core::evidence::StationReading;
use conditions_core::policy::{Policy, Readings};
use conditions_core::time::{HOUR_MS, Timestamp};
use evidence::{EarlierReading, EarlierReadings, Form as _, Stations};
use sources::StationNetwork;
use sources::doubt::Limits;
use sources::matching::Place;
use sources::station::{Quantity, Reading, Station};

use super::directory::Directory;
use super::history::{History, Past, ReadingLosses};
use super::matched::StationMatches;
use super::measured::StoredDays;
use super::readings;
use crate::store_batch::Row;

/// State of one network's stations.
#[derive(Debug)]
pub struct NetworkState {
    lane: &'static str,
    limits: Limits,
    directory: Option<Directory>,
    matched: StationMatches,
    history: History,
    /// The stored payload of every resort, without earlier hours.
    stored: BTreeMap<String, String>,
    /// The hours of each station whose depth is in some stored row.
    told: BTreeMap<String, BTreeSet<i64>>,
    /// The stored measured days.
    written: StoredDays,
}

/// Changes in a new list of stations.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct DirectoryChange {
    /// Stations with another location than before: left out until another list repeats it.
    pub moved: Vec<String>,
}

impl NetworkState {
    /// Makes the state from storage: the list of stations, and the newest payload of each resort.
    #[must_use]
    pub fn new(
        network: &dyn StationNetwork,
        directory: Option<Directory>,
        stored: Vec<(String, String)>,
    ) -> Self {
        let limits = network.limits();
        Self {
            lane: network.meta().id,
            limits,
            directory,
            matched: StationMatches::default(),
            history: History::new(limits),
            stored: stored.into_iter().map(|(slug, payload)| (slug, without_earlier(payload))).collect(),
            told: BTreeMap::new(),
            written: StoredDays::default(),
        }
    }

    /// Returns the network's lane.
    #[must_use]
    pub const fn lane(&self) -> &'static str {
        self.lane
    }

    /// Returns the limits for checking its readings.
    #[must_use]
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Returns the stored measured days.
    #[must_use]
    pub const fn written(&self) -> &StoredDays {
        &self.written
    }

    /// Returns the stored measured days, to record additions.
    pub const fn written_mut(&mut self) -> &mut StoredDays {
        &mut self.written
    }

    /// Returns the past of every station that counts for a resort, by slug.
    pub fn pasts(&self) -> impl Iterator<Item = (&str, &Station, &Past)> {
        self.matched.by_resort.iter().flat_map(move |(slug, stations)| {
            stations.iter().filter_map(move |(index, _)| {
                let station = self.matched.wanted.get(*index)?;
                Some((slug.as_str(), station, self.history.get(&station.id)?))
            })
        })
    }

    /// Returns the list of stations.
    #[must_use]
    pub const fn directory(&self) -> Option<&Directory> {
        self.directory.as_ref()
    }

    /// Returns the stations that count for at least one resort.
    #[must_use]
    pub fn wanted(&self) -> &[Station] {
        &self.matched.wanted
    }

    /// Returns the resorts with a station, by slug.
    pub fn resorts(&self) -> impl Iterator<Item = &str> {
        self.matched.by_resort.keys().map(String::as_str)
    }

    /// Matches the stations of the list to resorts.
    pub fn rematch(&mut self, places: &[Place], policy: &Policy) {
        let settled = self.directory.as_ref().map(Directory::settled).unwrap_or_default();
        self.matched = StationMatches::new(places, &settled, policy);
    }

    /// Applies a new list of stations; returns `None` if it is implausible, and keeps the previous list.
    pub fn relist(
        &mut self,
        stations: Vec<Station>,
        places: &[Place],
        policy: &Policy,
        now: Timestamp,
    ) -> Option<DirectoryChange> {
        if stations.is_empty() || self.directory.as_ref().is_some_and(|known| !known.believes(&stations)) {
            return None;
        }
        let newer = Directory::after(self.directory.as_ref(), stations, now);
        let moved: Vec<String> =
            newer.moved.iter().filter(|(_, at)| **at == now).map(|(id, _)| id.clone()).collect();
        for station in &moved {
            self.history.remove(station);
        }
        self.directory = Some(newer);
        self.rematch(places, policy);
        Some(DirectoryChange { moved })
    }

    /// Adds the readings of one poll.
    pub fn add_readings(&mut self, readings: Vec<Reading>, now: Timestamp, ahead_ms: i64) -> ReadingLosses {
        self.history.add(readings, now, ahead_ms)
    }

    /// Adds the readings of stored rows: their hours need no further row.
    pub fn add_stored_readings(&mut self, readings: Vec<Reading>, now: Timestamp, ahead_ms: i64) {
        self.history.add(readings, now, ahead_ms);
        for station in &self.matched.wanted {
            note(&mut self.told, &self.history, &station.id);
        }
    }

    /// Returns rows for everything that differs from the stored rows.
    #[must_use]
    pub fn changed_rows(&self, policy: &Policy) -> Vec<Row> {
        let mut fresh = self.evidence(&policy.readings);
        let nothing = Stations::encode(&Vec::new());
        for slug in self.stored.keys() {
            // A resort that lost its stations has no measurements any more.
            fresh.entry(slug.clone()).or_insert_with(|| (None, nothing.clone()));
        }
        let is_news = |slug: &str, payload: &str| match self.stored.get(slug) {
            Some(stored) => stored != payload,
            None => payload != nothing,
        };
        let row = |(slug, (observed_at, payload)): (String, (Option<Timestamp>, String))| {
            let earlier = self.earlier(&slug);
            if earlier.is_empty() && !is_news(&slug, &payload) {
                return None;
            }
            let payload = match Stations::decode(&payload) {
                Ok(readings) if !earlier.is_empty() => Stations::encode_with(&readings, &earlier),
                _ => payload,
            };
            Some(Row { slug, lane: self.lane, kind: Stations::NAME, observed_at, payload })
        };
        fresh.into_iter().filter_map(row).collect()
    }

    /// Records that rows were stored.
    pub fn stored(&mut self, rows: Vec<Row>) {
        for Row { slug, payload, .. } in rows {
            for (index, _) in self.matched.by_resort.get(&slug).into_iter().flatten() {
                if let Some(station) = self.matched.wanted.get(*index) {
                    note(&mut self.told, &self.history, &station.id);
                }
            }
            self.stored.insert(slug, without_earlier(payload));
        }
    }

    /// Returns the hours before the newest reading of a resort's stations whose depth is in no stored row.
    fn earlier(&self, slug: &str) -> EarlierReadings {
        let stations = self.matched.by_resort.get(slug).into_iter().flatten();
        let known = stations.filter_map(|(index, _)| self.matched.wanted.get(*index));
        let untold = known.filter_map(|station| {
            let past = self.history.get(&station.id)?;
            let told = self.told.get(&station.id);
            let mut hours = hours(past);
            // The newest reading is in the row itself.
            hours.pop_last();
            hours.retain(|hour, _| told.is_none_or(|told| !told.contains(hour)));
            (!hours.is_empty()).then(|| (station.id.clone(), hours.into_values().collect()))
        });
        untold.collect()
    }

    /// Returns the evidence of each resort: the time of the freshest value, and the payload.
    fn evidence(&self, policy: &Readings) -> BTreeMap<String, (Option<Timestamp>, String)> {
        let mut out = BTreeMap::new();
        for (slug, stations) in &self.matched.by_resort {
            let mut of_resort: Vec<StationReading> = Vec::new();
            let mut known = false;
            for (index, distance_km) in stations {
                let Some(station) = self.matched.wanted.get(*index) else { continue };
                let Some(past) = self.history.get(&station.id) else { continue };
                known = true;
                of_resort.extend(readings::summarize(station, *distance_km, past, &self.limits, policy));
            }
            // After a restart, the stored rows remain until their stations have reported again.
            if known || !self.stored.contains_key(slug) {
                let newest = of_resort.iter().map(|reading| reading.observed_at).max();
                out.insert(slug.clone(), (newest, Stations::encode(&of_resort)));
            } else if let Some(stored) = self.stored.get(slug) {
                out.insert(slug.clone(), (None, stored.clone()));
            }
        }
        out
    }
}

/// Returns the first plausible depth of each hour, with the other measurements of its reading.
fn hours(past: &Past) -> BTreeMap<i64, EarlierReading> {
    let mut hours = BTreeMap::new();
    for (at, reading) in &past.series {
        let believed = |quantity| reading.get(quantity).filter(|_| !past.judged.doubts(*at, quantity));
        if let Some(depth_cm) = believed(Quantity::SnowDepth) {
            hours.entry(at.millis().div_euclid(HOUR_MS)).or_insert(EarlierReading {
                at: *at,
                depth_cm,
                swe_mm: believed(Quantity::Swe),
                temp_c: believed(Quantity::Temp),
            });
        }
    }
    hours
}

/// Records that all the hours of a station are in stored rows.
fn note(told: &mut BTreeMap<String, BTreeSet<i64>>, history: &History, station: &str) {
    let known = history.get(station).map(|past| hours(past).into_keys().collect());
    told.insert(station.to_owned(), known.unwrap_or_default());
}

/// Returns a payload for comparison, without the earlier hours, which are stored only once.
fn without_earlier(payload: String) -> String {
    match Stations::decode(&payload) {
        Ok(readings) if !Stations::earlier(&payload).is_empty() => Stations::encode(&readings),
        _ => payload,
    }
}

#[cfg(test)]
mod tests;
