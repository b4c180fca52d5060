//! How far and how long a drive is, as an estimate from the straight line: no road network is looked at, and whoever
//! shows the numbers says so.
//!
//! Roads in mountains are longer than the straight line by a third to a half (the ratio of road to beeline of published
//! studies is 1.2 to 1.5); the mean speed grows with the length of a drive as motorways take a larger share.

use conditions_core::geo::distance_km;

use crate::place::Point;

/// Kilometres of road for one of the straight line.
const WINDING: f64 = 1.35;
/// Mean speeds of the first, the next and the remaining kilometres: up to so many kilometres, so many km/h.
const SPEEDS: [(f64, f64); 3] = [(30.0, 45.0), (120.0, 75.0), (f64::INFINITY, 95.0)];
/// Minutes are rounded to these, so that nobody takes them for a route planner's.
const STEP_MIN: f64 = 5.0;

/// What every answer with such a number says of it.
pub const METHOD: &str = "Estimated from the straight line: 1.35 times its length, 45 km/h for the first 30 km, 75 km/h up to 120 km, 95 km/h beyond, \
     in dry conditions and without stops. No route was looked up.";

/// A drive, estimated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Drive {
    /// Straight line, kilometres.
    pub straight_km: f64,
    /// Length of the road, kilometres, estimated.
    pub road_km: f64,
    /// Duration, minutes, estimated.
    pub minutes: u32,
}

/// The drive between two points.
#[must_use]
pub fn drive(from: Point, to: Point) -> Drive {
    let straight_km = distance_km(from, to);
    let road_km = straight_km * WINDING;
    let (mut hours, mut begun) = (0.0, 0.0);
    for (until, km_per_h) in SPEEDS {
        hours += (road_km.min(until) - begun).max(0.0) / km_per_h;
        begun = until;
    }
    Drive { straight_km, road_km, minutes: ((hours * 60.0 / STEP_MIN).round() * STEP_MIN) as u32 }
}

#[cfg(test)]
mod tests;
