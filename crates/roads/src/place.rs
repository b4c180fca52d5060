//! Where something beside a road is, and how far from a place or from the straight line between two places.

use conditions_core::geo::{Point, distance_km};
use conditions_core::text::ShownName;
use serde::{Deserialize, Serialize};

/// One degree of latitude, kilometres.
const KM_PER_DEGREE: f64 = 111.195;

/// Where something stands, as its agency describes it.
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
    /// The direction of travel that it is about, in the agency's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub direction: Option<ShownName>,
    /// What the agency calls the place.
    pub name: ShownName,
    /// The nearest town.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub near: Option<ShownName>,
}

impl Spot {
    /// Its coordinates.
    #[must_use]
    pub const fn point(&self) -> Point {
        (self.lat, self.lon)
    }

    /// Kilometres from a point, when they are at most `km`; most pairs are told apart by latitude alone.
    #[must_use]
    pub fn within(&self, km: f64, of: Point) -> Option<f64> {
        if (self.lat - of.0).abs() * KM_PER_DEGREE > km {
            return None;
        }
        let away = distance_km(self.point(), of);
        (away <= km).then_some(away)
    }

    /// Kilometres from the nearest of the straight lines of a way, when they are at most `km`.
    #[must_use]
    pub fn within_of_way(&self, km: f64, way: &[Point]) -> Option<f64> {
        let lines = way.iter().zip(way.iter().skip(1));
        lines.filter_map(|(from, to)| self.within_of_line(km, *from, *to)).min_by(f64::total_cmp)
    }

    /// Kilometres from the straight line between two points, when they are at most `km`.
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

/// Kilometres between a point and the nearest point of a line, on a plane: right to a percent for a day's drive.
fn off_line(point: Point, from: Point, to: Point) -> f64 {
    let squeeze = f64::midpoint(from.0, to.0).to_radians().cos();
    let flat =
        |at: Point| (wrapped(at.1 - from.1) * squeeze * KM_PER_DEGREE, (at.0 - from.0) * KM_PER_DEGREE);
    let ((x, y), (along_x, along_y)) = (flat(point), flat(to));
    let length = along_x * along_x + along_y * along_y;
    let share = if length > 0.0 { ((x * along_x + y * along_y) / length).clamp(0.0, 1.0) } else { 0.0 };
    (x - share * along_x).hypot(y - share * along_y)
}

/// A difference of longitudes the short way round.
fn wrapped(degrees: f64) -> f64 {
    (degrees + 180.0).rem_euclid(360.0) - 180.0
}

#[cfg(test)]
mod tests;
