//! Estimates how long a drive takes without a route: a range derived from the straight line, marked as an estimate.
//!
//! In mountains a road is 1.15 to 1.9 times as long as the line, and is driven at 62 to 90 km/h from door to door.
//! These bounds contain well-known drives (Denver to Vail, Geneva to Val d'Isère, New Chitose to Niseko; see the
//! tests). Around a range whose passes close in winter, the line leads over those that are kept open. Across a sea or a
//! closed border there is no estimate ([`catalogue::barriers`]).

use std::fmt;

use catalogue::barriers;
use conditions_core::geo::Point;
use schemars::JsonSchema;
use serde::Serialize;

/// Minimum and maximum ratio of the length of the road to that of the line.
const DETOUR: (f64, f64) = (1.15, 1.9);
/// Maximum and minimum speed, in kilometres an hour.
const SPEED_KMH: (f64, f64) = (90.0, 62.0);
/// Minutes to which times are rounded, outwards.
const STEP_MIN: f64 = 5.0;

/// Explains in words how estimates are made; stated once in an answer that contains any.
pub const BASIS: &str = "Estimates from the great-circle distance, no route: road 1.15 to 1.9 times as long, driven at 62 to 90 \
    km/h; around the crests of the Alps, Pyrenees, Cascades, Sierra Nevada, Wasatch, Tetons and Colorado by the passes kept open in winter. \
    Traffic, snow and other closed roads are not counted.";

/// An estimate of a drive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DriveEstimate {
    /// Always true: no route was looked up.
    pub is_estimate: bool,
    /// Kilometres by road.
    pub road_km: Bounds,
    /// Driving time, minutes.
    pub minutes: Bounds,
}

/// A lower and an upper bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Bounds {
    /// Lower bound.
    pub low: u32,
    /// Upper bound.
    pub high: u32,
}

impl DriveEstimate {
    /// Estimates the drive between two places in winter; returns `None` if a sea or a closed border separates them.
    #[must_use]
    pub fn between(from: Point, to: Point) -> Option<Self> {
        barriers::by_land_km(from, to).map(Self::over)
    }

    /// Estimates the drive along a line of points.
    #[must_use]
    pub fn along(way: &[Point]) -> Self {
        Self::over(barriers::length_km(way))
    }

    /// Estimates the drive over a length in kilometres, of straight lines that lead around closed roads.
    pub(crate) fn over(km: f64) -> Self {
        let (short, long) = (km * DETOUR.0, km * DETOUR.1);
        let minutes = |km: f64, kmh: f64| km / kmh * 60.0 / STEP_MIN;
        Self {
            is_estimate: true,
            road_km: Bounds { low: whole(short.floor()), high: whole(long.ceil()) },
            minutes: Bounds {
                low: whole(minutes(short, SPEED_KMH.0).floor() * STEP_MIN),
                high: whole(minutes(long, SPEED_KMH.1).ceil() * STEP_MIN),
            },
        }
    }
}

/// `drive 1:35 to 4:05 h, 120 to 230 km (estimate)`.
impl fmt::Display for DriveEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Bounds { low, high } = self.minutes;
        write!(
            f,
            "drive {}:{:02} to {}:{:02} h, {} to {} km (estimate)",
            low / 60,
            low % 60,
            high / 60,
            high % 60,
            self.road_km.low,
            self.road_km.high
        )
    }
}

/// Rounds to a whole number; returns 0 for a value that is out of range.
fn whole(value: f64) -> u32 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
    let whole = value.clamp(0.0, f64::from(u32::MAX)) as u32;
    whole
}

#[cfg(test)]
mod tests;
