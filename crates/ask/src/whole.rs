//! Derives statements from the whole question that no single word makes: what is named, and for which time.

use std::collections::BTreeSet;

use chrono::Datelike as _;

use crate::content::QuestionContent;
use crate::feature::Feature;
use crate::when::Season;

mod listed;
mod opened;
mod these_days;

/// A statement of the whole question.
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
    OpenNow,
    PassOf,
    OpensDated,
    TripOfDays,
    Highest,
    WhenSnows,
    AbilityList,
    FlyWhere,
    PastSeason,
    OpenThen,
    WeatherNow,
    SnowToday,
    WhenMost,
    PlaceFar,
    PassPlace,
    OpenNumber,
    PassTerms,
    SunWhere,
}

/// Statements, by the names in the table.
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
    ("opennow", Whole::OpenNow),
    ("passof", Whole::PassOf),
    ("opensdated", Whole::OpensDated),
    ("tripofdays", Whole::TripOfDays),
    ("highest", Whole::Highest),
    ("whensnows", Whole::WhenSnows),
    ("abilitylist", Whole::AbilityList),
    ("flywhere", Whole::FlyWhere),
    ("pastseason", Whole::PastSeason),
    ("openthen", Whole::OpenThen),
    ("weathernow", Whole::WeatherNow),
    ("snowtoday", Whole::SnowToday),
    ("whenmost", Whole::WhenMost),
    ("placefar", Whole::PlaceFar),
    ("passplace", Whole::PassPlace),
    ("opennumber", Whole::OpenNumber),
    ("passterms", Whole::PassTerms),
    ("sunwhere", Whole::SunWhere),
];

/// Maximum number of days back for fallen snow.
const LONGEST_AGO: i64 = 400;

/// Length of the longest forecast, in days.
pub(crate) const FORECAST_DAYS: i64 = 14;

/// Minimum length in centimetres that is an elevation instead of snow.
pub(crate) const LEAST_HEIGHT_CM: f64 = 50_000.0;

/// Returns whether it asks about a past season.
fn is_over(heard: &QuestionContent<'_>) -> bool {
    match &heard.when.season {
        Some(Season::Last) => true,
        Some(Season::Named(years)) => {
            let begins = years.get(..4).and_then(|year| year.parse::<i32>().ok());
            begins.is_some_and(|begins| begins < heard.today.year() - 1)
        }
        Some(Season::Running) | None => false,
    }
}

/// Returns whether the whole of a question makes a statement.
pub(crate) fn is_stated(heard: &QuestionContent<'_>, whole: Whole) -> bool {
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
        // Remote past, such as the January of 1988, is mentioned in passing.
        Whole::Past => heard.when.is_past(heard.today) && ago <= LONGEST_AGO,
        Whole::Dated => heard.when.is_dated,
        Whole::Month => heard.when.month.is_some(),
        // Listed months without days: "January or February".
        Whole::Months => {
            let months = heard.tags.iter().filter(|tag| tag.is(Feature::Month));
            let named: BTreeSet<usize> = months.map(|tag| tag.from).collect();
            heard.when.month.is_some() && named.len() > 1 && heard.has(Feature::Compare)
        }
        Whole::Season => heard.when.season.is_some(),
        Whole::PastSeason => is_over(heard),
        Whole::Amount => heard.lengths.iter().any(|length| length.cm < LEAST_HEIGHT_CM),
        Whole::Height => heard.lengths.iter().any(|length| length.cm >= LEAST_HEIGHT_CM),
        // A number of days at a mountain asks for its weather: "Furano 7日間", "fernie 7 day".
        Whole::Counted => {
            heard.when.day_count.is_some() && heard.resorts.len() == 1 && !heard.has(Feature::Trip)
        }
        _ => opened::says(heard, whole, ahead)
            .or_else(|| these_days::says(heard, whole, ahead))
            .unwrap_or_else(|| listed::says(heard, whole)),
    }
}
