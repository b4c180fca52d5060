//! Counts the resorts of a trip plan: out of season, without snow values, and those whose depth, terrain or season is not
//! known and therefore not considered.

use schemars::JsonSchema;
use serde::Serialize;

use super::points::Estimate;
use crate::trips::{NoTrip, TripFact};

/// A kind of data that some resorts in season lack.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotConsidered {
    /// Topic: `snow`, `depth`, `terrain` or `season`.
    pub about: &'static str,
    /// Number of resorts in season, or with an unknown season, without it.
    pub resorts: usize,
    /// The topic as data.
    #[serde(skip)]
    pub fact: TripFact,
}

/// Numbers of resorts that are considered and not.
#[derive(Default)]
pub(super) struct Counts {
    pub(super) resorts: usize,
    pub(super) out_of_season: usize,
    /// Resorts without snow values for the dates.
    pub(super) unknown: usize,
    depth: usize,
    terrain: usize,
    season: usize,
}

impl Counts {
    pub(super) fn new(resorts: usize) -> Self {
        Self { resorts, ..Self::default() }
    }

    /// Counts what is not known of a resort in season. Returns whether it can be ranked: without snow values its depth
    /// is known, or that it is open.
    pub(super) fn may_be_ranked(&mut self, estimate: &Estimate, is_open: Option<bool>) -> bool {
        self.unknown += usize::from(estimate.snow_cm.is_none());
        self.depth += usize::from(estimate.depth_cm.is_none());
        self.terrain += usize::from(estimate.terrain_km.is_none());
        self.season += usize::from(is_open.is_none());
        estimate.snow_cm.is_some() || estimate.depth_cm.is_some() || is_open == Some(true)
    }

    pub(super) fn not_considered(&self) -> Vec<NotConsidered> {
        let all = [
            ("snow", self.unknown, TripFact::Snow),
            ("depth", self.depth, TripFact::Depth),
            ("terrain", self.terrain, TripFact::Terrain),
            ("season", self.season, TripFact::UnknownSeason),
        ];
        let lacking = all.into_iter().filter(|(_, resorts, _)| *resorts > 0);
        lacking.map(|(about, resorts, fact)| NotConsidered { about, resorts, fact }).collect()
    }

    pub(super) const fn missing(&self) -> NoTrip {
        match self {
            Self { resorts: 0, .. } => NoTrip::NoResort,
            Self { resorts, out_of_season, .. } if *resorts == *out_of_season => NoTrip::OutOfSeason,
            _ => NoTrip::NoData,
        }
    }
}
