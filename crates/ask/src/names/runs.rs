//! Runs of words that nobody here knows.

use super::{Mention, What, starts_sentence};
use crate::feature::Feature;
use crate::language::Language;
use crate::lexicon::Tag;
use crate::tokens::{Kind, Run, Token, is_hiragana, text_of};

/// Letters that a word may have beyond what is known of it: nobody knows Kaltenwurzberg by "kalt",
/// and Rankaxe by "rank", where capitals are for names.
const MOST_BEYOND: usize = 9;
const MOST_BEYOND_PLAIN: usize = 5;
const MOST_BEYOND_IN_NAME: usize = 2;

/// Letters of the shortest word whose meaning is missed.
const SHORTEST_WORD: usize = 3;

/// Which tokens somebody knows.
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

/// Signs inside of a name.
fn joins(tokens: &[Token<'_>], at: usize) -> bool {
    tokens.get(at).is_some_and(|token| token.is_sign(&['\'', '\u{2019}', '-', '.']))
}

/// How many words nobody here knows, and what they are where they stand in one place.
pub(crate) fn unknown_words(
    tokens: &[Token<'_>],
    tags: &[Tag],
    mentions: &[Mention],
) -> (usize, Option<String>) {
    let named: Vec<Mention> =
        mentions.iter().filter(|mention| !matches!(mention.what, What::Stranger(_))).cloned().collect();
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

/// How many words stand outside of names; in a script without spaces, how many runs of letters.
pub(crate) fn other_words(tokens: &[Token<'_>], mentions: &[Mention]) -> usize {
    runs(tokens, &coverage(tokens, &[], mentions))
        .iter()
        .map(|Run { from, to }| {
            let words = tokens.get(*from..*to).unwrap_or_default();
            if words.iter().any(|token| token.kind == Kind::Glyph) { 1 } else { words.len() }
        })
        .sum()
}
