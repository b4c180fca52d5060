//! Hours that wet a snow surface: by warm and moist air, or by air above freezing and the sun.
//!
//! Snow melts if its surface gains energy at 0 °C. In dry air it loses by evaporation what it gains by warmth, so that
//! the wet-bulb temperature decides; by day the sun makes up for that. The height of the sun is not known here, so the
//! hour of the day is used instead.

use chrono::Timelike;
use chrono_tz::Tz;

use crate::time::Timestamp;

/// Air temperature from which the sun wets the surface, °C: two to three hundred watts per square metre are absorbed
/// then, as much as evaporation takes.
const SUNLIT_THAW_C: f64 = 2.0;
/// Local hours in which the sun reaches most slopes.
const SUNLIT_HOURS: core::ops::RangeInclusive<u32> = 9..=16;

/// Returns whether air of this temperature and wet-bulb temperature wets the surface.
pub(crate) fn thaws(temp_c: f64, wet_bulb_c: f64, sunlit: bool) -> bool {
    wet_bulb_c > 0.0 || (sunlit && temp_c >= SUNLIT_THAW_C)
}

/// Returns whether the sun is up at a time, by the local clock.
pub(crate) fn is_sunlit(instant: Timestamp, zone: Tz) -> bool {
    SUNLIT_HOURS.contains(&instant.utc().with_timezone(&zone).hour())
}
