//! Detects questions that consist of a name and ask for the conditions there: "Verbier", "what about Verbier?", "and in
//! Hinterbrunn?".

use crate::content::QuestionContent;
use crate::feature::Feature;
use crate::intents::Needs;
use crate::word_lists::List;

/// Maximum number of words next to a bare name: "what about Verbier".
const MOST_BESIDE_NAME: usize = 3;

/// Maximum number of unknown words in a question about today.
const MOST_UNKNOWN_OF_TODAY: usize = 3;

/// Returns whether the words contain only a name.
pub(super) fn is_bare_name(heard: &QuestionContent<'_>) -> bool {
    let names = !heard.resorts.is_empty() || heard.hub.is_some() || heard.several.is_some();
    names && !heard.is_follow_up && heard.unknown_words == 0 && heard.other_words <= MOST_BESIDE_NAME
}

/// Returns whether the words next to a name may belong to any question.
pub(super) fn says_nothing(heard: &QuestionContent<'_>) -> bool {
    const OF_ANY: [Feature; 7] = [
        Feature::Plain,
        Feature::At,
        Feature::Asking,
        Feature::HowIs,
        Feature::Joins,
        Feature::But,
        Feature::Until,
    ];
    heard.when.span.is_none() && heard.features.iter().all(|feature| OF_ANY.contains(feature))
}

/// Returns the operation for a bare name: the conditions there.
pub(super) fn operation(heard: &QuestionContent<'_>) -> Option<(&'static str, Needs)> {
    match () {
        () if !heard.resorts.is_empty() => Some(("get_resort", Needs::Resort)),
        () if heard.hub.is_some() => Some(("get_destination", Needs::Hub)),
        () => None,
    }
}

/// Returns whether a question in a conversation about a resort contains only an unknown name: "And in Hinterbrunn?".
pub(super) fn is_bare_stranger(heard: &QuestionContent<'_>) -> bool {
    heard.is_spoken_of && heard.unknown_words <= 1 && heard.other_words <= MOST_BESIDE_NAME
}

/// Returns whether it asks about the conversation's resort: "And there?".
pub(super) fn asks_there(heard: &QuestionContent<'_>) -> bool {
    let is_there = heard.tokens.iter().any(|token| List::There.contains(&token.folded))
        || heard
            .tokens
            .windows(2)
            .any(|pair| matches!(pair, [one, other] if one.raw == "そ" && other.raw == "こ"));
    let asks = heard.tokens.last().is_some_and(|sign| sign.is_sign(&['?', '\u{ff1f}']));
    heard.is_follow_up
        && is_there
        && asks
        && heard.unknown_words == 0
        && heard.other_words <= MOST_BESIDE_NAME
        && says_nothing(heard)
}

/// Returns whether it asks, in any words, for today's conditions at one resort: "Is Glenshee on today or has it been
/// blown off again?".
pub(super) fn asks_of_today(heard: &QuestionContent<'_>) -> bool {
    let is_today = heard.when.span.is_some_and(|span| span.first == heard.today && span.last == heard.today);
    is_today
        && !heard.is_follow_up
        && heard.resorts.len() == 1
        && heard.several.is_none()
        && heard.stranger.is_none()
        && heard.unknown_words <= MOST_UNKNOWN_OF_TODAY
}
