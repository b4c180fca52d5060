//! Reads holidays: Christmas and its week, Easter, carnival, the long weekends of the United States and Japan.

use chrono::{Datelike, Days, NaiveDate, Weekday};

use super::{Reader, Span};
use crate::feature::Feature;
use crate::language::Language;
use crate::lexicon::Tag;

impl Reader<'_, '_> {
    /// Returns a holiday, or the days from one to a weekday or a day: "建国記念の日から日曜まで", "vom Nikolaustag bis zum 8.".
    pub(super) fn holidays(&self) -> Option<Span> {
        let (tag, span) =
            self.tags(Feature::Holiday).next().and_then(|tag| Some((tag, self.holiday(tag)?)))?;
        if let Some(last) = self.day_until(tag, span) {
            return Some(Span { last, ..span });
        }
        let is_until = |other: &Tag| {
            self.tags(Feature::Until).any(|until| tag.to <= until.from && until.to <= other.from)
        };
        let other = self.tags(Feature::Holiday).filter(|other| is_until(other));
        if let Some(last) =
            other.filter_map(|other| Some(self.holiday(other)?.last)).find(|last| *last > span.last)
        {
            return Some(Span { last, ..span });
        }
        let end = self.tags(Feature::Weekday).find(|day| is_until(day));
        let ahead = end
            .and_then(Tag::number)
            .map(|weekday| (weekday - i64::from(span.last.weekday().num_days_from_monday()) + 7) % 7);
        let ahead = ahead.and_then(|days| u64::try_from(days).ok()).unwrap_or(0);
        Some(Span { last: span.last.checked_add_days(Days::new(ahead))?, ..span })
    }

    /// Returns the day of the month that ends the days from a holiday.
    fn day_until(&self, holiday: &Tag, span: Span) -> Option<NaiveDate> {
        let until = self.tags(Feature::Until).find(|until| until.from == holiday.to)?;
        let ends = |at: &usize| self.number(*at, 1..=2).is_some() && !self.has_unit(at + 1);
        let day = self.number((until.to..until.to + 2).find(ends)?, 1..=2)?;
        let (year, month) = match span.last.month() {
            12 => (span.last.year() + 1, 1),
            month => (span.last.year(), month + 1),
        };
        let here = span.last.with_day(day).filter(|date| *date >= span.last);
        here.or_else(|| NaiveDate::from_ymd_opt(year, month, day))
    }

    /// Returns the long weekend of December, if it is the next one: "llueve el puente".
    fn coming_bridge(&self, year: i32, language: Language) -> Option<Span> {
        let first = if language == Language::Italian { 8 } else { 6 };
        let date = |day| NaiveDate::from_ymd_opt(year, 12, day);
        let span = bridge(date(first)?, date(8)?)?;
        let is_next = span.last >= self.today && (span.first - self.today).num_days() <= MOST_AHEAD;
        is_next.then_some(span)
    }

    /// Returns the next occurrence of a holiday that is not over: Christmas and its week, New Year, Easter.
    fn holiday(&self, tag: &Tag) -> Option<Span> {
        let date = |year, month, day| NaiveDate::from_ymd_opt(year, month, day);
        let of_year = |year: i32| {
            Some(match tag.value {
                "christmas" => Span { first: date(year, 12, 24)?, last: date(year, 12, 26)? },
                // Holiday Mondays in the United States, with the weekend before them.
                "mlk" => long_weekend(date(year, 1, 15)?)?,
                "presidents" => long_weekend(date(year, 2, 15)?)?,
                "thanksgiving" => {
                    let first = date(year, 11, 22)?;
                    let thursday = (3 + 7 - u64::from(first.weekday().num_days_from_monday())) % 7;
                    let thursday = first.checked_add_days(Days::new(thursday))?;
                    Span { first: thursday, last: thursday.checked_add_days(Days::new(3))? }
                }
                // From the Thursday before Lent to Shrove Tuesday.
                "carnival" => {
                    let sunday = easter(year)?;
                    let before = |days| sunday.checked_sub_days(Days::new(days));
                    Span { first: before(52)?, last: before(47)? }
                }
                "immaculate_bridge" => bridge(date(year, 12, 8)?, date(year, 12, 8)?)?,
                "constitution_bridge" => bridge(date(year, 12, 6)?, date(year, 12, 8)?)?,
                "golden_week" => Span { first: date(year, 4, 29)?, last: date(year, 5, 5)? },
                "christmas_week" => Span { first: date(year, 12, 24)?, last: date(year, 12, 31)? },
                "between_years" => Span { first: date(year, 12, 26)?, last: date(year, 12, 31)? },
                "year_end" => Span { first: date(year, 12, 28)?, last: date(year, 12, 31)? },
                "coming_bridge" => self.coming_bridge(year, tag.language)?,
                fixed if fixed.contains('-') => {
                    let (month, day) = fixed.split_once('-')?;
                    Span::day(date(year, month.parse().ok()?, day.parse().ok()?)?)
                }
                "new_year" => Span { first: date(year, 12, 31)?, last: date(year + 1, 1, 1)? },
                _ => {
                    let sunday = easter(year)?;
                    Span { first: sunday.checked_sub_days(Days::new(2))?, last: sunday.succ_opt()? }
                }
            })
        };
        if let Some(year) = self.year_after(tag.to) {
            return of_year(year);
        }
        let spans = || (self.today.year() - 1..=self.today.year() + 1).filter_map(of_year);
        let is_just_past = |span: &Span| self.just_past_span(tag.from, *span);
        spans().rfind(is_just_past).or_else(|| spans().find(|span| span.last >= self.today))
    }
}

/// Most days ahead of "the long weekend" without a name.
const MOST_AHEAD: i64 = 30;

/// Returns Saturday to Monday; the Monday is the first from a given day on.
fn long_weekend(from: NaiveDate) -> Option<Span> {
    let ahead = (7 - u64::from(from.weekday().num_days_from_monday())) % 7;
    let monday = from.checked_add_days(Days::new(ahead))?;
    Some(Span { first: monday.checked_sub_days(Days::new(2))?, last: monday })
}

/// Returns the days from one holiday to another with the weekends that adjoin them, across one working day at most.
fn bridge(first: NaiveDate, last: NaiveDate) -> Option<Span> {
    let before = match first.weekday() {
        Weekday::Sun => 1,
        Weekday::Mon => 2,
        Weekday::Tue => 3,
        _ => 0,
    };
    let after = match last.weekday() {
        Weekday::Thu => 3,
        Weekday::Fri => 2,
        Weekday::Sat => 1,
        _ => 0,
    };
    Some(Span {
        first: first.checked_sub_days(Days::new(before))?,
        last: last.checked_add_days(Days::new(after))?,
    })
}

/// Returns Easter Sunday of the Gregorian calendar (the method of Meeus, Jones and Butcher).
fn easter(year: i32) -> Option<NaiveDate> {
    let (a, b, c) = (year % 19, year / 100, year % 100);
    let (d, e) = (b / 4, b % 4);
    let g = (8 * b + 13) / 25;
    let h = (19 * a + b - d - g + 15) % 30;
    let (i, k) = (c / 4, c % 4);
    let l = (32 + 2 * e + 2 * i - h - k) % 7;
    let m = (a + 11 * h + 19 * l) / 433;
    let month = (h + l - 7 * m + 90) / 25;
    let day = (h + l - 7 * m + 33 * month + 19) % 32;
    NaiveDate::from_ymd_opt(year, u32::try_from(month).ok()?, u32::try_from(day).ok()?)
}
