//! A place beside a name: "Blue Mountain, Ontario". It narrows the name, or shows that it is a namesake that nobody knows.

use super::namesakes::without_namesakes;
use super::{Known, Mention, What};
use crate::feature::Feature;
use crate::lexicon::Tag;
use crate::tokens::{Token, text_of};
use crate::words::List;

/// Letters of the shortest name of a place that is no word of every day: "us".
const SHORTEST_PLACE: usize = 4;

/// A place beside a name narrows it: "Blue Mountain, Ontario". A name that the place does not hold is a namesake, which nobody
/// here knows: both are taken away, and the name is left over as a stranger.
pub(super) fn narrowed(known: &Known<'_>, tokens: &[Token<'_>], mentions: Vec<Mention>) -> Vec<Mention> {
    let mut kept: Vec<Mention> = Vec::with_capacity(mentions.len());
    let mut mentions = mentions.into_iter().peekable();
    while let Some(mention) = mentions.next() {
        // "かぐら みつまた": the mountain and its part.
        if mentions
            .peek()
            .is_some_and(|next| next.from == mention.to && is_part(known, &mention.what, &next.what))
        {
            continue;
        }
        let beside = mentions.next_if(|next| {
            let stands_beside = next.from <= mention.to + 1
                && tokens.get(mention.to..next.from).is_none_or(|between| {
                    between
                        .iter()
                        .all(|token| token.is_sign(&[',', '(', '-', '\u{2014}']) || token.folded == "in")
                });
            stands_beside && lying(known, &next.what).is_some() && candidates(&mention.what).is_some()
        });
        let Some(place) = beside else {
            kept.push(Mention {
                what: without_namesakes(known, mention.what, &text_of(tokens, mention.from, mention.to)),
                ..mention
            });
            continue;
        };
        let here = lying(known, &place.what).unwrap_or_default();
        let named = candidates(&mention.what).unwrap_or_default();
        let inside: Vec<usize> = named.into_iter().filter(|at| here.contains(at)).collect();
        let what = match (&inside[..], mention.what) {
            ([only], _) => What::Resort(*only),
            // Nothing of that name lies there: nobody knows it.
            ([], _) => What::Stranger(text_of(tokens, mention.from, place.to)),
            (_, hub @ What::Hub(..)) => hub,
            (_, _) => What::Several(inside),
        };
        kept.push(Mention { what, from: mention.from, to: place.to });
    }
    kept
}

/// Whether one resort is named, and behind a preposition a state or a country that does not hold it.
pub(crate) fn lies_elsewhere(tokens: &[Token<'_>], tags: &[Tag], mentions: &[Mention]) -> bool {
    let mut resorts = mentions.iter().filter_map(|mention| match mention.what {
        What::Resort(at) => Some(at),
        _ => None,
    });
    let Some(only) = resorts.next() else { return false };
    let is_there = |mention: &Mention| {
        let is_name = tokens.get(mention.from).is_some_and(|word| word.folded.len() >= SHORTEST_PLACE);
        // "For a friend from Texas": where somebody comes from is no place of the resort.
        let before =
            mention.from.checked_sub(1).and_then(|at| tokens.get(at)).map_or("", |word| word.folded.as_str());
        is_name
            && !List::OfOrigin.contains(before)
            && tags.iter().any(|tag| tag.is(Feature::At) && tag.to == mention.from)
    };
    let other = |mention: &Mention| match &mention.what {
        What::State(_, members) | What::Country(_, members) => !members.contains(&only) && is_there(mention),
        _ => false,
    };
    resorts.all(|other| other == only) && mentions.iter().any(other)
}

/// Whether the second of two resorts is a part of the first.
fn is_part(known: &Known<'_>, whole: &What, part: &What) -> bool {
    let slug = |what: &What| match what {
        What::Resort(at) => (known.resort)(*at).map(|resort| resort.slug.as_str()),
        _ => None,
    };
    let (Some(whole), Some(part)) = (slug(whole), slug(part)) else { return false };
    part.strip_prefix(whole).is_some_and(|rest| rest.starts_with('-'))
}

/// The resorts that a name may mean.
fn candidates(what: &What) -> Option<Vec<usize>> {
    match what {
        What::Resort(only) => Some(vec![*only]),
        What::Several(several) => Some(several.clone()),
        What::Hub(_, members) => Some(members.clone()),
        What::State(..)
        | What::Country(..)
        | What::Region(_)
        | What::Pass(_)
        | What::Aside
        | What::Stranger(_) => None,
    }
}

/// The resorts of a place that narrows a name beside it.
fn lying(known: &Known<'_>, what: &What) -> Option<Vec<usize>> {
    match what {
        What::State(_, resorts) | What::Country(_, resorts) => Some(resorts.clone()),
        What::Region("japan") => Some(known.index.lying_in("japan")),
        What::Resort(_)
        | What::Several(_)
        | What::Hub(..)
        | What::Region(_)
        | What::Pass(_)
        | What::Aside
        | What::Stranger(_) => None,
    }
}
