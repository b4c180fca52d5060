//! Reads the parts of a question about one place: "How deep is it, and what is the wind tomorrow?"
//!
//! The words between joints are segments, and each kind of topic is answered once. The question stays whole if its one
//! operation covers every kind.

use std::collections::BTreeSet;

use super::groups::{Group, GroupName};
use super::roads::named_roads;
use super::topics::Topic;
use super::{Cues, RequestPart};
use crate::content::{Question, QuestionContent};
use crate::feature::Feature;
use crate::lexicon::{Tag, request_words};
use crate::names::NameMeaning;
use crate::plan;
use crate::reading::{Outcome, Reading};
use crate::tokens::{FoldedText, text_of, tokens};

/// Maximum number of parts of an answer.
const MOST_PARTS: usize = 3;

/// A kind of topic, which one operation answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Depth,
    NewSnow,
    Lifts,
    Status,
    Weather,
    Season,
    Avalanche,
    Quality,
    Road,
    Webcam,
    Flight,
    Facts,
    Winters,
}

/// The features of each kind, the most specific first.
const KINDS: [(Kind, &[Feature]); 13] = [
    (Kind::Avalanche, &[Feature::Avalanche]),
    (Kind::Webcam, &[Feature::Webcam]),
    (Kind::Flight, &[Feature::Flight]),
    (Kind::Road, &[Feature::Chains, Feature::RoadWord, Feature::RoadName]),
    (Kind::Quality, &[Feature::Quality]),
    (Kind::Season, &[Feature::Opens, Feature::SeasonDates, Feature::Stop]),
    (Kind::Winters, &[Feature::Average]),
    (Kind::Facts, &[Feature::Elevation, Feature::LongestRun, Feature::Size]),
    (Kind::Lifts, &[Feature::Lifts, Feature::Runs]),
    (Kind::Status, &[Feature::Open, Feature::Closed]),
    (
        Kind::Weather,
        &[
            Feature::Weather,
            Feature::Temperature,
            Feature::Wind,
            Feature::Rain,
            Feature::Cloud,
            Feature::FreezingLevel,
            Feature::Forecast,
            Feature::Falls,
        ],
    ),
    (Kind::Depth, &[Feature::Depth]),
    (Kind::NewSnow, &[Feature::NewSnow, Feature::Fell]),
];

impl Kind {
    const fn operation(self) -> &'static str {
        match self {
            Self::Depth | Self::Lifts | Self::Status => "get_conditions",
            Self::NewSnow => "get_resort",
            Self::Weather => "get_weather_forecast",
            Self::Season | Self::Facts => "get_resort_info",
            Self::Avalanche => "get_avalanche",
            Self::Quality => "get_snow_quality",
            Self::Road => "get_road_access",
            Self::Webcam => "get_webcam_status",
            Self::Flight => "find_flights_to_powder",
            Self::Winters => "get_monthly_snow",
        }
    }

    /// Returns the topic of a set of resorts.
    const fn topic(self) -> Topic {
        match self {
            Self::Depth => Topic::Depth,
            Self::Lifts => Topic::Lifts,
            Self::Status => Topic::Status,
            Self::NewSnow => Topic::NewSnow,
            other => Topic::Operation(other.operation()),
        }
    }

    /// Returns whether an operation answers it.
    fn is_covered_by(self, operation: &str) -> bool {
        match operation {
            "get_conditions" => matches!(self, Self::Depth | Self::Lifts | Self::Status),
            "get_resort" => matches!(self, Self::Depth | Self::NewSnow | Self::Status),
            "get_weather_forecast" | "compare_forecasts" => matches!(self, Self::Weather | Self::NewSnow),
            "get_operating_risk" => matches!(self, Self::Weather | Self::Lifts | Self::Status),
            "get_avalanche" => self == Self::Avalanche,
            "get_resort_info" => matches!(self, Self::Season | Self::Facts | Self::Lifts),
            "get_snow_quality" => self == Self::Quality,
            "get_road_access" | "get_road_weather" | "get_road_cameras" => {
                matches!(self, Self::Road | Self::Weather | Self::Webcam)
            }
            "find_flights_to_powder" => self == Self::Flight,
            "get_webcam_status" | "get_resort_photos" => self == Self::Webcam,
            "get_monthly_snow" | "get_trip_window" | "get_snow_history" => {
                matches!(self, Self::Winters | Self::Depth | Self::NewSnow)
            }
            _ => true,
        }
    }
}

/// Quantities of the weather that past winters do not have.
const OF_WEATHER: [Feature; 6] = [
    Feature::Weather,
    Feature::Temperature,
    Feature::Wind,
    Feature::Rain,
    Feature::Cloud,
    Feature::FreezingLevel,
];

/// Words for an amount, which mean the depth only next to an elevation.
const HOW_MUCH: [&str; 6] = ["quanta", "quanto", "cuanta", "cuanto", "combien", "wieviel"];

/// Operations on one resort that may be one of two parts.
const BESIDE: [&str; 5] = [
    "get_webcam_status",
    "get_road_cameras",
    "get_resort_photos",
    "get_operating_risk",
    "find_flights_to_powder",
];

/// A kind with the content of the segment that asks for it.
struct RequestedKind<'c, 't> {
    kind: Kind,
    heard: &'c QuestionContent<'t>,
    /// Features of the segment, with those of the words of requests.
    features: BTreeSet<Feature>,
}

impl Cues<'_, '_, '_> {
    /// Returns the parts of a question about one place, if one operation does not cover them.
    pub(super) fn several(&self, understood: &Outcome) -> Option<Vec<RequestPart>> {
        let priced = self.has(Feature::Cost);
        let texts = self.segments();
        if texts.len() < 2 && !priced {
            return None;
        }
        let groups = self.groups()?;
        let [only] = groups.as_slice() else { return None };
        if matches!(only.name, GroupName::Country(_) | GroupName::Region(_) | GroupName::Near(_)) {
            return None;
        }
        let contents: Vec<QuestionContent<'_>> = texts.iter().map(|text| self.content(text, only)).collect();
        // Snow next to the weather of a day is the forecast's.
        let is_forecast =
            matches!(understood, Outcome::Reading(reading) if reading.operation == "get_weather_forecast");
        let asked = requested_kinds(&contents, only, is_forecast);
        if let Outcome::Reading(reading) = understood
            && asked.iter().all(|one| one.kind.is_covered_by(reading.operation))
        {
            return None;
        }
        if let ([one], Outcome::Reading(reading)) = (asked.as_slice(), understood)
            && only.name == GroupName::Resort
            && BESIDE.contains(&reading.operation)
        {
            let mut parts = Vec::new();
            self.add_reading(&mut parts, one, only);
            parts.push(RequestPart::one(understood.clone()));
            return Some(parts);
        }
        if asked.len() < 2 && !(priced && asked.len() == 1 && matches!(understood, Outcome::Refused(_))) {
            return None;
        }
        let mut parts: Vec<RequestPart> = Vec::new();
        for one in asked {
            match only.name {
                GroupName::Resort if one.kind == Kind::Road => parts.push(self.road_part(only)?),
                GroupName::Resort => self.add_reading(&mut parts, &one, only),
                _ => parts.extend(self.set_part(&one, only)),
            }
        }
        parts.truncate(MOST_PARTS);
        (!parts.is_empty()).then_some(parts)
    }

    /// Returns the texts between joints, signs and questions, passages in passing included.
    fn segments(&self) -> Vec<String> {
        const ENDS: [char; 15] =
            [',', ';', ':', '?', '!', '.', '+', '&', '、', '。', '？', '！', '，', '；', '：'];
        let tokens = tokens(self.text);
        let tags = request_words().tags(&FoldedText::new(&tokens));
        let is_whole = tokens.len() == self.heard.tokens.len();
        let is_named =
            |at: usize| is_whole && self.heard.mentions.iter().any(|name| name.from <= at && at < name.to);
        let is_joint = |tag: &Tag| tag.is(Feature::Joint) && tag.language == self.heard.locale.language;
        let ends = |at: usize| {
            let is_sign = tokens.get(at).is_some_and(|token| token.is_sign(&ENDS));
            !is_named(at) && (is_sign || tags.iter().any(|tag| is_joint(tag) && tag.covers(at)))
        };
        let mut segments = Vec::new();
        let mut from = 0;
        for at in 0..=tokens.len() {
            if at == tokens.len() || ends(at) {
                if from < at {
                    segments.push(text_of(&tokens, from, at));
                }
                from = at + 1;
            }
        }
        segments
    }

    /// Returns the content of a segment, about the place of the question.
    fn content<'t>(&self, text: &'t str, place: &Group) -> QuestionContent<'t> {
        let about = place.members.first().copied();
        let question = Question { text, about, locale: Some(self.heard.locale) };
        QuestionContent::new(question, &self.service.known, self.service.today)
    }

    /// Returns the road that the question names, or else the roads to the resort.
    fn road_part(&self, place: &Group) -> Option<RequestPart> {
        if let Some(road) = self.road_question(&self.roads()) {
            return Some(RequestPart::Road(road));
        }
        let reading = self.reading_of(Kind::Road.operation(), *place.members.first()?)?;
        Some(RequestPart::one(Outcome::Reading(Box::new(reading))))
    }

    /// Adds the reading of a kind, or its features to the part with the same operation.
    fn add_reading(&self, parts: &mut Vec<RequestPart>, asked: &RequestedKind<'_, '_>, place: &Group) {
        let Some(resort) = place.members.first() else { return };
        let of_weather = OF_WEATHER.iter().any(|feature| asked.features.contains(feature));
        let of_snow = matches!(asked.kind, Kind::Weather | Kind::Depth | Kind::NewSnow) && !of_weather;
        let has_near_days = asked.heard.when.span.is_some_and(|span| !self.is_beyond(span));
        let of_far_snow = of_snow && !has_near_days && self.is_of_winters_only();
        let is_of_days = (asked.kind == Kind::Winters && self.is_far()) || of_far_snow;
        let operation = if is_of_days { self.winters() } else { asked.kind.operation() };
        for part in parts.iter_mut() {
            if let RequestPart::One { understood: Outcome::Reading(reading), .. } = part
                && reading.operation == operation
            {
                reading.topics.extend(asked.features.iter().copied());
                return;
            }
        }
        let Some(mut reading) = self.reading_of(operation, *resort) else { return };
        reading.topics.clone_from(&asked.features);
        if asked.kind == Kind::Weather || asked.heard.when.span.is_some() {
            self.take_time(&mut reading, asked);
        } else if !matches!(asked.kind, Kind::Winters) {
            reading.when = asked.heard.when.clone();
        }
        parts.push(RequestPart::one(Outcome::Reading(Box::new(reading))));
    }

    /// Takes the days of the segment, or of the whole question if the segment names none of its days.
    fn take_time(&self, reading: &mut Reading, asked: &RequestedKind<'_, '_>) {
        let heard = asked.heard;
        if heard.when.span.is_none() {
            return;
        }
        reading.when = heard.when.clone();
        if reading.operation == "get_weather_forecast" {
            reading.arguments = plan::arguments(reading.operation, heard, &self.service.known);
        }
    }

    fn set_part(&self, asked: &RequestedKind<'_, '_>, place: &Group) -> Option<RequestPart> {
        let mut set = self.set_of(vec![place.clone()], vec![asked.kind.topic()])?;
        set.features.clone_from(&asked.features);
        if asked.heard.when.span.is_some() {
            set.when = asked.heard.when.clone();
        }
        Some(RequestPart::Set(Box::new(set)))
    }
}

/// Returns the kinds of topics with their segments, each kind once.
fn requested_kinds<'c, 't>(
    contents: &'c [QuestionContent<'t>],
    place: &Group,
    is_forecast: bool,
) -> Vec<RequestedKind<'c, 't>> {
    let mut asked: Vec<RequestedKind<'c, 't>> = Vec::new();
    let is_other = |heard: &QuestionContent<'_>| {
        !heard.is_follow_up && heard.resorts.iter().any(|at| !place.members.contains(at))
    };
    for heard in contents.iter().filter(|heard| !is_other(heard)) {
        let own = own_tags(heard);
        for kind in kinds(heard, &own, is_forecast) {
            let features = heard.features.iter().copied().chain(own.iter().map(|tag| tag.feature));
            match asked.iter_mut().find(|one| one.kind == kind) {
                Some(one) => one.features.extend(features),
                None => asked.push(RequestedKind { kind, heard, features: features.collect() }),
            }
        }
    }
    asked
}

/// Returns the words of requests in a segment.
fn own_tags(heard: &QuestionContent<'_>) -> Vec<Tag> {
    let mut own = request_words().tags(&FoldedText::new(&heard.tokens));
    own.retain(|tag| tag.language == heard.locale.language || tag.is(Feature::RoadName));
    own
}

/// Returns the kinds that a segment asks for. Snow of coming days is weather.
fn kinds(heard: &QuestionContent<'_>, own: &[Tag], is_forecast: bool) -> Vec<Kind> {
    let is_ahead = heard.when.span.is_some_and(|span| {
        span.last > heard.today || (heard.has(Feature::Weekend) && span.last == heard.today)
    });
    let mut kinds: Vec<Kind> = Vec::new();
    for (kind, features) in KINDS {
        // "Easy runs" are a wish and not a question about runs.
        let is_wish = |tag: &Tag| {
            let overlaps = |wish: &&Tag| wish.from < tag.to && tag.from < wish.to;
            own.iter().filter(overlaps).any(|wish| wish.is(Feature::Learner))
        };
        // "Grand" in a name does not ask for a size.
        let is_of_name = |tag: &Tag| {
            let mut names =
                heard.mentions.iter().filter(|name| !matches!(name.what, NameMeaning::Stranger(_)));
            names.any(|name| name.from <= tag.from && tag.to <= name.to) && !tag.is(Feature::RoadName)
        };
        let is_own = |tag: &Tag| {
            features.contains(&tag.feature) && !is_of_name(tag) && !(kind == Kind::Lifts && is_wish(tag))
        };
        let is_said = heard.tags.iter().chain(own).any(is_own);
        let is_weather = is_ahead && !heard.has(Feature::Average);
        let kind =
            if is_weather && matches!(kind, Kind::Depth | Kind::NewSnow) { Kind::Weather } else { kind };
        if is_said && !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    if kinds.is_empty() && heard.has(Feature::Snow) {
        let is_weather = is_ahead || (is_forecast && !heard.has(Feature::Band));
        kinds.push(if is_weather { Kind::Weather } else { Kind::Depth });
    }
    // "Is tomorrow worth it, or is it all ice?"
    if heard.has(Feature::HowIs) && is_ahead && !kinds.contains(&Kind::Weather) {
        kinds.push(Kind::Weather);
    }
    // "How much at the base" means the depth there.
    let asks_how_much = heard.has(Feature::HowMany)
        || heard.tokens.iter().any(|token| HOW_MUCH.contains(&token.folded.as_str()));
    if kinds.is_empty() && heard.has(Feature::Band) && asks_how_much {
        kinds.push(Kind::Depth);
    }
    let is_of_resort = |at: usize| {
        let mut names = heard.mentions.iter().filter(|name| name.from <= at && at < name.to);
        names.any(|name| !matches!(name.what, NameMeaning::Stranger(_)))
    };
    let roads = named_roads(&heard.tokens, own, heard.locale.language, &is_of_resort);
    if !roads.is_empty() && !kinds.contains(&Kind::Road) {
        kinds.push(Kind::Road);
    }
    // Usual snow is that of past winters.
    if kinds.contains(&Kind::Winters) {
        kinds.retain(|kind| !matches!(kind, Kind::Depth | Kind::NewSnow));
    }
    // "Lift ticket" does not mean a lift, and its price is not on record.
    if own.iter().any(|tag| tag.is(Feature::Cost)) {
        kinds.retain(|kind| !matches!(kind, Kind::Lifts | Kind::Status));
    }
    // An icy road is not an icy piste.
    if kinds.contains(&Kind::Road) {
        kinds.retain(|kind| *kind != Kind::Quality);
    }
    // A season's dates use the words for open, and the runs of "longest run" do not mean a status.
    if kinds.iter().any(|kind| matches!(kind, Kind::Season | Kind::Facts | Kind::Road)) {
        kinds.retain(|kind| !matches!(kind, Kind::Lifts | Kind::Status));
    }
    if kinds.contains(&Kind::Lifts) {
        kinds.retain(|kind| *kind != Kind::Status);
    }
    if kinds.contains(&Kind::Avalanche) {
        kinds.retain(|kind| *kind == Kind::Avalanche);
    }
    kinds
}
