//! Converts times: milliseconds outside, 64-bit epoch microseconds in the tables.

use conditions_core::time::Timestamp;

/// Converts to epoch microseconds. A [`Timestamp`] is within the years 1–9999, so this never saturates.
pub(crate) const fn micros(instant: Timestamp) -> i64 {
    instant.millis().saturating_mul(1_000)
}

/// Converts from epoch microseconds, rounded down to the millisecond.
pub(crate) const fn timestamp(micros: i64) -> Timestamp {
    Timestamp::from_millis(micros.div_euclid(1_000))
}
