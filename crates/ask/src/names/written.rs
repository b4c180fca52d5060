//! Whether a word that names something is meant as a name: by how it is written and by what stands beside it.

use crate::feature::Feature;
use crate::lexicon::Tag;
use crate::tokens::{Kind, Token};
use crate::words::List;

/// Letters of a name that is one however it is written: "are" is a word of more languages than its own.
const SHORTEST_NAME: usize = 4;

/// Letters of names that no word of the six languages has.
const FOREIGN: [char; 12] = ['å', 'Å', 'ø', 'Ø', 'ł', 'Ł', 'ğ', 'ş', 'Ş', 'ž', 'Ž', 'ő'];

/// Letters of a name in capitals alone.
const SHORTEST_LETTERS: usize = 3;

/// Letters of an abbreviation before a full stop.
const LONGEST_ABBREVIATION: usize = 3;

/// Most words of a question that is short.
const MOST_SHORT: usize = 8;

/// Letters of a name that is no longer form of a word.
const LONG_NAME: usize = 7;

/// Whether a single word that names something is meant as a name: words of the language are when they are written with a capital
/// behind the question's first word, and everyday names when they have a capital or a preposition.
pub(super) fn may_be_name(tokens: &[Token<'_>], tags: &[Tag], at: usize, name: &str) -> bool {
    let Some(token) = tokens.get(at) else { return false };
    let is_first = starts_sentence(tokens, at);
    let covering = tags.iter().filter(|tag| tag.covers(at));
    // "Snowbird" begins as a word of snow does, and is none.
    let is_longer = |tag: &Tag| tag.beyond > 0 && name.chars().count() >= LONG_NAME;
    let is_word = covering.clone().any(|tag| !is_of_place(tag.feature) && !is_longer(tag));
    let has_accent = token.raw.chars().any(|c| c.is_alphabetic() && !c.is_ascii()) && !is_word;
    let nouns_are_capital = covering.clone().any(|tag| tag.language == crate::Language::German);
    let behind_preposition = behind(tokens, at).is_some_and(|before| {
        tags.iter().any(|tag| tag.is(Feature::At) && tag.from <= before && before < tag.to)
    });
    // "Åre" is no "are": no language here writes its words so.
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
        // "heavenly's gondola": what owns something is a name.
        let owns = tokens.get(at + 1).is_some_and(|sign| sign.glued && sign.is_sign(&['\'', '\u{2019}']))
            && tokens.get(at + 2).is_some_and(|own| own.glued && own.folded == "s");
        // Of a language that writes every noun with a capital it says nothing: "der große Brand".
        let is_german = tags.iter().any(|tag| tag.language == crate::Language::German);
        // "MRG": letters alone are a name wherever they stand.
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

/// "Is heavenly open": an everyday word between a verb that asks and whether it is open, or beside "versus".
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

/// "Alta, solitude, brighton.": between signs or words that join names.
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

/// "Inches overnight copper", "keystone or copper": a word without an article in a few words about snow or a choice.
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

/// Whether an article or an adjective stands before a German noun.
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

/// Whether a sentence begins at a token: its capital says nothing.
pub(super) fn starts_sentence(tokens: &[Token<'_>], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    let ends = before.is_none_or(|before| {
        before.is_sign(&[
            '.', '!', '?', ':', ';', '\u{bf}', '\u{a1}', '"', '\u{ab}', '\u{201e}', '\u{201c}', '\u{ff1f}',
            '\u{3002}',
        ])
    });
    // "St. Anton": behind a short word a full stop ends nothing.
    let is_abbreviation = before.is_some_and(|before| before.is_sign(&['.']))
        && at.checked_sub(2).and_then(|short| tokens.get(short)).is_some_and(|short| {
            short.kind == Kind::Word && short.raw.chars().count() <= LONGEST_ABBREVIATION
        });
    (ends && !is_abbreviation) || tokens.iter().take(at).all(|token| token.kind != Kind::Word)
}

/// The token before, signs left out.
pub(super) fn behind(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    (0..at).rev().find(|before| tokens.get(*before).is_some_and(|token| !matches!(token.kind, Kind::Sign(_))))
}

const fn is_of_place(feature: Feature) -> bool {
    matches!(
        feature,
        Feature::Region | Feature::Country | Feature::State | Feature::Hub | Feature::Name | Feature::City
    )
}
