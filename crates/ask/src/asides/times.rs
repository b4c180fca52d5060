//! Separates the time of what is mentioned in passing: "we were there last week, but how is it now?" asks about now.
//!
//! A clause that does not ask and is about the past does not give its time to another clause, unless that one asks
//! about the past without a time: "we were there last week, how much snow fell?"

use std::ops::Range;

use chrono::NaiveDate;

use super::Sentence;
use crate::feature::Feature;
use crate::language::Language;
use crate::lexicon::Tag;
use crate::tokens::Kind;
use crate::when::{self, Reader, Season, TimeFrame};

/// Features that express time.
const OF_TIME: [Feature; 19] = [
    Feature::Day,
    Feature::Weekend,
    Feature::Week,
    Feature::Weeks,
    Feature::Days,
    Feature::Hours,
    Feature::Few,
    Feature::Next,
    Feature::This,
    Feature::Last,
    Feature::Since,
    Feature::Until,
    Feature::SeasonWord,
    Feature::Part,
    Feature::Holiday,
    Feature::Weekday,
    Feature::Month,
    Feature::DaySign,
    Feature::Number,
];

/// Features that express a day by its distance from today.
const OF_DAYS: [Feature; 6] =
    [Feature::Day, Feature::Weekend, Feature::Week, Feature::Next, Feature::This, Feature::Weekday];

/// Features of questions about now, and about a future day.
const OF_NOW: [Feature; 5] = [Feature::Depth, Feature::Lifts, Feature::Runs, Feature::Open, Feature::Closed];
const OF_THEN: [Feature; 8] = [
    Feature::Falls,
    Feature::Forecast,
    Feature::Weather,
    Feature::Odds,
    Feature::Rain,
    Feature::Temperature,
    Feature::Wind,
    Feature::Cloud,
];

/// Minimum number of words next to its time with which a clause reports something: "in the last week" is only a time.
const FEWEST_TOLD: usize = 3;

impl Sentence<'_, '_> {
    /// Returns the tokens that express the time of clauses in passing.
    pub(super) fn reported_times(&self, language: Language, today: NaiveDate) -> Vec<(usize, usize)> {
        let clauses = self.clauses();
        if clauses.len() < 2 {
            return Vec::new();
        }
        let read = |clause: &Range<usize>| self.time_of(clause, language, today);
        let asking: Vec<(&Range<usize>, TimeFrame)> =
            clauses.iter().filter(|clause| self.asks(clause)).map(|clause| (clause, read(clause))).collect();
        let goes_by_itself = |clause: &Range<usize>| {
            asking.iter().any(|(asks, own)| {
                let has = |feature| self.inside(asks, feature);
                let has_time =
                    own.span.is_some() || own.season.is_some() || has(Feature::Now) || has(Feature::Falls);
                let is_told = self.inside(clause, Feature::Told);
                (has_time && self.words_beside_time(clause) >= FEWEST_TOLD)
                    || (is_told && !has(Feature::Fell))
            })
        };
        // A question about the snow depth is about now: "We leave for Banff tomorrow. How deep is the snow?".
        let asks_of_now = |clause: &Range<usize>| {
            let is_told = self.tells_of_writer(clause) || self.inside(clause, Feature::Bound);
            is_told
                && self.words_beside_time(clause) >= FEWEST_TOLD
                && asking.iter().any(|(asks, own)| {
                    let has =
                        |features: &[Feature]| features.iter().any(|feature| self.inside(asks, *feature));
                    clause.end <= asks.start && own.span.is_none() && has(&OF_NOW) && !has(&OF_THEN)
                })
        };
        // The asking clause has its own day: "We come next week, is it open today?", "Is it open today? I drive up on
        // Friday".
        let has_own_day = |clause: &Range<usize>| {
            let is_near = |when: &TimeFrame| when.span.is_some() && !when.is_dated;
            is_near(&read(clause))
                && self.words_beside_time(clause) >= FEWEST_TOLD
                && asking.iter().any(|(asks, own)| {
                    (clause.end <= asks.start || self.tells_of_writer(clause))
                        && (is_near(own) || self.inside(asks, Feature::Now))
                })
        };
        let told = clauses.iter().filter(|clause| !self.asks(clause));
        told.flat_map(|clause| {
            if is_past(&read(clause), today) && goes_by_itself(clause) {
                self.times_in(clause, &OF_TIME)
            } else if has_own_day(clause) || asks_of_now(clause) {
                self.times_in(clause, &OF_DAYS)
            } else {
                Vec::new()
            }
        })
        .collect()
    }

    pub(super) fn clauses(&self) -> Vec<Range<usize>> {
        let mut clauses: Vec<Range<usize>> = Vec::new();
        for at in (0..self.tokens.len())
            .filter(|at| !matches!(self.tokens.get(*at).map(|t| t.kind), Some(Kind::Sign(_))))
        {
            if clauses.last().is_none_or(|last| last.end <= at) {
                clauses.push(self.clause(at));
            }
        }
        clauses
    }

    /// Returns the time of a clause as if it were the whole question.
    fn time_of(&self, clause: &Range<usize>, language: Language, today: NaiveDate) -> TimeFrame {
        let moved = |tag: &Tag| Tag { from: tag.from - clause.start, to: tag.to - clause.start, ..*tag };
        let tags: Vec<Tag> = self.tags.iter().filter(|tag| is_inside(clause, tag)).map(moved).collect();
        let tokens = self.tokens.get(clause.clone()).unwrap_or_default();
        when::read(&Reader::new(tokens, &tags, language, today))
    }

    fn inside(&self, clause: &Range<usize>, feature: Feature) -> bool {
        self.tags.iter().any(|tag| tag.is(feature) && is_inside(clause, tag))
    }

    /// Returns the words and numbers of a clause that express time, outside of names.
    fn times_in(&self, clause: &Range<usize>, of_time: &[Feature]) -> Vec<(usize, usize)> {
        let is_time = |tag: &&Tag| of_time.contains(&tag.feature) && is_inside(clause, tag);
        let spans = self.tags.iter().filter(is_time).map(|tag| (tag.from, tag.to));
        let is_number = |at: &usize| self.tokens.get(*at).is_some_and(|token| token.number().is_some());
        let counts = of_time.contains(&Feature::Number);
        let numbers = clause.clone().filter(|at| counts && is_number(at)).map(|at| (at, at + 1));
        let is_free = |(from, to): &(usize, usize)| {
            self.mentions.iter().all(|mention| mention.to <= *from || *to <= mention.from)
        };
        spans.chain(numbers).filter(is_free).collect()
    }

    fn words_beside_time(&self, clause: &Range<usize>) -> usize {
        let times = self.times_in(clause, &OF_TIME);
        let is_told = |at: &usize| {
            let is_sign = matches!(self.tokens.get(*at).map(|token| token.kind), Some(Kind::Sign(_)));
            !is_sign && times.iter().all(|(from, to)| at < from || to <= at)
        };
        clause.clone().filter(is_told).count()
    }
}

fn is_inside(clause: &Range<usize>, tag: &Tag) -> bool {
    clause.start <= tag.from && tag.to <= clause.end
}

fn is_past(when: &TimeFrame, today: NaiveDate) -> bool {
    when.is_past(today) || matches!(when.season, Some(Season::Last | Season::Named(_)))
}
