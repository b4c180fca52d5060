//! Reads dates with a day: "20 February", "Feb 20 to 27", "20.–27. Februar", "2027-02-20", "2月20日から27日".

use std::ops::Range;

use chrono::{Datelike, NaiveDate};

use super::{Reader, Span};
use crate::feature::Feature;
use crate::language::Language;
use crate::lexicon::Tag;
use crate::tokens::{Kind, Token};

/// Years ahead in which a day is searched: 29 February can be eight years away.
const YEARS_AHEAD: i32 = 8;

/// Maximum length of a stay between two dates, in days.
pub(super) const LONGEST_STAY: i64 = 31;

/// A day, possibly without month or year.
#[derive(Debug, Clone, Copy)]
pub(super) struct PartialDate {
    pub(super) from: usize,
    to: usize,
    pub(super) day: u32,
    month: Option<u32>,
    year: Option<i32>,
}

impl Reader<'_, '_> {
    /// Returns the span of dates; an error for a date that does not exist, `None` without a date.
    pub(super) fn dated(&self) -> Option<Result<Span, ()>> {
        let mut told: Vec<PartialDate> = Vec::new();
        let mut at = 0;
        while at < self.tokens.len() {
            match self.date_at(at) {
                Some(one) => {
                    at = one.to;
                    told.push(one);
                }
                None => at += 1,
            }
        }
        // A bare number is a day only if a range gives it a month.
        let ranges = told.windows(2).filter_map(|pair| match pair {
            [one, other] if self.is_range(one.to, other.from) => Some((*one, *other)),
            _ => None,
        });
        let range = ranges.clone().find(|(one, other)| one.month.is_some() || other.month.is_some());
        // The month is elsewhere: "Late January, from the 25th to the 31st".
        let elsewhere = || {
            let mut months = self.tags(Feature::Month).filter(|tag| self.is_month(tag));
            let month = months.next().and_then(|tag| self.month_of(tag))?;
            let is_only = months.next().is_none();
            let (one, other) = ranges.clone().next().filter(|_| is_only || self.has(Feature::Part))?;
            Some((PartialDate { month: Some(month), ..one }, other))
        };
        if let Some((mut one, mut other)) = range.or_else(elsewhere) {
            one.month = one.month.or(other.month);
            other.month = other.month.or(one.month);
            // The year after a range belongs to both dates: "Feb 19 to 26, 2028".
            other.year = other.year.or_else(|| self.year_after(other.to)).or_else(|| self.year_of_holiday());
            other.year = other.year.or(one.year);
            one.year = one.year.or(other.year.filter(|_| one.month <= other.month));
            return Some(self.span(one, other).ok_or(()));
        }
        let mut dates = told.iter().filter(|one| one.month.is_some());
        let Some(single) = dates.next() else {
            let coming = ranges.clone().find_map(|(one, other)| self.coming_days_of(one, other));
            return coming.map(Ok).or_else(|| self.of_month_elsewhere());
        };
        // The way there and back: "on 6 February, back on the 13th".
        let back = dates.next().copied().or_else(|| {
            let day = told.iter().find(|one| one.from >= single.to && self.is_way_back(one.from))?;
            Some(PartialDate { month: single.month, year: single.year, ..*day })
        });
        let there_and_back = back.and_then(|back| self.span(*single, back));
        let is_stay = |span: &Span| (span.last - span.first).num_days() <= LONGEST_STAY;
        Some(there_and_back.filter(is_stay).or_else(|| self.span(*single, *single)).ok_or(()))
    }

    /// Returns a year given for a holiday: "Ostern 2028, also 14. bis 17. April".
    fn year_of_holiday(&self) -> Option<i32> {
        self.tags(Feature::Holiday).find_map(|tag| self.year_after(tag.to))
    }

    /// Returns the year after a day, with an optional comma between.
    pub(super) fn year_after(&self, at: usize) -> Option<i32> {
        self.year_among(at..at + 2)
    }

    /// Returns the year that is the first word among tokens.
    pub(super) fn year_among(&self, mut tokens: Range<usize>) -> Option<i32> {
        let year = tokens.find(|at| self.tokens.get(*at).is_some_and(|token| !self.is_filler(token)))?;
        self.number(year, 4..=4)
            .filter(|year| (1950..=2100).contains(year))
            .and_then(|year| i32::try_from(year).ok())
    }

    /// Returns a day with a month elsewhere in the question: "Para diciembre: ¿qué abre el día 4?".
    fn of_month_elsewhere(&self) -> Option<Result<Span, ()>> {
        let mut months = self.tags(Feature::Month).filter(|tag| tag.value != "0" && self.is_month(tag));
        let month = months.next().filter(|_| !self.has(Feature::Part)).and_then(|tag| self.month_of(tag))?;
        if months.next().is_some() {
            return None;
        }
        let (at, day) = (0..self.tokens.len()).find_map(|at| Some((at, self.bare_day(at)?)))?;
        let told = PartialDate { from: at, to: at + 1, day, month: Some(month), year: None };
        Some(self.span(told, told).ok_or(()))
    }

    /// Returns a number of days from a date: "3月20日からの3連休".
    pub(super) fn counted_from(&self, span: Span, days: Option<u32>) -> Span {
        let begins = || {
            (0..self.tokens.len()).any(|at| {
                let told = self.date_at(at).filter(|told| told.month.is_some());
                told.is_some_and(|told| {
                    let from: String =
                        self.tokens.iter().skip(told.to).take(2).map(|token| token.raw).collect();
                    from == "から"
                })
            })
        };
        let last = days
            .filter(|days| span.first == span.last && (2..=31).contains(days) && begins())
            .and_then(|days| span.first.checked_add_days(chrono::Days::new(u64::from(days) - 1)));
        Span { last: last.unwrap_or(span.last), ..span }
    }

    /// Returns whether a word for the return journey precedes a day: "returning on the 13th".
    fn is_way_back(&self, at: usize) -> bool {
        // In Japanese the verb follows: "23日に帰ってくる".
        let is_behind =
            |tag: &Tag| self.language == Language::Japanese && at < tag.from && tag.from - at <= 3;
        self.tags(Feature::Leave).any(|tag| (tag.to <= at && at - tag.to <= 3) || is_behind(tag))
    }

    fn span(&self, one: PartialDate, other: PartialDate) -> Option<Span> {
        let last = self.date(other, None)?;
        let first = self.date(one, Some(last))?;
        (first <= last).then_some(Span { first, last })
    }

    /// Returns the date, in the given year, or else in the first in which it is not over; before `last` if that is
    /// given.
    fn date(&self, told: PartialDate, last: Option<NaiveDate>) -> Option<NaiveDate> {
        let month = told.month?;
        if let Some(year) = told.year {
            return NaiveDate::from_ymd_opt(year, month, told.day);
        }
        if let Some(last) = last {
            let years = [last.year(), last.year() - 1].into_iter();
            return years
                .filter_map(|year| NaiveDate::from_ymd_opt(year, month, told.day))
                .find(|date| *date <= last);
        }
        // "29 February this year" is not a day of a later year.
        let is_leap_day = (month, told.day) == (2, 29);
        let ahead = if is_leap_day && self.says_this_year() { 0 } else { YEARS_AHEAD };
        let years = self.today.year()..=self.today.year() + ahead;
        let coming = years
            .filter_map(|year| NaiveDate::from_ymd_opt(year, month, told.day))
            .find(|date| *date >= self.today)?;
        Some(self.just_past(told.from, coming).unwrap_or(coming))
    }

    fn says_this_year(&self) -> bool {
        const THIS_YEAR: [(&str, &str); 7] = [
            ("this", "year"),
            ("dieses", "jahr"),
            ("diesem", "jahr"),
            ("cette", "annee"),
            ("quest", "anno"),
            ("este", "ano"),
            ("今", "年"),
        ];
        let words: Vec<&str> = self
            .tokens
            .iter()
            .filter(|token| !matches!(token.kind, Kind::Sign(_)))
            .map(|token| token.folded.as_str())
            .collect();
        words.windows(2).any(|pair| matches!(pair, [one, other] if THIS_YEAR.contains(&(*one, *other))))
    }

    /// Returns the day that begins at a token.
    fn date_at(&self, at: usize) -> Option<PartialDate> {
        self.iso(at)
            .or_else(|| self.in_numbers(at))
            .or_else(|| self.month_first(at))
            .or_else(|| self.day_first(at))
    }

    pub(super) fn number(&self, at: usize, digits: std::ops::RangeInclusive<usize>) -> Option<u32> {
        match self.tokens.get(at)?.kind {
            Kind::Number(number, count) if digits.contains(&count) => Some(number),
            _ => None,
        }
    }

    fn sign(&self, at: usize, signs: &[char]) -> Option<()> {
        self.tokens.get(at)?.is_sign(signs).then_some(())
    }

    fn iso(&self, at: usize) -> Option<PartialDate> {
        let year = self.number(at, 4..=4)?;
        self.sign(at + 1, &['-'])?;
        let month = self.number(at + 2, 2..=2)?;
        self.sign(at + 3, &['-'])?;
        let day = self.number(at + 4, 2..=2)?;
        Some(PartialDate { from: at, to: at + 5, day, month: Some(month), year: i32::try_from(year).ok() })
    }

    /// Returns a numeric date: "20.2.", "20.02.2027", "2/20", "20/02/2027".
    fn in_numbers(&self, at: usize) -> Option<PartialDate> {
        let (one, two) = (self.number(at, 1..=2)?, self.number(at + 2, 1..=2)?);
        let dotted = self.sign(at + 1, &['.']).is_some();
        let slashed = self.sign(at + 1, &['/']).is_some();
        let glued = self.tokens.get(at + 1)?.glued && self.tokens.get(at + 2)?.glued;
        let year = self.sign(at + 3, &['.', '/']).and_then(|()| self.number(at + 4, 4..=4));
        let ends_in_dot = dotted && self.sign(at + 3, &['.']).is_some() && self.tokens.get(at + 3)?.glued;
        // "50/50" is not a day, and "22/23" is a winter.
        if (one > 31 && two > 31) || (slashed && one > 12 && two == one + 1) {
            return None;
        }
        if !glued || !(slashed || (dotted && (ends_in_dot || year.is_some()))) || self.has_unit(at + 3) {
            return None;
        }
        let leads = matches!(self.language, Language::English | Language::Japanese);
        let month_first = slashed && (two > 12 || (leads && one <= 12));
        let (day, month) = if month_first { (two, one) } else { (one, two) };
        let to = if year.is_some() { at + 5 } else { at + 3 };
        Some(PartialDate {
            from: at,
            to,
            day,
            month: Some(month),
            year: year.and_then(|year| i32::try_from(year).ok()),
        })
    }

    /// Returns a date with the month first: "February 20", "Feb. 20th, 2027", "2月20日".
    fn month_first(&self, at: usize) -> Option<PartialDate> {
        let glyph = self.marks.at(Feature::Month, at + 1).find(|tag| tag.value == "0");
        let mut months = self.marks.longest_at(Feature::Month, at);
        let named = months.find(|tag| tag.value != "0" && self.is_month(tag));
        let tag = glyph.or(named)?;
        let month = match glyph {
            Some(_) => self.number(at, 1..=2)?,
            None => self.month_of(tag)?,
        };
        let next = (tag.to..tag.to + 3)
            .find(|at| self.tokens.get(*at).is_some_and(|token| !self.is_filler(token)))?;
        let day = self.number(next, 1..=2)?;
        // The sign of both days follows the second: "2月27・28日".
        let is_joint = self.sign(next + 1, &['～', '〜', '-', '、', ',', '~']).is_some()
            || self.tokens.get(next + 1).is_some_and(|joint| matches!(joint.raw, "・" | "、"));
        let goes_on =
            is_joint && self.number(next + 2, 1..=2).is_some() && self.tag_at(Feature::DaySign, next + 3);
        let has_sign = self.tag_at(Feature::DaySign, next + 1);
        if self.has_unit(next + 1) || (glyph.is_some() && !has_sign && !goes_on) {
            return None;
        }
        let to = if glyph.is_some() && has_sign { next + 2 } else { next + 1 };
        let year_at =
            (to..to + 3).find(|at| self.tokens.get(*at).is_some_and(|token| !self.is_filler(token)));
        let year = year_at.and_then(|at| self.number(at, 4..=4)).filter(|_| glyph.is_none());
        let leads = at.checked_sub(2).and_then(|year| self.number(year, 4..=4)).filter(|_| {
            glyph.is_some()
                && self.tokens.get(at - 1).is_some_and(|sign| sign.raw == "年" || sign.is_sign(&['/']))
        });
        let year = year.or(leads).and_then(|year| i32::try_from(year).ok());
        let next = (glyph.is_some() && self.is_of_next_year(at)).then(|| self.today.year() + 1);
        Some(PartialDate { from: at, to, day, month: Some(month), year: year.or(next) })
    }

    /// Returns whether a date is in the next year: "来年の2月11日".
    fn is_of_next_year(&self, at: usize) -> bool {
        let raw = |at: usize| self.tokens.get(at).map_or("", |token| token.raw);
        let before = |back: usize| at.checked_sub(back).map_or("", raw);
        let at = if before(1) == "の" { 1 } else { 0 };
        (before(at + 2), before(at + 1)) == ("来", "年")
    }

    /// Returns a date with the day first: "20 February", "the 20th of February 2027", "20. Februar", or a bare number,
    /// which a range may give a month.
    fn day_first(&self, at: usize) -> Option<PartialDate> {
        let day = self.number(at, 1..=2)?;
        let next =
            (at + 1..at + 4).find(|at| self.tokens.get(*at).is_some_and(|token| !self.is_filler(token)));
        let month = next.and_then(|next| {
            let tag = self.marks.longest_at(Feature::Month, next).find(|tag| tag.value != "0")?;
            Some((tag.to, self.month_of(tag)?))
        });
        let Some((to, month)) = month else {
            let to = if self.tag_at(Feature::DaySign, at + 1) { at + 2 } else { at + 1 };
            // A number of days is not a day: "2月5日から3日間".
            let is_count = self.tag_at(Feature::Days, at + 1);
            return (!self.has_unit(at + 1) && !is_count).then_some(PartialDate {
                from: at,
                to,
                day,
                month: None,
                year: None,
            });
        };
        let year_at =
            (to..to + 2).find(|at| self.tokens.get(*at).is_some_and(|token| !self.is_filler(token)));
        let year = year_at.and_then(|at| self.number(at, 4..=4)).and_then(|year| i32::try_from(year).ok());
        let to = if year.is_some() { year_at.map_or(to, |at| at + 1) } else { to };
        Some(PartialDate { from: at, to, day, month: Some(month), year })
    }

    pub(super) fn tag_at(&self, feature: Feature, at: usize) -> bool {
        self.marks.at(feature, at).next().is_some()
    }

    /// Returns whether a unit is at a token: "20 cm" is not a day.
    pub(super) fn has_unit(&self, at: usize) -> bool {
        self.tag_at(Feature::Unit, at) && self.tokens.get(at).is_some_and(|token| token.folded != "in")
    }

    /// Returns whether a token may be between a day and its month.
    pub(super) fn is_filler(&self, token: &Token<'_>) -> bool {
        token.is_sign(&['.', ',', '\u{ba}', '\u{b0}'])
            || matches!(
                token.folded.as_str(),
                "th" | "st" | "nd" | "rd" | "of" | "the" | "de" | "di" | "er" | "del" | "den"
            )
    }

    /// Returns whether only "to" is between two days.
    fn is_range(&self, from: usize, to: usize) -> bool {
        let between = self.tokens.get(from..to).unwrap_or_default();
        let joins = |token: &Token<'_>| {
            token.is_sign(&['-', '\u{2013}', '\u{2014}', '~', '\u{301c}', '\u{ff5e}', '/', '&', '・', '、'])
                || token.raw == "・"
                || matches!(
                    token.folded.as_str(),
                    "to" | "until"
                        | "till"
                        | "through"
                        | "thru"
                        | "and"
                        | "bis"
                        | "und"
                        | "zum"
                        | "au"
                        | "et"
                        | "al"
                        | "all"
                        | "e"
                        | "y"
                        | "hasta"
                        | "から"
                        | "か"
                        | "ら"
                        | "と"
                )
        };
        let filler = |token: &Token<'_>| {
            self.is_filler(token)
                || matches!(token.folded.as_str(), "le" | "il" | "el" | "la" | "l" | "fino" | "dem")
                || matches!(token.raw, "年" | "明" | "け" | "翌")
                || token.is_sign(&['\'', '\u{2019}'])
        };
        between.iter().any(joins)
            && between.iter().all(|token| joins(token) || filler(token))
            && between.len() <= 5
    }
}
