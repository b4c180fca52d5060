//! Detects requests for mountains of a kind: with an amount of something, those of a pass, countries of the south.

use std::collections::BTreeSet;

use super::{LEAST_HEIGHT_CM, WholeStatement, is_stated as says_whole};
use crate::content::QuestionContent;
use crate::feature::Feature;
use crate::language::Language;
use crate::lexicon::Tag;

/// Features that make an amount one of snow.
const OF_SNOW: [Feature; 4] = [Feature::Snow, Feature::MostSnow, Feature::NewSnow, Feature::Fell];

/// Returns whether the whole of a question makes a statement about amounts, passes and lists.
pub(super) fn matches(heard: &QuestionContent<'_>, whole: WholeStatement) -> bool {
    let names_resort = !heard.resorts.is_empty() || heard.several.is_some();
    match whole {
        WholeStatement::Threshold => {
            heard.has(Feature::AtLeast) && heard.lengths.iter().any(|length| length.cm < LEAST_HEIGHT_CM)
        }
        WholeStatement::Disruption => {
            // Lifts do not stop in a whole country: "zieht ein Schneesturm auf Japan zu?"
            (!heard.names_place() || names_resort)
                && heard.has_any(&[Feature::Lifts, Feature::Open, Feature::Closed, Feature::Stop])
                && heard.has_any(&[
                    Feature::Wind,
                    Feature::Visibility,
                    Feature::Storm,
                    Feature::Risk,
                    Feature::WindHold,
                ])
                && !heard.has_any(&[Feature::Avalanche, Feature::Drive])
        }
        WholeStatement::PassAndMany => heard.has(Feature::PassWord) && heard.resorts.len() > 1,
        WholeStatement::PassAndDays => !heard.passes.is_empty() && heard.when.day_count.is_some(),
        WholeStatement::FreshAmount => {
            // Fallen snow instead of depth: "More than 20 cm of new snow", "30 cm or more in 24 hours".
            let is_fallen = heard.has_any(&[Feature::NewSnow, Feature::Fell, Feature::Hours])
                || heard.when.is_past(heard.today);
            is_fallen && matches(heard, WholeStatement::Threshold)
        }
        // Resorts of a pass above a threshold, or a ranking of them: "Estaciones del Ikon con 100 pistas o más".
        WholeStatement::PassList => !heard.passes.is_empty() && ranks_or_bounds(heard) && !names_resort,
        // The total number, running or not: "¿Cuántos andariveles tiene en total?".
        WholeStatement::InTotal => {
            heard.has(Feature::Size)
                && heard.has(Feature::HowMany)
                && (heard.has(Feature::Lifts) || heard.has(Feature::Runs))
        }
        WholeStatement::PassTerms => {
            heard.passes.len() == 1
                && heard.resorts.len() == 1
                && heard.has(Feature::HowMany)
                && heard.has(Feature::Days)
        }
        // Passes that cover one resort: "Pass che copre Zermatt".
        WholeStatement::PassOf => {
            heard.has(Feature::PassWord)
                && heard.has(Feature::Reaches)
                && heard.passes.is_empty()
                && heard.resorts.len() == 1
        }
        WholeStatement::Summit => asks_for_summit(heard),
        WholeStatement::AbilityList => asks_where(heard) && heard.has(Feature::Ability) && !names_resort,
        WholeStatement::FlyWhere => {
            asks_where(heard) && heard.has(Feature::Flight) && !names_resort && heard.hub.is_none()
        }
        // Beyond the forecast, past winters answer: "Best resorts for snow at Christmas".
        WholeStatement::PlaceFar => {
            let asks = asks_where(heard) || heard.has_any(&[Feature::Odds, Feature::WhereSki]);
            asks && says_whole(heard, WholeStatement::Far) && is_free(heard)
        }
        WholeStatement::SunWhere => asks_where(heard) && asks_of_sun(heard) && !names_resort,
        WholeStatement::PassPlace => is_pass_of_place(heard) && !names_resort,
        WholeStatement::TripOfDays => is_trip_of_days(heard) && !names_resort,
        WholeStatement::Highest => asks_for_heights(heard) && !names_resort,
        WholeStatement::SouthernCountries => names_southern_countries(heard),
        WholeStatement::Runs => heard.has(Feature::AtLeast) && heard.has(Feature::Runs),
        _ => false,
    }
}

/// Returns whether it asks for an amount of something, the most of it, or open resorts.
fn ranks_or_bounds(heard: &QuestionContent<'_>) -> bool {
    let bounds = heard.has(Feature::AtLeast)
        && (heard.has_any(&[Feature::Runs, Feature::Score]) || !heard.lengths.is_empty());
    let ranks = heard.has(Feature::Rank)
        && heard.has_any(&[
            Feature::Snow,
            Feature::Depth,
            Feature::NewSnow,
            Feature::Fell,
            Feature::Conditions,
        ]);
    let is_open = heard.has(Feature::Open)
        && !heard.has(Feature::Reaches)
        && heard.has_any(&[Feature::WhichResorts, Feature::Contrast, Feature::Now]);
    bounds || ranks || is_open || heard.has(Feature::MostSnow)
}

/// Returns whether it asks for sun: "Wo ist am Wochenende die meiste Sonne in den Alpen?"
fn asks_of_sun(heard: &QuestionContent<'_>) -> bool {
    const OTHERS: [Feature; 5] =
        [Feature::Snow, Feature::NewSnow, Feature::Falls, Feature::Wind, Feature::Rain];
    heard.has(Feature::Cloud) && !heard.has_any(&OTHERS)
}

/// Returns whether it asks where a pass is valid within a place: "Ikon Pass Europa".
fn is_pass_of_place(heard: &QuestionContent<'_>) -> bool {
    const OTHERS: [Feature; 4] = [Feature::PowderTrip, Feature::RoadTrip, Feature::Ability, Feature::Trip];
    heard.passes.len() == 1 && heard.names_place() && !heard.has_any(&OTHERS)
}

/// Returns whether a list of the world's mountains covers everything that is named and asked.
fn is_free(heard: &QuestionContent<'_>) -> bool {
    const OF_OTHERS: [Feature; 9] = [
        Feature::Depth,
        Feature::Opens,
        Feature::Enso,
        Feature::Average,
        Feature::History,
        Feature::Flight,
        Feature::RoadTrip,
        Feature::Southern,
        Feature::SeasonDates,
    ];
    let names_mountain = !heard.resorts.is_empty() || heard.several.is_some() || heard.hub.is_some();
    // "Where can I ski in June?" asks where to go, "Which are open in July?" what opens.
    let is_of_openings = heard.has(Feature::Open) && !heard.has(Feature::WhereSki);
    !names_mountain && !is_of_openings && heard.stranger.is_none() && !heard.has_any(&OF_OTHERS)
}

/// Returns whether it asks where to go: "Best resort for beginners in February?", "Where should I fly to from
/// Manchester for good snow?"
fn asks_where(heard: &QuestionContent<'_>) -> bool {
    let asks = [Feature::Rank, Feature::Recommend, Feature::WhichResorts, Feature::WhereNext];
    heard.has_any(&asks)
}

/// Returns whether it asks for the height of a summit ("What's the summit of Lutsen in feet?") and not for a depth
/// ("How deep is the base at Brundage in feet?").
fn asks_for_summit(heard: &QuestionContent<'_>) -> bool {
    let is_length = |tag: &Tag| tag.is(Feature::Unit) && matches!(tag.value, "foot" | "metre");
    let of_snow = heard.has(Feature::Depth) || heard.has_any(&OF_SNOW);
    heard.has(Feature::Band) && heard.lengths.is_empty() && !of_snow && heard.tags.iter().any(is_length)
}

/// Returns whether it asks for several days in a country, which needs several resorts: "Pianifica un viaggio di 5
/// giorni in Svizzera".
fn is_trip_of_days(heard: &QuestionContent<'_>) -> bool {
    heard.has(Feature::Trip)
        && heard.when.day_count.is_some_and(|days| (2..=14).contains(&days))
        && heard.names_place()
        && !heard.has(Feature::Ability)
}

/// Returns whether it ranks resorts by height, not by snow: "Highest resort in Austria".
fn asks_for_heights(heard: &QuestionContent<'_>) -> bool {
    // Only in German does "liegen" also apply to resorts: "welches liegt am höchsten?"
    let of_depth = heard.has(Feature::Depth) && heard.locale.language != Language::German;
    heard.has(Feature::Elevation) && !of_depth && heard.names_place() && !heard.has_any(&OF_SNOW)
}

/// Returns whether it lists countries of the south: "Australia, New Zealand, Argentina and Chile".
fn names_southern_countries(heard: &QuestionContent<'_>) -> bool {
    const SOUTHERN: [&str; 5] = ["AU", "NZ", "AR", "CL", "ZA"];
    let named: BTreeSet<&str> =
        heard.tags.iter().filter(|tag| tag.is(Feature::Country)).map(|tag| tag.value).collect();
    named.len() > 1 && named.iter().all(|country| SOUTHERN.contains(country))
}
