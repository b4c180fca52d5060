//! How long a drive takes where no route was looked up: a range made of the straight line, and called an estimate.
//!
//! In mountains a road is 1.15 to 1.9 times as long as the line, and is driven at 62 to 90 km/h from door to door: bounds that hold
//! the drives which everybody knows (Denver to Vail, Geneva to Val d'Isère, New Chitose to Niseko; see the tests). Around a
//! range whose passes are closed in winter the line leads by those that are kept open; where a sea or a closed border lies
//! between, there is no estimate ([`catalogue::barriers`]).

use std::fmt;

use catalogue::barriers;
use conditions_core::geo::Point;
use schemars::JsonSchema;
use serde::Serialize;

/// Length of the road over that of the line, at least and at most.
const DETOUR: (f64, f64) = (1.15, 1.9);
/// Kilometres an hour, at most and at least.
const SPEED_KMH: (f64, f64) = (90.0, 62.0);
/// Minutes that times are rounded to, outwards.
const STEP_MIN: f64 = 5.0;

/// How estimates come about, in words; said once in an answer that holds some.
pub const BASIS: &str = "Estimates from the great-circle distance, no route: road 1.15 to 1.9 times as long, driven at 62 to 90 \
    km/h; around the crests of the Alps, Pyrenees, Cascades, Sierra Nevada, Wasatch, Tetons and Colorado by the passes kept open in winter. \
    Traffic, snow and other closed roads are not counted.";

/// An estimate of a drive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DriveEstimate {
    /// Always true: no route was looked up.
    pub is_estimate: bool,
    /// Kilometres of road.
    pub road_km: Bounds,
    /// Minutes at the wheel.
    pub minutes: Bounds,
}

/// From a least to a most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Bounds {
    /// At least.
    pub low: u32,
    /// At most.
    pub high: u32,
}

impl DriveEstimate {
    /// Between two places, in winter; `None` where a sea or a closed border parts them.
    #[must_use]
    pub fn between(from: Point, to: Point) -> Option<Self> {
        barriers::by_land_km(from, to).map(Self::over)
    }

    /// Along a way.
    #[must_use]
    pub fn along(way: &[Point]) -> Self {
        Self::over(barriers::length_km(way))
    }

    /// Over kilometres of straight lines that lead around what is closed.
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

/// A number of whole ones; what is no such number is 0.
fn whole(value: f64) -> u32 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
    let whole = value.clamp(0.0, f64::from(u32::MAX)) as u32;
    whole
}

#[cfg(test)]
mod tests;
