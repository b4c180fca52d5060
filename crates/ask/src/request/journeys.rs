//! Reads questions about the way to a resort: its duration from a town, its airports, its roads.

use super::groups::GroupName;
use super::topics::Topic;
use super::{Cues, RequestPart, rejection};
use crate::feature::Feature;
use crate::lexicon::Tag;
use crate::reading::Outcome;
use crate::reason::Reason;
use crate::tokens::text_of;

/// The drive from a town to a resort.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DriveQuestion {
    /// Name of the town in international use.
    pub town: &'static str,
    /// The town, as the question writes it.
    pub written: String,
    /// Position of the resort.
    pub resort: usize,
}

/// Features of questions that are not only about the way.
const OTHERS: [Feature; 20] = [
    Feature::Snow,
    Feature::Depth,
    Feature::NewSnow,
    Feature::Fell,
    Feature::Weather,
    Feature::Temperature,
    Feature::Wind,
    Feature::Rain,
    Feature::Lifts,
    Feature::Runs,
    Feature::Avalanche,
    Feature::Webcam,
    Feature::Camera,
    Feature::Quality,
    Feature::Chains,
    Feature::Open,
    Feature::Closed,
    Feature::Opens,
    Feature::SeasonDates,
    Feature::Average,
];

impl Cues<'_, '_, '_> {
    /// Returns the parts of a question that is only about the way to one place.
    pub(super) fn journey(&self, understood: &Outcome) -> Option<Vec<RequestPart>> {
        let heard = self.heard;
        // Trains and buses are not on record, and airports do not answer a question for their times.
        let is_of_snow = heard.has_any(&[Feature::Snow, Feature::Depth, Feature::NewSnow, Feature::Weather]);
        if self.has(Feature::Timetable) && self.has(Feature::Transit) && !is_of_snow {
            return Some(vec![RequestPart::one(rejection(heard.locale, Reason::NoDataKind))]);
        }
        let flies = heard.has(Feature::Flight) && matches!(understood, Outcome::Refused(_));
        let asks = self.has(Feature::Journey) || self.has(Feature::Transit) || flies;
        let is_other = heard.has_any(&OTHERS)
            || [Feature::Opens, Feature::Beyond].into_iter().any(|own| self.has(own))
            || self.asks_of_road()
            || !self.roads().is_empty();
        if !asks || is_other {
            return None;
        }
        let by_air = self.has(Feature::Transit) || heard.has(Feature::Flight);
        let Some(resort) = self.destination() else {
            let groups = self.groups()?;
            let is_hub = matches!(groups.as_slice(), [only] if matches!(only.name, GroupName::Hub(_)));
            let operation = if by_air { "find_flights_to_powder" } else { "get_road_access" };
            let set = self.set_of(groups, vec![Topic::Operation(operation)]).filter(|_| is_hub)?;
            return Some(vec![RequestPart::Set(Box::new(set))]);
        };
        let reading = |operation| self.reading_of(operation, resort).map(Box::new).map(Outcome::Reading);
        let drive = if self.has(Feature::Transit) { None } else { self.drive_to(resort) };
        let is_of_flights =
            matches!(understood, Outcome::Reading(own) if own.operation == "find_flights_to_powder");
        let flights = match () {
            () if is_of_flights => Some(understood.clone()),
            () if by_air || (drive.is_none() && !heard.has(Feature::Drive)) => {
                reading("find_flights_to_powder")
            }
            () => None,
        };
        let roads = if by_air { None } else { reading("get_road_access") };
        // "Is Saturday worth the trip?"
        let judges_day = heard.has_any(&[Feature::HowIs, Feature::Ski]) || self.has(Feature::HowIs);
        let has_day = judges_day && heard.when.span.is_some() && !self.is_far();
        let day = if has_day { reading("get_weather_forecast") } else { None };
        let parts = drive.map(RequestPart::Drive).into_iter();
        Some(parts.chain(flights.into_iter().chain(roads).chain(day).map(RequestPart::one)).collect())
    }

    /// Returns whether it asks for the state of a road: "combien de temps de route" does not.
    fn asks_of_road(&self) -> bool {
        let is_of_way = |tag: &Tag| {
            let contains = |way: &Tag| way.from <= tag.from && tag.to <= way.to;
            self.whole_tags.iter().any(|way| way.is(Feature::Journey) && contains(way))
        };
        self.whole_tags.iter().any(|tag| tag.is(Feature::RoadWord) && !is_of_way(tag))
    }

    /// Returns the only resort of the question, apart from the starts of the journey.
    fn destination(&self) -> Option<usize> {
        match self.heard.resorts[..] {
            [only] => Some(only),
            [] if self.heard.names_nothing() => self.heard.told,
            _ => None,
        }
    }

    /// Returns the drive from the named town.
    fn drive_to(&self, resort: usize) -> Option<DriveQuestion> {
        let own = (self.service.known.resort)(resort)?;
        let towns = self.whole_tags.iter().filter(|tag| tag.is(Feature::Town));
        let town = towns.max_by_key(|tag| tag.to - tag.from)?;
        let written = text_of(&self.whole, town.from, town.to);
        let is_own = own.name.to_lowercase().contains(&written.to_lowercase());
        (!is_own).then_some(DriveQuestion { town: town.value, written, resort })
    }
}

#[cfg(test)]
mod tests;
