//! The datasets by name, and whether each is on record.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use world::day_log::DayLogData;
use world::{Tier, View};

use super::boards::TrendTables;
use super::daily_records::{NO_DAYS, pulse, span};
use crate::API_PREFIX;
use crate::text::{Text, word};

/// A dataset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Dataset {
    /// The datasets, and which are on record.
    Catalog,
    /// Accuracy of every model and of the blend.
    ModelAccuracy,
    /// How far to trust the blend.
    ForecastTrust,
    /// Powder days of the season.
    PowderDays,
    /// Bluebird days of the season.
    BluebirdLeaders,
    /// Coming bluebird days.
    BluebirdPredictions,
    /// Rising or falling snow scores.
    ScorePulse,
    /// Components of the snow score over time.
    ScoreComponents,
    /// Snow beyond two weeks.
    ExtendedOutlook,
    /// Snowfalls of the season.
    SnowEvents,
    /// This season against the last.
    VsLastYear,
    /// Statistics of the season.
    SeasonStats,
}

/// Reason if nothing is graded yet.
pub(super) const NOTHING_GRADED: &str =
    "nothing has been graded yet: grading needs a station's measurement and a stored forecast for the same day";
pub(super) const NO_SEASON: &str = "no day of a current season is on record for any requested resort";
pub(super) const NO_FORECAST: &str = "no requested resort has a forecast";
pub(super) const NEEDS_PRO: &str = "days 8 to 14 of the forecast need the Pro tier";

/// Description of a dataset.
#[derive(Debug, Clone, Copy)]
pub(super) struct About {
    pub(super) dataset: Dataset,
    /// Names of the numbers of a row.
    pub(super) fields: &'static [&'static str],
    /// Whether it is about one resort, which must be named.
    pub(super) of_one_resort: bool,
    /// How its rows are computed.
    pub(super) method: &'static str,
}

const fn description(
    dataset: Dataset,
    of_one_resort: bool,
    fields: &'static [&'static str],
    method: &'static str,
) -> About {
    About { dataset, fields, of_one_resort, method }
}

/// Every dataset except the catalogue.
pub(super) const ABOUT: [About; 11] = [
    description(
        Dataset::ModelAccuracy,
        false,
        &["maeCm", "biasCm", "hitRate", "falseAlarmRatio", "skillOverClimatology"],
        super::METHOD,
    ),
    description(Dataset::ForecastTrust, false, &["trust", "maeCm", "skillOverClimatology"], super::METHOD),
    description(
        Dataset::PowderDays,
        false,
        &["powderDays", "seasonSnowfall", "snowDays", "biggestDay", "daysKnown"],
        "Days of the current season with at least 15 cm in ERA5-Land, most first; then most snowfall, then slug.",
    ),
    description(
        Dataset::BluebirdLeaders,
        false,
        &["bluebirdDays", "daysKnown"],
        "Days on record with at least 15 cm of new snow in the 24 hours before and a clear, calm and dry forecast of that morning, most \
         first, ties by slug; the date is the last of them.",
    ),
    description(
        Dataset::BluebirdPredictions,
        false,
        &["snowfallBefore", "cloud", "gust", "maxTemperature"],
        "Forecast days at mid mountain with at most 25 % cloud, gusts below 40 km/h and less than 1 cm of \
         snow or 1 mm of rain, the day after at least 15 cm. Verified: the snow by stations (the blend on \
         days 1 to 3), and whole days by their stored records, in which the sky is that morning's forecast \
         because no station measures it.",
    ),
    description(
        Dataset::ScorePulse,
        false,
        &["score", "before", "change"],
        "Present snow scores against those stored about a week ago, largest change first; improving or \
         declining by at least 5 points, else stable.",
    ),
    description(
        Dataset::ScoreComponents,
        true,
        &["points", "maximum", "score", "recentSnow", "depthVsAvg", "forecast", "surface", "operations", "history"],
        "Components of the present snow score, then score and components of past days as stored, once a \
         day, newest first.",
    ),
    description(
        Dataset::ExtendedOutlook,
        false,
        &["days8To14", "next14d"],
        "Forecast snowfall of days 8 to 14 at mid mountain, most first, ties by slug: beyond the skill of single days.",
    ),
    description(
        Dataset::SnowEvents,
        false,
        &["total", "biggestDay", "days"],
        "Days in a row with at least 1 cm each and 15 cm together in the current season of ERA5-Land, \
         biggest first; with `days` only those that ended within that many days.",
    ),
    description(
        Dataset::VsLastYear,
        true,
        &["snowfallToDate", "snowDays", "powderDays", "gridDepth"],
        "This season of ERA5-Land to its last day on record, and the one before to the same calendar day.",
    ),
    description(
        Dataset::SeasonStats,
        true,
        &["seasonSnowfall", "snowDays", "powderDays", "biggestDay", "longestDrySpell", "daysKnown"],
        "The current season of ERA5-Land, the last complete one, and the means of five and of up to thirty seasons.",
    ),
];

impl Dataset {
    /// Returns its description; `None` for the catalogue.
    pub(super) fn description(self) -> Option<&'static About> {
        ABOUT.iter().find(|about| about.dataset == self)
    }
}

/// A dataset in the catalogue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// Name of the dataset.
    pub dataset: Dataset,
    /// REST path.
    pub path: String,
    /// Names of the numbers of a row.
    pub fields: &'static [&'static str],
    /// Whether it is about one resort, named by `slug`.
    pub of_one_resort: bool,
    /// Whether it is on record.
    pub available: bool,
    /// Reason if it is not.
    pub reason: Option<&'static str>,
    /// Number of cases; null if not on record.
    pub n: Option<usize>,
    /// Kind of case.
    pub n_of: Option<&'static str>,
    /// First day covered; null if not on record.
    pub since: Option<NaiveDate>,
}

/// Returns every dataset except the catalogue.
#[must_use]
pub fn entries(view: &View<'_>) -> Vec<Entry> {
    let boards = view.once(TrendTables::made);
    let today = view.as_of().utc().date_naive();
    let winters = view.resorts().filter_map(|seen| seen.winters().iter().next().map(|days| days.winter().season_first_day()));
    let first = winters.min();
    let entry = |about: &About| {
        let report = view.report().filter(|report| report.days.is_some());
        let graded = || report.and_then(|report| Some((report.pairs, "pairs", report.days?.0)));
        let season = |n: usize, of| boards.season.map(|(since, _)| (n, of, since));
        let days = || {
            let book: &DayLogData = view.dataset();
            span(book).map(|(since, _)| (book.days().len(), "days", since))
        };
        let forecast = || (boards.forecast > 0).then_some((boards.forecast, "resorts with a forecast", today));
        let held = match about.dataset {
            Dataset::Catalog => Err(NO_DAYS),
            Dataset::ModelAccuracy | Dataset::ForecastTrust => graded().ok_or(NOTHING_GRADED),
            Dataset::PowderDays => season(boards.running, "resorts").ok_or(NO_SEASON),
            Dataset::SnowEvents => season(boards.events.len(), "snowfalls").ok_or(NO_SEASON),
            Dataset::VsLastYear => season(boards.running, "resorts").ok_or(NO_SEASON),
            Dataset::SeasonStats => {
                first.map(|since| (view.resorts().filter(|seen| !seen.winters().is_empty()).count(), "resorts", since)).ok_or(NO_SEASON)
            }
            Dataset::BluebirdPredictions => forecast().ok_or(NO_FORECAST),
            Dataset::ExtendedOutlook if view.tier() == Tier::Pro => forecast().ok_or(NO_FORECAST),
            Dataset::ExtendedOutlook => Err(NEEDS_PRO),
            Dataset::ScoreComponents => {
                let scored = view.resorts().filter(|seen| seen.score().value.is_some()).count();
                if scored > 0 { Ok((scored, "resorts with a score", today)) } else { Err("no resort has a snow score") }
            }
            Dataset::BluebirdLeaders => days().ok_or(NO_DAYS),
            Dataset::ScorePulse => match pulse(view, |_| true) {
                Ok(found) => Ok((found.n, found.n_of, found.since)),
                Err(reason) => Err(reason),
            },
        };
        let path = format!("{API_PREFIX}/trends/{}", word(&about.dataset));
        let (n, n_of, since) = held.map_or((None, None, None), |(n, of, since)| (Some(n), Some(of), Some(since)));
        Entry {
            dataset: about.dataset,
            path,
            fields: about.fields,
            of_one_resort: about.of_one_resort,
            available: held.is_ok(),
            reason: held.err(),
            n,
            n_of,
            since,
        }
    };
    ABOUT.iter().map(entry).collect()
}

impl Entry {
    pub(super) fn write(&self, text: &mut Text) {
        let what = match (self.reason, self.n, self.n_of, self.since) {
            (None, Some(n), Some(of), Some(since)) => format!("{n} {of}, since {since}"),
            (reason, ..) => reason.unwrap_or("on record").to_owned(),
        };
        let one = if self.of_one_resort { " (needs slug)" } else { "" };
        text.line(format_args!("- {} at {}{one}: {what}; {}", word(&self.dataset), self.path, self.fields.join(", ")));
    }
}
