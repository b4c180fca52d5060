//! Decides whether short names of days that are also words, such as "sa", "so", "mar", "sun", are days: after or before
//! a name, next to another day, or at the end.

use crate::feature::Feature;
use crate::lexicon::Tag;
use crate::names::Mention;
use crate::tokens::{Kind, Token};
use crate::word_lists::List;

/// Features of questions about days.
const OF_DAYS: [Feature; 9] = [
    Feature::Weather,
    Feature::Forecast,
    Feature::Falls,
    Feature::Temperature,
    Feature::Wind,
    Feature::Rain,
    Feature::Cloud,
    Feature::Snow,
    Feature::NewSnow,
];

/// Tags short names as days in positions for days, and as words without meaning elsewhere.
pub(crate) fn read_short_days(tokens: &[Token<'_>], tags: &mut [Tag], mentions: &[Mention]) {
    let days: Vec<bool> =
        tags.iter().map(|tag| tag.is(Feature::WeekdayShort) && is_day(tokens, tags, mentions, tag)).collect();
    for (tag, is_day) in tags.iter_mut().zip(days) {
        if !tag.is(Feature::WeekdayShort) {
            continue;
        }
        tag.feature = match tag.value {
            _ if !is_day => Feature::Plain,
            "weekend" => Feature::Weekend,
            _ => Feature::Weekday,
        };
    }
}

fn is_day(tokens: &[Token<'_>], tags: &[Tag], mentions: &[Mention], tag: &Tag) -> bool {
    const OF_TIME: [Feature; 5] =
        [Feature::Day, Feature::Weekday, Feature::WeekdayShort, Feature::Part, Feature::Next];
    let word = tokens.get(tag.from).map_or("", |token| token.folded.as_str());
    let is_one = |at: usize, feature: Feature| tags.iter().any(|tag| tag.is(feature) && tag.covers(at));
    let names = |at: usize| mentions.iter().any(|mention| mention.from <= at && at < mention.to);
    let before = tag.from.checked_sub(1);
    let behind = tag.to;
    let past =
        |at: usize, next: Option<usize>| if is_one(at, Feature::At) && !names(at) { next } else { Some(at) };
    let named_before = before.and_then(|at| past(at, at.checked_sub(1))).is_some_and(names);
    let named_behind = past(behind, Some(behind + 1)).is_some_and(names);
    // The other day is at most one word or sign away: "sa und so", "fri to sun", "sat/sun".
    let of_time = |at: usize| at != tag.from && OF_TIME.iter().any(|feature| is_one(at, *feature));
    let beside_day = (tag.from.saturating_sub(2)..tag.to + 2).any(of_time);
    let ends_range = before.is_some_and(|at| is_one(at, Feature::Until))
        && before.and_then(|at| at.checked_sub(1)).is_some_and(|at| is_one(at, Feature::Weekday));
    let this = tag.value == "weekend"
        && before.is_some_and(|at| {
            is_one(at, Feature::This) || is_one(at, Feature::At) || is_one(at, Feature::Next)
        });
    // The article of a language in which "we" is short for the weekend: "Il we al Cimone", "ce we".
    let this = this
        || tag.value == "weekend"
            && tag.language != crate::Language::English
            && before.and_then(|at| tokens.get(at)).is_some_and(|word| {
                matches!(word.folded.as_str(), "il" | "le" | "nel" | "questo" | "ce" | "am")
            });
    let is_last = tokens.iter().skip(tag.to).all(|token| matches!(token.kind, Kind::Sign(_)));
    let is_common = List::CommonDays.contains(word);
    let asks_of_days = OF_DAYS.iter().any(|feature| tags.iter().any(|tag| tag.is(*feature)));
    let is_filler = word == "so" && before.is_some_and(|at| is_one(at, Feature::Day));
    if is_filler {
        return false;
    }
    ends_range
        || this
        || (!is_common && asks_of_days)
        || (named_behind && (!is_common || asks_of_days))
        || (named_before && is_last && (!is_common || asks_of_days))
        || (beside_day && !(is_common && !is_last && !named_before))
}
