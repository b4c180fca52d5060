//! Days of a record: 24 hours that begin at an hour of the UTC day, named by the date on which they begin.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use conditions_core::time::{DAY_MS, HOUR_MS, Timestamp};

/// A quantity by date.
pub(crate) type Daily = BTreeMap<NaiveDate, f64>;

/// The date on which the 24 hours that begin at `instant` begin.
pub(crate) fn date(instant: Timestamp) -> NaiveDate {
    instant.utc().date_naive()
}

/// The first instant at or after `instant` at which a day begins.
pub(crate) fn next_start(instant: Timestamp, hour_utc: i64) -> Timestamp {
    let into = (instant.millis() - hour_utc * HOUR_MS).rem_euclid(DAY_MS);
    instant.plus_millis((DAY_MS - into) % DAY_MS)
}

#[cfg(test)]
mod tests;
