//! Selects the days of the current winter to request, for every resort that has winters on record, and the missing days
//! of the winter before. Pure: the stored winters and the day are arguments.
//!
//! The archive publishes a day first without checks, and again, for good, two to three months later. So together with
//! the new days the newest ones on record are requested again, as many as one counted call takes, and a finished winter
//! is requested as a whole once it has been checked. A finished winter stops being the current one automatically: it is
//! requested to its end, and the next one from its first day.

use std::collections::HashMap;

use catalogue::Resort;
use chrono::{Days, NaiveDate};
use climate::{Hemisphere, Winter};

use super::spans::{
    Piece, Span, WinterCoverage, WinterRequest, asks_again, coverage, date, joined, known_to,
};
use super::stored::Coverage;

/// Number of days that one counted call takes: a single one costs the same.
pub const TAIL_DAYS: u64 = 28;
/// Number of days after which the newest days are requested again: the hours of the forecasts, which reach back nine
/// days, continue the winter until then.
pub const EVERY_DAYS: i32 = 3;
/// Number of days after its end by which every day of a winter has been checked: the two to three months, and some.
const CHECKED_AFTER_DAYS: i32 = 100;

/// Returns the calls that bring resorts with winters on record up to date; those that lag most first.
#[must_use]
pub fn current(resorts: &[Resort], asked: Vec<Coverage>, today: NaiveDate, most_weight: f64) -> Vec<Span> {
    let (known, known_to): (WinterCoverage, NaiveDate) = (coverage(asked), known_to(today));
    let of = |resort: &Resort| {
        let known = known.get(&resort.slug)?;
        Some(joined(resort, pieces(resort, known, known_to), known_to, most_weight))
    };
    let mut spans: Vec<Span> = resorts.iter().filter_map(of).flatten().collect();
    spans.sort_by_key(|span| span.first);
    spans
}

/// Returns the days to request of a resort's winters, from the newest on record to the current one, newest first.
fn pieces(resort: &Resort, known: &HashMap<i32, Coverage>, known_to: NaiveDate) -> Vec<Piece> {
    let hemisphere = Hemisphere::from_latitude(resort.lat);
    let newest = known.keys().max().and_then(|year| Winter::new(hemisphere, *year));
    let (Some(newest), Some(current)) = (newest, Winter::containing(hemisphere, known_to)) else {
        return Vec::new();
    };
    // The winter before the current one may still lack days that were checked since, even if the current one is known.
    let oldest = newest.min(current.plus(-1).unwrap_or(current));
    let back = (0..=current.year() - oldest.year()).filter_map(|back| current.plus(-back));
    back.filter_map(|winter| match known.get(&winter.year()) {
        Some(known) => piece(winter, known, known_to),
        // A gap before the stored winters is left to the backfill.
        None if winter < newest => None,
        None => Some(whole(winter, 0, known_to)),
    })
    .collect()
}

/// Returns the missing days of a stored winter. A winter is requested only once a day: a short response may be complete
/// tomorrow.
fn piece(winter: Winter, known: &Coverage, known_to: NaiveDate) -> Option<Piece> {
    let (last, reach) = (winter.last_day().min(known_to), known_to.to_epoch_days());
    let checked_on = winter.last_day().to_epoch_days() + CHECKED_AFTER_DAYS;
    let is_checked = reach >= checked_on;
    let unknown = last.to_epoch_days() - known.asked_through;
    let is_over = last == winter.last_day();
    // Once every day of it has been checked, all of them are requested a last time.
    let is_due = if is_checked {
        known.asked_through < checked_on || (asks_again(known) && known.asked_through < reach)
    } else {
        unknown >= EVERY_DAYS || (unknown > 0 && (is_over || asks_again(known) || has_turn(known, reach)))
    };
    if !known.has_weather {
        return Some(whole(winter, 0, known_to));
    }
    if !is_due {
        return None;
    }
    if is_checked || asks_again(known) {
        return Some(whole(winter, known.came_short, known_to));
    }
    let newest = last.checked_sub_days(Days::new(TAIL_DAYS - 1)).unwrap_or(last);
    let first = newest.min(date(known.asked_through.saturating_add(1))).max(winter.first_day());
    Some(Piece { wanted: WinterRequest { winter, came_short: known.came_short }, first, last })
}

/// Returns whether a day is the resort's turn. Resorts that were first requested on one day spread over the next ones: a
/// third of them on each, so that a backfill has the same share every day.
fn has_turn(known: &Coverage, epoch_day: i32) -> bool {
    let turn: i32 = known.slug.bytes().map(i32::from).sum();
    (epoch_day + turn) % EVERY_DAYS == 0
}

fn whole(winter: Winter, came_short: u32, known_to: NaiveDate) -> Piece {
    let (first, last) = (winter.first_day(), winter.last_day().min(known_to));
    Piece { wanted: WinterRequest { winter, came_short }, first, last }
}

#[cfg(test)]
mod tests;
