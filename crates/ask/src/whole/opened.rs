//! Whether it is asked how it is now or these days, whether something is open, or when it opens.

use super::{Whole, says as says_whole};
use crate::feature::Feature;
use crate::heard::Heard;
use crate::words::List;

/// What the whole of a question says of days and of what is open on them.
pub(super) fn says(heard: &Heard<'_>, whole: Whole, ahead: Option<i64>) -> bool {
    let is_one = heard.resorts.len() == 1;
    let names_resort = !heard.resorts.is_empty() || heard.several.is_some();
    match whole {
        Whole::WhenOpen => asks_when(heard) && (names_resort || !heard.names_place()),
        Whole::WhenOpenThere => asks_when(heard) && !names_resort && heard.names_place(),
        // "Stations canadiennes ouvertes aujourd'hui": open today, and not when they open.
        Whole::OpenNow => {
            let is_today = heard.when.span.is_none() || ahead == Some(1);
            heard.has(Feature::Open)
                && !heard.has(Feature::Opens)
                && !heard.has(Feature::WhenWord)
                && heard.names_place()
                && !names_resort
                && is_today
        }
        // "La Hoya abrirá el 20 de junio?"
        Whole::OpensDated => heard.has(Feature::Opens) && heard.when.is_dated && heard.resorts.len() == 1,
        // "Wie viele Lifte gehn?", "sestriere impianti oggi": how many run, and not how many there are.
        Whole::LiftsGo => {
            let is_today = ahead.is_none_or(|days| days <= 1);
            let goes = heard.has(Feature::Go) || (ahead == Some(1) && !heard.has(Feature::WhenWord));
            // "Gulmarg Gondola working today?": a lift in the name is none of the question's words.
            let goes_today = heard.has(Feature::Go) && ahead == Some(1) && !asks_of_weather(heard);
            let of_lifts = heard.has(Feature::Lifts) || goes_today;
            is_one && of_lifts && goes && is_today && !says_whole(heard, Whole::Disruption)
        }
        // "How is it at Cerler this afternoon?": how it is, and no word of the weather.
        Whole::HowToday => {
            let how = heard.has(Feature::Conditions) || heard.has(Feature::HowIs);
            is_one && how && ahead == Some(1) && !asks_of_weather(heard)
        }
        // "When is it going to snow next in Les Gets?", and not in which month.
        Whole::WhenSnows => {
            let any = |features: &[Feature]| features.iter().any(|feature| heard.has(*feature));
            is_one
                && heard.has(Feature::WhenWord)
                && any(&[Feature::Snow, Feature::Falls])
                && heard.when.span.is_none()
                && heard.when.month.is_none()
                && !any(&NOT_NEXT)
        }
        // "Quel temps fait-il en ce moment à Tignes ?": how the weather is now its forecast tells.
        Whole::WeatherNow => {
            let others = [Feature::Temperature, Feature::Depth, Feature::Explain, Feature::Drive];
            let is_other = others.iter().any(|feature| heard.has(*feature));
            is_one && heard.has(Feature::Now) && asks_of_sky(heard) && !is_other
        }
        // "Neve Cervinia oggi": what lies there, where no word says that some falls.
        Whole::SnowToday => {
            let is_other = asks_of_sky(heard)
                || [
                    Feature::Part,
                    Feature::Storm,
                    Feature::Fell,
                    Feature::Forecast,
                    Feature::Hours,
                    Feature::Quality,
                    Feature::Score,
                    Feature::Report,
                ]
                .iter()
                .any(|feature| heard.has(*feature));
            // Of a night or an evening that is to come it is asked what falls.
            let is_night = heard.tokens.iter().any(|token| List::Nights.contains(&token.folded));
            is_one && heard.has(Feature::Snow) && ahead == Some(1) && !is_other && !is_night
        }
        // "Wann fällt in Zermatt am meisten Schnee?"
        Whole::WhenMost => {
            let most = heard.has(Feature::MostSnow) || (heard.has(Feature::Rank) && heard.has(Feature::Snow));
            let of_years = heard.has(Feature::History) || heard.has(Feature::SeasonWord);
            is_one && most && heard.has(Feature::WhenWord) && heard.when.span.is_none() && !of_years
        }
        // "Wie viele Pistenkilometer sind in Kitzbühel offen?"
        Whole::OpenNumber => {
            let counts = heard.has(Feature::HowMany) || heard.has(Feature::Size);
            let in_total = says_whole(heard, Whole::InTotal);
            is_one && counts && heard.has(Feature::Open) && !in_total && ahead.is_none_or(|days| days == 1)
        }
        // "Is Hemsedal open in November?" is asked of its season.
        Whole::OpenThen => {
            let is_open = heard.has(Feature::Open) || heard.has(Feature::Opens);
            is_one && is_open && says_whole(heard, Whole::Far) && !asks_of_weather(heard)
        }
        // "Abre hoy La Molina?": of one resort and these days it is whether it is open, and not when its season begins.
        Whole::OpensToday => is_one && heard.has(Feature::Opens) && ahead.is_some_and(|days| days <= 2),
        // "How much is lying now? We come at the weekend."
        Whole::LiesNow => {
            let is_other =
                [Feature::Falls, Feature::Fell, Feature::History].iter().any(|feature| heard.has(*feature));
            is_one && heard.has(Feature::Depth) && heard.has(Feature::Now) && !is_other
        }
        // "例年その時期": the usual of days, and not of a month.
        Whole::UsualThen => {
            let is_of_days = heard.when.is_dated || ahead.is_some() && heard.when.month.is_none();
            heard.has(Feature::Average) && is_of_days && heard.has(Feature::Odds)
        }
        _ => false,
    }
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

/// Whether it is asked when something opens or closes.
fn asks_when(heard: &Heard<'_>) -> bool {
    let closes = heard.has(Feature::Stop) && !asks_of_weather(heard);
    let opens = [Feature::Open, Feature::Opens, Feature::Closed, Feature::SeasonDates];
    (heard.has(Feature::WhenWord) || heard.has(Feature::MonthWord))
        && (closes || opens.iter().any(|feature| heard.has(*feature)))
}

/// Whether it is asked what comes from the sky.
fn asks_of_sky(heard: &Heard<'_>) -> bool {
    const OF_SKY: [Feature; 6] = [
        Feature::Falls,
        Feature::Weather,
        Feature::Temperature,
        Feature::Wind,
        Feature::Rain,
        Feature::Cloud,
    ];
    OF_SKY.iter().any(|feature| heard.has(*feature))
}

/// Whether the weather is asked about, or a way.
fn asks_of_weather(heard: &Heard<'_>) -> bool {
    const OF_WEATHER: [Feature; 17] = [
        Feature::Snow,
        Feature::Falls,
        Feature::Forecast,
        Feature::Weather,
        Feature::Temperature,
        Feature::Wind,
        Feature::Rain,
        Feature::Cloud,
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
    OF_WEATHER.iter().any(|feature| heard.has(*feature))
}
