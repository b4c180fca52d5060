//! What an operation takes of what is named: a country, a state, several resorts, and which other one does where it takes none.

use crate::feature::Feature;
use crate::heard::Heard;
use crate::intents::Needs;
use crate::scope::is_of_snow;
use crate::whole::{FORECAST_DAYS, Whole, says};

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
            && heard.has_any(&[Feature::Contrast, Feature::Rank, Feature::MostSnow])
            && !heard.is_unclear
            && operation != "find_flights_to_powder" =>
        {
            ("compare_resorts", Needs::Resorts)
        }
        // "Did more than 20 cm fall at Engelberg": of one mountain it is told how it is there, and no list drops it.
        "find_best_powder" | "get_snow_report" | "find_resorts_by_criteria" if names_one(heard) => {
            (of_one(heard), Needs::Resort)
        }
        // "The best winter of 2023-24 against its normal in Switzerland": of places it is a ranking.
        "get_snow_history"
            if heard.resorts.is_empty()
                && heard.names_place()
                && heard.has_any(&[Feature::Rank, Feature::Leader]) =>
        {
            ("get_season_leaderboard", Needs::Nothing)
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
        // "Pianifica un viaggio di 5 giorni in Svizzera": so many days of a country are a way between resorts.
        "plan_ski_trip" if says(heard, Whole::TripOfDays) && !is_of_snow(heard) => {
            ("plan_ski_road_trip", Needs::Place)
        }
        // "Col Dolomiti Superski dove vado a sciare?": where a pass holds, and no trip.
        "plan_ski_trip" if is_of_pass_alone(heard) => ("find_pass_resorts", Needs::Pass),
        // "Is heavy snow forecast?": where, the list of storms tells.
        "get_weather_forecast"
            if heard.has(Feature::Storm)
                && !heard.has(Feature::Weather)
                && heard.names_nothing()
                && heard.stranger.is_none() =>
        {
            ("get_storm_watch", Needs::Nothing)
        }
        // How it is in Colorado, and where to ski there this week, is told of its own resorts.
        "get_regional_summary" if is_of_state(heard) => ("find_resorts_by_criteria", Needs::Nothing),
        "plan_ski_trip" if is_of_state(heard) && is_of_these_days(heard) => {
            ("find_resorts_by_criteria", Needs::Nothing)
        }
        // "長野県で今日オープンしているスキー場": those that are open today, and not whose season begins.
        "get_season_openings" if heard.has(Feature::Open) && is_today(heard) && heard.names_place() => {
            ("find_resorts_by_criteria", Needs::Nothing)
        }
        // "Best Epic Pass resort this weekend": a ranking takes no pass, and the list by criteria does.
        "find_best_powder" | "get_snow_report" if !heard.passes.is_empty() && heard.resorts.is_empty() => {
            ("find_resorts_by_criteria", Needs::Nothing)
        }
        "find_best_powder" if heard.country.is_some() => ("get_snow_report", needs),
        "find_pass_resorts" if in_country => ("find_resorts_by_criteria", Needs::Nothing),
        _ => (operation, needs),
    }
}

/// Whether one mountain is named and no others are asked for.
fn names_one(heard: &Heard<'_>) -> bool {
    const OF_OTHERS: [Feature; 5] =
        [Feature::WhichResorts, Feature::WhereNext, Feature::Compare, Feature::Contrast, Feature::Near];
    heard.resorts.len() == 1
        && !heard.is_spoken_of
        && heard.passes.is_empty()
        && !heard.names_place()
        && !heard.has_any(&OF_OTHERS)
}

/// What tells of one mountain what a list would of several.
fn of_one(heard: &Heard<'_>) -> &'static str {
    let is_ahead = heard.when.days_ahead(heard.today).is_some_and(|days| days > 1);
    match () {
        () if heard.has_any(&[Feature::Falls, Feature::Forecast]) || is_ahead => "get_weather_forecast",
        () if heard.has_any(&[Feature::NewSnow, Feature::Fell]) || heard.when.is_past(heard.today) => {
            "get_resort"
        }
        () => "get_conditions",
    }
}

/// Whether a pass is all that is named of where and when.
fn is_of_pass_alone(heard: &Heard<'_>) -> bool {
    heard.passes.len() == 1
        && !heard.names_place()
        && heard.when.span.is_none()
        && heard.when.day_count.is_none()
        && !heard.has_any(&[Feature::Ability, Feature::Trip, Feature::NewSnow])
}

/// Whether today is asked about.
fn is_today(heard: &Heard<'_>) -> bool {
    heard.when.days_ahead(heard.today) == Some(1)
}

/// Whether a state with resorts is named, and neither a resort nor a country.
fn is_of_state(heard: &Heard<'_>) -> bool {
    heard.resorts.is_empty() && heard.first_of_state().is_some()
}

/// Whether a list of today and the days of the forecast says what is asked.
fn is_of_these_days(heard: &Heard<'_>) -> bool {
    let ahead = heard.when.days_ahead(heard.today);
    (heard.when.span.is_none() || ahead.is_some_and(|days| days <= FORECAST_DAYS))
        && !heard.has(Feature::Ability)
}

/// Whether a hub is all that is named.
fn is_of_hub(heard: &Heard<'_>) -> bool {
    heard.hub.is_some() && heard.resorts.is_empty() && heard.several.is_none() && !heard.names_place()
}

/// The state that is named, where an operation takes countries and no states.
pub(super) fn taken_with_its_country(heard: &Heard<'_>, operation: &str) -> Option<String> {
    let takes_country = matches!(operation, "get_storm_watch" | "plan_ski_trip" | "plan_ski_road_trip");
    heard.first_of_state().filter(|_| takes_country)?;
    heard.state.as_ref().map(|(state, _)| state.clone())
}

/// Whether a list leaves out a place that was asked about: an answer about the world is none about Florida.
pub(super) fn drops_place(heard: &Heard<'_>, operation: &str) -> bool {
    let takes_state =
        matches!(operation, "find_resorts_by_criteria" | "get_season_leaderboard" | "search_resorts");
    let takes_state = takes_state || taken_with_its_country(heard, operation).is_some();
    let names_mountains = heard.hub.is_some() || heard.several.is_some();
    // "A timelapse of Alta, in Utah": the mountain is what is asked about.
    (heard.state.is_some() && heard.resorts.is_empty() && !takes_state)
        || (names_mountains && operation != "search_resorts")
}
