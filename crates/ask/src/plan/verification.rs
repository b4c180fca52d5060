//! Builds the arguments of operations on the verification of the service's forecasts.

use super::Plan;
use crate::feature::Feature;
use crate::whole::{WholeStatement, is_stated};

/// Maximum number of days back for which forecasts are evaluated.
const MOST_DAYS_BACK: i64 = 365;

impl Plan<'_, '_, '_> {
    pub(super) fn dataset(&mut self) -> &mut Self {
        let heard = self.heard;
        // A number of past days: "Wie treffsicher in den letzten 90 Tagen".
        let back = heard.when.span.filter(|span| span.last < heard.today && heard.has(Feature::Days));
        let back = back.map(|span| (heard.today - span.first).num_days());
        let last = heard
            .when
            .day_count
            .filter(|_| heard.has(Feature::Last) && heard.when.span.is_none())
            .map(i64::from);
        let back = back.or(last);
        self.give_if("days", back.filter(|days| (2..=MOST_DAYS_BACK).contains(days)));
        let is_over = heard.has_any(&[Feature::Last, Feature::SeasonWord, Feature::Fell])
            && !heard.has_any(&[Feature::Falls, Feature::Forecast]);
        let is_of_last_year = heard.has(Feature::Last)
            && heard.has(Feature::SeasonWord)
            && heard.has_any(&[Feature::Compare, Feature::Contrast])
            && !heard.has_any(&[Feature::Accuracy, Feature::Model, Feature::Forecast]);
        self.give(
            "dataset",
            match () {
                () if heard.has(Feature::Bluebird) && is_over => "bluebird_leaders",
                () if heard.has(Feature::Bluebird) || is_stated(heard, WholeStatement::SunWhere) => {
                    "bluebird_predictions"
                }
                () if is_of_last_year => "vs_last_year",
                () if heard.has(Feature::Trust) && !heard.has(Feature::Model) => "forecast_trust",
                () => self.likely.unwrap_or("model_accuracy"),
            },
        )
    }
}
