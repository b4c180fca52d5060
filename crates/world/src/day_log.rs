//! What the service said of every resort on past days: kept once a day, read by whoever looks back.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use conditions_core::record::Band;
use conditions_core::time::Timestamp;
use evidence::{DayLog, Logged};

use crate::bluebird::is_bluebird;
use crate::shelf::Shelf;
use crate::world::{OPEN_DAYS, Seen, View};

/// Days of a world, oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DayBook(BTreeMap<NaiveDate, BTreeMap<String, Logged>>);

impl Shelf for DayBook {
    type Form = DayLog;

    fn put(&mut self, subject: &str, _: Timestamp, resorts: BTreeMap<String, Logged>) {
        // What is no day was not written by this service.
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

impl DayBook {
    /// The days on record, oldest first.
    pub fn days(&self) -> impl DoubleEndedIterator<Item = NaiveDate> + ExactSizeIterator {
        self.0.keys().copied()
    }

    /// What was said of a resort on a day.
    #[must_use]
    pub fn of(&self, slug: &str, day: NaiveDate) -> Option<&Logged> {
        self.0.get(&day)?.get(slug)
    }
}

/// What is said of every resort now, of what everybody sees.
#[must_use]
pub fn logged(view: &View<'_>) -> BTreeMap<String, Logged> {
    view.resorts().map(|seen| (seen.resort().slug.clone(), of_resort(&seen))).collect()
}

fn of_resort(seen: &Seen<'_>) -> Logged {
    let score = seen.score();
    let mut parts = [None; 6];
    for (slot, component) in parts.iter_mut().zip(&score.components) {
        *slot = component.present.as_ref().map(|present| present.points);
    }
    let snowfall = &seen.resolution().snowfall24h_cm;
    let rows = seen.days(Band::Mid);
    let foreseen = rows.iter().zip(rows.iter().skip(1)).take(OPEN_DAYS - 1).zip(1_u8..);
    let foreseen = foreseen.filter(|((before, day), _)| is_bluebird(before.snowfall_cm, day) == Some(true));
    Logged {
        score: score.value,
        parts,
        snowfall24h_cm: snowfall.value,
        measured: snowfall.source.is_measured(),
        bluebird: rows.first().and_then(|today| is_bluebird(snowfall.value, today)),
        foreseen: foreseen.fold(0, |bits, (_, ahead)| bits | 1 << ahead),
    }
}

#[cfg(test)]
mod tests;
