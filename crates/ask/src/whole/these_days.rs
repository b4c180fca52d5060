//! Whether it is asked how it is now or today at one mountain, or when it snows there.

use super::Whole;
use crate::feature::Feature;
use crate::heard::Heard;
use crate::words::List;

/// What the whole of a question says of these days, where that is what `whole` is about.
pub(super) fn says(heard: &Heard<'_>, whole: Whole, ahead: Option<i64>) -> Option<bool> {
    let is_one = heard.resorts.len() == 1;
    Some(match whole {
        // "How is it at Cerler this afternoon?": how it is, and no word of the weather.
        Whole::HowToday => {
            let how = heard.has_any(&[Feature::Conditions, Feature::HowIs]);
            is_one && how && ahead == Some(1) && !asks_of_weather(heard)
        }
        // "How much is lying now? We come at the weekend."
        Whole::LiesNow => {
            let is_other = heard.has_any(&[Feature::Falls, Feature::Fell, Feature::History]);
            is_one && heard.has(Feature::Depth) && heard.has(Feature::Now) && !is_other
        }
        Whole::SnowToday => is_one && ahead == Some(1) && asks_what_lies(heard),
        // "Quel temps fait-il en ce moment à Tignes ?": how the weather is now its forecast tells.
        Whole::WeatherNow => {
            const OTHERS: [Feature; 4] =
                [Feature::Temperature, Feature::Depth, Feature::Explain, Feature::Drive];
            is_one && heard.has(Feature::Now) && asks_of_sky(heard) && !heard.has_any(&OTHERS)
        }
        // "When is it going to snow next in Les Gets?", and not in which month.
        Whole::WhenSnows => {
            let snows = heard.has_any(&[Feature::Snow, Feature::Falls]);
            is_one && snows && asks_when(heard) && heard.when.month.is_none() && !heard.has_any(&NOT_NEXT)
        }
        // "Wann fällt in Zermatt am meisten Schnee?"
        Whole::WhenMost => {
            let most = heard.has(Feature::MostSnow) || (heard.has(Feature::Rank) && heard.has(Feature::Snow));
            let of_years = heard.has_any(&[Feature::History, Feature::SeasonWord]);
            is_one && most && asks_when(heard) && !of_years
        }
        // "例年その時期": the usual of days, and not of a month.
        Whole::UsualThen => {
            let is_of_days = heard.when.is_dated || ahead.is_some() && heard.when.month.is_none();
            heard.has(Feature::Average) && is_of_days && heard.has(Feature::Odds)
        }
        _ => return None,
    })
}

/// What is asked of a time, beside when it snows next.
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

/// Whether a time is asked for and none is told.
fn asks_when(heard: &Heard<'_>) -> bool {
    heard.has(Feature::WhenWord) && heard.when.span.is_none()
}

/// "Neve Cervinia oggi": what lies there, where no word says that some falls. Of an evening or a night it is asked what falls.
fn asks_what_lies(heard: &Heard<'_>) -> bool {
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

/// Whether it is asked what comes from the sky.
fn asks_of_sky(heard: &Heard<'_>) -> bool {
    heard.has_any(&[
        Feature::Falls,
        Feature::Weather,
        Feature::Temperature,
        Feature::Wind,
        Feature::Rain,
        Feature::Cloud,
    ])
}

/// Whether the weather is asked about, or a way.
pub(super) fn asks_of_weather(heard: &Heard<'_>) -> bool {
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
