//! Strangers by where they stand: first in a question, or before the state that they lie in.

use super::runs::{coverage, runs};
use super::{Mention, What, state_letters};
use crate::feature::Feature;
use crate::language::Language;
use crate::lexicon::Tag;
use crate::tokens::{Kind, Run, Token, text_of};
use crate::words::List;

/// Letters that a first word may have beyond what is known of it.
const MOST_BEYOND_FIRST: usize = 4;

/// Letters of the shortest first word that is taken for a name: of a shorter one a letter may be wrong.
const SHORTEST_FIRST: usize = 6;

/// The same where it is said in which state it lies.
const SHORTEST_PLACED: usize = 3;

/// The name that nobody knows, where nothing but its place tells that it is one.
pub(super) fn stranger(tokens: &[Token<'_>], tags: &[Tag], mentions: &[Mention]) -> Option<Mention> {
    let first = || {
        let Run { from, to } = first_word(tokens, tags, mentions)?;
        Some(Mention { what: What::Stranger(text_of(tokens, from, to)), from, to })
    };
    before_state(tokens, tags, mentions).or_else(first)
}

/// "Magic Mountain Vermont", "Powder King BC": words of a mountain's name before its state, and none on record.
fn before_state(tokens: &[Token<'_>], tags: &[Tag], mentions: &[Mention]) -> Option<Mention> {
    let is_capital = |at: usize| {
        let is_word = tokens.get(at).is_some_and(|token| token.kind == Kind::Word && token.is_capital());
        let asks = tags.iter().any(|tag| tag.is(Feature::Asking) && tag.from == at);
        is_word && !asks && mentions.iter().all(|mention| at < mention.from || mention.to <= at)
    };
    let states = mentions.iter().filter(|mention| matches!(mention.what, What::State(..)));
    let letters = (1..tokens.len())
        .filter(|at| tokens.get(*at).is_some_and(|token| state_letters::is_written_state(token.raw)));
    states.map(|mention| mention.from).chain(letters).find_map(|end| {
        let comma = end.checked_sub(1).filter(|at| tokens.get(*at).is_some_and(|sign| sign.is_sign(&[','])));
        let to = comma.unwrap_or(end);
        let last = to.checked_sub(1).filter(|at| is_capital(*at))?;
        let is_of_mountain = tokens.get(last).is_some_and(|word| List::NameEnds.contains(&word.folded));
        let from = (0..last).rev().take_while(|at| is_capital(*at)).last()?;
        is_of_mountain.then(|| Mention { what: What::Stranger(text_of(tokens, from, to)), from, to })
    })
}

/// The question's first words, where they are no words of the language, begin with a capital, and nothing else is named:
/// "Foppolo oggi è aperta?" is about a resort that nobody here knows, whatever was talked of before.
fn first_word(tokens: &[Token<'_>], tags: &[Tag], mentions: &[Mention]) -> Option<Run> {
    let near = |tag: &&Tag| tag.language == Language::German || tag.beyond <= MOST_BEYOND_FIRST;
    let known: Vec<Tag> = tags.iter().filter(near).copied().collect();
    let Run { from, to } = runs(tokens, &coverage(tokens, &known, mentions)).into_iter().next()?;
    let word = tokens.get(from)?;
    let is_first = tokens.iter().take(from).all(|token| token.kind != Kind::Word);
    let least = if mentions.is_empty() { SHORTEST_FIRST } else { SHORTEST_PLACED };
    let is_name = word.kind == Kind::Word && word.is_capital() && word.folded.chars().count() >= least;
    // "Segnalatemi", "Decidme": a verb with whom it asks for something.
    let is_request = to == from + 1 && List::Requests.iter().any(|ending| word.folded.ends_with(ending));
    // "Foppolo Lombardia neve": where it lies names no other mountain.
    let comma = tokens.get(to).is_some_and(|sign| sign.is_sign(&[',', '(']));
    let is_where = |mention: &Mention| {
        matches!(mention.what, What::State(..) | What::Country(..) | What::Region(_))
            && mention.from == to + usize::from(comma)
    };
    let is_named = mentions.iter().all(is_where) && is_first && is_name && !is_request;
    is_named.then_some(Run { from, to })
}
