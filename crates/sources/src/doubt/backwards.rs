//! Detects a station whose clock went back: its newest reading is older than its last one.
//!
//! Old readings together with new ones are ordinary (networks repeat and correct their past). A response with only old
//! readings is not, and their true time is unknown.

use conditions_core::time::{HOUR_MS, Timestamp};

/// Greatest tolerated age of a newest reading compared with the last one, ms: a slower cache of the upstream may have
/// answered.
pub const TOLERANCE_MS: i64 = HOUR_MS;

/// Returns whether a newest reading at `newest` after one at `known` proves that the station's clock went back.
#[must_use]
pub fn goes_back(known: Timestamp, newest: Timestamp) -> bool {
    known.since(newest) > TOLERANCE_MS
}

#[cfg(test)]
mod tests;
