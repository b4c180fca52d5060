//! A station whose clock went back: its newest reading is older than what it said before.
//!
//! Old readings beside new ones are ordinary (networks repeat and correct their past); old readings alone are not, and
//! what they say is of an unknown time.

use conditions_core::time::{HOUR_MS, Timestamp};

/// A newest reading may be this much older than the last one: an answer of an upstream's slower cache.
pub const TOLERANCE_MS: i64 = HOUR_MS;

/// Whether a station with a reading of `known` can only have one of `newest` because its clock went back.
#[must_use]
pub fn goes_back(known: Timestamp, newest: Timestamp) -> bool {
    known.since(newest) > TOLERANCE_MS
}

#[cfg(test)]
mod tests;
