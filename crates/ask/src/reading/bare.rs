//! A name and nothing else: "Verbier", "what about Verbier?", "and in Hinterbrunn?" ask how it is there.

use crate::feature::Feature;
use crate::heard::Heard;
use crate::intents::Needs;
use crate::words::List;

/// Most words beside a name that stands for itself: "what about Verbier".
const MOST_BESIDE_NAME: usize = 3;

/// Most words that nobody knows in what is asked of today.
const MOST_UNKNOWN_OF_TODAY: usize = 3;

/// Whether the words name something and say nothing else.
pub(super) fn is_bare_name(heard: &Heard<'_>) -> bool {
    let names = !heard.resorts.is_empty() || heard.hub.is_some() || heard.several.is_some();
    names && !heard.is_follow_up && heard.unknown_words == 0 && heard.other_words <= MOST_BESIDE_NAME
}

/// Whether the words beside a name are of any question.
pub(super) fn says_nothing(heard: &Heard<'_>) -> bool {
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

/// What a name alone asks for: how it is there.
pub(super) fn named(heard: &Heard<'_>) -> Option<(&'static str, Needs)> {
    match () {
        () if !heard.resorts.is_empty() => Some(("get_resort", Needs::Resort)),
        () if heard.hub.is_some() => Some(("get_destination", Needs::Hub)),
        () => None,
    }
}

/// "And in Hinterbrunn?" in a conversation about a resort: a name that nobody knows, and nothing else.
pub(super) fn is_bare_stranger(heard: &Heard<'_>) -> bool {
    heard.is_spoken_of && heard.unknown_words <= 1 && heard.other_words <= MOST_BESIDE_NAME
}

/// "And there?" in a conversation about a resort.
pub(super) fn asks_there(heard: &Heard<'_>) -> bool {
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

/// "Is Glenshee on today or has it been blown off again?": of one resort it is asked how it is there today, in whatever words.
pub(super) fn asks_of_today(heard: &Heard<'_>) -> bool {
    let is_today = heard.when.span.is_some_and(|span| span.first == heard.today && span.last == heard.today);
    is_today
        && !heard.is_follow_up
        && heard.resorts.len() == 1
        && heard.several.is_none()
        && heard.stranger.is_none()
        && heard.unknown_words <= MOST_UNKNOWN_OF_TODAY
}
