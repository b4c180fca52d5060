//! Places beside one another: one that lies in the other, and one of which the next clause asks.

use std::ops::Range;

use super::{Group, Sentence, is_mountain, is_mountain_like, is_place};
use crate::names::{Mention, What};
use crate::words::List;

impl Sentence<'_, '_> {
    /// Whether one resort is named, and besides places alone in which it lies: "in San Candido, on the Three Peaks".
    pub(super) fn is_one_place(&self) -> bool {
        let mut resorts = self.mentions.iter().filter_map(|mention| match mention.what {
            What::Resort(at) => Some(at),
            _ => None,
        });
        let Some(only) = resorts.next() else { return false };
        let holds = |what: &What| match what {
            What::Several(members) | What::Hub(_, members) => members.contains(&only),
            What::State(_, members) | What::Country(_, members) => members.contains(&only),
            What::Region(_) => false,
            What::Stranger(_) => !is_mountain_like(what),
            What::Resort(_) | What::Pass(_) | What::Aside => true,
        };
        resorts.all(|other| other == only) && self.mentions.iter().all(|mention| holds(&mention.what))
    }

    /// "La Norma, c'est ouvert ?": what is asked stands behind a comma, and no other place with it.
    pub(super) fn asks_behind(&self, clause: &Range<usize>) -> bool {
        let is = |at: usize, sign: char| self.tokens.get(at).is_some_and(|token| token.is_sign(&[sign]));
        // "Aujourd'hui c'est Sainte-Foy : ça tourne ?", and no list before it.
        let is_in_list = clause.start.checked_sub(1).is_some_and(|before| is(before, ','));
        let goes_on = is(clause.end, ',') || (is(clause.end, ':') && !is_in_list);
        if !goes_on {
            return false;
        }
        let next = self.clause(clause.end + 1);
        let is_inside = |mention: &Mention| next.start <= mention.from && mention.from < next.end;
        self.asks(&next) && !self.mentions.iter().any(|mention| is_place(mention) && is_inside(mention))
    }

    /// Whether a name that nobody knows is joined to one that is known.
    pub(super) fn joins_stranger(&self, groups: &[Group]) -> bool {
        let is_stranger =
            |mention: &&Mention| matches!(mention.what, What::Stranger(_)) && is_mountain(mention);
        let joined = |mention: &Mention| {
            groups
                .iter()
                .any(|group| group.mountains > 1 && group.from <= mention.from && mention.to <= group.to)
        };
        self.mentions.iter().filter(is_stranger).any(|mention| joined(mention) || self.is_tied(mention))
    }

    /// "Portillo de Toledo": a name that nobody knows behind one that is known, with nothing but words that tie them between.
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
