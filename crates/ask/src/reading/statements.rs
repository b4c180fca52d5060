//! Detects words of an operation in a sentence that does not ask for it: "that is correct", "a fun fact about cars", "a
//! game called Union".

use crate::content::QuestionContent;
use crate::feature::Feature;
use crate::lexicon::Tag;
use crate::names;
use crate::reason::Reason;
use crate::tokens::{Kind, Run, Token};
use crate::word_lists::List;

/// Maximum number of words that may follow.
const MOST_ENDING: usize = 2;

/// Returns why the closest operation is not requested, if it is not.
pub(super) fn rejection_reason(heard: &QuestionContent<'_>, operation: &str) -> Option<Reason> {
    let is_list = matches!(
        operation,
        "get_storm_watch"
            | "get_snow_report"
            | "find_best_powder"
            | "find_resorts_by_criteria"
            | "get_season_openings"
    );
    match operation {
        "search_resorts" if names_a_work(heard) && !heard.has_any(&[Feature::Ski, Feature::WhichResorts]) => {
            Some(Reason::OutOfScope)
        }
        // The subject is missing: "That is wrong".
        "get_ml_trends"
            if heard.names_nothing() && heard.when.span.is_none() && says_only_whether_true(heard) =>
        {
            Some(Reason::OutOfScope)
        }
        "get_insights"
            if heard.unknown_words > 0 && !heard.has(Feature::InsightOf) && is_of_other_world(heard) =>
        {
            Some(Reason::OutOfScope)
        }
        "list_insight_categories" if !heard.has_any(&[Feature::Insight, Feature::InsightOf]) => {
            Some(Reason::OutOfScope)
        }
        "get_season_openings"
            if heard.names_nothing() && heard.features.iter().all(|feature| is_of_doors(*feature)) =>
        {
            Some(Reason::OutOfScope)
        }
        "get_ml_trends" if heard.names_nothing() && is_here(heard) => Some(Reason::WhichResort),
        _ if is_list && heard.names_nothing() && is_here(heard) => Some(Reason::WhichResort),
        "get_conditions" | "get_resort" | "get_resort_info" if is_of_another_door(heard) => {
            Some(Reason::NoDataKind)
        }
        "find_resorts_by_criteria"
        | "get_snow_report"
        | "get_regional_summary"
        | "plan_ski_trip"
        | "get_storm_watch"
            if heard.names_place() && heard.unknown_words > 0 && !is_of_mountains(heard) =>
        {
            Some(Reason::OutOfScope)
        }
        _ => None,
    }
}

/// Returns whether it asks if an unknown thing is open: "Is the hot tub at Sunshine Village open".
fn is_of_another_door(heard: &QuestionContent<'_>) -> bool {
    const OF_MOUNTAINS: [Feature; 9] = [
        Feature::Snow,
        Feature::Ski,
        Feature::Lifts,
        Feature::Runs,
        Feature::Depth,
        Feature::NewSnow,
        Feature::Conditions,
        Feature::Report,
        Feature::SeasonWord,
    ];
    let doors = heard.tags.iter().filter(|tag| tag.is(Feature::Open) || tag.is(Feature::Closed));
    // Only in the clause of the door: "is it open, the train gets in at nine".
    let is_at_door = |at: usize| {
        doors.clone().any(|door| {
            let between = heard.tokens.get(at.min(door.to)..at.max(door.from)).unwrap_or_default();
            let (from, to) = (at.min(door.to), at.max(door.from));
            let joins = |tag: &Tag| tag.is(Feature::Joins) && tag.is_within(Run { from, to });
            !between.iter().any(|token| token.is_sign(&[',', '.', '?', '!', ';', ':']))
                && !heard.tags.iter().any(joins)
        })
    };
    let is_thing = |name: &String| {
        let first = name.split([' ', '-']).next().unwrap_or_default();
        let at = heard.tokens.iter().position(|token| token.raw == first)?;
        let before = heard.tokens.get(at.checked_sub(1)?)?;
        Some(List::DefiniteArticles.contains(&before.folded) && is_at_door(at))
    };
    heard.resorts.len() == 1
        && !heard.has_any(&OF_MOUNTAINS)
        && heard.unknown.as_ref().and_then(is_thing).unwrap_or(false)
}

fn names_a_work(heard: &QuestionContent<'_>) -> bool {
    let is_work = |token: &Token<'_>| {
        token.kind == Kind::Word
            && List::Works.iter().any(|work| {
                token
                    .folded
                    .strip_prefix(work)
                    .is_some_and(|end| end.len() <= if work.len() > 3 { MOST_ENDING } else { 0 })
            })
    };
    heard.tokens.iter().any(is_work)
}

/// Returns whether something is called right or wrong, without a forecast.
fn says_only_whether_true(heard: &QuestionContent<'_>) -> bool {
    const OF_FORECASTS: [Feature; 9] = [
        Feature::Forecast,
        Feature::Model,
        Feature::Agree,
        Feature::Bluebird,
        Feature::Snow,
        Feature::Weather,
        Feature::SeasonWord,
        Feature::Falls,
        Feature::Insight,
    ];
    !heard.has_any(&OF_FORECASTS)
}

/// Returns whether neither snow nor a place nor a time is mentioned.
fn is_of_other_world(heard: &QuestionContent<'_>) -> bool {
    !is_of_mountains(heard) && heard.names_nothing() && !heard.has(Feature::SeasonWord)
}

/// Returns whether a feature may occur in a question about a door.
const fn is_of_doors(feature: Feature) -> bool {
    matches!(
        feature,
        Feature::Opens
            | Feature::Open
            | Feature::Plain
            | Feature::At
            | Feature::Asking
            | Feature::HowMany
            | Feature::Until
    )
}

fn is_of_mountains(heard: &QuestionContent<'_>) -> bool {
    const OF_MOUNTAINS: [Feature; 17] = [
        Feature::Conditions,
        Feature::Snow,
        Feature::Ski,
        Feature::Depth,
        Feature::NewSnow,
        Feature::Fell,
        Feature::Falls,
        Feature::Lifts,
        Feature::Runs,
        Feature::Storm,
        Feature::Forecast,
        Feature::Open,
        Feature::Opens,
        Feature::SeasonWord,
        Feature::Ability,
        Feature::AtLeast,
        Feature::Elevation,
    ];
    heard.has_any(&OF_MOUNTAINS) || !heard.passes.is_empty()
}

/// Returns whether it asks about the user's location, or about a state in two letters, which is not supported.
pub(super) fn is_here(heard: &QuestionContent<'_>) -> bool {
    let begins_here = |at: usize| {
        let text = heard.tokens.iter().skip(at).map(|token| token.folded.as_str());
        List::Here.begins(text).is_some()
    };
    let is_state = |pair: &[Token<'_>]| match pair {
        [before, state] => {
            matches!(before.folded.as_str(), "in" | "of" | "a" | "en" | "au" | "fir" | "fur" | "for")
                && names::is_written_state(state.raw)
        }
        _ => false,
    };
    let glyphs: String =
        heard.tokens.iter().filter(|token| token.kind == Kind::Glyph).map(|token| token.raw).collect();
    (0..heard.tokens.len()).any(begins_here)
        || heard.tokens.windows(2).any(is_state)
        || List::HereInJapanese.iter().any(|here| glyphs.contains(here))
}

#[cfg(test)]
mod tests;
