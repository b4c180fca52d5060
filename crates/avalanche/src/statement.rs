//! Selects the bulletin that applies at a time, and its level or the reason for a missing one.
//!
//! A level comes only from a bulletin whose span contains the time. If several do, the order of preference is: an
//! issuer's own bulletin before the levels of an aggregate, the closer region before the larger one, the newer span
//! before the older, the newer edition before the previous one, the higher level before the lower. The last rule is
//! needed if a region is divided more finely than the resort's location is known.

use std::cmp::Ordering;

use chrono::{NaiveDate, NaiveTime, TimeZone};
use chrono_tz::Tz;
use conditions_core::time::Timestamp;

use crate::bulletin::{Bulletin, Part, Rating, Region, Span};
use crate::danger::{Level, UnratedReason};
use crate::regions::RegionMatch;

/// A bulletin that may apply to a place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Choice<'b> {
    /// The lane that fetched it.
    pub lane: &'b str,
    /// Whether it comes from an aggregate.
    pub is_fallback: bool,
    pub bulletin: &'b Bulletin,
    /// Its region that contains the place; `None` if the issuer draws the area and names no region.
    pub region: Option<&'b Region>,
    /// How well the region matches.
    pub fit: RegionMatch,
}

/// Reason for a missing level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MissingLevelReason {
    /// No bulletin on record is for this place.
    NoBulletin,
    /// There is one for today, but none yet for the requested day.
    NotYetIssued,
    /// The newest one becomes valid later.
    NotYetValid,
    /// The newest one has expired.
    Expired,
    /// The valid one does not give a level.
    Unrated(UnratedReason),
}

/// The statement for a time or a day.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Statement<'b> {
    /// The bulletin that it comes from; without a level, the bulletin that lacks it.
    pub choice: Option<Choice<'b>>,
    /// The highest level of the place, or the reason why it is missing.
    pub level: Result<Level, MissingLevelReason>,
    /// The part of the day that is meant; all of it for a whole day.
    pub part: Part,
}

/// A calendar day at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Day {
    pub date: NaiveDate,
    /// Noon of the day.
    pub noon: Timestamp,
}

impl Day {
    /// Returns the day of a time, moved by `later` days.
    #[must_use]
    pub fn at(at: Timestamp, zone: Tz, later: i64) -> Self {
        let date = at.local_date(zone) + chrono::TimeDelta::days(later);
        Self { date, noon: noon(date, zone) }
    }
}

fn noon(date: NaiveDate, zone: Tz) -> Timestamp {
    let local = date.and_time(NaiveTime::MIN) + chrono::TimeDelta::hours(12);
    // No zone has ever skipped its noon for longer than a day; if one does, the local time is read as UTC.
    let instant = zone.from_local_datetime(&local).earliest().map(|at| at.timestamp_millis());
    Timestamp::from_millis(instant.unwrap_or_else(|| local.and_utc().timestamp_millis()))
}

/// The statements for now and for the next day.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Statements<'b> {
    /// Statement for now.
    pub now: Statement<'b>,
    /// Statement for the next calendar day at the place.
    pub tomorrow: Statement<'b>,
    /// The next calendar day.
    pub day: Day,
}

impl<'b> Statements<'b> {
    /// Makes the statements from the bulletins that may apply to a place in `zone`.
    #[must_use]
    pub fn new(candidates: &[Choice<'b>], now: Timestamp, zone: Tz) -> Self {
        let day = Day::at(now, zone, 1);
        let present = match choose(candidates, now) {
            Ok(choice) => {
                let part = choice.bulletin.valid.map_or(Part::AllDay, |valid| part_at(valid, now, zone));
                Statement::from_choice(choice, part)
            }
            Err((choice, silence)) => Statement { choice, level: Err(silence), part: Part::AllDay },
        };
        let tomorrow = match choose(candidates, day.noon) {
            Ok(choice) => Statement::from_choice(choice, Part::AllDay),
            // A bulletin that has expired by then says nothing about that day; a currently valid one may have a
            // successor.
            Err((_, MissingLevelReason::Expired)) if present.is_valid_at(now) => Statement {
                choice: present.choice,
                level: Err(MissingLevelReason::NotYetIssued),
                part: Part::AllDay,
            },
            Err((choice, silence)) => Statement { choice, level: Err(silence), part: Part::AllDay },
        };
        Self { now: present, tomorrow, day }
    }
}

impl<'b> Statement<'b> {
    fn from_choice(choice: Choice<'b>, part: Part) -> Self {
        let applies = |rating: &&Rating| applies(rating.part, part);
        let dangers = || choice.bulletin.ratings.iter().filter(applies).map(|rating| rating.danger);
        let level = dangers().filter_map(|danger| danger.level()).max().ok_or_else(|| {
            let unrated = dangers().filter_map(|danger| match danger {
                crate::Danger::Unrated(unrated) => Some(unrated),
                crate::Danger::Level(_) => None,
            });
            MissingLevelReason::Unrated(unrated.max().unwrap_or(UnratedReason::NoRating))
        });
        Self { choice: Some(choice), level, part }
    }

    /// Returns whether it is from a bulletin that is valid at a time.
    #[must_use]
    pub fn is_valid_at(&self, at: Timestamp) -> bool {
        self.choice.and_then(|choice| choice.bulletin.valid).is_some_and(|valid| valid.contains(at))
    }

    /// Returns the ratings of the part that is meant; empty if the bulletin does not apply.
    pub fn ratings(&self) -> impl Iterator<Item = &'b Rating> + use<'b> {
        let part = self.part;
        let counts = !matches!(
            self.level,
            Err(MissingLevelReason::NoBulletin
                | MissingLevelReason::NotYetIssued
                | MissingLevelReason::NotYetValid
                | MissingLevelReason::Expired)
        );
        let ratings = self.choice.filter(|_| counts).map(|choice| choice.bulletin.ratings.as_slice());
        ratings.unwrap_or_default().iter().filter(move |rating| applies(rating.part, part))
    }
}

/// Returns whether a statement for one part applies to the requested part.
fn applies(stated: Part, asked: Part) -> bool {
    stated == Part::AllDay || asked == Part::AllDay || stated == asked
}

/// Returns the part of a span at a time. Issuers state an earlier and a later part without an hour. The border is the
/// last noon of the span, in local time: a span from evening to evening then has the night and the morning before it,
/// and the afternoon after it.
fn part_at(valid: Span, now: Timestamp, zone: Tz) -> Part {
    let last = Day::at(valid.to, zone, 0);
    let noon = if last.noon < valid.to { last.noon } else { Day::at(valid.to, zone, -1).noon };
    if now < noon { Part::Earlier } else { Part::Later }
}

/// Returns the bulletin that applies at a time.
///
/// # Errors
/// Returns the reason why none does, and the nearest candidate.
pub fn choose<'b>(
    candidates: &[Choice<'b>],
    at: Timestamp,
) -> Result<Choice<'b>, (Option<Choice<'b>>, MissingLevelReason)> {
    let valid = |choice: &&Choice<'b>| choice.bulletin.valid;
    let holds = |choice: &&Choice<'b>| valid(choice).is_some_and(|valid| valid.contains(at));
    if let Some(choice) = candidates.iter().filter(holds).max_by(|a, b| better(a, b)) {
        return Ok(*choice);
    }
    // An issuer's statement without a span, such as the end of its season, explains a missing level.
    let unrated = |choice: &&Choice<'b>| valid(choice).is_none();
    if let Some(choice) = candidates.iter().filter(unrated).max_by(|a, b| better(a, b)) {
        let unrated = choice.bulletin.ratings.iter().find_map(|rating| match rating.danger {
            crate::Danger::Unrated(unrated) => Some(unrated),
            crate::Danger::Level(_) => None,
        });
        return Err((Some(*choice), MissingLevelReason::Unrated(unrated.unwrap_or(UnratedReason::NoRating))));
    }
    let ahead = |choice: &&Choice<'b>| valid(choice).is_some_and(|valid| valid.from > at);
    let begins = |choice: &Choice<'b>| choice.bulletin.valid.map(|valid| valid.from);
    let next =
        candidates.iter().filter(ahead).min_by(|a, b| begins(a).cmp(&begins(b)).then_with(|| better(b, a)));
    if let Some(choice) = next {
        return Err((Some(*choice), MissingLevelReason::NotYetValid));
    }
    let ended = |choice: &Choice<'b>| choice.bulletin.valid.map(|valid| valid.to);
    let last = candidates.iter().max_by(|a, b| ended(a).cmp(&ended(b)).then_with(|| better(a, b)));
    Err(last.map_or((None, MissingLevelReason::NoBulletin), |choice| {
        (Some(*choice), MissingLevelReason::Expired)
    }))
}

/// Compares two candidates by preference; see the module.
fn better(a: &Choice<'_>, b: &Choice<'_>) -> Ordering {
    let from = |choice: &Choice<'_>| choice.bulletin.valid.map(|valid| valid.from);
    let edition = |choice: &Choice<'_>| choice.bulletin.issued_at;
    let highest = |choice: &Choice<'_>| choice.bulletin.highest();
    let by_edition = edition(a).cmp(&edition(b));
    let by_level = highest(a).cmp(&highest(b));
    // Parts of a region are not editions of each other.
    let last = if a.fit == RegionMatch::Part { by_level.then(by_edition) } else { by_edition.then(by_level) };
    b.is_fallback
        .cmp(&a.is_fallback)
        .then(a.fit.cmp(&b.fit))
        .then_with(|| from(a).cmp(&from(b)))
        .then(last)
        .then_with(|| b.lane.cmp(a.lane))
        .then_with(|| b.bulletin.id.cmp(&a.bulletin.id))
        .then_with(|| b.region.map(|region| &region.id).cmp(&a.region.map(|region| &region.id)))
}

#[cfg(test)]
mod tests;
