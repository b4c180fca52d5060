//! Terrain that a map counts: lifts by type, runs, kilometres, ability and the longest run. It fills what a resort's own
//! row leaves open, and can be removed again, because it is stored apart from the rows.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use conditions_core::evidence::MappedFacts;
use conditions_core::record::AbilityPct;
use serde::{Deserialize, Serialize};

/// Type of a lift, as OpenSkiMap distinguishes them.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum LiftType {
    /// Cabins that go back and forth.
    CableCar,
    /// Cabins on a circulating rope.
    Gondola,
    /// Chairs on a circulating rope.
    ChairLift,
    /// Chairs and cabins on one rope.
    MixedLift,
    /// Surface lift of an unknown kind.
    DragLift,
    /// Surface lift with T-bars.
    TBar,
    /// Surface lift with J-bars.
    JBar,
    /// Surface lift with plates.
    Platter,
    /// Tow along a rope.
    RopeTow,
    /// Conveyor belt.
    MagicCarpet,
    /// Cable railway.
    Funicular,
    /// Railway on its tracks, such as a rack railway.
    Railway,
    /// Any other type, such as one that a later format adds.
    #[serde(other)]
    Other,
}

impl LiftType {
    /// Returns whether it is a conveyor or a rope tow, which many resorts do not count as a lift.
    #[must_use]
    pub const fn is_carpet_or_tow(self) -> bool {
        matches!(self, Self::MagicCarpet | Self::RopeTow)
    }

    /// Parses the map's name of a type.
    #[must_use]
    pub fn parse(name: &str) -> Self {
        match name {
            "cable_car" => Self::CableCar,
            "gondola" => Self::Gondola,
            "chair_lift" => Self::ChairLift,
            "mixed_lift" => Self::MixedLift,
            "drag_lift" => Self::DragLift,
            "t-bar" => Self::TBar,
            "j-bar" => Self::JBar,
            "platter" => Self::Platter,
            "rope_tow" => Self::RopeTow,
            "magic_carpet" => Self::MagicCarpet,
            "funicular" => Self::Funicular,
            "railway" => Self::Railway,
            _ => Self::Other,
        }
    }
}

/// Number of lifts of each type.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LiftKinds(pub BTreeMap<LiftType, u32>);

impl LiftKinds {
    /// Adds lifts of a type.
    pub(crate) fn add(&mut self, kind: LiftType, count: u32) {
        let known = self.0.entry(kind).or_default();
        *known = known.saturating_add(count);
    }

    /// Returns the number of lifts, carpets and rope tows included.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.0.values().fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// Returns the number of carpets and rope tows.
    #[must_use]
    pub fn carpets_and_tows(&self) -> u32 {
        let counts = self.0.iter().filter(|(kind, _)| kind.is_carpet_or_tow());
        counts.fold(0, |sum, (_, count)| sum.saturating_add(*count))
    }
}

/// The longest run; name and length may each be unknown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LongestRunRow {
    /// Name of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Length, kilometres.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub km: Option<f64>,
}

/// Terrain of a resort as an imported map counts it. A value that the map does not have is absent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MappedTerrain {
    /// Identifiers of the map's areas that correspond to the resort, such as `osm:relation/31`.
    pub areas: Vec<String>,
    /// Date of the map's data, if the operator stated it.
    #[serde(default)]
    pub data_date: Option<NaiveDate>,
    /// Day of the import.
    pub imported_on: NaiveDate,
    /// Lifts by type.
    #[serde(default)]
    pub lifts: Option<LiftKinds>,
    /// Number of downhill runs that are not freeride routes.
    #[serde(default)]
    pub runs: Option<u32>,
    /// Kilometres of these runs.
    #[serde(default)]
    pub run_km: Option<f64>,
    /// Split of the kilometres by difficulty, percent.
    #[serde(default)]
    pub ability: Option<AbilityPct>,
    /// Longest run.
    #[serde(default)]
    pub longest_run: Option<LongestRunRow>,
}

impl MappedTerrain {
    /// Returns whether the map is without any fact.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.lifts.is_none()
            && self.runs.is_none()
            && self.run_km.is_none()
            && self.ability.is_none()
            && self.longest_run.is_none()
    }
}

/// Mapped terrain of a resort, and the facts of its row that were filled from it.
#[derive(Debug, Clone, PartialEq)]
pub struct TerrainInUse {
    /// All that the map has.
    pub terrain: MappedTerrain,
    /// Whether the kilometres of the row are the map's.
    pub run_km: bool,
    pub(crate) facts: MappedFacts,
}

impl TerrainInUse {
    /// Returns the facts of the profile that are the map's.
    #[must_use]
    pub const fn facts(&self) -> MappedFacts {
        self.facts
    }
}

#[cfg(test)]
mod tests;
