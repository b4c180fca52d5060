//! What an operation takes of what is named: a country, a state, several resorts, and which other one does where it takes none.

use crate::feature::Feature;
use crate::heard::Heard;
use crate::intents::Needs;

/// Most resorts that are compared.
const MOST_COMPARED: usize = 4;

/// The operation that takes what is named, where the one that is meant does not: odds need days, and some lists take no country.
pub(super) fn taking_what_is_named(
    heard: &Heard<'_>,
    operation: &'static str,
    needs: Needs,
) -> (&'static str, Needs) {
    let in_country = heard.country.is_some() || heard.state.is_some();
    match operation {
        // "What is surer of snow in April, Hintertux or Sölden?": what is asked of one is compared of several.
        _ if needs == Needs::Resort
            && (2..=MOST_COMPARED).contains(&heard.resorts.len())
            && heard.has(Feature::Contrast)
            && !heard.is_unclear
            && operation != "find_flights_to_powder" =>
        {
            ("compare_resorts", Needs::Resorts)
        }
        "get_trip_window" if heard.when.span.is_none() => ("get_monthly_snow", needs),
        // How the snow is in a hub is told of all of its mountains.
        "get_conditions" | "get_resort" | "get_regional_summary" | "get_resort_info"
            if is_of_hub(heard) && !heard.is_unclear =>
        {
            ("get_destination", Needs::Hub)
        }
        "find_best_powder" | "get_snow_report" if heard.state.is_some() && heard.resorts.is_empty() => {
            ("find_resorts_by_criteria", Needs::Nothing)
        }
        "find_best_powder" if heard.country.is_some() => ("get_snow_report", needs),
        "find_pass_resorts" if in_country => ("find_resorts_by_criteria", Needs::Nothing),
        _ => (operation, needs),
    }
}

/// Whether a hub is all that is named.
fn is_of_hub(heard: &Heard<'_>) -> bool {
    heard.hub.is_some() && heard.resorts.is_empty() && heard.several.is_none() && !heard.names_place()
}

/// Whether a list leaves out a place that was asked about: an answer about the world is none about Florida.
pub(super) fn drops_place(heard: &Heard<'_>, operation: &str) -> bool {
    let takes_state =
        matches!(operation, "find_resorts_by_criteria" | "get_season_leaderboard" | "search_resorts");
    let names_mountains = heard.hub.is_some() || heard.several.is_some();
    (heard.state.is_some() && !takes_state) || (names_mountains && operation != "search_resorts")
}
