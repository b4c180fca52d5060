//! Resolves a town with one mountain of its name: Ordino is Ordino-Arcalís in a question about snow.

use catalogue::comparable;

use super::{KnownNames, Mention, NameMeaning, namesakes};
use crate::feature::Feature;
use crate::lexicon::Tag;
use crate::tokens::{Token, text_of};

/// Features of questions about a mountain instead of a town.
const OF_SNOW: [Feature; 12] = [
    Feature::Snow,
    Feature::Ski,
    Feature::Depth,
    Feature::NewSnow,
    Feature::Lifts,
    Feature::Runs,
    Feature::Open,
    Feature::Avalanche,
    Feature::Quality,
    Feature::WindHold,
    Feature::Compare,
    Feature::Fell,
];

/// Maximum number of names compared with a town's.
const MOST_NAMES: usize = 8;

/// Replaces towns by the only mountain with their name in questions about snow, lifts or danger. In a question about
/// weather it stays a town, and a town with a mountain of another name is a choice.
pub(crate) fn only_mountains(
    known: &KnownNames<'_>,
    tokens: &[Token<'_>],
    tags: &[Tag],
    mentions: &mut [Mention],
) {
    if !tags.iter().any(|tag| OF_SNOW.contains(&tag.feature)) {
        return;
    }
    // Two compared towns each mean their mountain: "Between Falcade and Alleghe, where did more fall?".
    let is_compared = tags.iter().any(|tag| tag.is(Feature::Contrast))
        && mentions.iter().any(|mention| matches!(mention.what, NameMeaning::Resort(_)));
    for mention in mentions {
        let text = text_of(tokens, mention.from, mention.to);
        if let NameMeaning::Several(members) = &mention.what
            && let [only] = members[..]
            && (is_compared || is_only_bearer(known, &text, only))
        {
            mention.what = NameMeaning::Resort(only);
        }
    }
}

/// Returns whether a resort's name begins with a town's, and is the only one that contains it.
fn is_only_bearer(known: &KnownNames<'_>, town: &str, only: usize) -> bool {
    let name = comparable(town);
    let own = (known.resort)(only).map(|resort| comparable(&resort.name));
    let is_other = |at: usize| {
        let resort = (known.resort)(at).filter(|_| at != only);
        resort.is_some_and(|resort| {
            std::iter::once(&resort.name)
                .chain(&resort.aliases)
                .any(|other| comparable(other).contains(&name))
        })
    };
    !namesakes::has_namesakes(&name)
        && own.is_some_and(|own| own.len() > name.len() && own.starts_with(&name))
        && !known.index.search(town, MOST_NAMES).iter().any(|hit| is_other(hit.index))
}
