//! Selects the stations of a network that count for each resort, by the policy's rule.

use std::collections::BTreeMap;

use conditions_core::policy::Policy;
use sources::matching::{self, Place};
use sources::station::Station;

/// The accepted matches of one network.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StationMatches {
    /// Stations that count for at least one resort, in the directory's order.
    pub wanted: Vec<Station>,
    /// For every resort with a station: its slug, and index in `wanted` and distance in kilometres of each.
    pub by_resort: BTreeMap<String, Vec<(usize, f64)>>,
}

impl StationMatches {
    /// Matches `stations` with `places`.
    #[must_use]
    pub fn new(places: &[Place], stations: &[Station], policy: &Policy) -> Self {
        let mut positions: BTreeMap<usize, usize> = BTreeMap::new();
        let found = matching::matches(places, stations, policy);
        let accepted = || found.iter().filter(|one| one.accepted);
        for one in accepted() {
            positions.insert(one.station, 0);
        }
        let mut matched = Self::default();
        for (index, position) in &mut positions {
            *position = matched.wanted.len();
            matched.wanted.extend(stations.get(*index).cloned());
        }
        for one in accepted() {
            let (Some(place), Some(position)) = (places.get(one.resort), positions.get(&one.station)) else {
                continue;
            };
            // To ten metres: the last digits of a distance would make rows differ needlessly.
            let distance_km = (one.distance_km * 100.0).round() / 100.0;
            matched.by_resort.entry(place.slug.clone()).or_default().push((*position, distance_km));
        }
        matched
    }
}

#[cfg(test)]
mod tests;
