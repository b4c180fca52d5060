//! Thresholds by which a station's past days become what it says now. All are choices of this project.

use crate::time::{DAY_MS, HOUR_MS};

/// How the values of a station's past are put together into readings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Readings {
    /// Values of different instruments at most this far apart make one reading, as old as its oldest, ms.
    pub together_ms: i64,
    /// A value older than this against the station's newest is not passed on, ms.
    pub oldest_ms: i64,
    /// A value that was left out raises a flag for this long, ms: as long as a reading is shown.
    pub doubted_ms: i64,
    /// Window in which a station both thawed and froze, ms.
    pub thaw_freeze_ms: i64,
    /// Hours of that window with a temperature, without which "it did not" is not said.
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
