//! Wind with its direction, as components. Directions are not averaged as numbers, because 350° and 10° are both north:
//! components are, which weights each direction by its speed.

use libm::{atan2, cos, hypot, round, sin};

use crate::policy::Policy;

/// Mean wind over hours or models.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase", deny_unknown_fields))]
pub struct MeanWind {
    /// Mean component from the east, metres per second; negative if it blows from the west.
    pub from_east_mps: f64,
    /// Mean component from the north, metres per second; negative if it blows from the south.
    pub from_north_mps: f64,
    /// Mean speed, metres per second, regardless of direction.
    pub speed_mps: f64,
}

impl MeanWind {
    /// Makes a wind from its speed and the direction that it blows from, degrees clockwise from north.
    #[must_use]
    pub fn new(speed_mps: f64, from_deg: f64) -> Self {
        let angle = from_deg.to_radians();
        Self { from_east_mps: speed_mps * sin(angle), from_north_mps: speed_mps * cos(angle), speed_mps }
    }

    /// Returns the weighted mean, or `None` if the weights do not add up to more than 0.
    #[must_use]
    pub fn mean(winds: impl IntoIterator<Item = (Self, f64)>) -> Option<Self> {
        let (mut east, mut north, mut speed, mut sum) = (0.0, 0.0, 0.0, 0.0);
        for (wind, weight) in winds {
            east += wind.from_east_mps * weight;
            north += wind.from_north_mps * weight;
            speed += wind.speed_mps * weight;
            sum += weight;
        }
        (sum > 0.0).then(|| Self {
            from_east_mps: east / sum,
            from_north_mps: north / sum,
            speed_mps: speed / sum,
        })
    }

    /// Returns the direction that it blows from, whole degrees clockwise from north, 0–359.
    ///
    /// Returns `None` if it is calm, and if its parts blow from directions that are too different: then the mean of the
    /// components is much shorter than the mean speed.
    #[must_use]
    pub fn from_deg(&self, policy: &Policy) -> Option<u16> {
        let length = hypot(self.from_east_mps, self.from_north_mps);
        let steady = self.speed_mps >= policy.labels.wind_calm_mps
            && length > 0.0
            && length >= policy.labels.wind_steadiness * self.speed_mps;
        let degrees = round(atan2(self.from_east_mps, self.from_north_mps).to_degrees());
        steady.then(|| (degrees as i16).rem_euclid(360).unsigned_abs())
    }
}

#[cfg(test)]
mod tests;
