//! Facts of a profile that come from an imported map. They are published if the reference row lacks them, with the date of
//! the map. Reports are never compared with them: a map counts other things than a resort does.

use crate::evidence::Profile;
use crate::time::Timestamp;

/// Facts of a profile that come from an imported map.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase", deny_unknown_fields, default))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MappedFacts {
    /// Whether the number of lifts is the map's.
    pub lifts: bool,
    /// Whether the number of runs is the map's.
    pub runs: bool,
    /// Whether the terrain split is the map's.
    pub ability: bool,
    /// Whether the longest run is the map's.
    pub longest_run: bool,
    /// Date of the map's data.
    pub dated: Option<Timestamp>,
}

impl MappedFacts {
    /// Returns whether no fact comes from a map.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        !(self.lifts || self.runs || self.ability || self.longest_run)
    }
}

impl Profile {
    /// Returns the date of a fact, from the map or from the reference row.
    #[must_use]
    pub const fn dated(&self, is_mapped: bool) -> Option<Timestamp> {
        if is_mapped { self.mapped.dated } else { self.checked_at }
    }
}
