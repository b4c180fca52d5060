//! Reads the time of a question, in the resort's local days: a span of dates, a season, or a number of days.
//!
//! One grammar serves six languages, since it reads the lexicon's tags and numbers.

use chrono::{Datelike, Days, NaiveDate};

use crate::feature::Feature;
use crate::language::Language;
use crate::lexicon::Tag;
use crate::tokens::{Kind, Token};

mod bare;
mod dates;
mod deadline;
mod holidays;
mod marks;
mod past_days;
mod relative;
mod short;

use marks::Marks;

pub(crate) use short::read_short_days;

/// The month in which a northern season begins.
const SEASON_BEGINS: u32 = 7;
/// Days ahead that the longest forecast reaches.
const LONGEST_FORECAST: i64 = 15;

/// First and last day, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    pub first: NaiveDate,
    pub last: NaiveDate,
}

impl Span {
    /// Returns the span of one day.
    pub(crate) const fn day(day: NaiveDate) -> Self {
        Self { first: day, last: day }
    }
}

/// A past season or the current one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Season {
    /// The last complete season.
    Last,
    /// A season named by its years, such as `2024-25`, or by the year in which it begins.
    Named(String),
    /// The current season.
    Running,
}

/// The time of a question.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TimeFrame {
    pub span: Option<Span>,
    /// Month, if the days are a whole month.
    pub month: Option<u32>,
    pub season: Option<Season>,
    /// Number of days of a trip or of a forecast.
    pub day_count: Option<u32>,
    /// Whether a date does not exist.
    pub is_impossible: bool,
    /// Whether the day is given by a date or a holiday, not by its distance from today.
    pub is_dated: bool,
}

impl TimeFrame {
    /// Returns the number of days from today to the last requested one, today being the first; `None` without days or
    /// if they are over.
    #[must_use]
    pub fn days_ahead(&self, today: NaiveDate) -> Option<i64> {
        let last = self.span?.last;
        (last >= today).then(|| (last - today).num_days() + 1)
    }

    /// Returns whether the days begin after the longest forecast.
    #[must_use]
    pub fn is_beyond_forecasts(&self, today: NaiveDate) -> bool {
        self.span.is_some_and(|span| (span.first - today).num_days() > LONGEST_FORECAST)
    }

    /// Returns whether all of the days are over.
    #[must_use]
    pub fn is_past(&self, today: NaiveDate) -> bool {
        self.span.is_some_and(|span| span.last < today)
    }
}

/// Number from which a part of a month is one of its weeks.
const FIRST_WEEK: i64 = 3;

/// The input from which time is read.
pub(crate) struct Reader<'a, 'q> {
    tokens: &'a [Token<'q>],
    marks: Marks,
    language: Language,
    today: NaiveDate,
}

/// Reads the time of a question.
pub(crate) fn read(reader: &Reader<'_, '_>) -> TimeFrame {
    let mut when = named(reader);
    when.span = when.span.map(|span| reader.until_then(span));
    when
}

fn named(reader: &Reader<'_, '_>) -> TimeFrame {
    let mut when =
        TimeFrame { season: reader.season(), day_count: reader.day_count(), ..TimeFrame::default() };
    match reader.dated() {
        Some(Ok(span)) => {
            when.span = Some(reader.week_from(reader.counted_from(span, when.day_count)));
            when.is_dated = true;
            return when;
        }
        Some(Err(())) => {
            when.is_impossible = true;
            return when;
        }
        None => {}
    }
    if let Some(span) = reader.holidays() {
        when.span = Some(span);
        when.is_dated = true;
    } else if reader.tells_week_of_month()
        && let Some((span, month)) = reader.month()
    {
        when.span = Some(span);
        when.month = month;
        when.is_dated = true;
    } else if reader.tells_week()
        && let Some(day) = reader.day_of_month()
    {
        when.span = Some(Span::day(day));
        when.is_dated = true;
    } else if let Some(span) = reader.weekday_with_day() {
        when.span = Some(span);
        when.is_dated = true;
    } else if let Some(span) = reader.relative() {
        when.span = Some(span);
    } else if let Some((span, month)) = reader.month() {
        when.span = Some(span);
        when.month = month;
        when.is_dated = true;
    } else if let Some(day) = reader.day_of_month() {
        when.span = Some(Span::day(day));
        when.is_dated = true;
    }
    when
}

impl<'a, 'q> Reader<'a, 'q> {
    pub(crate) fn new(tokens: &'a [Token<'q>], tags: &[Tag], language: Language, today: NaiveDate) -> Self {
        let marks = Marks::new(&past_days::without_denied_days(tokens, tags));
        Self { tokens, marks, language, today }
    }

    /// Returns the tags of a feature that are not within a longer tag of the same feature.
    fn tags(&self, feature: Feature) -> impl Iterator<Item = &Tag> {
        self.marks.tags(feature)
    }

    fn has(&self, feature: Feature) -> bool {
        self.marks.tags(feature).next().is_some()
    }

    /// Returns whether a feature directly precedes or follows a span, with at most `apart` tokens between.
    fn is_near(&self, feature: Feature, from: usize, to: usize, apart: usize) -> bool {
        self.tags(feature).any(|tag| {
            (tag.to <= from && from - tag.to <= apart) || (to <= tag.from && tag.from - to <= apart)
        })
    }

    /// Returns the number of a token, in digits or as a word.
    fn number_at(&self, at: usize) -> Option<u32> {
        let written = self.tokens.get(at).and_then(Token::number);
        let said = || {
            let word = self.marks.at(Feature::Number, at).next()?;
            word.number().and_then(|number| u32::try_from(number).ok())
        };
        written.or_else(said)
    }

    /// Returns the seven days from a date: "La semaine du 14 février".
    fn week_from(&self, span: Span) -> Span {
        let is_other = [Feature::Next, Feature::This, Feature::Last].into_iter().any(|other| self.has(other));
        if span.first != span.last || !self.has(Feature::Week) || is_other {
            return span;
        }
        Span { last: span.first.checked_add_days(chrono::Days::new(6)).unwrap_or(span.last), ..span }
    }

    /// Returns a number of days: "quinze jours" are two weeks, with both ends counted.
    fn days_at(&self, at: usize) -> Option<u32> {
        let of_fortnight = matches!(self.language, Language::French | Language::Italian | Language::Spanish);
        self.number_at(at).map(|days| if days == 15 && of_fortnight { 14 } else { days })
    }

    /// Returns the previous token that is not a sign.
    fn before(&self, at: usize) -> Option<usize> {
        (0..at)
            .rev()
            .find(|at| self.tokens.get(*at).is_some_and(|token| !matches!(token.kind, Kind::Sign(_))))
    }

    fn date_after(&self, days: u64) -> NaiveDate {
        self.today.checked_add_days(Days::new(days)).unwrap_or(self.today)
    }

    fn back(&self, days: u64) -> NaiveDate {
        self.today.checked_sub_days(Days::new(days)).unwrap_or(self.today)
    }

    /// Returns the season: "last winter", "2024-25", "the winter of 2019", "this season".
    fn season(&self) -> Option<Season> {
        let year = |at: usize| match self.tokens.get(at)?.kind {
            Kind::Number(year @ 1950..=2100, 4) => Some(year),
            _ => None,
        };
        let says_season = self.has(Feature::SeasonWord) || self.has(Feature::Leader);
        for at in 0..self.tokens.len() {
            if let Some(season) = self.short_season(at) {
                return Some(season);
            }
            let Some(begins) = year(at) else { continue };
            let joined = self.tokens.get(at + 1).is_some_and(|sign| sign.is_sign(&['-', '/', '\u{2013}']));
            let ends = self.tokens.get(at + 2).map(|token| token.kind).filter(|_| joined);
            if let Some(Kind::Number(ends, 2 | 4)) = ends
                && ends % 100 == (begins + 1) % 100
            {
                return Some(Season::Named(format!("{begins}-{:02}", ends % 100)));
            }
            let is_over = self.has(Feature::Fell)
                && at.checked_sub(1).is_some_and(|before| self.tag_at(Feature::At, before))
                && i64::from(begins) < i64::from(self.today.year());
            if (says_season || is_over) && !self.is_near(Feature::Month, at, at + 1, 1) && !joined {
                return Some(Season::Named(begins.to_string()));
            }
        }
        let season = self.tags(Feature::SeasonWord).next()?;
        let beside = |feature| self.is_near(feature, season.from, season.to, 0);
        let is_beside = |tag: &Tag| tag.value == "2" && (tag.to == season.from || season.to == tag.from);
        if self.tags(Feature::Last).any(is_beside) {
            let running = self.today.year() - i32::from(self.today.month() < SEASON_BEGINS);
            return Some(Season::Named(format!("{}-{:02}", running - 2, (running - 1) % 100)));
        }
        if beside(Feature::Last) {
            return Some(Season::Last);
        }
        (beside(Feature::This)).then_some(Season::Running)
    }

    /// Returns a winter of two digits: "22/23".
    fn short_season(&self, at: usize) -> Option<Season> {
        let number = |at: usize| match self.tokens.get(at)?.kind {
            Kind::Number(number, 2) => i32::try_from(number).ok(),
            _ => None,
        };
        let (begins, ends) = (number(at)?, number(at + 2)?);
        let is_joined = self.tokens.get(at + 1)?.is_sign(&['/']);
        let this = self.today.year() % 100;
        let century = if begins > this { 1900 } else { 2000 };
        (is_joined && begins > 12 && ends == begins + 1)
            .then(|| Season::Named(format!("{}-{ends:02}", century + begins)))
    }

    /// Returns the number of days: "5 days", "a 3-day trip".
    fn day_count(&self) -> Option<u32> {
        self.tags(Feature::Days)
            .find_map(|tag| {
                let number = self.days_at(self.before(tag.from)?)?;
                // "A day" is not a count.
                (number > 1 || self.tokens.get(self.before(tag.from)?).is_some_and(|t| t.number().is_some()))
                    .then_some(number)
            })
            .or_else(|| self.weeks())
    }

    /// Returns the number of days in weeks: "a week-long trip", "deux semaines".
    fn weeks(&self) -> Option<u32> {
        let is_of_calendar = |tag: &Tag| {
            [Feature::Next, Feature::This, Feature::Last]
                .into_iter()
                .any(|feature| self.is_near(feature, tag.from, tag.to, 0))
        };
        let weeks =
            self.tags(Feature::Weeks).find(|tag| !is_of_calendar(tag) && !self.is_since_weeks(tag))?;
        u32::try_from(weeks.number()?).ok().map(|weeks| weeks * 7)
    }

    /// Returns a month without a day, or a part of one, and the month's number if it is whole.
    fn month(&self) -> Option<(Span, Option<u32>)> {
        let tag = self.tags(Feature::Month).find(|tag| self.is_month(tag))?;
        let month = self.month_of(tag)?;
        let part = self.tags(Feature::Part).find(|part| {
            (part.to <= tag.from && tag.from - part.to <= 2)
                || (tag.to <= part.from && part.from - tag.to <= 2)
                || (part.from <= tag.from && tag.to <= part.to)
        });
        let (first, last) = match part.and_then(Tag::number) {
            Some(0) => (1, Some(10)),
            Some(1) => (11, Some(20)),
            Some(2) => (21, None),
            Some(3) => (1, Some(7)),
            Some(4) => (8, Some(14)),
            Some(5) => (15, Some(21)),
            Some(6) => (22, None),
            Some(7) => (1, Some(15)),
            Some(8) => (16, None),
            _ => (1, None),
        };
        // "We met each January since 1988" is not about a January.
        if self.tag_at(Feature::Since, tag.to) {
            return None;
        }
        let year = self.year_among(tag.to..tag.to + 3);
        let of_year = |year: i32| {
            let last = match last {
                Some(day) => NaiveDate::from_ymd_opt(year, month, day)?,
                None => last_of(year, month)?,
            };
            Some(Span { first: NaiveDate::from_ymd_opt(year, month, first)?, last })
        };
        let span = match year {
            Some(year) => of_year(year)?,
            None => {
                let this = of_year(self.today.year())?;
                if this.last < self.today { of_year(self.today.year() + 1)? } else { this }
            }
        };
        Some((span, part.is_none().then_some(month)))
    }

    /// Returns whether a week of a month is given, which is neither this week nor the last.
    fn tells_week_of_month(&self) -> bool {
        // "The mid-February long weekend" is in February.
        let is_of_weekend =
            self.has(Feature::Weekend) && self.tags(Feature::Month).any(|tag| self.is_month(tag));
        self.tags(Feature::Part).filter_map(Tag::number).any(|part| part >= FIRST_WEEK || is_of_weekend)
    }

    /// Returns whether a word is a month's name: "may" is also a verb, "mar" a sea.
    fn is_month(&self, tag: &Tag) -> bool {
        let Some(token) = self.tokens.get(tag.from) else { return false };
        if !matches!(token.folded.as_str(), "may" | "mar" | "march" | "jan" | "mai") {
            return true;
        }
        let prepared = self.before(tag.from).is_some_and(|before| {
            [Feature::At, Feature::Part, Feature::Until]
                .into_iter()
                .any(|feature| self.tags(feature).any(|other| other.to == before + 1))
        });
        let counts = |at: usize| {
            self.tokens.get(at).is_some_and(|token| matches!(token.kind, Kind::Number(1..=31, 1..=2)))
        };
        let is_dated = counts(tag.to) || tag.from.checked_sub(1).is_some_and(counts);
        (token.is_capital() && tag.from > 0) || prepared || (is_dated && token.folded != "may")
    }

    /// Returns the month of a tag; for the character for months, the number before it.
    fn month_of(&self, tag: &Tag) -> Option<u32> {
        let month = match tag.number()? {
            0 => self.tokens.get(tag.from.checked_sub(1)?).and_then(Token::number)?,
            month => u32::try_from(month).ok()?,
        };
        (1..=12).contains(&month).then_some(month)
    }
}

/// Returns the last day of a month.
fn last_of(year: i32, month: u32) -> Option<NaiveDate> {
    let (year, month) = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
    NaiveDate::from_ymd_opt(year, month, 1)?.pred_opt()
}

#[cfg(test)]
mod tests;
