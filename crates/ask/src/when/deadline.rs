//! Reads deadlines, which begin today: "by Sunday", "bis Freitag", "d'ici samedi", "entro domenica", "para el lunes",
//! "日曜までに".

use super::{Reader, Span};
use crate::feature::Feature;
use crate::language::Language;
use crate::lexicon::Tag;

impl Reader<'_, '_> {
    /// Returns the days from today to the day or weekend given as the last.
    pub(super) fn up_to(&self, tag: &Tag, span: Span) -> Span {
        let is_alone = self.tags(Feature::Weekday).chain(self.tags(Feature::Weekend)).count() == 1;
        if is_alone && span.last >= self.today && self.is_last(tag) {
            return Span { first: self.today, last: span.last };
        }
        span
    }

    /// Returns the days from today to a day that is the end of what is asked: "am 12. fange ich an, wie viel fällt bis
    /// dahin?"
    pub(super) fn until_then(&self, span: Span) -> Span {
        let word = |at: usize| self.tokens.get(at).map_or("", |token| token.raw);
        let folded = |at: usize| self.tokens.get(at).map_or("", |token| token.folded.as_str());
        let is_said = |at: usize| match self.language {
            Language::English => matches!((folded(at), folded(at + 1)), ("until" | "till" | "by", "then")),
            Language::German => matches!((folded(at), folded(at + 1)), ("bis", "dahin" | "dann")),
            Language::French => (folded(at), folded(at + 1)) == ("ici", "la"),
            Language::Italian => (folded(at), folded(at + 1), folded(at + 2)) == ("fino", "ad", "allora"),
            Language::Spanish => (folded(at), folded(at + 1)) == ("hasta", "entonces"),
            Language::Japanese => {
                [word(at), word(at + 1), word(at + 2), word(at + 3)] == ["そ", "れ", "ま", "で"]
            }
        };
        let is_one_day = span.first == span.last && span.first > self.today;
        if is_one_day && (0..self.tokens.len()).any(is_said) {
            Span { first: self.today, ..span }
        } else {
            span
        }
    }

    /// Returns whether words at a day mark it as the last.
    fn is_last(&self, tag: &Tag) -> bool {
        let word = |at: Option<usize>| {
            at.and_then(|at| self.tokens.get(at)).map_or("", |token| token.folded.as_str())
        };
        let before = |at: Option<usize>| at.and_then(|at| self.before(at));
        let first = before(Some(tag.from));
        let second = before(first);
        let third = before(second);
        let words = (word(third), word(second), word(first));
        match self.language {
            Language::English => matches!(
                words,
                (_, _, "by" | "until" | "till") | (_, "by", "the" | "this") | (_, "now", "and" | "to")
            ),
            Language::German => matches!(words, (_, _, "bis") | (_, "bis", "zum" | "zu" | "kommenden")),
            Language::French => {
                matches!(words, (_, "d", "ici") | ("d", "ici", _) | (_, "jusqu", "a" | "au"))
            }
            Language::Italian => {
                matches!(
                    words,
                    (_, _, "entro")
                        | (_, "entro", "il" | "la")
                        | (_, "fino", "a" | "al")
                        | ("da", "qui" | "oggi", "a")
                )
            }
            Language::Spanish => {
                matches!(
                    words,
                    (_, _, "para")
                        | (_, "para" | "hasta", "el" | "este")
                        | (_, _, "hasta")
                        | ("de", "aqui" | "hoy", "al" | "a")
                )
            }
            Language::Japanese => {
                let behind = |at: usize| self.tokens.get(at).map_or("", |token| token.raw);
                (0..3).any(|on| (behind(tag.to + on), behind(tag.to + on + 1)) == ("ま", "で"))
            }
        }
    }
}
