//! Reads the parts of a question about one place: "How deep is it, and what is the wind tomorrow?"
//!
//! The words between joints are segments, and each kind of topic is answered once. The question stays whole if its one
//! operation covers every kind.

use std::collections::BTreeSet;

use super::groups::{Group, GroupName};
use super::kinds::{Kind, kinds, own_tags};
use super::topics::Topic;
use super::{Cues, RequestPart, rejection};
use crate::content::{Question, QuestionContent};
use crate::feature::Feature;
use crate::lexicon::{Tag, request_words};
use crate::plan;
use crate::reading::{Outcome, Reading};
use crate::reason::Reason;
use crate::tokens::{FoldedText, Token, text_of, tokens};

/// Maximum number of parts of an answer.
const MOST_PARTS: usize = 3;

/// Quantities of the weather that past winters do not have.
const OF_WEATHER: [Feature; 6] = [
    Feature::Weather,
    Feature::Temperature,
    Feature::Wind,
    Feature::Rain,
    Feature::Cloud,
    Feature::FreezingLevel,
];

/// Quantities of the weather that an operating risk does not state.
const BEYOND_RISK: [Feature; 6] = [
    Feature::Temperature,
    Feature::NewSnow,
    Feature::Falls,
    Feature::Rain,
    Feature::Cloud,
    Feature::FreezingLevel,
];

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
        let mut asked = requested_kinds(&contents, only, is_forecast);
        asked.retain(|one| one.kind != Kind::Pass || only.name == GroupName::Resort);
        for one in asked.iter_mut().filter(|one| one.kind == Kind::Pass) {
            one.features.insert(Feature::OnPass);
        }
        if let Outcome::Reading(reading) = understood {
            // The risk states winds and lifts, but neither temperatures nor snow.
            let is_risk = reading.operation == "get_operating_risk";
            let is_beyond_risk = |one: &RequestedKind<'_, '_>| {
                is_risk
                    && one.kind == Kind::Weather
                    && BEYOND_RISK.iter().any(|own| one.features.contains(own))
            };
            if asked.iter().all(|one| one.kind.is_covered_by(reading.operation) && !is_beyond_risk(one)) {
                return None;
            }
            asked.retain(|one| !is_risk || !matches!(one.kind, Kind::Lifts | Kind::Status));
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
        // A part too many is named as one without an answer.
        if parts.len() > MOST_PARTS {
            parts.truncate(MOST_PARTS);
            parts.push(RequestPart::one(rejection(self.heard.locale, Reason::NoDataKind)));
        }
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
            // "①山頂の積雪②金曜の予報"
            let is_item = |token: &Token<'_>| token.raw.starts_with(|own| ('①'..='⑳').contains(&own));
            let is_sign = tokens.get(at).is_some_and(|token| token.is_sign(&ENDS) || is_item(token));
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
        // "Snow at the top and at the bottom" means the depth there.
        if asked.kind == Kind::Depth {
            reading.topics.insert(Feature::Depth);
            reading.topics.extend(self.quantities().filter(|own| *own == Feature::BothBands));
        }
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
        let when = Some(&asked.heard.when).filter(|when| when.span.is_some()).cloned();
        let when = when.unwrap_or_else(|| self.when());
        let is_of_snow = matches!(asked.kind, Kind::Depth | Kind::NewSnow | Kind::Weather)
            && !OF_WEATHER.iter().any(|feature| asked.features.contains(feature));
        // Snow of days beyond the forecast is that of past winters.
        let is_far = is_of_snow && when.span.is_some_and(|span| self.is_beyond(span));
        let topic = if is_far { Topic::Operation(self.winters()) } else { asked.kind.topic() };
        let mut set = self.set_of(vec![place.clone()], vec![topic])?;
        set.features.clone_from(&asked.features);
        set.when = when;
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
