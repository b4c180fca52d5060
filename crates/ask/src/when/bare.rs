//! Reads days given only by their number: "on the 23rd", "am 16ten", "dal 18 al 20".

use chrono::{Datelike, Days, NaiveDate};

use super::dates::{LONGEST_STAY, PartialDate};
use super::{Reader, Span};
use crate::feature::Feature;
use crate::language::Language;
use crate::lexicon::Tag;
use crate::tokens::{Kind, Token};

impl Reader<'_, '_> {
    /// Returns a range of days of this month or the next, without its name: "Dal 18 al 20 siamo a Pejo".
    pub(super) fn coming_days_of(&self, one: PartialDate, other: PartialDate) -> Option<Span> {
        let before = one.from.checked_sub(1).and_then(|at| self.tokens.get(at));
        let before = before.map_or("", |token| token.folded.as_str());
        let counts = self.language == Language::Japanese && self.tag_at(Feature::DaySign, one.from + 1);
        let begins = counts || matches!(before, "dal" | "del" | "du" | "vom");
        let names_month = self.tags(Feature::Month).any(|tag| self.is_month(tag));
        let (first, last) = (self.coming(one.day)?, self.coming(other.day)?);
        let is_stay = first <= last && (last - first).num_days() <= LONGEST_STAY;
        (begins && !names_month && is_stay).then_some(Span { first, last })
    }

    /// Returns a day of this month or the next without its name: "on the 23rd", "am 23.", "le 23", "23日".
    pub(super) fn day_of_month(&self) -> Option<NaiveDate> {
        self.coming((0..self.tokens.len()).find_map(|at| self.bare_day(at))?)
    }

    /// Returns the next date with this day of the month.
    pub(super) fn coming(&self, day: u32) -> Option<NaiveDate> {
        let here = NaiveDate::from_ymd_opt(self.today.year(), self.today.month(), day);
        let next = || {
            let (year, month) = match self.today.month() {
                12 => (self.today.year() + 1, 1),
                month => (self.today.year(), month + 1),
            };
            NaiveDate::from_ymd_opt(year, month, day)
        };
        here.filter(|here| *here >= self.today).or_else(next)
    }

    pub(super) fn bare_day(&self, at: usize) -> Option<u32> {
        let day = self.number(at, 1..=2).filter(|day| (1..=31).contains(day))?;
        let word = |at: usize| self.tokens.get(at).map_or("", |token| token.folded.as_str());
        let before = at.checked_sub(1).map_or("", word);
        // "2泊3日" is a length.
        if before == "泊" {
            return None;
        }
        let behind = self.tokens.get(at + 1);
        let ends = behind.is_none_or(|token| {
            matches!(token.kind, Kind::Sign(_)) && !(token.glued && self.number(at + 2, 1..=3).is_some())
                || self.tag_at(Feature::At, at + 1)
        });
        let foretells = || {
            [Feature::Falls, Feature::Weather, Feature::Asking]
                .into_iter()
                .any(|feature| self.tag_at(feature, at + 1))
                && !self.has_unit(at + 1)
        };
        let is_day = match self.language {
            Language::English => before == "the" && matches!(word(at + 1), "st" | "nd" | "rd" | "th"),
            Language::German => {
                let is_ordinal = |token: &Token<'_>| {
                    token.is_sign(&['.']) || matches!(token.folded.as_str(), "ten" | "te" | "ter" | "tem")
                };
                before == "am" && behind.is_some_and(|token| token.glued && is_ordinal(token))
            }
            Language::French => before == "le" && (ends || foretells()),
            Language::Italian => before == "il" && (ends || foretells()),
            Language::Spanish => {
                let is_named = before == "dia" && at.checked_sub(2).map_or("", word) == "el";
                (before == "el" && (ends || foretells())) || (is_named && !self.has_unit(at + 1))
            }
            // "7日間" means seven days.
            Language::Japanese => {
                let is_count =
                    self.tokens.get(at + 2).is_some_and(|next| matches!(next.raw, "間" | "分" | "後"));
                self.tag_at(Feature::DaySign, at + 1)
                    && !is_count
                    && !self.tag_at(Feature::Days, at + 1)
                    && !self.tags(Feature::Next).any(|next| next.to == at)
            }
        };
        let is_weekday = || {
            let beside = self
                .tags(Feature::Weekday)
                .find(|tag| (tag.to <= at && at - tag.to <= 2) || (at < tag.from && tag.from - at <= 3));
            let weekday = beside.and_then(Tag::number);
            let falls_on =
                |date: NaiveDate| Some(i64::from(date.weekday().num_days_from_monday())) == weekday;
            // "At 5 on Friday" is an hour.
            let is_hour = matches!(before, "at" | "um" | "alle" | "las" | "a");
            weekday.is_some() && !is_hour && !self.has_unit(at + 1) && self.coming(day).is_some_and(falls_on)
        };
        (is_day || is_weekday()).then_some(day)
    }

    /// Returns the days from a weekday with its day of the month to another weekday: "ven 11 au soir, retour lundi".
    pub(super) fn weekday_with_day(&self) -> Option<Span> {
        let of = |date: NaiveDate| i64::from(date.weekday().num_days_from_monday());
        let (tag, first) = self.tags(Feature::Weekday).find_map(|tag| {
            let day = self.number(tag.to, 1..=2).filter(|_| !self.has_unit(tag.to + 1))?;
            let first = self.coming(day).filter(|date| Some(of(*date)) == tag.number())?;
            Some((tag, first))
        })?;
        let other = self.tags(Feature::Weekday).find(|other| other.from > tag.to)?.number()?;
        let ahead = u64::try_from((other - of(first)).rem_euclid(7)).ok()?;
        Some(Span { first, last: first.checked_add_days(Days::new(ahead))? })
    }

    /// Returns whether a day of the month determines the week of a weekday: "Friday the 22nd".
    pub(super) fn tells_week(&self) -> bool {
        let day = (0..self.tokens.len()).find_map(|at| self.bare_day(at)).and_then(|day| self.coming(day));
        let of_day = |date: NaiveDate| i64::from(date.weekday().num_days_from_monday());
        let mut weekdays = self.tags(Feature::Weekday).filter_map(Tag::number);
        day.is_some_and(|day| weekdays.next() == Some(of_day(day)) && weekdays.next().is_none())
    }
}
