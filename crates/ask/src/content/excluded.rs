//! Finds names that the question excludes: "not Zermatt", "except Austria", "Vail no: Beaver Creek".

use crate::feature::Feature;
use crate::lexicon::Tag;
use crate::names::{Mention, NameMeaning};
use crate::tokens::{Kind, Token};
use crate::word_lists::List;

/// Words that exclude the name before them, if a clause ends after them and another name remains.
const BEHIND: &[&str] = &["no", "nicht", "pas", "non", "not"];

/// Words before those.
const FILLERS: &[&str] = &["doch", "lieber", "aber", "mejor", "meglio", "plutot", "finalement"];

/// Features of verbs that can be negated.
const OF_VERBS: [Feature; 6] =
    [Feature::Falls, Feature::Fell, Feature::Rain, Feature::Open, Feature::Go, Feature::Wind];

/// Marks the excluded names.
pub(super) fn leave_out(tokens: &[Token<'_>], tags: &[Tag], mentions: &mut [Mention]) {
    for at in 0..mentions.len() {
        let others = mentions.iter().enumerate().any(|(other, mention)| other != at && is_mountain(mention));
        let Some(mention) = mentions.get_mut(at) else { return };
        if is_excluded(tokens, tags, mention) || (is_denied(tokens, mention) && others) {
            mention.what = NameMeaning::Aside;
        }
    }
}

const fn is_mountain(mention: &Mention) -> bool {
    matches!(
        mention.what,
        NameMeaning::Resort(_) | NameMeaning::Several(_) | NameMeaning::Hub(..) | NameMeaning::Stranger(_)
    )
}

/// Returns whether a name is negated by what follows it: "Sölden nicht. Obergurgl!"
fn is_denied(tokens: &[Token<'_>], mention: &Mention) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.folded.as_str());
    let at = mention.to + usize::from(FILLERS.contains(&word(mention.to)));
    BEHIND.contains(&word(at)) && tokens.get(at + 1).is_some_and(ends)
}

fn ends(token: &Token<'_>) -> bool {
    matches!(token.kind, Kind::Sign(',' | ';' | ':' | '.' | '!' | '\u{2014}' | '\u{2013}'))
}

fn is_excluded(tokens: &[Token<'_>], tags: &[Tag], mention: &Mention) -> bool {
    tags.iter().filter(|tag| tag.is(Feature::Not)).any(|tag| {
        let word =
            tag.to.checked_sub(1).and_then(|last| tokens.get(last)).map_or("", |token| token.folded.as_str());
        // After a pause the negation belongs to another sentence: "No, Killington" names what is meant.
        let is_apart = tokens.get(tag.to).is_some_and(ends);
        // After a verb, the verb is negated: "Il pleut pas à Flaine ?".
        let denies_verb = tags.iter().any(|verb| verb.to == tag.from && OF_VERBS.contains(&verb.feature));
        let before = List::BeforeLeftOut.contains(word)
            && !denies_verb
            && !is_apart
            && tag.to <= mention.from
            && mention.from - tag.to <= 1;
        before || (tag.value == "behind" && tag.from == mention.to)
    })
}
