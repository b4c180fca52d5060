//! Corrects words with one wrong letter: "forcast", "tommorow", "avalance". An unknown word is taken for the only word
//! of the language that it misses by a letter. Names are matched first, and a word close to two words with different
//! meanings is not corrected.

use std::collections::BTreeSet;

use crate::feature::Feature;
use crate::language::Language;
use crate::letters::{is_one_off, is_swapped};
use crate::lexicon::{Tag, lexicon};
use crate::names::{self, KnownNames, Mention};
use crate::tokens::{Kind, Token};
use crate::word_lists::List;

/// Minimum length of a word with a correction, in letters; in a shorter one two letters may be swapped.
const SHORTEST: usize = 5;
const SHORTEST_SWAPPED: usize = 4;

/// Maximum number of letters after a misspelt beginning.
const MOST_OPEN: usize = 3;

/// Number of letters by which a shorter match loses to a longer one.
const MOST_SHORTER: usize = 3;

/// Maximum number of corrected words of a question.
const MOST_WORDS: usize = 6;

/// Adds the meanings of misspelt words.
pub(crate) fn correct(
    resorts: &KnownNames<'_>,
    tokens: &[Token<'_>],
    tags: &mut Vec<Tag>,
    mentions: &[Mention],
    language: Language,
) {
    if language == Language::Japanese {
        return;
    }
    let known = |at: usize| {
        tags.iter().any(|tag| tag.covers(at))
            || mentions.iter().any(|mention| mention.from <= at && at < mention.to)
    };
    let unknown: Vec<usize> = tokens
        .iter()
        .enumerate()
        .filter(|(at, token)| {
            token.kind == Kind::Word
                && token.folded.len() >= SHORTEST_SWAPPED
                && !known(*at)
                && !List::NeverMisspelt.contains(&token.folded)
        })
        .map(|(at, _)| at)
        .take(MOST_WORDS)
        .collect();
    for at in unknown {
        // A capital inside a question marks a name, which is corrected only as a name.
        let Some(token) = tokens.get(at) else { continue };
        let is_first = tokens.iter().take(at).all(|token| token.kind != Kind::Word);
        if token.is_capital() && !is_first && language != Language::German {
            continue;
        }
        let meant = corrections(&token.folded, language);
        // "Schladmig" is Schladming, not something that begins with "schlag".
        if meant.is_empty() || names::is_misspelt(resorts, tokens, at) {
            continue;
        }
        tags.extend(meant.into_iter().map(|(feature, value)| Tag {
            feature,
            value,
            language,
            from: at,
            to: at + 1,
            beyond: 0,
        }));
    }
}

/// Returns the meanings of the words that a word misses by a letter, if they agree.
fn corrections(word: &str, language: Language) -> BTreeSet<(Feature, &'static str)> {
    let mut found: Option<(&str, BTreeSet<(Feature, &'static str)>)> = None;
    let Some(first) = word.bytes().next() else { return BTreeSet::new() };
    let near_words = || {
        lexicon().words(language, first).filter(|(pattern, is_start, feature, _)| {
            !matches!(feature, Feature::Plain | Feature::At | Feature::Off | Feature::Proper)
                && near(word, pattern, *is_start)
        })
    };
    // The longest match counts: "enneigment" is closer to "enneigement" than to the beginning "enneige".
    let longest = near_words().map(|(pattern, ..)| pattern.len()).max().unwrap_or(0);
    for (pattern, _, feature, value) in near_words() {
        if pattern.len() + MOST_SHORTER <= longest {
            continue;
        }
        match &mut found {
            Some((first, meanings)) if *first == pattern => {
                meanings.insert((feature, value));
            }
            Some((_, meanings)) if meanings.contains(&(feature, value)) => {}
            Some(_) => return BTreeSet::new(),
            None => found = Some((pattern, BTreeSet::from([(feature, value)]))),
        }
    }
    found.map(|(_, meanings)| meanings).unwrap_or_default()
}

/// Returns whether one letter is wrong, missing, superfluous or swapped with its neighbour, and the first is correct.
fn near(word: &str, pattern: &str, is_start: bool) -> bool {
    let (letters, own) = (word.as_bytes(), pattern.as_bytes());
    if letters.first() != own.first() || own.len() < SHORTEST_SWAPPED {
        return false;
    }
    if own.len() < SHORTEST {
        return letters.len() == own.len() && is_swapped(letters, own);
    }
    if !is_start {
        return word.len().abs_diff(pattern.len()) <= 1 && is_one_off(word.as_bytes(), pattern.as_bytes());
    }
    // A beginning may be continued, but Valdefrío is not a misspelt "válido".
    if word.len() > pattern.len() + MOST_OPEN {
        return false;
    }
    let lengths = [pattern.len() - 1, pattern.len(), pattern.len() + 1];
    lengths
        .into_iter()
        .filter_map(|length| word.as_bytes().get(..length))
        .any(|start| is_one_off(start, pattern.as_bytes()))
}

#[cfg(test)]
mod tests;
