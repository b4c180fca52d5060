//! Ratings and problems in the form of the answer: elevations, aspects, time, and the affected bands of the resort.

pub use avalanche::{Bound, Elevation};
use avalanche::{Level, Problem, Rating, Reach};
use conditions_core::record::Band;
use conditions_core::text::ShownName;
use schemars::JsonSchema;
use serde::Serialize;

use crate::text::{NOT_REPORTED, word};

/// A part of a bulletin's period of validity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PartName {
    /// The whole period.
    AllDay,
    /// Up to noon.
    Morning,
    /// From noon on.
    Afternoon,
}

/// A rating.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RatingRow {
    /// Level, 1 to 5; null if none is given.
    pub level: Option<u8>,
    /// Elevations in words.
    pub elevation: String,
    /// Elevations as data.
    #[serde(skip)]
    pub range: Elevation,
    /// Lower bound, metres above sea level.
    pub from_m: Option<i32>,
    /// Upper bound, metres above sea level.
    pub to_m: Option<i32>,
    /// Whether a bound is the tree line.
    pub tree_line: bool,
    /// Aspects; empty means all.
    pub aspects: Vec<&'static str>,
    /// The part of the bulletin's period.
    pub part: PartName,
    /// Affected bands of the resort; null if they depend on the tree line or on an elevation that is not stated.
    pub bands: Option<Vec<Band>>,
}

impl RatingRow {
    pub(super) fn new(rating: &Rating, bands: &[(Band, i32)]) -> Self {
        let elevation = rating.elevation;
        let reaches: Vec<(Band, Reach)> =
            bands.iter().map(|(band, metres)| (*band, elevation.reaches(*metres))).collect();
        let is_known = reaches.iter().all(|(_, reach)| *reach != Reach::Unknown);
        let reached = reaches.iter().filter(|(_, reach)| *reach == Reach::Yes).map(|(band, _)| *band);
        Self {
            level: rating.danger.level().map(Level::number),
            elevation: elevation.to_string(),
            range: elevation,
            from_m: metres(elevation.from),
            to_m: metres(elevation.to),
            tree_line: [elevation.from, elevation.to].contains(&Some(Bound::Treeline)),
            aspects: rating.aspects.names().collect(),
            part: rating.part.into(),
            bands: is_known.then(|| reached.collect()),
        }
    }

    pub(super) fn words(&self) -> String {
        let level = self.level.map_or_else(|| NOT_REPORTED.to_owned(), |level| level.to_string());
        let aspects =
            if self.aspects.is_empty() { String::new() } else { format!(", {}", self.aspects.join(" ")) };
        format!("{level} {}{aspects}, {}", self.elevation, word(&self.part))
    }
}

/// An avalanche problem.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProblemRow<'w> {
    /// EAWS name of the kind, such as `wind_slab`, or the issuer's own name.
    pub kind: &'w ShownName,
    /// Elevations in words.
    pub elevation: String,
    /// Elevations as data.
    #[serde(skip)]
    pub range: Elevation,
    /// Lower bound, metres above sea level.
    pub from_m: Option<i32>,
    /// Upper bound, metres above sea level.
    pub to_m: Option<i32>,
    /// Aspects; empty if none are stated.
    pub aspects: Vec<&'static str>,
    /// The part of the bulletin's period.
    pub part: PartName,
    /// Size of avalanches, 1 to 5.
    pub size: Option<u8>,
    /// Stability of the snowpack, such as `poor`.
    pub stability: Option<&'w str>,
    /// Frequency of affected places, such as `some`.
    pub frequency: Option<&'w str>,
}

impl<'w> ProblemRow<'w> {
    pub(super) fn new(problem: &'w Problem) -> Self {
        Self {
            kind: &problem.kind,
            elevation: problem.elevation.to_string(),
            range: problem.elevation,
            from_m: metres(problem.elevation.from),
            to_m: metres(problem.elevation.to),
            aspects: problem.aspects.names().collect(),
            part: problem.part.into(),
            size: problem.size,
            stability: problem.stability.as_deref(),
            frequency: problem.frequency.as_deref(),
        }
    }

    pub(super) fn words(&self) -> String {
        let aspects =
            if self.aspects.is_empty() { String::new() } else { format!(", {}", self.aspects.join(" ")) };
        let size = self.size.map(|size| format!(", size {size}")).unwrap_or_default();
        format!("{} {}{aspects}, {}{size}", self.kind.quoted(), self.elevation, word(&self.part))
    }
}

const fn metres(bound: Option<Bound>) -> Option<i32> {
    match bound {
        Some(Bound::Metres(metres)) => Some(metres),
        Some(Bound::Treeline | Bound::Unstated) | None => None,
    }
}
