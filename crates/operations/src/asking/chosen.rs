//! A choice among candidates: the same question again, with the resort that was chosen as the one of the conversation.
//!
//! A name of several resorts is asked back for, and a conversation's resort never stands in for a name. But who was asked back
//! and chose has said which is meant: the name is left out then, and the question is about the choice.

use catalogue::comparable;
use catalogue::search::Meaning;
use world::View;

use super::speaker::is_japanese;

/// Words of the longest name, and characters of the longest one in Japanese.
const LONGEST: usize = 6;

/// Words of a question that a choice is looked for in.
const MOST_WORDS: usize = 60;

/// Names that are tried.
const MOST_NAMES: usize = 4;

/// The question without each name in it that may mean the chosen resort, the longest name first.
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

/// Where words are, in bytes; each Japanese character is one, since nothing stands between words there.
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
