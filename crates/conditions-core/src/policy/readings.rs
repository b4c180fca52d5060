//! Thresholds by which a station's recent values become a reading. All are choices of this project.

use crate::time::{DAY_MS, HOUR_MS};

/// Thresholds that combine a station's values into readings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Readings {
    /// Maximum time between values of different instruments that form one reading, ms. The reading is as old as its
    /// oldest value.
    pub together_ms: i64,
    /// Maximum age of a value relative to the station's newest, ms; older values are not used.
    pub oldest_ms: i64,
    /// Time for which a dropped value raises a flag, ms: as long as a reading is shown.
    pub doubted_ms: i64,
    /// Window for the detection of both thaw and frost at a station, ms.
    pub thaw_freeze_ms: i64,
    /// Minimum number of hours of that window with a temperature; with fewer, the result is unknown instead of false.
    pub thaw_freeze_hours: u8,
}

impl Readings {
    pub(super) const CONTRACT: Self = Self {
        together_ms: HOUR_MS,
        oldest_ms: 2 * DAY_MS,
        doubted_ms: 3 * HOUR_MS,
        thaw_freeze_ms: 2 * DAY_MS,
        thaw_freeze_hours: 40,
    };
}
