//! What a clause says of the names in it: something is told of them, or somebody goes there.

use super::{Group, Sentence};
use crate::feature::Feature;
use crate::language::Language;
use crate::lexicon::Tag;

impl Sentence<'_, '_> {
    /// Whether a clause tells of a town in which nobody skis, and asks nothing of it and of no way there.
    pub(super) fn tells_of_town(&self, group: &Group) -> bool {
        let inside = |tag: &&Tag| group.clause.start <= tag.from && tag.to <= group.clause.end;
        let names_city =
            self.tags.iter().any(|tag| tag.is(Feature::City) && group.from <= tag.from && tag.to <= group.to);
        let asks = self.tags.iter().filter(inside).any(|tag| tag.is(Feature::Asking) && tag.value.is_empty());
        let ends = self.tokens.get(group.clause.end).is_some_and(|sign| sign.is_sign(&['?', '\u{ff1f}']));
        // "Willingen (Westerwald)": that is where it lies.
        let before = group.clause.start.checked_sub(1).and_then(|at| self.tokens.get(at));
        let is_aside = before.is_some_and(|sign| sign.is_sign(&['(']));
        let of_way = self.tags.iter().any(|tag| matches!(tag.feature, Feature::Flight | Feature::Drive));
        names_city && !asks && !ends && !is_aside && !of_way && !self.is_known(group)
    }

    /// "My husband wants Solitude, the kids want Brighton. Who got the most?": what asks which of them names none, and none asks itself.
    pub(super) fn ranks_elsewhere(&self, groups: &[&Group]) -> bool {
        let ranks = |tag: &Tag| matches!(tag.feature, Feature::Rank | Feature::MostSnow | Feature::Contrast);
        let asks_elsewhere = self.tags.iter().filter(|tag| ranks(tag)).any(|tag| {
            let clause = self.clause(tag.from);
            self.asks(&clause) && groups.iter().all(|group| group.clause != clause)
        });
        asks_elsewhere && groups.iter().all(|group| !group.asks && !group.is_told)
    }

    /// Whether a clause tells something of a group: before its names, or behind them in a language with the verb at the end.
    pub(super) fn is_told(&self, group: &Group, after: usize, before: usize) -> bool {
        let start = group.clause.start.max(after);
        let end = group.clause.end.min(before);
        self.tags.iter().filter(|tag| tag.is(Feature::Told)).any(|tag| {
            let before = start <= tag.from && tag.to <= group.from;
            // "昨晩ドカ雪だった？" asks.
            let is_asked = || self.tokens.get(tag.to).is_some_and(|sign| sign.is_sign(&['?', '\u{ff1f}']));
            // "去年は苗場に行きましたが、": what parts the clauses may be the end of it.
            let behind = tag.value == "behind" && group.to <= tag.from && tag.from < end && !is_asked();
            // "Wie viele Lifte sind in Willingen offen?": behind a word that asks nothing is told. "Il y a trop de monde." asks nothing.
            let ends = self.tokens.get(group.clause.end).is_some_and(|sign| sign.is_sign(&['?', '\u{ff1f}']));
            let asked = |asks: &Tag| {
                asks.is(Feature::Asking)
                    && (ends || asks.value.is_empty())
                    && asks.from == start
                    && asks.to <= tag.from
            };
            // "Kitzbühel ist mir zu voll, wie schaut's in Fieberbrunn aus": what asks behind it is told no more.
            let asks_since = |asks: &Tag| {
                asks.is(Feature::Asking)
                    && asks.value.is_empty()
                    && tag.to <= asks.from
                    && asks.to <= group.from
            };
            (before && !self.tags.iter().any(|tag| asked(tag) || asks_since(tag))) || behind
        })
    }

    /// Whether a clause says of a group that one goes there: "we are going to", "札幌国際に行くんですが".
    pub(super) fn is_bound(&self, group: &Group, after: usize) -> bool {
        let start = group.clause.start.max(after);
        let is_there = |tag: &Tag| {
            (start <= tag.from && tag.from < group.from)
                || (tag.language == Language::Japanese && tag.from == group.to)
        };
        self.tags.iter().any(|tag| tag.is(Feature::Bound) && is_there(tag))
    }
}
