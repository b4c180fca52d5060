//! Reads the parts of a question about one place: "How deep is it, and what is the wind tomorrow?"
//!
//! The words between joints are segments, and each kind of topic is answered once. The question stays whole if its one
//! operation covers every kind.

use super::groups::{Group, GroupName};
use super::topics::Topic;
use super::{Cues, RequestPart};
use crate::content::{Question, QuestionContent};
use crate::feature::Feature;
use crate::lexicon::{Tag, request_words};
use crate::plan;
use crate::reading::{Outcome, Reading};
use crate::tokens::{FoldedText, Kind as TokenKind, text_of, tokens};

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
                matches!(self, Self::Road | Self::Weather | Self::Status | Self::Webcam)
            }
            "find_flights_to_powder" => self == Self::Flight,
            "get_webcam_status" | "get_resort_photos" => self == Self::Webcam,
            _ => true,
        }
    }
}

/// A kind with the content of the segment that asks for it.
struct RequestedKind<'c, 't> {
    kind: Kind,
    heard: &'c QuestionContent<'t>,
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
        if asked.len() < 2 && !(priced && asked.len() == 1 && matches!(understood, Outcome::Refused(_))) {
            return None;
        }
        let mut parts: Vec<RequestPart> = Vec::new();
        for one in asked {
            match only.name {
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

    /// Adds the reading of a kind, or its features to the part with the same operation.
    fn add_reading(&self, parts: &mut Vec<RequestPart>, asked: &RequestedKind<'_, '_>, place: &Group) {
        let Some(resort) = place.members.first() else { return };
        let is_of_days = asked.kind == Kind::Winters && self.is_far();
        let operation = if is_of_days { self.winters() } else { asked.kind.operation() };
        for part in parts.iter_mut() {
            if let RequestPart::One { understood: Outcome::Reading(reading), .. } = part
                && reading.operation == operation
            {
                reading.topics.extend(asked.heard.features.iter().copied());
                return;
            }
        }
        let Some(mut reading) = self.reading_of(operation, *resort) else { return };
        reading.topics.clone_from(&asked.heard.features);
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
        set.features.clone_from(&asked.heard.features);
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
        for kind in kinds(heard, is_forecast) {
            if asked.iter().all(|one| one.kind != kind) {
                asked.push(RequestedKind { kind, heard });
            }
        }
    }
    asked
}

/// Returns the kinds that a segment asks for. Snow of coming days is weather.
fn kinds(heard: &QuestionContent<'_>, is_forecast: bool) -> Vec<Kind> {
    let is_ahead = heard.when.span.is_some_and(|span| {
        span.last > heard.today || (heard.has(Feature::Weekend) && span.last == heard.today)
    });
    let mut kinds: Vec<Kind> = Vec::new();
    let mut own = request_words().tags(&FoldedText::new(&heard.tokens));
    own.retain(|tag| tag.language == heard.locale.language || tag.is(Feature::RoadName));
    for (kind, features) in KINDS {
        let is_said = heard.has_any(features) || own.iter().any(|tag| features.contains(&tag.feature));
        let is_weather = is_ahead && !heard.has(Feature::Average);
        let kind =
            if is_weather && matches!(kind, Kind::Depth | Kind::NewSnow) { Kind::Weather } else { kind };
        if is_said && !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    if kinds.is_empty() && heard.has(Feature::Snow) {
        kinds.push(if is_ahead || is_forecast { Kind::Weather } else { Kind::Depth });
    }
    if kinds.is_empty() && has_road_number(heard) {
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

/// Returns whether a road is given by letters and a number: "A-139", "D1091", "SS 38".
fn has_road_number(heard: &QuestionContent<'_>) -> bool {
    const LETTERS: [&str; 16] =
        ["a", "b", "d", "e", "m", "n", "rd", "rn", "sp", "ss", "sr", "us", "ap", "rv", "hwy", "co"];
    let number =
        |at: usize| matches!(heard.tokens.get(at).map(|token| token.kind), Some(TokenKind::Number(2.., _)));
    let is_joined = |at: usize| {
        number(at) || (heard.tokens.get(at).is_some_and(|token| token.is_sign(&['-'])) && number(at + 1))
    };
    let whole = |text: &str| {
        let digits = text.trim_start_matches(|c: char| c.is_alphabetic());
        let letters = text.strip_suffix(digits).unwrap_or_default();
        LETTERS.contains(&letters) && digits.len() >= 2 && digits.chars().all(|c| c.is_ascii_digit())
    };
    heard.tokens.iter().enumerate().any(|(at, token)| {
        whole(&token.folded) || (LETTERS.contains(&token.folded.as_str()) && is_joined(at + 1))
    })
}
