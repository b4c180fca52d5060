//! Reads journeys from a town: whether a question is about one, and its limit in hours or kilometres.

use super::Cues;
use crate::feature::Feature;
use crate::lexicon::{Tag, lexicon};
use crate::tokens::{FoldedText, Token, text_of};

/// Minutes of an hour.
const HOUR: u32 = 60;

impl Cues<'_, '_, '_> {
    /// Returns whether a question is about a journey from a town, or about its surroundings.
    pub(super) fn leaves_from(&self, town: &Tag, tags: &[Tag]) -> bool {
        let is_before =
            |tag: &Tag| tag.is(Feature::Around) && tag.from < town.from && town.from <= tag.to + 1;
        let is_limited = self.is_limited();
        let goes = self.heard.has_any(&[Feature::Near, Feature::WhereNext, Feature::Drive, Feature::Trip])
            || is_limited
            || tags.iter().any(|tag| tag.is(Feature::Around) && tag.to - tag.from > 1);
        tags.iter().any(is_before)
            || (goes && self.is_of_skiing())
            || ((is_limited || self.heard.has(Feature::Near)) && self.is_of_a_choice())
    }

    /// Returns whether words ask for snow, lifts or runs.
    fn is_of_skiing(&self) -> bool {
        self.heard.has_any(&[
            Feature::Snow,
            Feature::Ski,
            Feature::Depth,
            Feature::NewSnow,
            Feature::MostSnow,
            Feature::Lifts,
            Feature::Runs,
            Feature::Average,
        ])
    }

    /// Returns whether it asks which place to choose.
    fn is_of_a_choice(&self) -> bool {
        self.heard.has_any(&[
            Feature::Open,
            Feature::Recommend,
            Feature::Rank,
            Feature::WhichResorts,
            Feature::WhereNext,
            Feature::WhereSki,
            Feature::HowIs,
            Feature::Weekend,
        ]) || (self.heard.when.span.is_some() && self.off().next().is_none())
    }

    /// Returns whether the drive has a limit.
    pub(super) fn is_limited(&self) -> bool {
        self.minutes().is_some() || self.kilometres().is_some()
    }

    /// Returns the requested kilometres of a drive: "within 200 km", "60 bornes", "150キロ".
    pub(super) fn kilometres(&self) -> Option<u32> {
        const UNITS: [&str; 8] =
            ["km", "kms", "kilometer", "kilometers", "kilometres", "chilometri", "kilometros", "bornes"];
        const MILES: [&str; 3] = ["mi", "mile", "miles"];
        let words = &self.whole;
        let word = |at: usize| words.get(at).map_or("", |token| token.folded.as_str());
        (1..words.len()).find_map(|at| {
            let number = words.get(at - 1)?.number()?;
            let is_kilo = UNITS.contains(&word(at)) || text_of(words, at, at + 2) == "キロ";
            match () {
                () if is_kilo => Some(number),
                () if MILES.contains(&word(at)) => Some(number.saturating_mul(8) / 5),
                () => None,
            }
        })
    }

    /// Returns the requested minutes of a drive: "two hours", "a un'ora e mezza", "90 Minuten", "1h30", "2時間".
    pub(super) fn minutes(&self) -> Option<u32> {
        self.long_hours().or_else(|| self.short_hours()).or_else(|| self.said_minutes())
    }

    fn word_at(&self, at: usize) -> &str {
        self.whole.get(at).map_or("", |token| token.folded.as_str())
    }

    fn said_minutes(&self) -> Option<u32> {
        const MINUTES: [&str; 8] = ["min", "mins", "minutes", "minuten", "minuti", "minutos", "minuto", "分"];
        let at = (1..self.whole.len()).find(|at| MINUTES.contains(&self.word_at(*at)))?;
        self.whole.get(at - 1)?.number()
    }

    /// Returns the minutes of "1h30" and "2h", which "à 8h" is not.
    fn short_hours(&self) -> Option<u32> {
        const BEFORE_TIMES: [&str; 8] = ["a", "vers", "des", "avant", "apres", "um", "at", "las"];
        let at = (1..self.whole.len()).find(|at| self.word_at(*at) == "h")?;
        let number =
            |back: usize| at.checked_sub(back).and_then(|at| self.whole.get(at)).and_then(Token::number);
        // "1,5h"
        let is_fraction =
            at.checked_sub(2).and_then(|at| self.whole.get(at)).is_some_and(|sign| sign.is_sign(&[',', '.']));
        if let Some(hours) = number(3).filter(|_| is_fraction && number(1) == Some(5)) {
            return Some(hours.saturating_mul(HOUR).saturating_add(HOUR / 2));
        }
        let hours = number(1).filter(|hours| (1..=6).contains(hours))?;
        let minutes = self.whole.get(at + 1).filter(|next| next.glued).and_then(Token::number);
        let minutes = minutes.map(|minutes| minutes.min(HOUR));
        let before = at.checked_sub(2).map_or("", |at| self.word_at(at));
        let is_time = BEFORE_TIMES.contains(&before) && minutes.is_none();
        (!is_time).then(|| hours * HOUR + minutes.unwrap_or(0))
    }

    fn long_hours(&self) -> Option<u32> {
        const HOURS: [&str; 17] = [
            "hour",
            "hours",
            "hrs",
            "hr",
            "stunde",
            "stunden",
            "stundchen",
            "std",
            "heure",
            "heures",
            "ora",
            "ore",
            "oretta",
            "orette",
            "hora",
            "horas",
            "horita",
        ];
        const ONE: [&str; 12] =
            ["a", "an", "one", "un", "una", "une", "eine", "einer", "ner", "ne", "einem", "nem"];
        const HALVES: [&str; 8] = ["mezza", "mezzo", "media", "demie", "demi", "half", "a", "halb"];
        // "Anderthalb Stunden".
        const ONE_AND_A_HALF: [&str; 3] = ["anderthalb", "eineinhalb", "einundhalb"];
        let words = &self.whole;
        let is_hour = |at: &usize| {
            HOURS.contains(&self.word_at(*at)) || (self.word_at(*at) == "時" && self.word_at(at + 1) == "間")
        };
        let at = (0..words.len()).find(is_hour)?;
        if at.checked_sub(1).is_some_and(|at| ONE_AND_A_HALF.contains(&self.word_at(at))) {
            return Some(HOUR + HOUR / 2);
        }
        let mut before =
            (0..at).rev().filter_map(|at| words.get(at)).filter(|token| !token.folded.is_empty());
        let mut number = before.next()?;
        // "Dos horas y media", "an hour and a half", "2時間半".
        let joins = |at: usize| matches!(self.word_at(at), "y" | "e" | "et" | "und" | "and");
        let is_half = (joins(at + 1) && HALVES.contains(&self.word_at(at + 2)))
            || (self.word_at(at + 1), self.word_at(at + 2)) == ("間", "半");
        // "2,5 Stunden"
        let has_fraction = number.number().is_some()
            && at.checked_sub(2).and_then(|at| words.get(at)).is_some_and(|sign| sign.is_sign(&[',', '.']));
        if has_fraction {
            number = before.next()?;
        }
        let more = if is_half || has_fraction { HOUR / 2 } else { 0 };
        let tags = lexicon().tags(&FoldedText::new(words));
        let said = || tags.iter().find(|tag| tag.is(Feature::Number) && tag.to == at)?.number();
        number
            .number()
            .or_else(|| said().and_then(|said| u32::try_from(said).ok()))
            .or_else(|| ONE.contains(&number.folded.as_str()).then_some(1))
            .map(|hours| hours.saturating_mul(HOUR).saturating_add(more))
    }
}
