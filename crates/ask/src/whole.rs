//! What the whole of a question says and no single word: what is named, and of which time it speaks.

use std::collections::BTreeSet;

use crate::feature::Feature;
use crate::heard::Heard;

/// What is said by the whole question and by no single word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Whole {
    One,
    Many,
    Place,
    State,
    Hub,
    Pass,
    Passes,
    PassAndResort,
    Soon,
    Later,
    Far,
    Past,
    Dated,
    Month,
    Months,
    Season,
    Amount,
    Height,
    Runs,
    WhenOpen,
    Threshold,
    Disruption,
    PassAndMany,
    PassAndDays,
    FreshAmount,
    Counted,
    LiftsGo,
    LiesNow,
    UsualThen,
    HowToday,
    OpensToday,
    SouthernCountries,
    PassList,
    InTotal,
    WhenOpenThere,
    Summit,
}

/// What the whole of a question says, by the names of the table.
pub(crate) const WHOLES: &[(&str, Whole)] = &[
    ("one", Whole::One),
    ("many", Whole::Many),
    ("place", Whole::Place),
    ("state", Whole::State),
    ("hub", Whole::Hub),
    ("pass", Whole::Pass),
    ("passes", Whole::Passes),
    ("passresort", Whole::PassAndResort),
    ("soon", Whole::Soon),
    ("later", Whole::Later),
    ("far", Whole::Far),
    ("past", Whole::Past),
    ("dated", Whole::Dated),
    ("month", Whole::Month),
    ("months", Whole::Months),
    ("season", Whole::Season),
    ("amount", Whole::Amount),
    ("height", Whole::Height),
    ("runs", Whole::Runs),
    ("whenopen", Whole::WhenOpen),
    ("threshold", Whole::Threshold),
    ("disruption", Whole::Disruption),
    ("passmany", Whole::PassAndMany),
    ("passdays", Whole::PassAndDays),
    ("freshamount", Whole::FreshAmount),
    ("counted", Whole::Counted),
    ("liftsgo", Whole::LiftsGo),
    ("liesnow", Whole::LiesNow),
    ("usualthen", Whole::UsualThen),
    ("howtoday", Whole::HowToday),
    ("openstoday", Whole::OpensToday),
    ("southerncountries", Whole::SouthernCountries),
    ("passlist", Whole::PassList),
    ("intotal", Whole::InTotal),
    ("whenopenthere", Whole::WhenOpenThere),
    ("summit", Whole::Summit),
];

/// Days back that snow is asked of as fallen.
const LONGEST_AGO: i64 = 400;

/// Days of the longest forecast.
pub(crate) const FORECAST_DAYS: i64 = 14;

/// Lengths from which a metre is one of elevation and not of snow, centimetres.
pub(crate) const LEAST_HEIGHT_CM: f64 = 50_000.0;

/// Whether the whole of a question says something.
pub(crate) fn says(heard: &Heard<'_>, whole: Whole) -> bool {
    let ahead = heard.when.days_ahead(heard.today);
    let ago = heard.when.span.map_or(0, |span| (heard.today - span.last).num_days());
    let names_resort = !heard.resorts.is_empty() || heard.several.is_some();
    match whole {
        Whole::One => heard.resorts.len() == 1,
        Whole::Many => heard.resorts.len() > 1,
        Whole::Place => heard.names_place() && !names_resort,
        Whole::State => heard.state.is_some() && !names_resort,
        Whole::Hub => heard.hub.is_some() && !names_resort,
        Whole::Pass => !heard.passes.is_empty(),
        Whole::Passes => heard.passes.len() > 1,
        Whole::PassAndResort => !heard.passes.is_empty() && heard.resorts.len() == 1,
        Whole::Soon => ahead.is_some_and(|days| days <= FORECAST_DAYS),
        Whole::Later => ahead.is_some_and(|days| (2..=FORECAST_DAYS).contains(&days)),
        Whole::Far => ahead.is_some_and(|days| days > FORECAST_DAYS),
        // The January of 1988 is told in passing.
        Whole::Past => heard.when.is_past(heard.today) && ago <= LONGEST_AGO,
        Whole::Dated => heard.when.is_dated,
        Whole::Month => heard.when.month.is_some(),
        // "January or February": months beside one another, and no days of them.
        Whole::Months => {
            let months = heard.tags.iter().filter(|tag| tag.is(Feature::Month));
            let named: BTreeSet<usize> = months.map(|tag| tag.from).collect();
            heard.when.month.is_some() && named.len() > 1 && heard.has(Feature::Compare)
        }
        Whole::Season => heard.when.season.is_some(),
        Whole::Amount => heard.lengths.iter().any(|length| length.cm < LEAST_HEIGHT_CM),
        Whole::Height => heard.lengths.iter().any(|length| length.cm >= LEAST_HEIGHT_CM),
        Whole::WhenOpen => asks_when(heard) && (names_resort || !heard.names_place()),
        Whole::WhenOpenThere => asks_when(heard) && !names_resort && heard.names_place(),
        Whole::Threshold => {
            heard.has(Feature::AtLeast) && heard.lengths.iter().any(|length| length.cm < LEAST_HEIGHT_CM)
        }
        Whole::Disruption => {
            let any = |features: &[Feature]| features.iter().any(|feature| heard.has(*feature));
            // Nothing stops in a whole country: "zieht ein Schneesturm auf Japan zu?"
            (!heard.names_place() || names_resort)
                && any(&[Feature::Lifts, Feature::Open, Feature::Closed, Feature::Stop])
                && any(&[
                    Feature::Wind,
                    Feature::Visibility,
                    Feature::Storm,
                    Feature::Risk,
                    Feature::WindHold,
                ])
                && !any(&[Feature::Avalanche, Feature::Drive])
        }
        Whole::PassAndMany => heard.has(Feature::PassWord) && heard.resorts.len() > 1,
        Whole::PassAndDays => !heard.passes.is_empty() && heard.when.day_count.is_some(),
        Whole::FreshAmount => {
            // "More than 20 cm of new snow", "30 cm or more in 24 hours": fallen, not lying.
            let is_fallen =
                heard.has(Feature::NewSnow) || heard.has(Feature::Fell) || heard.has(Feature::Hours);
            is_fallen && says(heard, Whole::Threshold)
        }
        // "Furano 7日間", "fernie 7 day": so many days of a mountain are days of its weather.
        Whole::Counted => {
            heard.when.day_count.is_some() && heard.resorts.len() == 1 && !heard.has(Feature::Trip)
        }
        Whole::LiftsGo | Whole::LiesNow | Whole::UsualThen | Whole::HowToday | Whole::OpensToday => {
            says_of_days(heard, whole, ahead)
        }
        // "Estaciones del Ikon con 100 pistas o más": those of a pass with so much of something.
        Whole::PassList => {
            !heard.passes.is_empty()
                && heard.has(Feature::AtLeast)
                && (heard.has(Feature::Runs) || !heard.lengths.is_empty() || heard.has(Feature::Score))
        }
        // "¿Cuántos andariveles tiene en total?": how many there are, whether they go or not.
        Whole::InTotal => {
            heard.has(Feature::Size)
                && heard.has(Feature::HowMany)
                && (heard.has(Feature::Lifts) || heard.has(Feature::Runs))
        }
        // "What's the summit of Lutsen in feet?"
        Whole::Summit => {
            let is_length =
                |tag: &crate::lexicon::Tag| tag.is(Feature::Unit) && matches!(tag.value, "foot" | "metre");
            heard.has(Feature::Band) && heard.lengths.is_empty() && heard.tags.iter().any(is_length)
        }
        Whole::SouthernCountries => names_southern_countries(heard),
        Whole::Runs => heard.has(Feature::AtLeast) && heard.has(Feature::Runs),
    }
}

/// Whether it is asked when something opens or closes.
fn asks_when(heard: &Heard<'_>) -> bool {
    (heard.has(Feature::WhenWord) || heard.has(Feature::MonthWord))
        && [Feature::Open, Feature::Opens, Feature::Closed, Feature::SeasonDates]
            .iter()
            .any(|feature| heard.has(*feature))
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

/// "Australia, New Zealand, Argentina and Chile": countries of the south, one beside another.
fn names_southern_countries(heard: &Heard<'_>) -> bool {
    const SOUTHERN: [&str; 5] = ["AU", "NZ", "AR", "CL", "ZA"];
    let named: BTreeSet<&str> =
        heard.tags.iter().filter(|tag| tag.is(Feature::Country)).map(|tag| tag.value).collect();
    named.len() > 1 && named.iter().all(|country| SOUTHERN.contains(country))
}

/// Whether it is asked how it is now, or how it usually is on some days.
fn says_of_days(heard: &Heard<'_>, whole: Whole, ahead: Option<i64>) -> bool {
    let is_one = heard.resorts.len() == 1;
    match whole {
        // "Wie viele Lifte gehn?", "sestriere impianti oggi": how many run, and not how many there are.
        Whole::LiftsGo => {
            let is_today = ahead.is_none_or(|days| days <= 1);
            let goes = heard.has(Feature::Go) || (ahead == Some(1) && !heard.has(Feature::WhenWord));
            // "Gulmarg Gondola working today?": a lift in the name is none of the question's words.
            let goes_today = heard.has(Feature::Go) && ahead == Some(1) && !asks_of_weather(heard);
            let of_lifts = heard.has(Feature::Lifts) || goes_today;
            is_one && of_lifts && goes && is_today && !says(heard, Whole::Disruption)
        }
        // "How is it at Cerler this afternoon?": how it is, and no word of the weather.
        Whole::HowToday => {
            let how = heard.has(Feature::Conditions) || heard.has(Feature::HowIs);
            is_one && how && ahead == Some(1) && !asks_of_weather(heard)
        }
        // "Abre hoy La Molina?": of one resort and these days it is whether it is open, and not when its season begins.
        Whole::OpensToday => is_one && heard.has(Feature::Opens) && ahead.is_some_and(|days| days <= 2),
        // "How much is lying now? We come at the weekend."
        Whole::LiesNow => {
            let is_fallen = heard.has(Feature::Falls) || heard.has(Feature::Fell);
            is_one && heard.has(Feature::Depth) && heard.has(Feature::Now) && !is_fallen
        }
        // "例年その時期": the usual of days, and not of a month.
        Whole::UsualThen => {
            let is_of_days = heard.when.is_dated || ahead.is_some() && heard.when.month.is_none();
            heard.has(Feature::Average) && is_of_days && heard.has(Feature::Odds)
        }
        _ => false,
    }
}
