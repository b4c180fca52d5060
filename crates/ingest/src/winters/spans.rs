//! Selects the ranges of winters that are still to be requested, and computes their cost. Pure: the stored winters and
//! the day are arguments.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::ops::RangeInclusive;

use catalogue::Resort;
use chrono::{Days, NaiveDate};
use climate::{Hemisphere, Winter};
use sources::budget::Limits;
use sources::open_meteo::archive::{ArchivePlace, LAG_DAYS, request};

use super::stored::Coverage;
use crate::forecast::is_closed;

/// Maximum weight of a call if the allowance sets no limit: about eleven winters, so that a failure loses little.
pub const USUAL_WEIGHT: f64 = 116.0;

/// Number of finished winters that a backfill fetches for every resort before older ones.
pub(super) const FEW_WINTERS: u16 = 10;

/// Minimum number of days beyond the stored ones for which a current winter is requested again.
const NEWER_DAYS: i32 = 7;
/// Number of short responses after which a winter is left unchanged.
const MOST_SHORT: u32 = 3;

/// A winter to request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WinterRequest {
    /// The winter to fetch.
    pub winter: Winter,
    /// Number of short responses so far.
    pub came_short: u32,
}

/// The days to request of one winter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) wanted: WinterRequest,
    pub(super) first: NaiveDate,
    pub(super) last: NaiveDate,
}

/// Consecutive winters of one resort, for one call.
#[derive(Debug, Clone, PartialEq)]
pub struct Span {
    /// The resort's place; its id is the slug.
    pub place: ArchivePlace,
    /// The winters, oldest first.
    pub winters: Vec<WinterRequest>,
    pub first: NaiveDate,
    pub last: NaiveDate,
    /// The last day that the archive is taken to know.
    pub known_to: NaiveDate,
}

impl Span {
    /// Returns the weight of its call.
    #[must_use]
    pub fn weight(&self) -> f64 {
        request::weight_of(days(self.first, self.last))
    }

    /// Returns the stage to which its newest winter belongs.
    #[must_use]
    pub fn stage(&self) -> Stage {
        if let [WinterRequest { winter, .. }] = self.winters[..]
            && (winter.first_day(), self.known_to) == (self.first, self.last)
        {
            return Stage::Current;
        }
        let current = Winter::containing(Hemisphere::from_latitude(self.place.lat), self.known_to);
        let newest = self.winters.last().map(|wanted| wanted.winter.year());
        let back = current.zip(newest).map(|(current, newest)| current.year() - newest);
        if back.is_some_and(|back| back <= i32::from(FEW_WINTERS)) { Stage::Few } else { Stage::Rest }
    }
}

/// The stages of a backfill, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// A winter up to the newest day of the archive, from its first day on.
    Current,
    /// The ten finished winters that averages need, and newer days of the current one.
    Few,
    /// Earlier winters.
    Rest,
}

/// Returns the date of a number of days since 1970-01-01; the earliest date for a number before that.
pub(super) fn date(epoch_day: i32) -> NaiveDate {
    NaiveDate::from_epoch_days(epoch_day.max(0)).unwrap_or_default()
}

/// The stored coverage, by resort and winter.
pub(super) type WinterCoverage = HashMap<String, HashMap<i32, Coverage>>;

pub(super) fn coverage(asked: Vec<Coverage>) -> WinterCoverage {
    let mut known = WinterCoverage::new();
    for row in asked {
        known.entry(row.slug.clone()).or_default().insert(row.winter, row);
    }
    known
}

/// Returns the last day that the archive knows on a day.
pub(super) fn known_to(today: NaiveDate) -> NaiveDate {
    today.checked_sub_days(Days::new(LAG_DAYS)).unwrap_or(today)
}

/// Sorts resorts in the order of a backfill: the ones that most accounts saved first, of equally saved ones those in season,
/// and of these the ones with most lifts.
pub fn sort_by_interest(resorts: &mut [Resort], saved: &BTreeMap<String, i64>, today: NaiveDate) {
    resorts.sort_by_key(|resort| {
        let accounts = saved.get(&resort.slug).copied().unwrap_or(0);
        (Reverse(accounts), is_closed(resort.profile().season, today), Reverse(resort.lifts))
    });
}

/// Returns the calls of a backfill of `winters` finished winters and the current one, in the order in which they are worth
/// most: the current winter of every resort, then ten winters of every resort, which averages need, then the rest. The
/// order of the resorts is kept in each stage.
#[must_use]
pub fn in_stages(
    resorts: &[Resort],
    asked: &[Coverage],
    today: NaiveDate,
    winters: u16,
    most_weight: f64,
) -> Vec<Span> {
    let stages = [0..=0, 1..=FEW_WINTERS.min(winters), FEW_WINTERS + 1..=winters];
    stages.into_iter().flat_map(|stage| spans(resorts, asked.to_vec(), today, stage, most_weight)).collect()
}

/// Returns the calls that fetch the missing parts of winters, counted back from the current one (0), for every resort:
/// resort after resort, newest winters first.
#[must_use]
pub fn spans(
    resorts: &[Resort],
    asked: Vec<Coverage>,
    today: NaiveDate,
    winters: RangeInclusive<u16>,
    most_weight: f64,
) -> Vec<Span> {
    let (known, known_to) = (coverage(asked), known_to(today));
    let nothing = HashMap::new();
    let of = |resort: &Resort| {
        let known = known.get(&resort.slug).unwrap_or(&nothing);
        joined(resort, pieces(resort, known, known_to, winters.clone()), known_to, most_weight)
    };
    resorts.iter().flat_map(of).collect()
}

/// Returns the winters that are not stored, newest first.
fn pieces(
    resort: &Resort,
    known: &HashMap<i32, Coverage>,
    known_to: NaiveDate,
    winters: RangeInclusive<u16>,
) -> impl Iterator<Item = Piece> {
    let current = Winter::containing(Hemisphere::from_latitude(resort.lat), known_to);
    let winters = winters.map(i32::from).map_while(move |back| current?.plus(-back));
    winters.filter_map(move |winter| {
        let last = winter.last_day().min(known_to);
        let wanted = wanted(winter, last, known.get(&winter.year()))?;
        Some(Piece { wanted, first: winter.first_day(), last })
    })
}

/// Joins pieces, newest first, to calls: consecutive ones in one call, as long as its weight is at most `most_weight`.
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

/// Returns the winter if it is not stored up to `last`, or is incomplete, or lacks its weather.
fn wanted(winter: Winter, last: NaiveDate, known: Option<&Coverage>) -> Option<WinterRequest> {
    let Some(known) = known else { return Some(WinterRequest { winter, came_short: 0 }) };
    let more = last.to_epoch_days() - known.asked_through;
    let is_over = last == winter.last_day();
    if !known.has_weather || more >= NEWER_DAYS || (is_over && more > 0) {
        return Some(WinterRequest { winter, came_short: 0 });
    }
    asks_again(known).then_some(WinterRequest { winter, came_short: known.came_short })
}

/// Returns whether a short winter is worth another call.
pub(super) fn asks_again(known: &Coverage) -> bool {
    (1..MOST_SHORT).contains(&known.came_short)
}

fn days(first: NaiveDate, last: NaiveDate) -> usize {
    usize::try_from(last.signed_duration_since(first).num_days() + 1).unwrap_or(0)
}

/// Returns the maximum weight of one call: it fits every window of a share.
#[must_use]
pub fn most_weight(share: Limits) -> f64 {
    [share.minute, share.hour, share.day].into_iter().flatten().fold(USUAL_WEIGHT, f64::min)
}

#[cfg(test)]
mod tests;
