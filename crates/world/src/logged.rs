//! The current public state of every resort in the form of the day log.

use std::collections::BTreeMap;

use conditions_core::record::Band;
use evidence::DayLogEntry;

use crate::bluebird::is_bluebird;
use crate::world::{OPEN_DAYS, View, VisibleResort};

/// Returns the current public state of every resort.
#[must_use]
pub fn logged(view: &View<'_>) -> BTreeMap<String, DayLogEntry> {
    view.resorts().map(|seen| (seen.resort().slug.clone(), of_resort(&seen))).collect()
}

fn of_resort(seen: &VisibleResort<'_>) -> DayLogEntry {
    let score = seen.score();
    let mut parts = [None; 6];
    for (slot, component) in parts.iter_mut().zip(&score.components) {
        *slot = component.present.as_ref().map(|present| present.points);
    }
    let snowfall = &seen.resolution().snowfall24h_cm;
    let rows = seen.days(Band::Mid);
    let foreseen = rows.iter().zip(rows.iter().skip(1)).take(OPEN_DAYS - 1).zip(1_u8..);
    let foreseen = foreseen.filter(|((before, day), _)| is_bluebird(before.snowfall_cm, day) == Some(true));
    DayLogEntry {
        score: score.value,
        parts,
        snowfall24h_cm: snowfall.value,
        measured: snowfall.source.is_measured(),
        bluebird: rows.first().and_then(|today| is_bluebird(snowfall.value, today)),
        foreseen: foreseen.fold(0, |bits, (_, ahead)| bits | 1 << ahead),
    }
}
