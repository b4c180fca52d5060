//! Reads past days ("how deep was the snow on 5 January") and negated days ("Thursday, not the weekend").

use std::ops::Range;

use chrono::{Datelike as _, NaiveDate};

use super::relative::MOST_DAYS;
use super::{Reader, Span};
use crate::feature::Feature;
use crate::language::Language;
use crate::lexicon::Tag;
use crate::tokens::{Kind, Token};
use crate::word_lists::List;

/// Number of days back within which a date without a year is a recent one.
const LONGEST_PAST: i64 = 62;

/// Maximum number of days back that a number gives.
const MOST_DAYS_AGO: u32 = 400;

/// Features that give a day.
const OF_DAYS: [Feature; 3] = [Feature::Day, Feature::Weekday, Feature::Weekend];

/// Removes negated days if another day is given: "Thursday, not the weekend".
pub(super) fn without_denied_days(tokens: &[Token<'_>], tags: &[Tag]) -> Vec<Tag> {
    let is_denied = |tag: &Tag| {
        let is_before = |not: &Tag| {
            not.to <= tag.from
                && (not.to..tag.from).all(|at| {
                    let is_article =
                        tokens.get(at).is_some_and(|token| List::DefiniteArticles.contains(&token.folded));
                    is_article || tags.iter().any(|other| other.is(Feature::At) && other.covers(at))
                })
        };
        OF_DAYS.contains(&tag.feature) && tags.iter().any(|not| not.is(Feature::Not) && is_before(not))
    };
    let others = tags.iter().any(|tag| OF_DAYS.contains(&tag.feature) && !is_denied(tag));
    tags.iter().filter(|tag| !others || !is_denied(tag)).copied().collect()
}

impl Reader<'_, '_> {
    /// Returns the recent day instead of the next with its name, in a question about the past: "A timelapse of the
    /// storm on 9 January".
    pub(super) fn just_past(&self, at: usize, coming: NaiveDate) -> Option<NaiveDate> {
        let of_past = self.has(Feature::Reel) || self.has(Feature::Fell) || self.was(at);
        let past = coming.with_year(coming.year() - 1)?;
        let days = (self.today - past).num_days();
        (of_past && !self.is_forecast() && (0..=LONGEST_PAST).contains(&days)).then_some(past)
    }

    /// Returns a number of days ago: "Four days ago", "vor drei Tagen", "il y a deux jours", "3日前".
    pub(super) fn days_ago(&self) -> Option<Span> {
        let word = |at: Option<usize>| {
            at.and_then(|at| self.tokens.get(at)).map_or("", |token| token.folded.as_str())
        };
        let ago = |number: usize, to: usize| {
            let before = self.before(number);
            let is_before = match word(before) {
                "vor" | "hace" => true,
                "a" => word(before.and_then(|at| self.before(at))) == "y",
                _ => false,
            };
            is_before || matches!(word(Some(to)), "ago" | "fa") || word(Some(to)) == "前"
        };
        let units = [(Feature::Days, 1), (Feature::DaySign, 1), (Feature::Week, 7)];
        units.into_iter().find_map(|(unit, length)| {
            self.tags(unit).find_map(|tag| {
                let at = self.before(tag.from)?;
                let is_one = matches!(word(Some(at)), "a" | "einer" | "einem" | "una" | "un" | "une");
                let number = self.number_at(at).or(is_one.then_some(1))?;
                let days = u64::from(number.min(MOST_DAYS_AGO)) * length;
                ago(at, tag.to).then(|| Span::day(self.back(days)))
            })
        })
    }

    /// Returns counted past days without a word for days: "ここ3日", "この三日で".
    pub(super) fn days_until_now(&self) -> Option<Span> {
        let is_until_now = |at: usize| {
            let before = |back: usize| at.checked_sub(back).and_then(|at| self.tokens.get(at));
            let (Some(one), Some(other)) = (before(2), before(1)) else { return false };
            matches!((one.raw, other.raw), ("こ", "こ" | "の"))
        };
        let of_days = self.tags(Feature::DaySign).chain(self.tags(Feature::Days));
        let days = of_days.filter_map(|tag| {
            let at = tag.from.checked_sub(1).filter(|at| is_until_now(*at))?;
            self.number_at(at).filter(|days| (2..=MOST_DAYS).contains(days))
        });
        let days = u64::from(days.into_iter().next()?);
        (!self.is_forecast()).then(|| Span { first: self.back(days), last: self.back(1) })
    }

    /// Returns the days since weeks ago: "depuis une semaine", "seit zwei Wochen", "da una settimana".
    pub(super) fn since_weeks(&self) -> Option<Span> {
        let weeks = self.tags(Feature::Weeks).find(|weeks| self.is_since_weeks(weeks))?;
        let days = u64::try_from(weeks.number()?).ok()? * 7;
        (!self.is_forecast()).then(|| Span { first: self.back(days), last: self.back(1) })
    }

    /// Returns whether weeks are those up to now.
    pub(super) fn is_since_weeks(&self, weeks: &Tag) -> bool {
        // "Desde hace una semana"
        let before = self.before(weeks.from).filter(|at| {
            self.tokens
                .get(*at)
                .is_some_and(|token| matches!(token.folded.as_str(), "hace" | "ormai" | "bientot"))
        });
        let from = before.unwrap_or(weeks.from);
        self.tags(Feature::Since).any(|since| since.to == from)
    }

    /// Returns whether counted days are those in which snow has fallen: "top 5 de la neige fraîche sur 7 jours", "nieve
    /// caída en 7 días". Those of a trip are not.
    pub(super) fn counts_fallen_snow(&self, from: usize) -> bool {
        const OF_TRIPS: [Feature; 5] =
            [Feature::Trip, Feature::PowderTrip, Feature::Recommend, Feature::WhereNext, Feature::WhereSki];
        let has_fallen = self.has(Feature::Fell) || (self.has(Feature::NewSnow) && !self.is_within(from));
        has_fallen && !self.is_forecast() && !OF_TRIPS.into_iter().any(|own| self.has(own))
    }

    /// Returns whether days are recently over, in a question about how they were: "Was it open on Christmas Day".
    pub(super) fn just_past_span(&self, at: usize, span: Span) -> bool {
        self.is_past(at) && (1..=LONGEST_PAST).contains(&(self.today - span.last).num_days())
    }

    /// Returns the last such weekday: "Did it snow on Monday".
    pub(super) fn past_weekday(&self, at: usize, weekday: i64) -> Option<Span> {
        if !self.is_past(at) || self.tags(Feature::Weekday).count() > 1 {
            return None;
        }
        let today = i64::from(self.today.weekday().num_days_from_monday());
        let back = u64::try_from((today - weekday + 6) % 7 + 1).ok()?;
        Some(Span::day(self.back(back)))
    }

    /// Returns whether a day is given as past.
    pub(super) fn is_past(&self, at: usize) -> bool {
        self.was(at) && !self.is_forecast()
    }

    /// Returns whether the question is about future days, or about those of many winters. "Did it dump" is not.
    pub(super) fn is_forecast(&self) -> bool {
        let of_past = |tag: &Tag| {
            self.tags(Feature::Was).any(|was| was.to <= tag.from && !self.is_parted(was.to..tag.from))
        };
        self.tags(Feature::Falls).any(|tag| !of_past(tag))
            || [Feature::Forecast, Feature::Odds, Feature::Average]
                .into_iter()
                .any(|feature| self.has(feature))
    }

    /// Returns whether the clause of a day is in the past tense: before it, or after it if the verb comes last.
    fn was(&self, at: usize) -> bool {
        self.tags(Feature::Was).any(|tag| {
            let is_behind = matches!(self.language, Language::Japanese | Language::German) && at < tag.from;
            let between = if is_behind { at..tag.from } else { tag.to..at };
            (is_behind || tag.to <= at) && !self.is_parted(between)
        })
    }

    /// Returns whether a clause ends among tokens.
    fn is_parted(&self, between: Range<usize>) -> bool {
        let ends = |at: usize| {
            let sign = self.tokens.get(at).map(|token| token.kind);
            matches!(
                sign,
                Some(Kind::Sign(',' | ';' | '.' | '!' | '?' | '\u{3001}' | '\u{3002}' | '\u{ff1f}'))
            )
        };
        between.into_iter().any(ends)
    }
}
