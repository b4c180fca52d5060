//! Season dates, and the position of a day relative to them.
//!
//! Implements the specification's `seasonOpening` and `seasonClosing`, and `contract-decisions` 5. The dates are
//! resolved separately: operator, else scraped, else the usual month and day of the reference data in the current
//! season. The contract defines no time to live for a claimed date: it is valid for as long as expired evidence may be
//! used.

use chrono::{Datelike, NaiveDate};

use crate::case::Case;
use crate::choose::{Candidate, best};
use crate::evidence::{Claim, MonthDay, UsualSeason};
use crate::field::Field;
use crate::flags::FlagSet;
use crate::freshness::FieldClass;
use crate::plausible;
use crate::record::Flag;
use crate::source::Kind;
use crate::topics::Topic;
use crate::trace::Trace;

/// No season is longer than a leap year.
const LONGEST_YEAR_DAYS: i64 = 366;

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Season {
    pub(crate) opening: Field<NaiveDate>,
    pub(crate) closing: Field<NaiveDate>,
}

/// Position of a day relative to the season.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SeasonPosition {
    /// Neither date is known.
    Unknown,
    /// From the first day to the last, both included.
    Within,
    /// This many days before the opening.
    Before(i64),
    /// After the closing.
    After,
}

impl Season {
    /// Returns the position of `today`. A single known date bounds only its own side. If the closing is before the
    /// opening, it belongs to the previous season: a day between the two is between the seasons and counts as before
    /// the next one.
    pub(crate) fn position(&self, today: NaiveDate) -> SeasonPosition {
        let until_opening = self.opening.value.map(|opening| days_between(today, opening));
        let since_closing = self.closing.value.map(|closing| days_between(closing, today));
        match (until_opening, since_closing) {
            (None, None) => SeasonPosition::Unknown,
            (Some(until), Some(since)) if until > 0 && (since > 0 || !self.is_inverted()) => {
                SeasonPosition::Before(until)
            }
            (Some(until), None) if until > 0 => SeasonPosition::Before(until),
            (_, Some(since)) if since > 0 && !self.is_inverted() => SeasonPosition::After,
            _ => SeasonPosition::Within,
        }
    }

    /// Returns whether `today` is in the season widened by `slack` days on both sides; `None` if no date is known.
    pub(crate) fn widened_contains(&self, today: NaiveDate, slack: i64) -> Option<bool> {
        let opened = self.opening.value.map(|opening| days_between(today, opening) <= slack);
        let not_over = self.closing.value.map(|closing| days_between(closing, today) <= slack);
        match (opened, not_over) {
            (Some(opened), Some(not_over)) if self.is_inverted() => Some(opened || not_over),
            (Some(opened), Some(not_over)) => Some(opened && not_over),
            (one, other) => one.or(other),
        }
    }

    /// Moves the usual date of the other side to the year of a claimed date: a site that still shows last winter's
    /// opening must not create a season of two winters.
    fn rejoin(&mut self, usual: UsualSeason) {
        let (Some(opening), Some(closing)) = (self.opening.value, self.closing.value) else { return };
        if days_between(opening, closing) <= LONGEST_YEAR_DAYS {
            return;
        }
        let beside = |day: MonthDay, year: i32, fits: &dyn Fn(&NaiveDate) -> bool| {
            (year - 1..=year + 1).filter_map(|year| day.in_year(year)).find(fits)
        };
        if self.closing.source == Kind::Profile {
            self.closing.value =
                beside(usual.closes, opening.year(), &|date| *date >= opening).or(Some(closing));
        } else if self.opening.source == Kind::Profile {
            let a_year_before = |date: &NaiveDate| days_between(*date, closing) <= LONGEST_YEAR_DAYS;
            self.opening.value = beside(usual.opens, closing.year(), &a_year_before).or(Some(opening));
        }
    }

    fn is_inverted(&self) -> bool {
        matches!((self.opening.value, self.closing.value), (Some(opening), Some(closing)) if closing < opening)
    }
}

/// Returns the days from `from` to `to`, negative if `to` is earlier.
fn days_between(from: NaiveDate, to: NaiveDate) -> i64 {
    i64::from(to.num_days_from_ce()) - i64::from(from.num_days_from_ce())
}

pub(crate) fn resolve<T: Trace>(
    case: Case<'_>,
    today: NaiveDate,
    flags: &mut FlagSet,
    trace: &mut T,
) -> Season {
    let usual = case.profile.season.and_then(|season| usual_dates(case, season, today, flags));
    let claimed_opening =
        |claim: &Claim| if let Claim::SeasonOpening(date) = claim { Some(*date) } else { None };
    let claimed_closing =
        |claim: &Claim| if let Claim::SeasonClosing(date) = claim { Some(*date) } else { None };
    let mut season = Season {
        opening: one_date(
            case,
            "seasonOpening",
            Topic::SeasonOpening,
            claimed_opening,
            usual.map(|u| u.opens),
            flags,
            trace,
        ),
        closing: one_date(
            case,
            "seasonClosing",
            Topic::SeasonClosing,
            claimed_closing,
            usual.map(|u| u.closes),
            flags,
            trace,
        ),
    };
    if let Some(usual) = case.profile.season {
        season.rejoin(usual);
    }
    season
}

fn one_date<T: Trace>(
    case: Case<'_>,
    name: &'static str,
    topic: Topic,
    claimed: impl Fn(&Claim) -> Option<NaiveDate>,
    usual: Option<NaiveDate>,
    flags: &mut FlagSet,
    trace: &mut T,
) -> Field<NaiveDate> {
    let question = case.question(FieldClass::Standing, name, plausible::season_date);
    let reference = usual.map(|date| Candidate::profile(date, case.profile.checked_at));
    best(&question, case.claims(topic, claimed).chain(reference), flags, trace)
        .map_or_else(Field::not_reported, |chosen| chosen.field(Some))
}

/// The usual season with calendar dates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct DatedSeason {
    opens: NaiveDate,
    closes: NaiveDate,
}

fn usual_dates(
    case: Case<'_>,
    usual: UsualSeason,
    today: NaiveDate,
    flags: &mut FlagSet,
) -> Option<DatedSeason> {
    let placed = place(usual, today, case.policy.season_slack_days);
    if placed.is_none() {
        flags.raise(&Flag::ImplausibleSeason);
    }
    placed
}

/// Returns the current season: the one that contains today; else the one that ended at most `slack` days ago, so that
/// widening has an effect; else the next. `None` for days that the calendar cannot represent.
fn place(usual: UsualSeason, today: NaiveDate, slack: i64) -> Option<DatedSeason> {
    let crosses_new_year = usual.closes < usual.opens;
    let in_year = |year: i32| {
        let opens = usual.opens.in_year(year)?;
        let closes = usual.closes.in_year(year + i32::from(crosses_new_year))?;
        Some(DatedSeason { opens, closes })
    };
    let year = today.year();
    let seasons = [in_year(year - 1)?, in_year(year)?, in_year(year + 1)?];
    let holds = |season: &&DatedSeason| season.opens <= today && today <= season.closes;
    let not_over = |season: &&DatedSeason| days_between(season.closes, today) <= slack.max(0);
    seasons.iter().find(holds).or_else(|| seasons.iter().find(not_over)).copied()
}

impl MonthDay {
    /// Returns the date in `year`; 29 February becomes the 28th in common years. `None` for a day that does not exist
    /// in any year.
    fn in_year(self, year: i32) -> Option<NaiveDate> {
        let (month, day) = (u32::from(self.month), u32::from(self.day));
        NaiveDate::from_ymd_opt(year, month, day).or_else(|| {
            let leap_day = month == 2 && day == 29;
            leap_day.then(|| NaiveDate::from_ymd_opt(year, 2, 28)).flatten()
        })
    }
}

#[cfg(test)]
mod tests;
