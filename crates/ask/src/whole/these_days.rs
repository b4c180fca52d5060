//! Detects questions about the conditions now or today at one mountain, or about the next snowfall there.

use super::WholeStatement;
use crate::content::QuestionContent;
use crate::feature::Feature;
use crate::word_lists::List;

/// Returns whether the question makes a statement about these days; `None` if `whole` is about something else.
pub(super) fn matches(
    heard: &QuestionContent<'_>,
    whole: WholeStatement,
    ahead: Option<i64>,
) -> Option<bool> {
    let is_one = heard.resorts.len() == 1;
    Some(match whole {
        // Conditions, without a word for the weather: "How is it at Cerler this afternoon?".
        WholeStatement::HowToday => {
            let how = heard.has_any(&[Feature::Conditions, Feature::HowIs]);
            is_one && how && ahead == Some(1) && !asks_of_weather(heard)
        }
        WholeStatement::LiesNow => {
            let is_other = heard.has_any(&[Feature::Falls, Feature::Fell, Feature::History]);
            is_one && heard.has(Feature::Depth) && heard.has(Feature::Now) && !is_other
        }
        WholeStatement::SnowToday => is_one && ahead == Some(1) && asks_ground_snow(heard),
        // The forecast answers for the current weather: "Quel temps fait-il en ce moment à Tignes ?".
        WholeStatement::WeatherNow => {
            const OTHERS: [Feature; 4] =
                [Feature::Temperature, Feature::Depth, Feature::Explain, Feature::Drive];
            is_one && heard.has(Feature::Now) && asks_of_sky(heard) && !heard.has_any(&OTHERS)
        }
        // The next snowfall, not the snowiest month: "When is it going to snow next in Les Gets?".
        WholeStatement::WhenSnows => {
            let snows = heard.has_any(&[Feature::Snow, Feature::Falls]);
            is_one && snows && asks_when(heard) && heard.when.month.is_none() && !heard.has_any(&NOT_NEXT)
        }
        WholeStatement::WhenMost => {
            let most = heard.has(Feature::MostSnow) || (heard.has(Feature::Rank) && heard.has(Feature::Snow));
            let of_years = heard.has_any(&[Feature::History, Feature::SeasonWord]);
            is_one && most && asks_when(heard) && !of_years
        }
        // The usual state of days, not of a month: "例年その時期".
        WholeStatement::UsualThen => {
            let is_of_days = heard.when.is_dated || ahead.is_some() && heard.when.month.is_none();
            heard.has(Feature::Average) && is_of_days && heard.has(Feature::Odds)
        }
        _ => return None,
    })
}

/// Features of questions for a time other than the next snowfall.
const NOT_NEXT: [Feature; 18] = [
    Feature::Open,
    Feature::Opens,
    Feature::Closed,
    Feature::SeasonDates,
    Feature::SeasonWord,
    Feature::MostSnow,
    Feature::Rank,
    Feature::Average,
    Feature::ByMonth,
    Feature::MonthWord,
    Feature::Odds,
    Feature::History,
    Feature::Fell,
    Feature::Last,
    Feature::Lifts,
    Feature::Runs,
    Feature::Quality,
    Feature::BiggestDay,
];

/// Returns whether it asks for a time and gives none.
fn asks_when(heard: &QuestionContent<'_>) -> bool {
    heard.has(Feature::WhenWord) && heard.when.span.is_none()
}

/// Returns whether it asks for the snow on the ground, if no word says that some falls: "Neve Cervinia oggi". For an
/// evening or a night it asks for snowfall.
fn asks_ground_snow(heard: &QuestionContent<'_>) -> bool {
    const OTHERS: [Feature; 8] = [
        Feature::Part,
        Feature::Storm,
        Feature::Fell,
        Feature::Forecast,
        Feature::Hours,
        Feature::Quality,
        Feature::Score,
        Feature::Report,
    ];
    let is_night = heard.tokens.iter().any(|token| List::Nights.contains(&token.folded));
    heard.has(Feature::Snow) && !asks_of_sky(heard) && !heard.has_any(&OTHERS) && !is_night
}

/// Returns whether it asks about precipitation.
fn asks_of_sky(heard: &QuestionContent<'_>) -> bool {
    heard.has_any(&[
        Feature::Falls,
        Feature::Weather,
        Feature::Temperature,
        Feature::Wind,
        Feature::Rain,
        Feature::Cloud,
    ])
}

/// Returns whether it asks about the weather or a route.
pub(super) fn asks_of_weather(heard: &QuestionContent<'_>) -> bool {
    const OTHERS: [Feature; 11] = [
        Feature::Snow,
        Feature::Forecast,
        Feature::Storm,
        Feature::NewSnow,
        Feature::Fell,
        Feature::Drive,
        Feature::Trip,
        Feature::Bound,
        Feature::Avalanche,
        Feature::Chains,
        Feature::Flight,
    ];
    asks_of_sky(heard) || heard.has_any(&OTHERS)
}
