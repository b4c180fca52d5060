//! What holds at an instant: which of several bulletins counts, and the level that it gives or why it gives none.
//!
//! A level comes only out of a bulletin whose span holds the instant. Where several do, an issuer's own goes before the
//! levels of an aggregate, the closer region before the larger one, the newer span before the older, the newer edition
//! before the former, the higher level before the lower. The last of these is all that can be said where a region is
//! divided more finely than the resort's place is known.

use std::cmp::Ordering;

use chrono::{NaiveDate, NaiveTime, TimeZone};
use chrono_tz::Tz;
use conditions_core::time::Timestamp;

use crate::bulletin::{Bulletin, Part, Rating, Region, Span};
use crate::danger::{Level, UnratedReason};
use crate::regions::RegionMatch;

/// A bulletin that may count for a place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Choice<'b> {
    /// The lane that brought it.
    pub lane: &'b str,
    /// Whether it is an aggregate's.
    pub is_fallback: bool,
    /// The bulletin.
    pub bulletin: &'b Bulletin,
    /// The region of it that the place lies in; `None` where the issuer draws the ground and names no region.
    pub region: Option<&'b Region>,
    /// How well the region fits.
    pub fit: RegionMatch,
}

/// Why there is no level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Silence {
    /// No bulletin on record is for this place.
    NoBulletin,
    /// There is one for today, and none for the day asked about yet.
    NotYetIssued,
    /// The newest one holds from a later instant on.
    NotYetValid,
    /// The newest one has run out.
    Expired,
    /// What holds gives no level.
    Unrated(UnratedReason),
}

/// What is stated of an instant or a day.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Statement<'b> {
    /// What it comes from; without a level, the bulletin that gives none.
    pub choice: Option<Choice<'b>>,
    /// The highest level of the place, or why there is none.
    pub level: Result<Level, Silence>,
    /// The part of the day that is meant; all of it for a whole day.
    pub part: Part,
}

/// A calendar day at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Day {
    /// The date.
    pub date: NaiveDate,
    /// Its noon.
    pub noon: Timestamp,
}

impl Day {
    /// The day of an instant, moved by so many days.
    #[must_use]
    pub fn of(at: Timestamp, zone: Tz, later: i64) -> Self {
        let date = at.local_date(zone) + chrono::TimeDelta::days(later);
        Self { date, noon: noon(date, zone) }
    }
}

fn noon(date: NaiveDate, zone: Tz) -> Timestamp {
    let local = date.and_time(NaiveTime::MIN) + chrono::TimeDelta::hours(12);
    // No zone has ever skipped its noon for longer than a day; the plain reading stands in where one does.
    let instant = zone.from_local_datetime(&local).earliest().map(|at| at.timestamp_millis());
    Timestamp::from_millis(instant.unwrap_or_else(|| local.and_utc().timestamp_millis()))
}

/// What is stated of now and of the next day.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Statements<'b> {
    /// At this instant.
    pub now: Statement<'b>,
    /// The next calendar day at the place.
    pub tomorrow: Statement<'b>,
    /// That day.
    pub day: Day,
}

impl<'b> Statements<'b> {
    /// Of the bulletins that may count for a place in `zone`.
    #[must_use]
    pub fn new(candidates: &[Choice<'b>], now: Timestamp, zone: Tz) -> Self {
        let day = Day::of(now, zone, 1);
        let present = match choose(candidates, now) {
            Ok(choice) => {
                let part = choice.bulletin.valid.map_or(Part::AllDay, |valid| part_at(valid, now, zone));
                Statement::of(choice, part)
            }
            Err((choice, silence)) => Statement { choice, level: Err(silence), part: Part::AllDay },
        };
        let tomorrow = match choose(candidates, day.noon) {
            Ok(choice) => Statement::of(choice, Part::AllDay),
            // What has run out by then says nothing of then; what holds now may be followed.
            Err((_, Silence::Expired)) if present.holds(now) => {
                Statement { choice: present.choice, level: Err(Silence::NotYetIssued), part: Part::AllDay }
            }
            Err((choice, silence)) => Statement { choice, level: Err(silence), part: Part::AllDay },
        };
        Self { now: present, tomorrow, day }
    }
}

impl<'b> Statement<'b> {
    fn of(choice: Choice<'b>, part: Part) -> Self {
        let applies = |rating: &&Rating| applies(rating.part, part);
        let dangers = || choice.bulletin.ratings.iter().filter(applies).map(|rating| rating.danger);
        let level = dangers().filter_map(|danger| danger.level()).max().ok_or_else(|| {
            let unrated = dangers().filter_map(|danger| match danger {
                crate::Danger::Unrated(unrated) => Some(unrated),
                crate::Danger::Level(_) => None,
            });
            Silence::Unrated(unrated.max().unwrap_or(UnratedReason::NoRating))
        });
        Self { choice: Some(choice), level, part }
    }

    /// Whether it is from a bulletin that holds at an instant.
    #[must_use]
    pub fn holds(&self, at: Timestamp) -> bool {
        self.choice.and_then(|choice| choice.bulletin.valid).is_some_and(|valid| valid.holds(at))
    }

    /// The ratings of the part that is meant; of a bulletin that does not count, none.
    pub fn ratings(&self) -> impl Iterator<Item = &'b Rating> + use<'b> {
        let part = self.part;
        let counts = !matches!(
            self.level,
            Err(Silence::NoBulletin | Silence::NotYetIssued | Silence::NotYetValid | Silence::Expired)
        );
        let ratings = self.choice.filter(|_| counts).map(|choice| choice.bulletin.ratings.as_slice());
        ratings.unwrap_or_default().iter().filter(move |rating| applies(rating.part, part))
    }
}

/// Whether what is stated for a part counts for the part that is asked about.
fn applies(stated: Part, asked: Part) -> bool {
    stated == Part::AllDay || asked == Part::AllDay || stated == asked
}

/// Issuers state an earlier and a later part without an hour. They part at the last noon of the span, by the clock of the
/// place: a span from evening to evening then has the night and the morning before, and the afternoon behind it.
fn part_at(valid: Span, now: Timestamp, zone: Tz) -> Part {
    let last = Day::of(valid.to, zone, 0);
    let noon = if last.noon < valid.to { last.noon } else { Day::of(valid.to, zone, -1).noon };
    if now < noon { Part::Earlier } else { Part::Later }
}

/// The bulletin that counts at an instant.
///
/// # Errors
/// Why none does, and the one that comes nearest to it.
pub fn choose<'b>(
    candidates: &[Choice<'b>],
    at: Timestamp,
) -> Result<Choice<'b>, (Option<Choice<'b>>, Silence)> {
    let valid = |choice: &&Choice<'b>| choice.bulletin.valid;
    let holds = |choice: &&Choice<'b>| valid(choice).is_some_and(|valid| valid.holds(at));
    if let Some(choice) = candidates.iter().filter(holds).max_by(|a, b| better(a, b)) {
        return Ok(*choice);
    }
    // What an issuer states without a span is why there is none, such as the end of its season.
    let unrated = |choice: &&Choice<'b>| valid(choice).is_none();
    if let Some(choice) = candidates.iter().filter(unrated).max_by(|a, b| better(a, b)) {
        let unrated = choice.bulletin.ratings.iter().find_map(|rating| match rating.danger {
            crate::Danger::Unrated(unrated) => Some(unrated),
            crate::Danger::Level(_) => None,
        });
        return Err((Some(*choice), Silence::Unrated(unrated.unwrap_or(UnratedReason::NoRating))));
    }
    let ahead = |choice: &&Choice<'b>| valid(choice).is_some_and(|valid| valid.from > at);
    let begins = |choice: &Choice<'b>| choice.bulletin.valid.map(|valid| valid.from);
    let next =
        candidates.iter().filter(ahead).min_by(|a, b| begins(a).cmp(&begins(b)).then_with(|| better(b, a)));
    if let Some(choice) = next {
        return Err((Some(*choice), Silence::NotYetValid));
    }
    let ended = |choice: &Choice<'b>| choice.bulletin.valid.map(|valid| valid.to);
    let last = candidates.iter().max_by(|a, b| ended(a).cmp(&ended(b)).then_with(|| better(a, b)));
    Err(last.map_or((None, Silence::NoBulletin), |choice| (Some(*choice), Silence::Expired)))
}

/// Which of two counts more; see the module.
fn better(a: &Choice<'_>, b: &Choice<'_>) -> Ordering {
    let from = |choice: &Choice<'_>| choice.bulletin.valid.map(|valid| valid.from);
    let edition = |choice: &Choice<'_>| choice.bulletin.issued_at;
    let highest = |choice: &Choice<'_>| choice.bulletin.highest();
    let by_edition = edition(a).cmp(&edition(b));
    let by_level = highest(a).cmp(&highest(b));
    // Parts of a region are no editions of each other.
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
