//! Builds the arguments of lists: the ranking, the thresholds and the number of rows.

use super::Plan;
use crate::amounts::{count_near, spelled_count_near};
use crate::feature::Feature;
use crate::lexicon::Tag;
use crate::whole::LEAST_HEIGHT_CM;

/// Maximum number of requested rows.
const MOST_ROWS: u32 = 20;

/// Default number of rows: as many as fit into a sentence.
const ROWS: u32 = 3;

/// Features of questions about fallen snow, for past days.
const OF_SNOW: [Feature; 3] = [Feature::Snow, Feature::MostSnow, Feature::Fell];

/// Maximum number of storms in an answer.
const MOST_STORMS: u32 = 25;

impl Plan<'_, '_, '_> {
    pub(super) fn rows(&mut self) -> &mut Self {
        let asked = count_near(&self.heard.tokens, &self.heard.tags, Feature::Rank, 1);
        let asked = asked.filter(|rows| (1..=MOST_ROWS).contains(rows) && self.heard.lengths.is_empty());
        self.give("limit", asked.unwrap_or(ROWS))
    }

    /// Requests the maximum number of storms if those of one state are selected from its country's.
    pub(super) fn storms(&mut self) -> &mut Self {
        if self.heard.first_of_state().is_some() { self.give("limit", MOST_STORMS) } else { self.rows() }
    }

    /// Adds the ranking of resorts.
    pub(super) fn sort(&mut self) -> &mut Self {
        let heard = self.heard;
        let ahead = heard.when.days_ahead(heard.today).is_some_and(|days| days > 1);
        // The most snow of past hours or days means fallen snow.
        let is_over = heard.when.is_past(heard.today) && heard.when.season.is_none();
        let is_of_new_snow = heard.has(Feature::NewSnow)
            || (heard.has(Feature::Hours) && heard.has(Feature::Last))
            || (is_over && (heard.has_any(&OF_SNOW) || !heard.lengths.is_empty()));
        let sort = if heard.has(Feature::Falls) || heard.has(Feature::Forecast) || ahead {
            "forecast"
        } else if heard.has_any(&[Feature::Depth, Feature::MostSnow]) && !is_of_new_snow {
            "depth"
        } else if is_of_new_snow || heard.has(Feature::Fell) {
            "snowfall"
        } else {
            self.likely.unwrap_or("score")
        };
        self.give("sort", sort)
    }

    pub(super) fn least_snow(&mut self) -> &mut Self {
        let least = self.heard.lengths.iter().find(|length| length.cm < LEAST_HEIGHT_CM);
        self.give_if("minSnowfall", least.map(|length| length.cm.round()))
    }

    pub(super) fn criteria(&mut self) -> &mut Self {
        let heard = self.heard;
        let height = heard.lengths.iter().find(|length| length.cm >= LEAST_HEIGHT_CM);
        let depth = heard.lengths.iter().find(|length| length.cm < LEAST_HEIGHT_CM);
        let beside = |feature| count_near(&heard.tokens, &heard.tags, feature, 3);
        // Snow of future days is not a depth.
        let falls = heard.when.days_ahead(heard.today).is_some_and(|days| days > 1)
            && heard.has_any(&[Feature::Falls, Feature::Forecast, Feature::NewSnow, Feature::Fell]);
        // Fallen snow is not a depth either.
        let fell = heard.has_any(&[Feature::NewSnow, Feature::Fell]) && !heard.has(Feature::Depth);
        let depth = depth.filter(|_| !falls && !fell);
        self.give_if("minDepth", depth.map(|length| length.cm.round()));
        self.give_if("minElevation", height.map(|length| (length.cm / 100.0).round()));
        if heard.has(Feature::Score) {
            self.give_if(
                "minScore",
                count_near(&heard.tokens, &heard.tags, Feature::Score, 6).filter(|score| *score <= 100),
            );
        }
        if heard.has(Feature::Runs) {
            let said =
                || spelled_count_near(&heard.tags, Feature::Runs, 3).filter(|_| heard.lengths.is_empty());
            self.give_if("minRuns", beside(Feature::Runs).or_else(said));
        }
        self.give_if("pass", heard.passes.first());
        // A list of a pass's resorts includes closed ones: "Epicパスで滑れる山".
        let of_pass = |tag: &Tag| {
            let holds = |other: &Tag| other.is(Feature::Reaches) && tag.is_within(other.run());
            !heard.passes.is_empty() && heard.tags.iter().any(holds)
        };
        let is_open = heard.tags.iter().any(|tag| tag.is(Feature::Open) && !of_pass(tag));
        match (is_open, heard.has(Feature::Closed)) {
            (true, false) => drop(self.give("status", "OPEN")),
            (false, true) => drop(self.give("status", "CLOSED_TODAY")),
            _ => {}
        }
        if heard.has(Feature::Elevation) && !heard.has(Feature::Snow) || height.is_some() {
            self.give("sort", "elevation");
        } else if depth.is_some() && !heard.has(Feature::NewSnow) {
            self.give("sort", "depth");
        } else {
            self.sort();
        }
        self.rows()
    }

    pub(super) fn tier(&mut self) -> &mut Self {
        let tier = self.heard.value(Feature::Tier);
        self.give_if("tier", tier)
    }

    pub(super) fn metric(&mut self) -> &mut Self {
        let heard = self.heard;
        let metrics = [
            (Feature::PowderDays, "powder_days"),
            (Feature::SnowDays, "snow_days"),
            (Feature::DrySpell, "longest_dry_spell"),
            (Feature::BiggestDay, "biggest_day"),
            (Feature::Average, "percent_of_normal"),
        ];
        let metric = metrics.into_iter().find(|(feature, _)| heard.has(*feature)).map(|(_, metric)| metric);
        self.give_if("metric", metric.or(self.likely))
    }

    /// Adds the category of insights.
    pub(super) fn category(&mut self) -> &mut Self {
        let heard = self.heard;
        let said = heard.value(Feature::InsightOf);
        let categories = [
            (Feature::DrySpell, "dry_spell"),
            (Feature::Trust, "forecast_trust"),
            (Feature::Accuracy, "model_accuracy"),
            (Feature::Storm, "storm_of_season"),
        ];
        let category = categories.into_iter().find(|(feature, _)| heard.has(*feature));
        self.give_if("category", said.or(category.map(|(_, category)| category)).or(self.likely))
    }
}
