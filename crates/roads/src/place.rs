//! Roadside locations, and their distance from a place or from the straight line between two places.

use conditions_core::geo::{Point, distance_km};
use conditions_core::text::ShownName;
use serde::{Deserialize, Serialize};

/// Kilometres per degree of latitude.
const KM_PER_DEGREE: f64 = 111.195;

/// A location, as its agency describes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Spot {
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
    /// Metres above sea level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elevation_m: Option<i32>,
    /// The road, such as `US-50`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub road: Option<ShownName>,
    /// The direction of travel to which it applies, in the agency's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub direction: Option<ShownName>,
    /// The agency's name for the place.
    pub name: ShownName,
    /// The nearest town.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub near: Option<ShownName>,
}

impl Spot {
    /// Returns the coordinates.
    #[must_use]
    pub const fn point(&self) -> Point {
        (self.lat, self.lon)
    }

    /// Returns the kilometres from a point if they are at most `km`; most pairs are excluded by latitude only.
    #[must_use]
    pub fn within(&self, km: f64, of: Point) -> Option<f64> {
        if (self.lat - of.0).abs() * KM_PER_DEGREE > km {
            return None;
        }
        let away = distance_km(self.point(), of);
        (away <= km).then_some(away)
    }

    /// Returns the kilometres from the nearest straight line of a route if they are at most `km`.
    #[must_use]
    pub fn within_of_route(&self, km: f64, way: &[Point]) -> Option<f64> {
        let lines = way.iter().zip(way.iter().skip(1));
        lines.filter_map(|(from, to)| self.within_of_line(km, *from, *to)).min_by(f64::total_cmp)
    }

    /// Returns the kilometres from the straight line between two points if they are at most `km`.
    #[must_use]
    pub fn within_of_line(&self, km: f64, from: Point, to: Point) -> Option<f64> {
        let margin = km / KM_PER_DEGREE;
        if self.lat < from.0.min(to.0) - margin || self.lat > from.0.max(to.0) + margin {
            return None;
        }
        let away = off_line(self.point(), from, to);
        (away <= km).then_some(away)
    }
}

/// Returns the kilometres between a point and the nearest point of a line, on a plane: right to a percent for a day's
/// drive.
fn off_line(point: Point, from: Point, to: Point) -> f64 {
    let squeeze = f64::midpoint(from.0, to.0).to_radians().cos();
    let flat =
        |at: Point| (wrapped(at.1 - from.1) * squeeze * KM_PER_DEGREE, (at.0 - from.0) * KM_PER_DEGREE);
    let ((x, y), (along_x, along_y)) = (flat(point), flat(to));
    let length = along_x * along_x + along_y * along_y;
    let share = if length > 0.0 { ((x * along_x + y * along_y) / length).clamp(0.0, 1.0) } else { 0.0 };
    (x - share * along_x).hypot(y - share * along_y)
}

/// Returns a difference of longitudes the short way round.
fn wrapped(degrees: f64) -> f64 {
    (degrees + 180.0).rem_euclid(360.0) - 180.0
}

#[cfg(test)]
mod tests;
