//! Decides what stays beyond the service: rejections that hold, the weather of towns, and other things.

use super::Cues;
use crate::feature::Feature;
use crate::lexicon::Tag;
use crate::reading::Outcome;
use crate::reason::Reason;

/// Kinds of things beyond the service that reject a question only together with others.
const MAY_PASS: [&str; 5] = ["safe", "daring", "slight", "nokind", "price"];

/// Most words next to a name alone.
const MOST_WORDS_OF_A_NAME: usize = 3;

impl Cues<'_, '_, '_> {
    /// Returns whether a question with an unknown name is beyond the service.
    pub(super) fn exceeds_service(&self, understood: &Outcome) -> bool {
        let Outcome::Refused(refusal) = understood else { return false };
        match refusal.reason {
            Reason::UnknownResort if self.has(Feature::Beyond) => true,
            Reason::UnknownResort if self.firm_off().any(|kind| !MAY_PASS.contains(&kind)) => true,
            Reason::WhichOne if self.asks_beyond() => true,
            _ => self.is_of_other_things(understood),
        }
    }

    /// Returns whether it names hotels, fares and the like, and nothing that a resort reports: "the best restaurant of Savoie".
    pub(super) fn asks_beyond(&self) -> bool {
        let of_record = [Feature::Snow, Feature::Depth, Feature::NewSnow, Feature::Open, Feature::Lifts];
        self.has(Feature::Beyond) && !self.heard.has_any(&of_record)
    }

    /// Returns whether a rejection holds, whatever else the question says.
    pub(super) fn stays_refused(&self, understood: &Outcome) -> bool {
        let Outcome::Refused(refusal) = understood else { return false };
        match refusal.reason {
            Reason::BadDate => self.heard.when.is_impossible || !self.is_of_past_winter(),
            Reason::Account | Reason::NoQuestion => true,
            Reason::OutOfScope | Reason::NoDataKind => self.firm_off().any(|kind| !MAY_PASS.contains(&kind)),
            Reason::UnknownResort | Reason::WhichResort | Reason::WhichOne | Reason::WhichReading => false,
        }
    }

    /// Returns whether nothing next to an unknown name is about mountains: "fix my loop in Python".
    fn is_of_other_things(&self, understood: &Outcome) -> bool {
        // Words that mean many things.
        const VAGUE: [Feature; 6] = [
            Feature::Open,
            Feature::Closed,
            Feature::Drive,
            Feature::HowIs,
            Feature::Trip,
            Feature::Recommend,
        ];
        const OF_RESORTS: [Feature; 31] = [
            Feature::Snow,
            Feature::Ski,
            Feature::Depth,
            Feature::NewSnow,
            Feature::Fell,
            Feature::Falls,
            Feature::Forecast,
            Feature::Weather,
            Feature::Temperature,
            Feature::Wind,
            Feature::Rain,
            Feature::Cloud,
            Feature::Opens,
            Feature::SeasonDates,
            Feature::Lifts,
            Feature::Runs,
            Feature::Conditions,
            Feature::Avalanche,
            Feature::Webcam,
            Feature::Camera,
            Feature::Chains,
            Feature::Flight,
            Feature::History,
            Feature::SeasonWord,
            Feature::Average,
            Feature::MostSnow,
            Feature::Enso,
            Feature::PassWord,
            Feature::Quality,
            Feature::Band,
            Feature::Elevation,
        ];
        let Outcome::Refused(refusal) = understood else { return false };
        let heard = self.heard;
        let is_long = heard.other_words > MOST_WORDS_OF_A_NAME && heard.unknown_words > 0;
        matches!(refusal.reason, Reason::UnknownResort | Reason::WhichOne)
            && heard.resorts.is_empty()
            && is_long
            && !heard.has_any(&OF_RESORTS)
            && (heard.unknown_words >= 3 || !heard.has_any(&VAGUE))
            && [Feature::Journey, Feature::Transit, Feature::RoadName, Feature::RoadWord]
                .into_iter()
                .all(|own| !self.has(own))
    }

    /// Returns whether it asks for the weather of a town: "Will it rain in Charlotte on Friday?"
    pub(super) fn is_of_town_weather(&self, understood: &Outcome) -> bool {
        const OF_MOUNTAINS: [Feature; 11] = [
            Feature::Ski,
            Feature::NewSnow,
            Feature::Depth,
            Feature::MostSnow,
            Feature::Lifts,
            Feature::Runs,
            Feature::Avalanche,
            Feature::Drive,
            Feature::Near,
            Feature::WhereNext,
            Feature::Trip,
        ];
        const OF_WEATHER: [Feature; 4] =
            [Feature::Weather, Feature::Rain, Feature::Temperature, Feature::Cloud];
        let Outcome::Refused(refusal) = understood else { return false };
        let heard = self.heard;
        let is_of_weather = heard.has_any(&OF_WEATHER);
        let is_town = |tag: &Tag| tag.is(Feature::Town) && !self.leaves_from(tag, &self.tags);
        let is_of_town = self.tags.iter().any(is_town)
            && !self.is_limited()
            && (is_of_weather || !heard.has(Feature::Snow));
        let is_of_stranger = heard.stranger.is_some()
            && (refusal.candidates.is_empty() || heard.has(Feature::Rain))
            && is_of_weather
            && !heard.has(Feature::Snow);
        matches!(refusal.reason, Reason::UnknownResort | Reason::WhichResort | Reason::WhichOne)
            && heard.names_nothing()
            && !heard.has_any(&OF_MOUNTAINS)
            && (is_of_town || is_of_stranger)
    }

    /// Returns the kinds of things beyond the service, apart from wishes: learning to ski is one, and quiet slopes are another.
    pub(super) fn off(&self) -> impl Iterator<Item = &'static str> {
        let is_wish = |off: &Tag| {
            const WISHES: [Feature; 9] = [
                Feature::Steep,
                Feature::Altitude,
                Feature::Shelter,
                Feature::Learner,
                Feature::Quiet,
                Feature::OffPiste,
                Feature::Children,
                Feature::Cost,
                Feature::Natural,
            ];
            let overlaps = |own: &Tag| own.from < off.to && off.from < own.to;
            // "Book a shuttle" does not ask for the way.
            let covers = |own: &Tag| own.from <= off.from && off.to <= own.to;
            let is_way = |own: &Tag| {
                own.is(Feature::Transit) && (covers(own) || (overlaps(own) && off.value != "booking"))
            };
            self.tags.iter().any(|own| is_way(own) || (overlaps(own) && WISHES.contains(&own.feature)))
        };
        self.heard.tags.iter().filter(move |tag| tag.is(Feature::Off) && !is_wish(tag)).map(|tag| tag.value)
    }

    /// Like [`Self::off`], but without opinions on a day ("is Sunday worth it?") and the source of a value ("who says?").
    pub(super) fn firm_off(&self) -> impl Iterator<Item = &'static str> {
        let heard = self.heard;
        let of_day = heard.has(Feature::HowIs) && (heard.when.span.is_some() || self.has(Feature::Transit));
        let of_source = self.has(Feature::SourceOf);
        self.off().filter(move |kind| match *kind {
            "slight" | "taste" => !of_day,
            "talk" | "task" => !of_source,
            _ => true,
        })
    }
}
