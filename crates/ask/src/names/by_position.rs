//! Finds unknown names by their position: first in a question, or before their state.

use super::runs::{coverage, runs};
use super::{Mention, NameMeaning, state_letters};
use crate::feature::Feature;
use crate::language::Language;
use crate::lexicon::Tag;
use crate::tokens::{Kind, Run, Token, text_of};
use crate::word_lists::List;

/// Maximum number of letters of a first word beyond its known part.
const MOST_BEYOND_FIRST: usize = 4;

/// Minimum length of a first word that is taken for a name, in letters: a shorter word may contain a typo.
const SHORTEST_FIRST: usize = 6;

/// Minimum length if the state is given, in letters.
const SHORTEST_PLACED: usize = 3;

/// Returns the unknown name that only its position reveals.
pub(super) fn unknown_name(tokens: &[Token<'_>], tags: &[Tag], mentions: &[Mention]) -> Option<Mention> {
    let first = || {
        let Run { from, to } = first_word(tokens, tags, mentions)?;
        Some(Mention { what: NameMeaning::Stranger(text_of(tokens, from, to)), from, to })
    };
    before_state(tokens, tags, mentions).or_else(first)
}

/// Returns words of a mountain's name before its state that are not in the catalogue: "Magic Mountain Vermont", "Powder
/// King BC".
fn before_state(tokens: &[Token<'_>], tags: &[Tag], mentions: &[Mention]) -> Option<Mention> {
    let is_capital = |at: usize| {
        let is_word = tokens.get(at).is_some_and(|token| token.kind == Kind::Word && token.is_capital());
        let asks = tags.iter().any(|tag| tag.is(Feature::Asking) && tag.from == at);
        is_word && !asks && mentions.iter().all(|mention| at < mention.from || mention.to <= at)
    };
    let states = mentions.iter().filter(|mention| matches!(mention.what, NameMeaning::State(..)));
    let letters = (1..tokens.len())
        .filter(|at| tokens.get(*at).is_some_and(|token| state_letters::is_written_state(token.raw)));
    states.map(|mention| mention.from).chain(letters).find_map(|end| {
        let comma = end.checked_sub(1).filter(|at| tokens.get(*at).is_some_and(|sign| sign.is_sign(&[','])));
        let to = comma.unwrap_or(end);
        let last = to.checked_sub(1).filter(|at| is_capital(*at))?;
        let is_of_mountain = tokens.get(last).is_some_and(|word| List::NameEnds.contains(&word.folded));
        let from = (0..last).rev().take_while(|at| is_capital(*at)).last()?;
        is_of_mountain.then(|| Mention { what: NameMeaning::Stranger(text_of(tokens, from, to)), from, to })
    })
}

/// Returns the question's first words if they are not words of the language, begin with a capital, and nothing else is
/// named: "Foppolo oggi è aperta?" is about an unknown resort, whatever the conversation was about.
fn first_word(tokens: &[Token<'_>], tags: &[Tag], mentions: &[Mention]) -> Option<Run> {
    let near = |tag: &&Tag| tag.language == Language::German || tag.beyond <= MOST_BEYOND_FIRST;
    let known: Vec<Tag> = tags.iter().filter(near).copied().collect();
    let Run { from, to } = runs(tokens, &coverage(tokens, &known, mentions)).into_iter().next()?;
    let word = tokens.get(from)?;
    let is_first = tokens.iter().take(from).all(|token| token.kind != Kind::Word);
    let least = if mentions.is_empty() { SHORTEST_FIRST } else { SHORTEST_PLACED };
    let is_name = word.kind == Kind::Word && word.is_capital() && word.folded.chars().count() >= least;
    // A verb with a pronoun attached is a request: "Segnalatemi", "Decidme".
    let is_request = to == from + 1 && List::Requests.iter().any(|ending| word.folded.ends_with(ending));
    // A region after the word does not name another mountain: "Foppolo Lombardia neve".
    let comma = tokens.get(to).is_some_and(|sign| sign.is_sign(&[',', '(']));
    let is_where = |mention: &Mention| {
        matches!(mention.what, NameMeaning::State(..) | NameMeaning::Country(..) | NameMeaning::Region(_))
            && mention.from == to + usize::from(comma)
    };
    let is_named = mentions.iter().all(is_where) && is_first && is_name && !is_request;
    is_named.then_some(Run { from, to })
}
