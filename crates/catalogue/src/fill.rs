//! Fills what the rows of resorts leave open from the terrain of a map.

use std::collections::BTreeMap;

use conditions_core::evidence::MappedFacts;
use conditions_core::time::Timestamp;

use crate::resort::{MOST_LIFTS, Resort};
use crate::terrain::{LiftKinds, MappedTerrain, TerrainInUse};

impl Resort {
    /// Fills the facts that the row leaves open. Facts of the row itself stay.
    pub fn fill_from_map(&mut self, terrain: MappedTerrain) {
        let date = terrain.data_date.unwrap_or(terrain.imported_on);
        let lifts = terrain.lifts.as_ref().map(LiftKinds::total);
        let lifts = lifts.filter(|lifts| (1..=MOST_LIFTS).contains(lifts));
        let facts = MappedFacts {
            lifts: fill(&mut self.lifts, lifts),
            runs: fill(&mut self.runs, terrain.runs),
            ability: fill(&mut self.ability, terrain.ability),
            longest_run: fill(&mut self.longest_run, terrain.longest_run.clone()),
            dated: date.and_hms_opt(0, 0, 0).map(|midnight| Timestamp::from(midnight.and_utc())),
        };
        let run_km = fill(&mut self.run_km, terrain.run_km);
        self.mapped = Some(TerrainInUse { terrain, run_km, facts });
    }
}

/// Sets an absent value and returns whether it was set.
fn fill<T>(known: &mut Option<T>, mapped: Option<T>) -> bool {
    let is_filled = known.is_none() && mapped.is_some();
    if is_filled {
        *known = mapped;
    }
    is_filled
}

/// Fills the resorts from stored terrain, pairs of slug and JSON. Returns the slugs of the texts that cannot be read,
/// which are left out.
pub fn enrich(resorts: &mut BTreeMap<String, Resort>, stored: Vec<(String, String)>) -> Vec<String> {
    let mut unreadable = Vec::new();
    for (slug, text) in stored {
        // Terrain of a resort that left the record waits for its return.
        let Some(resort) = resorts.get_mut(&slug) else { continue };
        match serde_json::from_str(&text) {
            Ok(terrain) => resort.fill_from_map(terrain),
            Err(_) => unreadable.push(slug),
        }
    }
    unreadable
}
