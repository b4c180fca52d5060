//! Distinguishes questions that a hub can answer from those about one of its mountains.

use crate::content::QuestionContent;
use crate::feature::Feature;

/// Returns whether the question needs a single mountain: for its weather, summit or past winters.
pub(super) fn is_of_one_mountain(heard: &QuestionContent<'_>) -> bool {
    asks_of_weather(heard) || asks_of_a_mountain(heard) || asks_of_years(heard)
}

/// Returns whether it asks about the weather instead of the conditions.
fn asks_of_weather(heard: &QuestionContent<'_>) -> bool {
    heard.has_any(&[
        Feature::Weather,
        Feature::Temperature,
        Feature::Wind,
        Feature::Rain,
        Feature::Visibility,
        Feature::Cloud,
    ]) && !heard.has_any(&[
        Feature::Conditions,
        Feature::Overall,
        Feature::WhichResorts,
        Feature::Depth,
        Feature::Report,
    ])
}

/// Returns whether it asks about past winters, which are not recorded for hubs.
fn asks_of_years(heard: &QuestionContent<'_>) -> bool {
    heard.when.season.is_some() || heard.has_any(&[Feature::History, Feature::Average, Feature::ByMonth])
}

/// Returns whether it asks for something that only a mountain has: a summit, snow quality, the number of open lifts.
fn asks_of_a_mountain(heard: &QuestionContent<'_>) -> bool {
    heard.has_any(&[Feature::Elevation, Feature::OnPass])
        || (heard.has(Feature::Quality) && !heard.has(Feature::NewSnow))
        || (heard.has(Feature::HowMany) && heard.has_any(&[Feature::Lifts, Feature::Runs]))
}
