//! Matches an operation to what is named (a country, a state, several resorts), and selects another operation if it
//! cannot take it.

use crate::content::QuestionContent;
use crate::feature::Feature;
use crate::intents::Needs;
use crate::scope::is_of_snow;
use crate::whole::{FORECAST_DAYS, WholeStatement, is_stated};

/// Maximum number of compared resorts.
const MOST_COMPARED: usize = 4;

/// Returns the operation that takes what is named, if the intended one does not: odds need days, and some lists take no
/// country.
pub(super) fn taking_what_is_named(
    heard: &QuestionContent<'_>,
    operation: &'static str,
    needs: Needs,
) -> (&'static str, Needs) {
    let in_country = heard.country.is_some() || heard.state.is_some();
    match operation {
        // A question about one resort with several names is a comparison: "What is surer of snow in April, Hintertux or
        // Sölden?".
        _ if needs == Needs::Resort
            && (2..=MOST_COMPARED).contains(&heard.resorts.len())
            && heard.has_any(&[Feature::Contrast, Feature::Rank, Feature::MostSnow])
            && !heard.is_unclear
            && operation != "find_flights_to_powder" =>
        {
            ("compare_resorts", Needs::Resorts)
        }
        // With one mountain, the answer is its conditions instead of a list: "Did more than 20 cm fall at Engelberg".
        "find_best_powder" | "get_snow_report" | "find_resorts_by_criteria" if names_one(heard) => {
            (of_one(heard), Needs::Resort)
        }
        // With a place, it is a ranking: "The best winter of 2023-24 against its normal in Switzerland".
        "get_snow_history"
            if heard.resorts.is_empty()
                && heard.names_place()
                && heard.has_any(&[Feature::Rank, Feature::Leader]) =>
        {
            ("get_season_leaderboard", Needs::Nothing)
        }
        "get_trip_window" if heard.when.span.is_none() => ("get_monthly_snow", needs),
        // The snow of a hub covers all of its mountains.
        "get_conditions" | "get_resort" | "get_regional_summary" | "get_resort_info"
            if is_of_hub(heard) && !heard.is_unclear =>
        {
            ("get_destination", Needs::Hub)
        }
        "find_best_powder" | "get_snow_report" if heard.state.is_some() && heard.resorts.is_empty() => {
            ("find_resorts_by_criteria", Needs::Nothing)
        }
        // A number of days in a country is a route between resorts: "Pianifica un viaggio di 5 giorni in Svizzera".
        "plan_ski_trip" if is_stated(heard, WholeStatement::TripOfDays) && !is_of_snow(heard) => {
            ("plan_ski_road_trip", Needs::Place)
        }
        // It asks where a pass is valid, not for a trip: "Col Dolomiti Superski dove vado a sciare?".
        "plan_ski_trip" if names_only_pass(heard) => ("find_pass_resorts", Needs::Pass),
        // Without a resort, the list of storms answers where: "Is heavy snow forecast?".
        "get_weather_forecast"
            if heard.has(Feature::Storm)
                && !heard.has(Feature::Weather)
                && heard.names_nothing()
                && heard.stranger.is_none() =>
        {
            ("get_storm_watch", Needs::Nothing)
        }
        // Questions about a state, such as Colorado, are answered from its own resorts.
        "get_regional_summary" if is_of_state(heard) => ("find_resorts_by_criteria", Needs::Nothing),
        "plan_ski_trip" if is_of_state(heard) && is_of_these_days(heard) => {
            ("find_resorts_by_criteria", Needs::Nothing)
        }
        // It asks for resorts that are open today, not for opening dates: "長野県で今日オープンしているスキー場".
        "get_season_openings" if heard.has(Feature::Open) && is_today(heard) && heard.names_place() => {
            ("find_resorts_by_criteria", Needs::Nothing)
        }
        // A ranking takes no pass, but the list by criteria does: "Best Epic Pass resort this weekend".
        "find_best_powder" | "get_snow_report" if !heard.passes.is_empty() && heard.resorts.is_empty() => {
            ("find_resorts_by_criteria", Needs::Nothing)
        }
        "find_best_powder" if heard.country.is_some() => ("get_snow_report", needs),
        "find_pass_resorts" if in_country => ("find_resorts_by_criteria", Needs::Nothing),
        _ => (operation, needs),
    }
}

/// Returns whether one mountain is named and no others are requested.
fn names_one(heard: &QuestionContent<'_>) -> bool {
    const OF_OTHERS: [Feature; 5] =
        [Feature::WhichResorts, Feature::WhereNext, Feature::Compare, Feature::Contrast, Feature::Near];
    heard.resorts.len() == 1
        && !heard.is_spoken_of
        && heard.passes.is_empty()
        && !heard.names_place()
        && !heard.has_any(&OF_OTHERS)
}

/// Returns the operation on one mountain that corresponds to a list.
fn of_one(heard: &QuestionContent<'_>) -> &'static str {
    let is_ahead = heard.when.days_ahead(heard.today).is_some_and(|days| days > 1);
    match () {
        () if heard.has_any(&[Feature::Falls, Feature::Forecast]) || is_ahead => "get_weather_forecast",
        () if heard.has_any(&[Feature::NewSnow, Feature::Fell]) || heard.when.is_past(heard.today) => {
            "get_resort"
        }
        () => "get_conditions",
    }
}

/// Returns whether a pass is all that is named, without place and time.
fn names_only_pass(heard: &QuestionContent<'_>) -> bool {
    heard.passes.len() == 1
        && !heard.names_place()
        && heard.when.span.is_none()
        && heard.when.day_count.is_none()
        && !heard.has_any(&[Feature::Ability, Feature::Trip, Feature::NewSnow])
}

/// Returns whether it asks about today.
fn is_today(heard: &QuestionContent<'_>) -> bool {
    heard.when.days_ahead(heard.today) == Some(1)
}

/// Returns whether a state with resorts is named, and neither a resort nor a country.
fn is_of_state(heard: &QuestionContent<'_>) -> bool {
    heard.resorts.is_empty() && heard.first_of_state().is_some()
}

/// Returns whether a list of today and the days of the forecast answers the question.
fn is_of_these_days(heard: &QuestionContent<'_>) -> bool {
    let ahead = heard.when.days_ahead(heard.today);
    (heard.when.span.is_none() || ahead.is_some_and(|days| days <= FORECAST_DAYS))
        && !heard.has(Feature::Ability)
}

/// Returns whether only a hub is named.
fn is_of_hub(heard: &QuestionContent<'_>) -> bool {
    heard.hub.is_some() && heard.resorts.is_empty() && heard.several.is_none() && !heard.names_place()
}

/// Returns the named state, if an operation takes countries but not states.
pub(super) fn taken_with_its_country(heard: &QuestionContent<'_>, operation: &str) -> Option<String> {
    let takes_country = matches!(operation, "get_storm_watch" | "plan_ski_trip" | "plan_ski_road_trip");
    heard.first_of_state().filter(|_| takes_country)?;
    heard.state.as_ref().map(|(state, _)| state.clone())
}

/// Returns whether a list ignores a requested place: an answer about the world is not an answer about Florida.
pub(super) fn drops_place(heard: &QuestionContent<'_>, operation: &str) -> bool {
    let takes_state =
        matches!(operation, "find_resorts_by_criteria" | "get_season_leaderboard" | "search_resorts");
    let takes_state = takes_state || taken_with_its_country(heard, operation).is_some();
    let names_mountains = heard.hub.is_some() || heard.several.is_some();
    // The mountain is what is asked about: "A timelapse of Alta, in Utah".
    (heard.state.is_some() && heard.resorts.is_empty() && !takes_state)
        || (names_mountains && operation != "search_resorts")
}
