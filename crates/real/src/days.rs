//! Days of a record: 24 hours from a fixed hour of the UTC day, named by the date of their beginning.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use conditions_core::time::{DAY_MS, HOUR_MS, Timestamp};

/// A quantity by date.
pub(crate) type Daily = BTreeMap<NaiveDate, f64>;

/// Returns the date of the 24 hours that begin at `instant`.
pub(crate) fn date(instant: Timestamp) -> NaiveDate {
    instant.utc().date_naive()
}

/// Returns the first time at or after `instant` at which a day begins.
pub(crate) fn next_start(instant: Timestamp, hour_utc: i64) -> Timestamp {
    let into = (instant.millis() - hour_utc * HOUR_MS).rem_euclid(DAY_MS);
    instant.plus_millis((DAY_MS - into) % DAY_MS)
}

#[cfg(test)]
mod tests;
