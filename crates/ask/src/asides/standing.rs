//! Determines the role of names in a clause: something is reported of them, or the writer goes there.

use super::{Group, Sentence};
use crate::feature::Feature;
use crate::language::Language;
use crate::lexicon::Tag;

impl Sentence<'_, '_> {
    /// Returns whether a clause reports a town without skiing, without asking about it or a way there.
    pub(super) fn tells_of_town(&self, group: &Group) -> bool {
        let inside = |tag: &&Tag| group.clause.start <= tag.from && tag.to <= group.clause.end;
        let names_city =
            self.tags.iter().any(|tag| tag.is(Feature::City) && group.from <= tag.from && tag.to <= group.to);
        let asks = self.tags.iter().filter(inside).any(|tag| tag.is(Feature::Asking) && tag.value.is_empty());
        let ends = self.tokens.get(group.clause.end).is_some_and(|sign| sign.is_sign(&['?', '\u{ff1f}']));
        // Parentheses give the location: "Willingen (Westerwald)".
        let before = group.clause.start.checked_sub(1).and_then(|at| self.tokens.get(at));
        let is_aside = before.is_some_and(|sign| sign.is_sign(&['(']));
        let of_way = self.tags.iter().any(|tag| matches!(tag.feature, Feature::Flight | Feature::Drive));
        names_city && !asks && !ends && !is_aside && !of_way && !self.is_known(group)
    }

    /// Returns whether a later clause without names asks for a ranking of the names, and no clause with a name asks:
    /// "My husband wants Solitude, the kids want Brighton. Who got the most?".
    pub(super) fn ranks_elsewhere(&self, groups: &[&Group]) -> bool {
        let ranks = |tag: &Tag| matches!(tag.feature, Feature::Rank | Feature::MostSnow | Feature::Contrast);
        let asks_elsewhere = self.tags.iter().filter(|tag| ranks(tag)).any(|tag| {
            let clause = self.clause(tag.from);
            self.asks(&clause) && groups.iter().all(|group| group.clause != clause)
        });
        asks_elsewhere && groups.iter().all(|group| !group.asks && !group.is_told)
    }

    /// Returns whether a clause reports something of a group: before its names, or after them in a language with the
    /// verb at the end.
    pub(super) fn is_reported(&self, group: &Group, after: usize, before: usize) -> bool {
        let start = group.clause.start.max(after);
        let end = group.clause.end.min(before);
        self.tags.iter().filter(|tag| tag.is(Feature::Told)).any(|tag| {
            let before = start <= tag.from && tag.to <= group.from;
            let is_asked = || self.tokens.get(tag.to).is_some_and(|sign| sign.is_sign(&['?', '\u{ff1f}']));
            // The separator of the clauses may be the end of it: "去年は苗場に行きましたが、".
            let behind = tag.value == "behind" && group.to <= tag.from && tag.from < end && !is_asked();
            // A question word before the name excludes a report: "Wie viele Lifte sind in Willingen offen?". "Il y a
            // trop de monde." does not ask.
            let ends = self.tokens.get(group.clause.end).is_some_and(|sign| sign.is_sign(&['?', '\u{ff1f}']));
            let asked = |asks: &Tag| {
                asks.is(Feature::Asking)
                    && (ends || asks.value.is_empty())
                    && asks.from == start
                    && asks.to <= tag.from
            };
            // The report ends at a later question: "Kitzbühel ist mir zu voll, wie schaut's in Fieberbrunn aus".
            let asks_since = |asks: &Tag| {
                asks.is(Feature::Asking)
                    && asks.value.is_empty()
                    && tag.to <= asks.from
                    && asks.to <= group.from
            };
            (before && !self.tags.iter().any(|tag| asked(tag) || asks_since(tag))) || behind
        })
    }

    /// Returns whether a clause says that the writer goes to a group: "we are going to", "札幌国際に行くんですが".
    pub(super) fn is_bound(&self, group: &Group, after: usize) -> bool {
        let start = group.clause.start.max(after);
        let is_there = |tag: &Tag| {
            (start <= tag.from && tag.from < group.from)
                || (tag.language == Language::Japanese && tag.from == group.to)
        };
        self.tags.iter().any(|tag| tag.is(Feature::Bound) && is_there(tag))
    }
}
