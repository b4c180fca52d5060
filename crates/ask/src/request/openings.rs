//! Reads questions about what is open on coming days, and about the dates of a season.

use super::{Cues, RequestPart};
use crate::feature::Feature;
use crate::reading::{Outcome, Reading};
use crate::reason::Reason;

/// Words that ask for more than whether a resort is open.
const OF_SNOW: [Feature; 8] = [
    Feature::Snow,
    Feature::Depth,
    Feature::NewSnow,
    Feature::Weather,
    Feature::Temperature,
    Feature::Wind,
    Feature::Avalanche,
    Feature::Webcam,
];

impl Cues<'_, '_, '_> {
    /// Returns the present status of one resort and its season, for a question about a day of the forecast: "Is Alta open
    /// on Saturday?"
    pub(super) fn coming_status(&self) -> Option<Vec<RequestPart>> {
        const OF_MORE: [Feature; 12] = [
            Feature::Rain,
            Feature::Cloud,
            Feature::Falls,
            Feature::Forecast,
            Feature::MostSnow,
            Feature::FreezingLevel,
            Feature::Quality,
            Feature::Camera,
            Feature::Runs,
            Feature::Lifts,
            Feature::Recommend,
            Feature::Chains,
        ];
        let heard = self.heard;
        let [resort] = heard.resorts[..] else { return None };
        let is_other = heard.has_any(&OF_SNOW) || heard.has_any(&OF_MORE) || self.asks_for_way();
        if !self.asks_for_coming_status() || is_other || heard.when.season.is_some() {
            return None;
        }
        let mut status = self.reading_of("get_conditions", resort)?;
        status.topics.insert(Feature::Open);
        Some(vec![part(status), part(self.season_of(resort)?)])
    }

    /// Returns whether it asks if something is open on days of the forecast after today, whose status is not on record.
    pub(super) fn asks_for_coming_status(&self) -> bool {
        let is_ahead = self.when().span.is_some_and(|span| span.first > self.heard.today);
        is_ahead
            && !self.is_far()
            && self.heard.has_any(&[Feature::Open, Feature::Closed, Feature::Opens])
            && !self.has(Feature::SeasonDates)
    }

    /// Returns the dates of a season, for a question about nothing else of one resort: "Until which day can one ski?"
    pub(super) fn season_dates(&self, understood: &Outcome) -> Option<Vec<RequestPart>> {
        let [resort] = self.heard.resorts[..] else { return None };
        let is_answered = matches!(understood, Outcome::Reading(own) if own.operation == "get_resort_info");
        let is_other = self.heard.has_any(&OF_SNOW) || self.asks_for_way();
        let is_unsure =
            matches!(understood, Outcome::Refused(refusal) if refusal.reason == Reason::WhichReading);
        let asks =
            self.has(Feature::Opens) || self.opens_later() || (is_unsure && self.heard.has(Feature::Opens));
        if !asks || is_answered || is_other {
            return None;
        }
        Some(vec![part(self.season_of(resort)?)])
    }

    fn asks_for_way(&self) -> bool {
        self.has(Feature::Journey) || !self.roads().is_empty()
    }

    fn season_of(&self, resort: usize) -> Option<Reading> {
        let mut season = self.reading_of("get_resort_info", resort)?;
        season.topics.insert(Feature::SeasonDates);
        Some(season)
    }
}

fn part(reading: Reading) -> RequestPart {
    RequestPart::one(Outcome::Reading(Box::new(reading)))
}
