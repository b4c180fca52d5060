//! Handles adjacent places: one within the other, and one that the next clause asks about.

use std::ops::Range;

use super::{Group, Sentence, is_mountain, is_mountain_like, is_place};
use crate::names::{Mention, NameMeaning};
use crate::word_lists::List;

impl Sentence<'_, '_> {
    /// Returns whether one resort is named, and otherwise only places that contain it: "in San Candido, on the Three
    /// Peaks".
    pub(super) fn is_one_place(&self) -> bool {
        let mut resorts = self.mentions.iter().filter_map(|mention| match mention.what {
            NameMeaning::Resort(at) => Some(at),
            _ => None,
        });
        let Some(only) = resorts.next() else { return false };
        let holds = |what: &NameMeaning| match what {
            NameMeaning::Several(members) | NameMeaning::Hub(_, members) => members.contains(&only),
            NameMeaning::State(_, members) | NameMeaning::Country(_, members) => members.contains(&only),
            NameMeaning::Region(_) => false,
            NameMeaning::Stranger(_) => !is_mountain_like(what),
            NameMeaning::Resort(_) | NameMeaning::Pass(_) | NameMeaning::Aside => true,
        };
        resorts.all(|other| other == only) && self.mentions.iter().all(|mention| holds(&mention.what))
    }

    /// Returns whether the question follows a comma and contains no other place: "La Norma, c'est ouvert ?".
    pub(super) fn asks_after_comma(&self, clause: &Range<usize>) -> bool {
        let is = |at: usize, sign: char| self.tokens.get(at).is_some_and(|token| token.is_sign(&[sign]));
        // Also after a colon, unless a list precedes it: "Aujourd'hui c'est Sainte-Foy : ça tourne ?".
        let is_in_list = clause.start.checked_sub(1).is_some_and(|before| is(before, ','));
        let goes_on = is(clause.end, ',') || (is(clause.end, ':') && !is_in_list);
        if !goes_on {
            return false;
        }
        let next = self.clause(clause.end + 1);
        let is_inside = |mention: &Mention| next.start <= mention.from && mention.from < next.end;
        self.asks(&next) && !self.mentions.iter().any(|mention| is_place(mention) && is_inside(mention))
    }

    /// Returns whether an unknown name is joined to a known one.
    pub(super) fn joins_stranger(&self, groups: &[Group]) -> bool {
        let is_stranger =
            |mention: &&Mention| matches!(mention.what, NameMeaning::Stranger(_)) && is_mountain(mention);
        let joined = |mention: &Mention| {
            groups
                .iter()
                .any(|group| group.mountains > 1 && group.from <= mention.from && mention.to <= group.to)
        };
        self.mentions.iter().filter(is_stranger).any(|mention| joined(mention) || self.is_tied(mention))
    }

    /// Returns whether only linking words are between a known name and an unknown one after it: "Portillo de Toledo".
    fn is_tied(&self, stranger: &Mention) -> bool {
        let before = self
            .mentions
            .iter()
            .filter(|mention| mention.to < stranger.from)
            .max_by_key(|mention| mention.to);
        before.is_some_and(|before| {
            is_mountain(before)
                && self
                    .tokens
                    .get(before.to..stranger.from)
                    .unwrap_or_default()
                    .iter()
                    .all(|token| List::Ties.contains(&token.folded) || token.is_sign(&['\'', '\u{2019}']))
        })
    }
}
