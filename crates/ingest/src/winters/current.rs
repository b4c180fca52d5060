//! Which days of the current winter are to be asked, of every resort that has winters on record, and of the winter before
//! what it still lacks. Pure: what is on record and the day are arguments.
//!
//! The archive tells a day first without having checked it, and once more, for good, two to three months later. So with the
//! days that are new the newest ones on record are asked again, as many as one counted call takes; and a winter that is over
//! is asked for whole once it has been checked. A winter that ended stops being the current one by itself: it is asked to
//! its end, and the next one from its first day.

use std::collections::HashMap;

use catalogue::Resort;
use chrono::{Days, NaiveDate};
use climate::{Hemisphere, Winter};

use super::on_record::Coverage;
use super::spans::{Piece, Span, WinterCoverage, WinterRequest, asks_again, date, joined, known, known_to};

/// Days that one counted call takes: a single one costs the same.
pub const TAIL_DAYS: u64 = 28;
/// So many days after its end every day of a winter has been checked: the two to three months, and some.
const CHECKED_AFTER_DAYS: i32 = 100;

/// The calls that bring resorts with winters on record up to date; those that are furthest behind first.
#[must_use]
pub fn current(resorts: &[Resort], asked: Vec<Coverage>, today: NaiveDate, most_weight: f64) -> Vec<Span> {
    let (known, known_to): (WinterCoverage, NaiveDate) = (known(asked), known_to(today));
    let of = |resort: &Resort| {
        let known = known.get(&resort.slug)?;
        Some(joined(resort, pieces(resort, known, known_to), known_to, most_weight))
    };
    let mut spans: Vec<Span> = resorts.iter().filter_map(of).flatten().collect();
    spans.sort_by_key(|span| span.first);
    spans
}

/// What is to be asked of a resort's winters from the newest on record to the current one, newest first.
fn pieces(resort: &Resort, known: &HashMap<i32, Coverage>, known_to: NaiveDate) -> Vec<Piece> {
    let hemisphere = Hemisphere::of(resort.lat);
    let newest = known.keys().max().and_then(|year| Winter::new(hemisphere, *year));
    let (Some(newest), Some(current)) = (newest, Winter::of(hemisphere, known_to)) else { return Vec::new() };
    // The winter before the current one may still lack days that were checked since, also where the current one is known.
    let oldest = newest.min(current.plus(-1).unwrap_or(current));
    let back = (0..=current.year() - oldest.year()).filter_map(|back| current.plus(-back));
    back.filter_map(|winter| match known.get(&winter.year()) {
        Some(known) => piece(winter, known, known_to),
        // A gap before what is on record is the backfill's.
        None if winter < newest => None,
        None => Some(whole(winter, 0, known_to)),
    })
    .collect()
}

/// What a winter on record lacks. Nothing is asked twice on one day: what came short may come whole tomorrow.
fn piece(winter: Winter, known: &Coverage, known_to: NaiveDate) -> Option<Piece> {
    let (last, reach) = (winter.last_day().min(known_to), known_to.to_epoch_days());
    let checked_on = winter.last_day().to_epoch_days() + CHECKED_AFTER_DAYS;
    let is_checked = reach >= checked_on;
    // Once every day of it has been checked, one last look at all of them.
    let is_due = if is_checked {
        known.asked_through < checked_on || (asks_again(known) && known.asked_through < reach)
    } else {
        known.asked_through < last.to_epoch_days()
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

fn whole(winter: Winter, came_short: u32, known_to: NaiveDate) -> Piece {
    let (first, last) = (winter.first_day(), winter.last_day().min(known_to));
    Piece { wanted: WinterRequest { winter, came_short }, first, last }
}

#[cfg(test)]
mod tests;
