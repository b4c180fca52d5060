//! What is told of a hub, and what only of one of its mountains.

use crate::feature::Feature;
use crate::heard::Heard;

/// Whether it is one mountain's: its weather, its summit and its past winters, of which a hub has several.
pub(super) fn is_of_one_mountain(heard: &Heard<'_>) -> bool {
    asks_of_weather(heard) || asks_of_a_mountain(heard) || asks_of_years(heard)
}

/// Whether the weather is asked about, and not how the mountains are.
fn asks_of_weather(heard: &Heard<'_>) -> bool {
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

/// Whether past winters are asked about: of a hub none are on record.
fn asks_of_years(heard: &Heard<'_>) -> bool {
    heard.when.season.is_some() || heard.has_any(&[Feature::History, Feature::Average, Feature::ByMonth])
}

/// Whether what only a mountain has is asked about: a summit, its snow's quality, how many lifts go.
fn asks_of_a_mountain(heard: &Heard<'_>) -> bool {
    heard.has_any(&[Feature::Elevation, Feature::OnPass])
        || (heard.has(Feature::Quality) && !heard.has(Feature::NewSnow))
        || (heard.has(Feature::HowMany) && heard.has_any(&[Feature::Lifts, Feature::Runs]))
}
