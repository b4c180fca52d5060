//! Rejects years that an operation does not cover: the present and its forecast are only of this winter.

use chrono::Datelike as _;

use crate::content::QuestionContent;
use crate::feature::Feature;
use crate::tokens::{Kind, Token};

/// Operations about the present and future days.
const OF_THE_PRESENT: [&str; 11] = [
    "compare_resorts",
    "get_conditions",
    "get_resort",
    "get_weather_forecast",
    "get_snow_quality",
    "get_operating_risk",
    "get_avalanche",
    "compare_forecasts",
    "get_road_access",
    "get_road_weather",
    "get_trip_window",
];

/// Words before a year.
const BEFORE: [&str; 16] = [
    "in", "en", "im", "nel", "del", "of", "year", "jahr", "anno", "ano", "annee", "for", "the", "fur",
    "pour", "para",
];

/// Step of heights in names of places: Isola 2000, Arc 1950.
const STEP_OF_NAMES: u32 = 50;

/// Maximum number of days back that count as the present.
const LONGEST_AGO: i64 = 400;

/// Returns whether an operation of the present is requested for another year: "Verbier temperature in 1999", "Noël
/// 2012", "next winter".
pub(super) fn is_of_another_year(heard: &QuestionContent<'_>, operation: &str) -> bool {
    if !OF_THE_PRESENT.contains(&operation) {
        return false;
    }
    let this = heard.today.year();
    let is_other = |at: usize| match heard.tokens.get(at).map(|token| token.kind) {
        Some(Kind::Number(year @ 1900..=2100, 4)) => {
            i32::try_from(year).is_ok_and(|year| year.abs_diff(this) > 1) && is_year(heard, at)
        }
        _ => false,
    };
    let is_long_ago = heard.when.span.is_some_and(|span| (heard.today - span.last).num_days() > LONGEST_AGO);
    is_long_ago || (0..heard.tokens.len()).any(is_other) || is_of_next_season(heard)
}

/// Returns whether a four-digit number is a year: after a preposition, a month or a holiday, or before 年.
fn is_year(heard: &QuestionContent<'_>, at: usize) -> bool {
    let is_unit = heard.tags.iter().any(|tag| tag.is(Feature::Unit) && tag.from == at + 1);
    let before = at.checked_sub(1).and_then(|before| heard.tokens.get(before));
    let is_before = |token: &Token<'_>| BEFORE.contains(&token.folded.as_str());
    let is_behind_day =
        heard.tags.iter().any(|tag| matches!(tag.feature, Feature::Month | Feature::Holiday) && tag.to == at);
    let is_counted = heard.tokens.get(at + 1).is_some_and(|next| next.raw == "年");
    let is_of_season = heard.tags.iter().any(|tag| tag.is(Feature::SeasonWord) && tag.from == at + 1);
    let is_last = heard.tokens.iter().skip(at + 1).all(|token| matches!(token.kind, Kind::Sign(_)));
    let is_name = heard.tokens.get(at).and_then(Token::number).is_some_and(|year| year % STEP_OF_NAMES == 0);
    let is_told = before.is_some_and(is_before) || is_behind_day || is_counted || is_of_season;
    !is_unit && (is_told || (is_last && !is_name))
}

/// Returns whether it is about the next season: "next winter", "l'hiver prochain", 来シーズン.
fn is_of_next_season(heard: &QuestionContent<'_>) -> bool {
    let seasons = heard.tags.iter().filter(|tag| tag.is(Feature::SeasonWord));
    let mut beside = seasons.flat_map(|season| {
        let next = heard.tags.iter().filter(|tag| tag.is(Feature::Next));
        next.filter(move |next| next.to == season.from || season.to == next.from)
    });
    beside.next().is_some()
}

#[cfg(test)]
mod tests;
