//! The data sets by name, and which of them are on record.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use verification::Report;

use crate::API_PREFIX;
use crate::text::{Text, word};

/// A data set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Dataset {
    /// The data sets and which are on record.
    Catalog,
    /// How right every model and the blend were.
    ModelAccuracy,
    /// How far to trust the blend.
    ForecastTrust,
    /// Powder days of the season.
    PowderDays,
    /// Bluebird days of the season.
    BluebirdLeaders,
    /// Bluebird days to come.
    BluebirdPredictions,
    /// Snow scores that rise or fall.
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

impl Dataset {
    /// Every data set, in the documented order.
    pub const ALL: [Self; 12] = [
        Self::Catalog,
        Self::ModelAccuracy,
        Self::ForecastTrust,
        Self::PowderDays,
        Self::BluebirdLeaders,
        Self::BluebirdPredictions,
        Self::ScorePulse,
        Self::ScoreComponents,
        Self::ExtendedOutlook,
        Self::SnowEvents,
        Self::VsLastYear,
        Self::SeasonStats,
    ];
}

/// Why there is nothing yet.
pub(super) const NOTHING_GRADED: &str =
    "nothing has been graded yet: a day is graded when a station has measured it and a forecast for it was kept";
const NOT_KEPT: &str = "this service does not keep it";

/// One data set of the catalogue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// Its name.
    pub dataset: Dataset,
    /// REST path.
    pub path: String,
    /// Whether it is on record.
    pub available: bool,
    /// Why it is not.
    pub reason: Option<&'static str>,
}

/// Every data set but the catalogue itself.
#[must_use]
pub fn entries(report: Option<&Report>) -> Vec<Entry> {
    let graded = report.is_some_and(|report| report.days.is_some());
    let entry = |dataset: Dataset| {
        let reason = match dataset {
            Dataset::ModelAccuracy | Dataset::ForecastTrust if graded => None,
            Dataset::ModelAccuracy | Dataset::ForecastTrust => Some(NOTHING_GRADED),
            _ => Some(NOT_KEPT),
        };
        let path = format!("{API_PREFIX}/trends/{}", word(&dataset));
        Entry { dataset, path, available: reason.is_none(), reason }
    };
    Dataset::ALL.into_iter().filter(|dataset| *dataset != Dataset::Catalog).map(entry).collect()
}

impl Entry {
    pub(super) fn write(&self, text: &mut Text) {
        text.line(format_args!(
            "- {} at {}: {}",
            word(&self.dataset),
            self.path,
            self.reason.unwrap_or("on record")
        ));
    }
}
