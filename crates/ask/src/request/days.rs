//! Chooses between the forecast and past winters by the days of a question about one resort.

use chrono::NaiveDate;

use super::{Cues, FORECAST_DAYS, RequestPart};
use crate::feature::Feature;
use crate::reading::Outcome;

/// Most days of a period that ends after the forecast and is answered with it.
const MOST_SPLIT_DAYS: i64 = 14;

impl Cues<'_, '_, '_> {
    /// Turns a list of the coming week into a trip on the requested days, if they are beyond the forecast.
    pub(super) fn with_its_days(&self, understood: Outcome) -> Outcome {
        let Outcome::Reading(mut reading) = understood else { return understood };
        // Usual snow is that of past winters, whatever the days are.
        if let [resort] = reading.resorts[..]
            && matches!(reading.operation, "get_conditions" | "get_resort")
            && self.asks_for_usual()
            && let Some(usual) = self.reading_of(self.winters(), resort)
        {
            return Outcome::Reading(Box::new(usual));
        }
        // The snow of a coming day is the forecast's: "How is the snow tomorrow?"
        if let [resort] = reading.resorts[..]
            && matches!(reading.operation, "get_conditions" | "get_resort")
            && self.is_of_coming_snow()
            && let Some(forecast) = self.reading_of("get_weather_forecast", resort)
        {
            return Outcome::Reading(Box::new(forecast));
        }
        // The days of the forecast are asked for as they will be, not as they usually are.
        if let [resort] = reading.resorts[..]
            && matches!(reading.operation, "get_trip_window" | "get_monthly_snow")
            && self.is_in_forecast()
            && !self.asks_for_usual()
            && !self.heard.has_any(&[Feature::Odds, Feature::History])
            && let Some(forecast) = self.reading_of("get_weather_forecast", resort)
        {
            return Outcome::Reading(Box::new(forecast));
        }
        let has_its_days = reading.operation == "get_monthly_snow" && reading.when.month.is_some();
        if let [resort] = reading.resorts[..]
            && matches!(
                reading.operation,
                "get_conditions" | "get_resort" | "get_weather_forecast" | "get_monthly_snow"
            )
            && self.is_of_winters_only()
            && !has_its_days
            && !self.opens_later()
            && let Some(usual) = self.reading_of(self.winters(), resort)
        {
            return Outcome::Reading(Box::new(usual));
        }
        let span = self.when().span.filter(|span| span.first >= self.heard.today);
        let is_list = matches!(
            reading.operation,
            "find_powder_trips" | "find_best_powder" | "get_snow_report" | "plan_ski_road_trip"
        );
        if let Some(span) = span.filter(|span| self.is_beyond(*span))
            && is_list
            && self.heard.resorts.is_empty()
        {
            let place = reading.arguments.iter().find(|(name, _)| matches!(*name, "region" | "country"));
            let place = place.map(|(_, place)| ("region", place.clone()));
            let pass = reading.arguments.iter().find(|(name, _)| *name == "pass").cloned();
            let days = [("start", span.first.to_string()), ("end", span.last.to_string())];
            reading.arguments = place.into_iter().chain(days).chain(pass).collect();
            reading.operation = "plan_ski_trip";
        }
        Outcome::Reading(reading)
    }

    /// Returns the forecast of days that end after it, or begin soon after it, and their usual snow.
    pub(super) fn beyond_forecast(&self, part: &RequestPart) -> Option<Vec<RequestPart>> {
        const OF_COMING: [Feature; 7] = [
            Feature::Snow,
            Feature::NewSnow,
            Feature::Falls,
            Feature::HowMany,
            Feature::HowIs,
            Feature::Conditions,
            Feature::Weather,
        ];
        let RequestPart::One { understood: Outcome::Reading(reading), .. } = part else { return None };
        let [resort] = reading.resorts[..] else { return None };
        let span = self.when().span.filter(|_| self.when().month.is_none())?;
        let ahead = |day: NaiveDate| (day - self.heard.today).num_days();
        let is_of_coming =
            matches!(reading.operation, "get_weather_forecast" | "get_trip_window" | "get_monthly_snow")
                && self.heard.has_any(&OF_COMING)
                && !self.asks_for_usual()
                && !self.heard.has_any(&[Feature::Odds, Feature::History]);
        let is_soon = (0..2 * FORECAST_DAYS).contains(&ahead(span.first));
        let ends_beyond = ahead(span.last) >= FORECAST_DAYS;
        if !is_of_coming || !is_soon || !ends_beyond || (span.last - span.first).num_days() > MOST_SPLIT_DAYS
        {
            return None;
        }
        let parts = ["get_weather_forecast", "get_trip_window"];
        let readings = parts.into_iter().map(|operation| self.reading_of(operation, resort));
        let parts = readings.map(|reading| Some(RequestPart::one(Outcome::Reading(Box::new(reading?)))));
        parts.collect()
    }

    /// Returns whether all of the named days are in the forecast.
    fn is_in_forecast(&self) -> bool {
        self.when().span.is_some_and(|span| {
            span.first >= self.heard.today && (span.last - self.heard.today).num_days() < FORECAST_DAYS
        })
    }

    /// Returns whether it asks for the snow of days of the forecast, and not for what is open then.
    fn is_of_coming_snow(&self) -> bool {
        const OF_STATUS: [Feature; 5] =
            [Feature::Open, Feature::Closed, Feature::Lifts, Feature::Runs, Feature::Opens];
        let heard = self.heard;
        let is_ahead = self.when().span.is_some_and(|span| span.first > heard.today);
        // "How many centimetres" of coming days are those that fall; "white or green" is the snow of that day.
        let asks_how_much =
            heard.has(Feature::Depth) && heard.has_any(&[Feature::HowMany, Feature::Conditions]);
        is_ahead
            && !self.is_far()
            && (asks_how_much || heard.has_any(&[Feature::Snow, Feature::NewSnow, Feature::HowIs]))
            && !heard.has_any(&OF_STATUS)
    }
}
