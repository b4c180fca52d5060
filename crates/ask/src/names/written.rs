//! Decides whether a word is meant as a name, by its spelling and its neighbours.

use crate::feature::Feature;
use crate::lexicon::Tag;
use crate::tokens::{Kind, Token};
use crate::word_lists::List;

/// Minimum length of a word that is a name in any spelling, in letters: "are" is a word of several languages.
const SHORTEST_NAME: usize = 4;

/// Letters of names that do not occur in words of the six languages.
const FOREIGN: [char; 12] = ['å', 'Å', 'ø', 'Ø', 'ł', 'Ł', 'ğ', 'ş', 'Ş', 'ž', 'Ž', 'ő'];

/// Minimum length of a name consisting only of capitals.
const SHORTEST_LETTERS: usize = 3;

/// Maximum length of an abbreviation before a full stop.
const LONGEST_ABBREVIATION: usize = 3;

/// Maximum number of words of a short question.
const MOST_SHORT: usize = 8;

/// Minimum length of a name that is not a longer form of a word.
const LONG_NAME: usize = 7;

/// Returns whether a single word is meant as a name. Words of the language are if they are capitalised after the
/// question's first word; everyday names are if they are capitalised or follow a preposition.
pub(super) fn may_be_name(tokens: &[Token<'_>], tags: &[Tag], at: usize, name: &str) -> bool {
    let Some(token) = tokens.get(at) else { return false };
    let is_first = starts_sentence(tokens, at);
    let covering = tags.iter().filter(|tag| tag.covers(at));
    // "Snowbird" begins like a word for snow but is not one.
    let is_longer = |tag: &Tag| tag.beyond > 0 && name.chars().count() >= LONG_NAME;
    let is_word = covering.clone().any(|tag| !is_of_place(tag.feature) && !is_longer(tag));
    let has_accent = token.raw.chars().any(|c| c.is_alphabetic() && !c.is_ascii()) && !is_word;
    let nouns_are_capital = covering.clone().any(|tag| tag.language == crate::Language::German);
    let behind_preposition = previous_word(tokens, at).is_some_and(|before| {
        tags.iter().any(|tag| tag.is(Feature::At) && tag.from <= before && before < tag.to)
    });
    // The languages here do not write words with such letters: "Åre" is not "are".
    if token.raw.contains(FOREIGN) {
        return true;
    }
    if is_word {
        let is_short = name.chars().count() < SHORTEST_NAME && token.raw.is_ascii() && !behind_preposition;
        let capital = token.is_capital() && !is_first && !is_short;
        return capital && (!nouns_are_capital || behind_preposition) || name == "alta" && token.is_capital();
    }
    if List::EverydayNames.contains(name) || name.chars().count() < SHORTEST_NAME {
        let is_short = name.chars().count() < SHORTEST_NAME;
        // A possessive marks a name: "heavenly's gondola".
        let owns = tokens.get(at + 1).is_some_and(|sign| sign.glued && sign.is_sign(&['\'', '\u{2019}']))
            && tokens.get(at + 2).is_some_and(|own| own.glued && own.folded == "s");
        // A capital carries no information in a language that capitalises every noun: "der große Brand".
        let is_german = tags.iter().any(|tag| tag.language == crate::Language::German);
        // A word consisting only of capitals is a name everywhere: "MRG".
        let is_letters = token.raw.len() >= SHORTEST_LETTERS && token.raw.chars().all(char::is_uppercase);
        let capital = token.is_capital()
            && (is_letters || !(is_first && is_short))
            && !(is_german && is_thing(tokens, at));
        return (capital && !List::GivenNames.contains(name))
            || behind_preposition
            || (has_accent && !List::EverydayNames.contains(name))
            || owns
            || is_asked_open(tokens, tags, at)
            || (List::SkiersNames.contains(name)
                && (is_of_short_question(tokens, tags, at) || is_in_a_row(tokens, at)));
    }
    true
}

/// Returns whether an everyday word is between a verb that asks and a word for open, or next to "versus": "Is heavenly
/// open".
fn is_asked_open(tokens: &[Token<'_>], tags: &[Tag], at: usize) -> bool {
    let word = |at: Option<usize>| at.and_then(|at| tokens.get(at)).map_or("", |token| token.folded.as_str());
    let is_versus = |at: Option<usize>| {
        matches!(word(at), "vs" | "versus" | "v" | "against" | "gegen" | "contre" | "contro" | "contra")
    };
    let is_open = tags.iter().any(|tag| {
        tag.from == at + 1 && matches!(tag.feature, Feature::Open | Feature::Closed | Feature::Lifts)
    });
    (is_open && List::AskingVerbs.contains(word(at.checked_sub(1))))
        || is_versus(at.checked_sub(1))
        || is_versus(Some(at + 1))
}

/// Returns whether a word is between signs or words that join names: "Alta, solitude, brighton."
fn is_in_a_row(tokens: &[Token<'_>], at: usize) -> bool {
    let joins = |token: Option<&Token<'_>>| {
        token.is_some_and(|token| {
            token.is_sign(&[',', '/', '&']) || matches!(token.folded.as_str(), "and" | "or" | "vs" | "versus")
        })
    };
    let ends = |token: Option<&Token<'_>>| {
        token.is_none_or(|token| joins(Some(token)) || token.is_sign(&['.', '?', ':', ';', '!']))
    };
    joins(at.checked_sub(1).and_then(|before| tokens.get(before))) && ends(tokens.get(at + 1))
}

/// Returns whether a word without an article is in a short question about snow or a choice: "Inches overnight copper",
/// "keystone or copper".
fn is_of_short_question(tokens: &[Token<'_>], tags: &[Tag], at: usize) -> bool {
    const ASKED: [Feature; 11] = [
        Feature::Snow,
        Feature::Depth,
        Feature::NewSnow,
        Feature::Report,
        Feature::Conditions,
        Feature::Weather,
        Feature::Forecast,
        Feature::Lifts,
        Feature::Webcam,
        Feature::Compare,
        Feature::Contrast,
    ];
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    let is_thing = before.is_some_and(|word| List::Articles.contains(&word.folded));
    let words = tokens.iter().filter(|token| token.kind == Kind::Word).count();
    words <= MOST_SHORT && !is_thing && tags.iter().any(|tag| ASKED.contains(&tag.feature))
}

/// Returns whether an article or an adjective precedes a German noun.
fn is_thing(tokens: &[Token<'_>], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    before.is_some_and(|word| {
        let is_ending = ["e", "er", "es", "en", "em"].iter().any(|ending| word.folded.ends_with(ending));
        word.kind == Kind::Word
            && !word.is_capital()
            && is_ending
            && word.folded.len() > LONGEST_ABBREVIATION + 1
            || matches!(
                word.folded.as_str(),
                "der" | "die" | "das" | "den" | "dem" | "ein" | "eine" | "einen"
            )
    })
}

/// Returns whether a sentence begins at a token, so that its capital carries no information.
pub(super) fn starts_sentence(tokens: &[Token<'_>], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    let ends = before.is_none_or(|before| {
        before.is_sign(&[
            '.', '!', '?', ':', ';', '\u{bf}', '\u{a1}', '"', '\u{ab}', '\u{201e}', '\u{201c}', '\u{ff1f}',
            '\u{3002}',
        ])
    });
    // A full stop after a short word does not end a sentence: "St. Anton".
    let is_abbreviation = before.is_some_and(|before| before.is_sign(&['.']))
        && at.checked_sub(2).and_then(|short| tokens.get(short)).is_some_and(|short| {
            short.kind == Kind::Word && short.raw.chars().count() <= LONGEST_ABBREVIATION
        });
    (ends && !is_abbreviation) || tokens.iter().take(at).all(|token| token.kind != Kind::Word)
}

/// Returns the previous token that is not a sign.
pub(super) fn previous_word(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    (0..at).rev().find(|before| tokens.get(*before).is_some_and(|token| !matches!(token.kind, Kind::Sign(_))))
}

const fn is_of_place(feature: Feature) -> bool {
    matches!(
        feature,
        Feature::Region | Feature::Country | Feature::State | Feature::Hub | Feature::Name | Feature::City
    )
}
