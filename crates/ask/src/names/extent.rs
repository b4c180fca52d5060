//! Determines the extent of an unknown name: capitals, hyphens and words for mountains around it.

use super::{Mention, starts_sentence, state_letters};
use crate::feature::Feature;
use crate::language::Language;
use crate::lexicon::Tag;
use crate::tokens::{Kind, Run, Token};
use crate::word_lists::List;

/// Returns the name that a run of unknown words is part of.
pub(super) fn extent(tokens: &[Token<'_>], tags: &[Tag], mentions: &[Mention], run: Run) -> Run {
    let from = with_capitals(tokens, mentions, run.from);
    let to = with_hyphens(tokens, mentions, with_earth(tokens, mentions, run.to));
    let to = extend_over_capitals(tokens, tags, mentions, Run { from, to });
    Run { from, to: without_state(tokens, Run { from, to }) }
}

/// Returns the end of a run with the following capitalised words that have no meaning here: Stevens Point is not
/// Stevens Pass.
fn extend_over_capitals(tokens: &[Token<'_>], tags: &[Tag], mentions: &[Mention], run: Run) -> usize {
    let Run { from, to } = run;
    let words = || tokens.iter().filter(|token| token.kind == Kind::Word);
    // In a text with capitals on every word, and for German nouns, a capital carries no information.
    let is_title = words().filter(|token| token.is_capital()).count() * 2 > words().count();
    let is_german = tags.iter().any(|tag| tag.language == Language::German);
    if is_title || is_german || !tokens.get(from).is_some_and(Token::is_capital) {
        return to;
    }
    let is_part = |at: &usize| {
        let free = mentions.iter().all(|mention| !(mention.from <= *at && *at < mention.to));
        let says = tags.iter().any(|tag| tag.covers(*at) && !tag.is(Feature::Plain));
        free && !says && tokens.get(*at).is_some_and(|token| token.kind == Kind::Word && token.is_capital())
    };
    (to..).take_while(is_part).last().map_or(to, |last| last + 1)
}

/// Returns the end of a run without a state abbreviation after it: "Sugar Mountian nc".
fn without_state(tokens: &[Token<'_>], run: Run) -> usize {
    let Run { from, to } = run;
    let last = to.checked_sub(1).filter(|last| *last > from).and_then(|last| tokens.get(last));
    let is_state = last.is_some_and(|word| state_letters::is_state(&word.folded));
    if is_state { to - 1 } else { to }
}

/// Returns the end of a run with the following words of a mountain's name.
fn with_earth(tokens: &[Token<'_>], mentions: &[Mention], to: usize) -> usize {
    let next = tokens.get(to).is_some_and(|token| List::OfMountains.contains(&token.folded));
    let free = mentions.iter().all(|mention| !(mention.from <= to && to < mention.to));
    if next && free { to + 1 } else { to }
}

/// Returns the end of a run with hyphenated parts: Saint-Plouc-les-Bains is not Saint-Luc.
fn with_hyphens(tokens: &[Token<'_>], mentions: &[Mention], to: usize) -> usize {
    let mut to = to;
    while tokens.get(to).is_some_and(|sign| sign.glued && sign.is_sign(&['-']))
        && tokens.get(to + 1).is_some_and(|word| word.glued && word.kind == Kind::Word)
        && mentions.iter().all(|mention| mention.to <= to || to + 1 < mention.from)
    {
        to += 2;
    }
    to
}

/// Returns the start of a run with the capitalised words before it: Central Park is not Park. The question's first word
/// is capitalised anyway.
fn with_capitals(tokens: &[Token<'_>], mentions: &[Mention], from: usize) -> usize {
    let is_capital = |at: usize| {
        let free = mentions.iter().all(|mention| !(mention.from <= at && at < mention.to));
        free && !starts_sentence(tokens, at)
            && tokens.get(at).is_some_and(|token| token.kind == Kind::Word && token.is_capital())
    };
    if !tokens.get(from).is_some_and(Token::is_capital) {
        return from;
    }
    (0..from).rev().take_while(|at| is_capital(*at)).last().unwrap_or(from)
}
