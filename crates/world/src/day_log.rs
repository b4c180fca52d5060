//! The published state of every resort on past days, stored once a day for later reviews.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use conditions_core::time::Timestamp;
use evidence::{DayLog, DayLogEntry};

use crate::dataset::Dataset;

/// The days of a world, oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DayLogData(BTreeMap<NaiveDate, BTreeMap<String, DayLogEntry>>);

impl Dataset for DayLogData {
    type Form = DayLog;

    fn insert(&mut self, subject: &str, _: Timestamp, resorts: BTreeMap<String, DayLogEntry>) {
        // A subject that is not a day was not written by this service.
        if let Ok(day) = subject.parse() {
            self.0.insert(day, resorts);
        }
    }

    fn remove(&mut self, subject: &str) {
        if let Ok(day) = subject.parse::<NaiveDate>() {
            self.0.remove(&day);
        }
    }
}

impl DayLogData {
    /// Returns the stored days, oldest first.
    pub fn days(&self) -> impl DoubleEndedIterator<Item = NaiveDate> + ExactSizeIterator {
        self.0.keys().copied()
    }

    /// Returns the state of a resort on a day.
    #[must_use]
    pub fn get(&self, slug: &str, day: NaiveDate) -> Option<&DayLogEntry> {
        self.0.get(&day)?.get(slug)
    }
}

#[cfg(test)]
mod tests;
