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
pub(crate) enum WholeStatement {
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
pub(crate) const WHOLES: &[(&str, WholeStatement)] = &[
    ("one", WholeStatement::One),
    ("many", WholeStatement::Many),
    ("place", WholeStatement::Place),
    ("state", WholeStatement::State),
    ("hub", WholeStatement::Hub),
    ("pass", WholeStatement::Pass),
    ("passes", WholeStatement::Passes),
    ("passresort", WholeStatement::PassAndResort),
    ("soon", WholeStatement::Soon),
    ("later", WholeStatement::Later),
    ("far", WholeStatement::Far),
    ("past", WholeStatement::Past),
    ("dated", WholeStatement::Dated),
    ("month", WholeStatement::Month),
    ("months", WholeStatement::Months),
    ("season", WholeStatement::Season),
    ("amount", WholeStatement::Amount),
    ("height", WholeStatement::Height),
    ("runs", WholeStatement::Runs),
    ("whenopen", WholeStatement::WhenOpen),
    ("threshold", WholeStatement::Threshold),
    ("disruption", WholeStatement::Disruption),
    ("passmany", WholeStatement::PassAndMany),
    ("passdays", WholeStatement::PassAndDays),
    ("freshamount", WholeStatement::FreshAmount),
    ("counted", WholeStatement::Counted),
    ("liftsgo", WholeStatement::LiftsGo),
    ("liesnow", WholeStatement::LiesNow),
    ("usualthen", WholeStatement::UsualThen),
    ("howtoday", WholeStatement::HowToday),
    ("openstoday", WholeStatement::OpensToday),
    ("southerncountries", WholeStatement::SouthernCountries),
    ("passlist", WholeStatement::PassList),
    ("intotal", WholeStatement::InTotal),
    ("whenopenthere", WholeStatement::WhenOpenThere),
    ("summit", WholeStatement::Summit),
    ("opennow", WholeStatement::OpenNow),
    ("passof", WholeStatement::PassOf),
    ("opensdated", WholeStatement::OpensDated),
    ("tripofdays", WholeStatement::TripOfDays),
    ("highest", WholeStatement::Highest),
    ("whensnows", WholeStatement::WhenSnows),
    ("abilitylist", WholeStatement::AbilityList),
    ("flywhere", WholeStatement::FlyWhere),
    ("pastseason", WholeStatement::PastSeason),
    ("openthen", WholeStatement::OpenThen),
    ("weathernow", WholeStatement::WeatherNow),
    ("snowtoday", WholeStatement::SnowToday),
    ("whenmost", WholeStatement::WhenMost),
    ("placefar", WholeStatement::PlaceFar),
    ("passplace", WholeStatement::PassPlace),
    ("opennumber", WholeStatement::OpenNumber),
    ("passterms", WholeStatement::PassTerms),
    ("sunwhere", WholeStatement::SunWhere),
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
pub(crate) fn is_stated(heard: &QuestionContent<'_>, whole: WholeStatement) -> bool {
    let ahead = heard.when.days_ahead(heard.today);
    let ago = heard.when.span.map_or(0, |span| (heard.today - span.last).num_days());
    let names_resort = !heard.resorts.is_empty() || heard.several.is_some();
    match whole {
        WholeStatement::One => heard.resorts.len() == 1,
        WholeStatement::Many => heard.resorts.len() > 1,
        WholeStatement::Place => heard.names_place() && !names_resort,
        WholeStatement::State => heard.state.is_some() && !names_resort,
        WholeStatement::Hub => heard.hub.is_some() && !names_resort,
        WholeStatement::Pass => !heard.passes.is_empty(),
        WholeStatement::Passes => heard.passes.len() > 1,
        WholeStatement::PassAndResort => !heard.passes.is_empty() && heard.resorts.len() == 1,
        WholeStatement::Soon => ahead.is_some_and(|days| days <= FORECAST_DAYS),
        WholeStatement::Later => ahead.is_some_and(|days| (2..=FORECAST_DAYS).contains(&days)),
        WholeStatement::Far => ahead.is_some_and(|days| days > FORECAST_DAYS),
        // Remote past, such as the January of 1988, is mentioned in passing.
        WholeStatement::Past => heard.when.is_past(heard.today) && ago <= LONGEST_AGO,
        WholeStatement::Dated => heard.when.is_dated,
        WholeStatement::Month => heard.when.month.is_some(),
        // Listed months without days: "January or February".
        WholeStatement::Months => {
            let months = heard.tags.iter().filter(|tag| tag.is(Feature::Month));
            let named: BTreeSet<usize> = months.map(|tag| tag.from).collect();
            heard.when.month.is_some() && named.len() > 1 && heard.has(Feature::Compare)
        }
        WholeStatement::Season => heard.when.season.is_some(),
        WholeStatement::PastSeason => is_over(heard),
        WholeStatement::Amount => heard.lengths.iter().any(|length| length.cm < LEAST_HEIGHT_CM),
        WholeStatement::Height => heard.lengths.iter().any(|length| length.cm >= LEAST_HEIGHT_CM),
        // A number of days at a mountain asks for its weather: "Furano 7日間", "fernie 7 day".
        WholeStatement::Counted => {
            heard.when.day_count.is_some() && heard.resorts.len() == 1 && !heard.has(Feature::Trip)
        }
        _ => opened::matches(heard, whole, ahead)
            .or_else(|| these_days::matches(heard, whole, ahead))
            .unwrap_or_else(|| listed::matches(heard, whole)),
    }
}
