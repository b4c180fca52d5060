//! Resolves a choice among candidates: repeats the question with the chosen resort as the resort of the conversation.
//!
//! A name that several resorts share needs a choice, and the resort of the conversation never replaces a name. After a
//! choice the name is removed from the question, which is then about the chosen resort.

use catalogue::comparable;
use catalogue::search::Meaning;
use world::View;

use super::speaker::is_japanese;

/// Words in the longest name; in Japanese, characters.
const LONGEST: usize = 6;

/// Words of a question that are searched for a choice.
const MOST_WORDS: usize = 60;

/// Names that are tried.
const MOST_NAMES: usize = 4;

/// Returns the question without each name in it that may mean the chosen resort, longest name first.
pub(super) fn without_name(view: &View<'_>, question: &str, chosen: usize) -> Vec<String> {
    let words = words(question);
    if words.len() > MOST_WORDS {
        return Vec::new();
    }
    let windows = (1..=LONGEST.min(words.len())).rev().flat_map(|length| words.windows(length));
    let rests = windows.filter_map(|window| {
        let (from, to) = (window.first()?.0, window.last()?.1);
        let is_meant = match view.names().meaning(&comparable(question.get(from..to)?)) {
            Meaning::Nothing => false,
            Meaning::Resort(one) => one == chosen,
            Meaning::Several(several) => several.contains(&chosen),
            Meaning::Places(places) => places.iter().any(|place| place.resorts.contains(&chosen)),
        };
        is_meant.then_some(())?;
        Some([question.get(..from)?, question.get(to..)?].concat())
    });
    rests.take(MOST_NAMES).collect()
}

/// Returns the byte ranges of words. Each Japanese character is a word, because Japanese has no spaces.
fn words(question: &str) -> Vec<(usize, usize)> {
    let mut words: Vec<(usize, usize)> = Vec::new();
    let mut is_open = false;
    for (at, c) in question.char_indices() {
        let end = at + c.len_utf8();
        let is_own = is_japanese(c);
        let is_of_word = is_own || c.is_alphanumeric() || matches!(c, '\'' | '’' | '-' | '.');
        match words.last_mut().filter(|_| is_open && is_of_word && !is_own) {
            Some(word) => word.1 = end,
            None if is_of_word => words.push((at, end)),
            None => {}
        }
        is_open = is_of_word && !is_own;
    }
    words
}
