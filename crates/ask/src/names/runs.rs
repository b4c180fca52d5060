//! Finds runs of unknown words.

use super::{Mention, NameMeaning, starts_sentence};
use crate::feature::Feature;
use crate::language::Language;
use crate::lexicon::Tag;
use crate::tokens::{Kind, Run, Token, is_hiragana, text_of};

/// Maximum number of letters of a word beyond its known part, and the maximum if capitals mark names: "kalt" does not
/// explain Kaltenwurzberg, nor "rank" Rankaxe.
const MOST_BEYOND: usize = 9;
const MOST_BEYOND_PLAIN: usize = 5;
const MOST_BEYOND_IN_NAME: usize = 2;

/// Minimum length of a word whose meaning matters, in letters.
const SHORTEST_WORD: usize = 3;

/// Returns which tokens are known.
pub(super) fn coverage(tokens: &[Token<'_>], tags: &[Tag], mentions: &[Mention]) -> Vec<bool> {
    let mut covered = vec![false; tokens.len()];
    let known = tags.iter().filter(|tag| {
        let is_name = tag.language != Language::German
            && tokens.get(tag.from).is_some_and(Token::is_capital)
            && !starts_sentence(tokens, tag.from);
        let most = if tag.is(Feature::Plain) { MOST_BEYOND_PLAIN } else { MOST_BEYOND };
        tag.beyond <= if is_name { MOST_BEYOND_IN_NAME } else { most }
    });
    let spans = known.map(|tag| (tag.from, tag.to)).chain(mentions.iter().map(|m| (m.from, m.to)));
    for (from, to) in spans {
        for known in covered.get_mut(from..to).into_iter().flatten() {
            *known = true;
        }
    }
    covered
}

/// Returns the runs of unknown words.
pub(super) fn runs(tokens: &[Token<'_>], covered: &[bool]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let of_name = match token.kind {
            Kind::Word => true,
            Kind::Glyph => !token.raw.chars().any(is_hiragana),
            Kind::Number(..) | Kind::Sign(_) => false,
        };
        if !of_name || covered.get(at).copied().unwrap_or(true) {
            continue;
        }
        match runs.last_mut() {
            Some(Run { to, .. }) if *to == at || (*to + 1 == at && joins(tokens, *to)) => *to = at + 1,
            _ => runs.push(Run { from: at, to: at + 1 }),
        }
    }
    runs
}

/// Returns whether a sign is inside a name.
fn joins(tokens: &[Token<'_>], at: usize) -> bool {
    tokens.get(at).is_some_and(|token| token.is_sign(&['\'', '\u{2019}', '-', '.']))
}

/// Returns the number of unknown words, and their text if they are adjacent.
pub(crate) fn unknown_words(
    tokens: &[Token<'_>],
    tags: &[Tag],
    mentions: &[Mention],
) -> (usize, Option<String>) {
    let named: Vec<Mention> = mentions
        .iter()
        .filter(|mention| !matches!(mention.what, NameMeaning::Stranger(_)))
        .cloned()
        .collect();
    let covered = coverage(tokens, tags, &named);
    let says_something = |Run { from, to }: &&Run| {
        let words = tokens.get(*from..*to).unwrap_or_default();
        words.iter().any(|token| token.kind == Kind::Glyph || token.folded.len() >= SHORTEST_WORD)
    };
    let every = runs(tokens, &covered);
    let mut unknown = every.iter().filter(says_something);
    let only = match (unknown.next(), unknown.next()) {
        (Some(Run { from, to }), None) => Some(text_of(tokens, *from, *to)),
        _ => None,
    };
    (every.iter().filter(says_something).count(), only)
}

/// Returns the number of words outside of names; in a script without spaces, the number of runs of characters.
pub(crate) fn other_words(tokens: &[Token<'_>], mentions: &[Mention]) -> usize {
    runs(tokens, &coverage(tokens, &[], mentions))
        .iter()
        .map(|Run { from, to }| {
            let words = tokens.get(*from..*to).unwrap_or_default();
            if words.iter().any(|token| token.kind == Kind::Glyph) { 1 } else { words.len() }
        })
        .sum()
}
