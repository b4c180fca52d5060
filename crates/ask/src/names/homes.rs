//! Sets aside towns without skiing where people live or start: "four of us from Leeds", "Mi primo, que vive en Denver".

use super::{Mention, NameMeaning};
use crate::feature::Feature;
use crate::lexicon::Tag;
use crate::tokens::{Kind, Run, Token, run_around};
use crate::word_lists::List;

/// Features of questions about a place.
const ASKED: [Feature; 12] = [
    Feature::Snow,
    Feature::Depth,
    Feature::NewSnow,
    Feature::Fell,
    Feature::Falls,
    Feature::Weather,
    Feature::Forecast,
    Feature::Temperature,
    Feature::Conditions,
    Feature::HowIs,
    Feature::Open,
    Feature::Lifts,
];

/// Sets aside the towns of the writer and of the people they mention, if another place or a pass is named.
pub(crate) fn leave_homes(tokens: &[Token<'_>], tags: &[Tag], mentions: &mut [Mention]) {
    let is_town = |mention: &Mention| {
        matches!(mention.what, NameMeaning::Stranger(_))
            && tags.iter().any(|tag| {
                (tag.is(Feature::City) && tag.from == mention.from)
                    || (tag.is(Feature::Told) && tag.to == mention.from && tag.value.is_empty())
            })
    };
    let towns: Vec<usize> =
        mentions.iter().filter(|mention| is_town(mention)).map(|mention| mention.to).collect();
    // The state says where the town is: "Atlanta, Georgia".
    let is_where = |mention: &Mention| {
        let comma = |to: usize| usize::from(tokens.get(to).is_some_and(|sign| sign.is_sign(&[','])));
        matches!(mention.what, NameMeaning::State(..) | NameMeaning::Country(..))
            && towns.iter().any(|to| mention.from == to + comma(*to))
    };
    let others: Vec<(usize, usize)> = mentions
        .iter()
        .filter(|mention| {
            !is_town(mention) && !matches!(mention.what, NameMeaning::Stranger(_) | NameMeaning::Aside)
        })
        .filter(|mention| !is_where(mention))
        .map(|mention| (mention.from, mention.to))
        .collect();
    if others.is_empty() {
        return;
    }
    let names_mountain = mentions.iter().any(|mention| matches!(mention.what, NameMeaning::Resort(_)));
    let of_way = tags.iter().any(|tag| tag.is(Feature::Drive));
    for mention in mentions.iter_mut().filter(|mention| is_town(mention)) {
        let before = mention.from.checked_sub(1);
        let word = before.and_then(|at| tokens.get(at)).map_or("", |token| token.folded.as_str());
        // "Portillo de Toledo" is a separate name, and "to Vancouver" is a destination.
        let is_of_name = others.iter().any(|(_, to)| Some(*to) == before);
        if is_of_name || matches!(word, "to" | "nach" | "vers" | "hacia" | "verso") {
            continue;
        }
        let is_home = List::FromHome.contains(word);
        let segment = segment(tokens, mention.from);
        let Run { from, to } = segment;
        let inside = |tag: &&Tag| tag.is_within(segment);
        let asks = tags.iter().filter(inside).any(|tag| tag.is(Feature::Asking) && tag.value.is_empty())
            && tags.iter().filter(inside).any(|tag| ASKED.contains(&tag.feature));
        let ends = tokens.get(to).is_some_and(|sign| sign.is_sign(&['?', '\u{ff1f}']));
        let is_apart = others.iter().all(|(own, _)| *own < from || to <= *own);
        // With a mountain, the whole clause of a town is removed elsewhere.
        let is_left = !names_mountain && (is_home || (is_apart && !asks && !ends));
        if of_way || is_left {
            mention.what = NameMeaning::Aside;
        }
    }
}

/// Returns the segment around a token, between signs.
fn segment(tokens: &[Token<'_>], at: usize) -> Run {
    let is_end = |at: &usize| {
        tokens
            .get(*at)
            .is_some_and(|token| matches!(token.kind, Kind::Sign(sign) if sign != '\'' && sign != '-'))
    };
    run_around(tokens, at, is_end)
}

#[cfg(test)]
mod tests;
