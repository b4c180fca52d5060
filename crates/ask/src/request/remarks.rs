//! Finds wishes without data, which an answer states instead of passing them over.

use std::collections::BTreeSet;

use super::{Cues, GroupName, RequestPart, Topic};
use crate::feature::Feature;
use crate::lexicon::{Tag, lexicon};
use crate::reading::Outcome;
use crate::tokens::FoldedText;

/// A wish or a subject without data, which the answer states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Remark {
    Ability,
    Children,
    OffPiste,
    Quiet,
    Cost,
    /// El Niño is on record, and La Niña was requested.
    LaNina,
    /// Whether something is safe is not judged.
    Safety,
    /// Trains, buses and transfers.
    Transit,
    /// The day of a past snowfall.
    LastTime,
    /// The status on coming days.
    ComingStatus,
    /// Whether snow has fallen or was made.
    Natural,
    /// The difficulty of runs.
    Steep,
    /// The elevation of a resort, or a glacier.
    Altitude,
    /// Mild or calm weather.
    Shelter,
    /// A part of a day.
    DayPart,
    /// Parking, queues, toboggan runs and others without any data.
    Uncollected,
}

impl Remark {
    pub const ALL: [Self; 16] = [
        Self::Ability,
        Self::Children,
        Self::OffPiste,
        Self::Quiet,
        Self::Cost,
        Self::LaNina,
        Self::Safety,
        Self::Transit,
        Self::LastTime,
        Self::ComingStatus,
        Self::Natural,
        Self::Steep,
        Self::Altitude,
        Self::Shelter,
        Self::DayPart,
        Self::Uncollected,
    ];

    /// Returns the key of its sentence.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Ability => "remark ability",
            Self::Children => "remark children",
            Self::OffPiste => "remark off piste",
            Self::Quiet => "remark quiet",
            Self::Cost => "remark cost",
            Self::LaNina => "remark la nina",
            Self::Safety => "remark safety",
            Self::Transit => "remark transit",
            Self::LastTime => "remark last time",
            Self::ComingStatus => "remark coming status",
            Self::Natural => "remark natural",
            Self::Steep => "remark steep",
            Self::Altitude => "remark altitude",
            Self::Shelter => "remark shelter",
            Self::DayPart => "remark day part",
            Self::Uncollected => "remark uncollected",
        }
    }
}

impl Cues<'_, '_, '_> {
    /// Returns the wishes that no part considers.
    pub(super) fn remarks(&self, parts: &[RequestPart]) -> BTreeSet<Remark> {
        let is_refused =
            |part: &RequestPart| matches!(part, RequestPart::One { understood: Outcome::Refused(_), .. });
        if parts.iter().all(is_refused) {
            return BTreeSet::new();
        }
        let chooses = parts.iter().any(is_choice);
        let recommends = self.heard.has_any(&[Feature::Recommend, Feature::Rank, Feature::Trip])
            || parts.iter().any(|part| is_choice(part) || is_of_snow(part));
        let of_snow = |part: &RequestPart| !matches!(part, RequestPart::Road(_) | RequestPart::Drive(_));
        let wished = [
            (self.has(Feature::Children) && recommends, Remark::Children),
            ((self.has(Feature::Learner) || self.heard.has(Feature::Ability)) && recommends, Remark::Ability),
            (self.has(Feature::OffPiste) && parts.iter().any(of_snow), Remark::OffPiste),
            (self.has(Feature::Quiet) && recommends, Remark::Quiet),
            (self.has(Feature::Cost) && !self.is_of_passes(parts), Remark::Cost),
            (self.has(Feature::LaNina) && is_of_rankings(parts), Remark::LaNina),
            (self.has(Feature::Safety) && self.is_of_avalanches(parts), Remark::Safety),
            (self.has(Feature::Transit), Remark::Transit),
            (self.asks_when_last(), Remark::LastTime),
            (self.asks_for_coming_status() && parts.iter().any(is_of_status), Remark::ComingStatus),
            (self.has(Feature::Natural), Remark::Natural),
            (self.has(Feature::Steep) && chooses, Remark::Steep),
            (self.wishes_elevation() && chooses, Remark::Altitude),
            (self.has(Feature::Shelter) && chooses, Remark::Shelter),
            (self.names_day_part() && parts.iter().any(is_of_days), Remark::DayPart),
            (self.asks_for_uncollected(), Remark::Uncollected),
        ];
        wished.into_iter().filter_map(|(is_wished, remark)| is_wished.then_some(remark)).collect()
    }

    /// Returns whether a part of a day is named, apart from greetings: "good morning", "buenas tardes".
    fn names_day_part(&self) -> bool {
        const OF_GREETINGS: [&str; 9] =
            ["good", "guten", "gute", "bonne", "buona", "buon", "buenas", "buena", "happy"];
        let heard = self.heard;
        let is_greeting = |tag: &Tag| {
            let overlaps = |other: &Tag| other.from < tag.to && tag.from < other.to;
            let before = tag.from.checked_sub(1).and_then(|at| heard.tokens.get(at));
            let mut greetings = heard
                .tags
                .iter()
                .filter(|other| matches!(other.feature, Feature::Greeting | Feature::Closing));
            greetings.any(overlaps) || before.is_some_and(|word| OF_GREETINGS.contains(&word.folded.as_str()))
        };
        self.tags.iter().any(|tag| tag.is(Feature::DayPart) && !is_greeting(tag))
    }

    /// Returns whether a high or low place or a glacier is a wish, and not a name: "Stubai Glacier or Kaunertal Glacier".
    fn wishes_elevation(&self) -> bool {
        let is_name = |tag: &Tag| {
            let covers = |from: usize, to: usize| from <= tag.from && tag.to <= to;
            self.heard.mentions.iter().any(|name| covers(name.from, name.to))
        };
        self.tags.iter().any(|tag| tag.is(Feature::Altitude) && !is_name(tag)) && !self.asks_for_elevation()
    }

    /// Returns whether words are about something without data that no other remark states.
    fn asks_for_uncollected(&self) -> bool {
        const STATED: [Feature; 10] = [
            Feature::Steep,
            Feature::Altitude,
            Feature::Shelter,
            Feature::Natural,
            Feature::Children,
            Feature::Learner,
            Feature::OffPiste,
            Feature::Quiet,
            Feature::Cost,
            Feature::Transit,
        ];
        let is_stated = |off: &Tag| {
            let mut stated = self.whole_tags.iter().filter(|tag| STATED.contains(&tag.feature));
            stated.any(|tag| tag.from < off.to && off.from < tag.to)
        };
        let words = lexicon().tags(&FoldedText::new(&self.whole));
        words.iter().any(|tag| {
            tag.is(Feature::Off)
                && tag.value == "nokind"
                && tag.language == self.heard.locale.language
                && !is_stated(tag)
        })
    }

    fn is_of_passes(&self, parts: &[RequestPart]) -> bool {
        const PRICED: [&str; 4] =
            ["get_pass", "compare_passes", "find_pass_resorts", "find_flights_to_powder"];
        !self.heard.passes.is_empty()
            || parts.iter().any(|part| operation(part).is_some_and(|own| PRICED.contains(&own)))
    }

    fn is_of_avalanches(&self, parts: &[RequestPart]) -> bool {
        self.has(Feature::OffPiste)
            || parts.iter().any(|part| match part {
                RequestPart::Set(set) => set.topics.contains(&Topic::Operation("get_avalanche")),
                other => operation(other) == Some("get_avalanche"),
            })
    }
}

/// Returns the operation of a part that is one reading.
fn operation(part: &RequestPart) -> Option<&'static str> {
    match part {
        RequestPart::One { understood: Outcome::Reading(reading), .. } => Some(reading.operation),
        RequestPart::One { .. }
        | RequestPart::Set(_)
        | RequestPart::Road(_)
        | RequestPart::Drive(_)
        | RequestPart::Sources => None,
    }
}

/// Returns whether a part is about the snow or the lifts of a resort, so that wishes belong to it.
fn is_of_snow(part: &RequestPart) -> bool {
    const OF_SNOW: [&str; 4] = ["get_conditions", "get_resort", "get_weather_forecast", "get_snow_quality"];
    operation(part).is_some_and(|own| OF_SNOW.contains(&own))
}

/// Returns whether a part is the forecast of days.
fn is_of_days(part: &RequestPart) -> bool {
    match part {
        RequestPart::Set(set) => set.topics.contains(&Topic::Operation("get_weather_forecast")),
        other => operation(other) == Some("get_weather_forecast"),
    }
}

/// Returns whether a part states the present status.
fn is_of_status(part: &RequestPart) -> bool {
    match part {
        RequestPart::Set(set) => {
            set.topics.iter().any(|topic| matches!(topic, Topic::Status | Topic::Lifts | Topic::Runs))
        }
        other => operation(other) == Some("get_conditions"),
    }
}

fn is_of_rankings(parts: &[RequestPart]) -> bool {
    parts.iter().any(|part| operation(part) == Some("get_elnino_rankings"))
}

/// Returns whether a part chooses among resorts.
fn is_choice(part: &RequestPart) -> bool {
    const CHOICES: [&str; 6] = [
        "find_best_powder",
        "find_resorts_by_criteria",
        "get_snow_report",
        "plan_ski_trip",
        "plan_ski_road_trip",
        "find_powder_trips",
    ];
    match part {
        RequestPart::Set(set) => {
            set.groups.len() > 1 || set.groups.iter().any(|group| group.name != GroupName::Resort)
        }
        RequestPart::One { .. } => operation(part).is_some_and(|own| CHOICES.contains(&own)),
        RequestPart::Road(_) | RequestPart::Drive(_) | RequestPart::Sources => false,
    }
}
