//! Detects questions about whether something is open, how much of it, or when it opens.

use super::{WholeStatement, is_stated as says_whole, these_days};
use crate::content::QuestionContent;
use crate::feature::Feature;

/// Returns whether the question makes a statement about what is open; `None` if `whole` is about something else.
pub(super) fn matches(
    heard: &QuestionContent<'_>,
    whole: WholeStatement,
    ahead: Option<i64>,
) -> Option<bool> {
    let is_one = heard.resorts.len() == 1;
    let names_resort = !heard.resorts.is_empty() || heard.several.is_some();
    Some(match whole {
        WholeStatement::WhenOpen => asks_when(heard) && (names_resort || !heard.names_place()),
        WholeStatement::WhenOpenThere => asks_when(heard) && !names_resort && heard.names_place(),
        WholeStatement::OpenNow => is_open_list(heard, ahead) && heard.names_place() && !names_resort,
        WholeStatement::OpensDated => heard.has(Feature::Opens) && heard.when.is_dated && is_one,
        WholeStatement::LiftsGo => {
            is_one && lifts_go(heard, ahead) && !says_whole(heard, WholeStatement::Disruption)
        }
        WholeStatement::OpenNumber => {
            let counts = heard.has_any(&[Feature::HowMany, Feature::Size]);
            let in_total = says_whole(heard, WholeStatement::InTotal);
            is_one && counts && heard.has(Feature::Open) && !in_total && ahead.is_none_or(|days| days == 1)
        }
        // "Is Hemsedal open in November?" asks about its season.
        WholeStatement::OpenThen => {
            let is_open = heard.has_any(&[Feature::Open, Feature::Opens]);
            is_one && is_open && says_whole(heard, WholeStatement::Far) && !these_days::asks_of_weather(heard)
        }
        // For one resort and these days, it asks whether it is open, not when its season begins: "Abre hoy La Molina?".
        WholeStatement::OpensToday => {
            is_one && heard.has(Feature::Opens) && ahead.is_some_and(|days| days <= 2)
        }
        _ => return None,
    })
}

/// Returns whether it asks for resorts open today, not for opening dates: "Stations canadiennes ouvertes aujourd'hui".
fn is_open_list(heard: &QuestionContent<'_>, ahead: Option<i64>) -> bool {
    let is_today = heard.when.span.is_none() || ahead == Some(1);
    heard.has(Feature::Open) && !heard.has_any(&[Feature::Opens, Feature::WhenWord]) && is_today
}

/// Returns whether it asks how many lifts run, not how many exist: "Wie viele Lifte gehn?", "sestriere impianti oggi".
fn lifts_go(heard: &QuestionContent<'_>, ahead: Option<i64>) -> bool {
    let is_today = ahead.is_none_or(|days| days <= 1);
    let goes = heard.has(Feature::Go) || (ahead == Some(1) && !heard.has(Feature::WhenWord));
    // A lift in a name is not a word of the question: "Gulmarg Gondola working today?".
    let goes_today = heard.has(Feature::Go) && ahead == Some(1) && !these_days::asks_of_weather(heard);
    // Today's runs: "Ischgl Pistenbericht heute".
    let runs_today = heard.has(Feature::Runs)
        && ahead == Some(1)
        && !heard.has(Feature::Quality)
        && !these_days::asks_of_weather(heard);
    (heard.has(Feature::Lifts) || goes_today || runs_today) && goes && is_today
}

/// Returns whether it asks when something opens or closes.
fn asks_when(heard: &QuestionContent<'_>) -> bool {
    let closes = heard.has(Feature::Stop) && !these_days::asks_of_weather(heard);
    let opens = heard.has_any(&[Feature::Open, Feature::Opens, Feature::Closed, Feature::SeasonDates]);
    heard.has_any(&[Feature::WhenWord, Feature::MonthWord]) && (closes || opens)
}
