//! Which stretches of which winters are still to be asked, and what that costs. Pure: what is on record and the day are
//! arguments.

use std::collections::HashMap;

use catalogue::Resort;
use chrono::{Days, NaiveDate};
use climate::{Hemisphere, Winter};
use sources::budget::Limits;
use sources::open_meteo::archive::{ArchivePlace, LAG_DAYS, request};

use super::on_record::Coverage;

/// What a call counts at most where the allowance sets no limit: about eleven winters, so that little is lost with it.
pub const USUAL_WEIGHT: f64 = 145.0;

/// A current winter is asked again when it has at least this many days more than on record.
const NEWER_DAYS: i32 = 7;
/// A winter that came short this often is left as it is.
const MOST_SHORT: u32 = 3;

/// A winter to ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WinterRequest {
    /// The winter to fetch.
    pub winter: Winter,
    /// How often it came short so far.
    pub came_short: u32,
}

/// The days to ask for of one winter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) wanted: WinterRequest,
    pub(super) first: NaiveDate,
    pub(super) last: NaiveDate,
}

/// Winters of one resort that follow each other, for one call.
#[derive(Debug, Clone, PartialEq)]
pub struct Span {
    /// The resort's place; its name is the slug.
    pub place: ArchivePlace,
    /// The winters, oldest first.
    pub winters: Vec<WinterRequest>,
    /// First day.
    pub first: NaiveDate,
    /// Last day.
    pub last: NaiveDate,
    /// The last day that the archive is taken to know.
    pub known_to: NaiveDate,
}

impl Span {
    /// What its call counts.
    #[must_use]
    pub fn weight(&self) -> f64 {
        request::weight_of(days(self.first, self.last))
    }
}

/// The date of a number of days since 1970-01-01; the first of all for a number before that.
pub(super) fn date(epoch_day: i32) -> NaiveDate {
    NaiveDate::from_epoch_days(epoch_day.max(0)).unwrap_or_default()
}

/// What is on record, by resort and winter.
pub(super) type WinterCoverage = HashMap<String, HashMap<i32, Coverage>>;

pub(super) fn known(asked: Vec<Coverage>) -> WinterCoverage {
    let mut known = WinterCoverage::new();
    for row in asked {
        known.entry(row.slug.clone()).or_default().insert(row.winter, row);
    }
    known
}

/// The last day that the archive knows on a day.
pub(super) fn known_to(today: NaiveDate) -> NaiveDate {
    today.checked_sub_days(Days::new(LAG_DAYS)).unwrap_or(today)
}

/// The calls that bring `winters` finished winters and the current one of every resort on record, as far as they are not:
/// resort after resort, newest winters first.
#[must_use]
pub fn spans(
    resorts: &[Resort],
    asked: Vec<Coverage>,
    today: NaiveDate,
    winters: u16,
    most_weight: f64,
) -> Vec<Span> {
    let (known, known_to) = (known(asked), known_to(today));
    let nothing = HashMap::new();
    let of = |resort: &Resort| {
        let known = known.get(&resort.slug).unwrap_or(&nothing);
        joined(resort, pieces(resort, known, known_to, winters), known_to, most_weight)
    };
    resorts.iter().flat_map(of).collect()
}

/// The winters that are not on record, newest first.
fn pieces(
    resort: &Resort,
    known: &HashMap<i32, Coverage>,
    known_to: NaiveDate,
    winters: u16,
) -> impl Iterator<Item = Piece> {
    let current = Winter::of(Hemisphere::of(resort.lat), known_to);
    let winters = (0..=i32::from(winters)).map_while(move |back| current?.plus(-back));
    winters.filter_map(move |winter| {
        let last = winter.last_day().min(known_to);
        let wanted = wanted(winter, last, known.get(&winter.year()))?;
        Some(Piece { wanted, first: winter.first_day(), last })
    })
}

/// Pieces, newest first, as calls: those that follow each other in one, as far as it does not count more than `most_weight`.
pub(super) fn joined(
    resort: &Resort,
    pieces: impl IntoIterator<Item = Piece>,
    known_to: NaiveDate,
    most_weight: f64,
) -> Vec<Span> {
    let mut out: Vec<Span> = Vec::new();
    for Piece { wanted, first, last } in pieces {
        let joins = |span: &Span| {
            let follows = last.checked_add_days(Days::new(1)) == Some(span.first);
            follows && request::weight_of(days(first, span.last)) <= most_weight
        };
        match out.last_mut() {
            Some(span) if joins(span) => {
                span.first = first;
                span.winters.insert(0, wanted);
            }
            _ => out.push(Span { place: place(resort), winters: vec![wanted], first, last, known_to }),
        }
    }
    out
}

fn place(resort: &Resort) -> ArchivePlace {
    ArchivePlace {
        id: resort.slug.clone(),
        lat: resort.lat,
        lon: resort.lon,
        elevation_m: climate::site::asked_m(&resort.profile().elevation_m),
        zone: resort.timezone.name().to_owned(),
    }
}

/// The winter when it is not on record up to `last`, or not whole, or without its weather.
fn wanted(winter: Winter, last: NaiveDate, known: Option<&Coverage>) -> Option<WinterRequest> {
    let Some(known) = known else { return Some(WinterRequest { winter, came_short: 0 }) };
    let more = last.to_epoch_days() - known.asked_through;
    let is_over = last == winter.last_day();
    if !known.has_weather || more >= NEWER_DAYS || (is_over && more > 0) {
        return Some(WinterRequest { winter, came_short: 0 });
    }
    asks_again(known).then_some(WinterRequest { winter, came_short: known.came_short })
}

/// Whether a winter that came short is worth another call.
pub(super) fn asks_again(known: &Coverage) -> bool {
    (1..MOST_SHORT).contains(&known.came_short)
}

fn days(first: NaiveDate, last: NaiveDate) -> usize {
    usize::try_from(last.signed_duration_since(first).num_days() + 1).unwrap_or(0)
}

/// The most that one call may count: no more than fits every window of a share.
#[must_use]
pub fn most_weight(share: Limits) -> f64 {
    [share.minute, share.hour, share.day].into_iter().flatten().fold(USUAL_WEIGHT, f64::min)
}

#[cfg(test)]
mod tests;
