//! Facts of a resort that come from an imported map: which ones, of what date, and the lifts by type.

use catalogue::{LiftKinds, LiftType, Resort, TerrainInUse};
use schemars::JsonSchema;
use serde::Serialize;

use crate::text::Text;

/// Terrain as an imported map counts it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MapInfo<'w> {
    /// Source of the map.
    pub source: &'static str,
    /// Licence of its data.
    pub licence: &'static str,
    /// Identifiers of the map's areas that correspond to the resort.
    pub areas: &'w [String],
    /// Date of the data; null if the operator of this service did not state it.
    pub data_date: Option<String>,
    /// Day on which it was imported.
    pub imported_on: String,
    /// Members of this answer that are the map's count, because the resort's own is not on record.
    pub facts: Vec<&'static str>,
    /// Lifts by type; empty if not known.
    pub lifts_by_type: Vec<LiftsOfType>,
    /// Number of carpets and rope tows among them, which many resorts do not count; null if not known.
    pub carpets_and_tows: Option<u32>,
}

/// Number of lifts of one type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LiftsOfType {
    /// Type of the lift.
    pub kind: LiftType,
    /// Number of lifts.
    pub count: u32,
}

impl<'w> MapInfo<'w> {
    /// Returns what the map says about a resort; `None` without a map.
    pub(crate) fn new(resort: &'w Resort) -> Option<Self> {
        let TerrainInUse { terrain, run_km, .. } = resort.mapped.as_ref()?;
        let own = resort.mapped.as_ref()?.facts();
        let facts = [
            ("lifts", own.lifts),
            ("runs", own.runs),
            ("runKm", *run_km),
            ("abilityPct", own.ability),
            ("longestRun", own.longest_run),
        ];
        let lifts = terrain.lifts.as_ref();
        Some(Self {
            source: "OpenStreetMap contributors, by way of OpenSkiMap",
            licence: "ODbL 1.0",
            areas: &terrain.areas,
            data_date: terrain.data_date.map(|date| date.to_string()),
            imported_on: terrain.imported_on.to_string(),
            facts: facts.iter().filter(|(_, is_mapped)| *is_mapped).map(|(name, _)| *name).collect(),
            lifts_by_type: lifts
                .into_iter()
                .flat_map(|kinds| &kinds.0)
                .map(|(kind, count)| LiftsOfType { kind: *kind, count: *count })
                .collect(),
            carpets_and_tows: lifts.map(LiftKinds::carpets_and_tows),
        })
    }

    /// Writes it in words.
    pub(crate) fn write(&self, text: &mut Text) {
        let date = self.data_date.as_deref().unwrap_or(&self.imported_on);
        if !self.facts.is_empty() {
            let facts = self.facts.join(", ");
            text.item(
                "Counted on a map, not by the resort",
                format_args!("{facts} ({}, {date})", self.source),
            );
        }
        if let Some(small) = self.carpets_and_tows.filter(|small| *small > 0) {
            text.item("Carpets and rope tows on the map", small);
        }
    }
}
