//! Whether an hour wets a snow surface: by warm and moist air, or by air above freezing and the sun.
//!
//! Snow melts when its surface gains energy at 0 °C. In dry air it loses by evaporation what it gains by warmth, so that the
//! wet-bulb temperature decides; by day the sun makes up for that. How high the sun stands is not known here, and the
//! hour of the day stands for it.

use chrono::Timelike;
use chrono_tz::Tz;

use crate::time::Timestamp;

/// Air of this temperature and more wets the surface in the sun, °C: two to three hundred watts a square metre are absorbed
/// then, as much as evaporation takes.
const SUNLIT_THAW_C: f64 = 2.0;
/// Local hours in which the sun reaches most slopes.
const SUNLIT_HOURS: core::ops::RangeInclusive<u32> = 9..=16;

/// Whether air of this temperature and wet-bulb temperature wets the surface.
pub(crate) fn thaws(temp_c: f64, wet_bulb_c: f64, sunlit: bool) -> bool {
    wet_bulb_c > 0.0 || (sunlit && temp_c >= SUNLIT_THAW_C)
}

/// Whether the sun is up at an instant, by the clock of the place.
pub(crate) fn is_sunlit(instant: Timestamp, zone: Tz) -> bool {
    SUNLIT_HOURS.contains(&instant.utc().with_timezone(&zone).hour())
}
