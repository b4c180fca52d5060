//! Puts each operation's answer into words: the requested values, and the unknown ones as unknown.

use ask::{Feature, Reading, Reason, Refusal};

use super::phrases::phrases;
use super::speaker::AnswerWriter;

mod days;
mod facts;
mod forecast;
mod lists;
mod mountains;
pub(super) mod past;
mod pictures;
pub(super) mod travel;

/// Writes an answer; `least_cm` is the amount of snow that the question asks for.
pub(super) fn word(speaker: &mut AnswerWriter<'_>, reading: &Reading, least_cm: Option<f64>) {
    let asks = |feature: Feature| reading.topics.contains(&feature);
    if reading.state.is_some() && reading.operation != "get_storm_watch" {
        speaker.write("whole country", &[]);
    }
    // New snow is reported for past days; every other value of a record is of the present.
    let is_of_record = matches!(reading.operation, "get_conditions" | "get_resort");
    if is_of_record && reading.when.is_past(reading.today) && !asks(Feature::NewSnow) && !asks(Feature::Fell)
    {
        speaker.write("now and not then", &[]);
    }
    match reading.operation {
        "get_conditions" => mountains::conditions(speaker, &asks),
        "get_resort" => mountains::resort(speaker, reading),
        "get_resort_info" => facts::info(speaker, &asks),
        "get_snow_quality" => mountains::quality(speaker),
        "get_avalanche" => mountains::avalanche(speaker, reading),
        "get_operating_risk" => days::risk(speaker, &asks),
        "get_weather_forecast" => forecast::forecast(speaker, reading, least_cm),
        "compare_forecasts" => days::models(speaker),
        "get_storm_watch" => days::storms(speaker, reading.state.as_deref()),
        "get_ml_trends" => past::accuracy(speaker),
        "get_snow_history" => past::history(speaker, reading),
        "get_monthly_snow" => past::months(speaker, reading),
        "get_trip_window" => past::window(speaker, reading),
        "get_season_leaderboard" => past::leaders(speaker),
        "get_elnino_signal" => past::signal(speaker, reading),
        "get_elnino_rankings" => past::signals(speaker),
        "search_resorts" => lists::write_matches(speaker),
        "compare_resorts" => lists::compared(speaker, &asks),
        "get_regional_summary" => lists::summary(speaker),
        "get_season_openings" => lists::openings(speaker),
        "get_destination" => lists::destination(speaker),
        "find_best_powder"
        | "get_snow_report"
        | "get_southern_hemisphere_report"
        | "find_resorts_by_criteria" => {
            lists::ranked(speaker, reading);
        }
        "get_pass" => travel::pass(speaker),
        "compare_passes" => travel::passes(speaker),
        "find_pass_resorts" => travel::pass_resorts(speaker),
        "find_flights_to_powder" => travel::flights(speaker),
        "plan_ski_road_trip" => travel::road_trip(speaker),
        "find_powder_trips" => travel::powder_trips(speaker),
        "plan_ski_trip" => travel::trip(speaker),
        "get_insights" => travel::insights(speaker, "headline"),
        "list_insight_categories" => travel::insights(speaker, "title"),
        "get_road_access" => travel::road(speaker),
        "get_road_cameras" => travel::cameras(speaker),
        "get_road_weather" => travel::road_weather(speaker),
        "get_webcam_status" => pictures::webcams(speaker),
        "get_resort_photos" => pictures::photos(speaker),
        "get_powder_reels" => pictures::reels(speaker),
        _ => speaker.write("see operation", &[]),
    }
}

/// Writes why there is no answer, and which questions have one.
pub(super) fn refusal(refusal: &Refusal) -> String {
    let key = match refusal.reason {
        Reason::UnknownResort if !refusal.candidates.is_empty() => "refuse unknown_resort near",
        Reason::OutOfScope => "refuse out_of_scope",
        Reason::UnknownResort => "refuse unknown_resort",
        Reason::WhichResort => "refuse which_resort",
        Reason::WhichOne if refusal.candidates.len() == 1 => "refuse which_one single",
        Reason::WhichOne if refusal.candidates.is_empty() => "refuse which_one none",
        Reason::WhichOne => "refuse which_one",
        Reason::WhichReading => "refuse which_reading",
        Reason::NoQuestion => "refuse no_question",
        Reason::BadDate => "refuse bad_date",
        Reason::Account => "refuse account",
        Reason::NoDataKind => "refuse no_data_kind",
    };
    phrases().plain(key, refusal.locale.language).to_owned()
}
