//! Reads what a question requests beyond one operation: sets of resorts, several parts, roads, and wishes.
//!
//! [`understand`](crate::understand) reads a question as one operation, and that reading stays where it covers the whole
//! question. Otherwise a hub, a state or an area is a set of resorts, and sets are compared with resorts and with each
//! other; parts of a question are read one by one; and a wish without data becomes a remark, which the answer states.

use std::collections::BTreeSet;

use chrono::NaiveDate;

use crate::content::{Question, QuestionContent};
use crate::feature::Feature;
use crate::language::{Language, Locale};
use crate::lexicon::{Tag, request_words};
use crate::plan::Argument;
use crate::reading::{Outcome, Reading, Refusal, Service, interpret};
use crate::reason::Reason;
use crate::tokens::{FoldedText, Token, tokens};
use crate::when::TimeFrame;
use crate::whole::FORECAST_DAYS as LONGEST_FORECAST_DAYS;

mod choice;
mod days;
mod drives;
mod groups;
mod journeys;
mod kinds;
mod limits;
mod openings;
mod parts;
mod remarks;
mod roads;
mod topics;

pub use groups::{Group, GroupName, Near};
pub use journeys::DriveQuestion;
pub use remarks::Remark;
pub use roads::RoadQuestion;
pub use topics::Topic;

/// A question about sets of resorts, each with the same topics.
#[derive(Debug, Clone, PartialEq)]
pub struct SetQuestion {
    /// The sets and resorts, in the order of the question.
    pub groups: Vec<Group>,
    pub topics: Vec<Topic>,
    /// Features of the words, which select the quantities of a topic.
    pub features: BTreeSet<Feature>,
    pub band: Option<&'static str>,
    /// Number of resorts that the question asks for: "the five resorts with most snow".
    pub most: Option<usize>,
    /// Whether several groups are compared.
    pub is_comparison: bool,
    pub when: TimeFrame,
    pub today: NaiveDate,
    pub locale: Locale,
}

impl SetQuestion {
    /// Returns the reading of an operation for one resort of the sets.
    #[must_use]
    pub fn reading(&self, operation: &'static str, at: usize, slug: &str) -> Reading {
        let mut arguments: Vec<Argument> = vec![("slug", slug.to_owned())];
        let days = self.when.days_ahead(self.today);
        match operation {
            "get_weather_forecast" => {
                // Where the day is still the one before, the forecast begins with it.
                arguments.extend(
                    days.map(|days| ("days", (days + 1).clamp(1, LONGEST_FORECAST_DAYS).to_string())),
                );
                arguments.extend(self.band.map(|band| ("band", band.to_owned())));
            }
            "get_trip_window" => {
                let span = self.when.span;
                arguments.extend(span.map(|span| ("start", span.first.to_string())));
                arguments.extend(span.map(|span| ("end", span.last.to_string())));
            }
            _ => {}
        }
        Reading {
            operation,
            arguments,
            topics: self.features.clone(),
            when: self.when.clone(),
            today: self.today,
            locale: self.locale,
            resorts: vec![at],
            state: None,
            band: self.band,
        }
    }
}

/// Days of a forecast that every caller sees.
const FORECAST_DAYS: i64 = 7;

/// A part of a question.
#[derive(Debug, Clone, PartialEq)]
pub enum RequestPart {
    /// One operation, or a rejection. A list without a value in any row is replaced by `instead`.
    One {
        understood: Outcome,
        instead: Option<Box<SetQuestion>>,
    },
    Set(Box<SetQuestion>),
    Road(RoadQuestion),
    Drive(DriveQuestion),
    /// Where the data come from, without a resort.
    Sources,
}

impl RequestPart {
    const fn one(understood: Outcome) -> Self {
        Self::One { understood, instead: None }
    }

    fn is_of_unknown_name(&self) -> bool {
        matches!(self, Self::One { understood: Outcome::Refused(refusal), .. }
            if matches!(refusal.reason, Reason::UnknownResort | Reason::WhichOne))
    }

    const fn is_refused(&self) -> bool {
        matches!(self, Self::One { understood: Outcome::Refused(_), .. })
    }
}

/// Everything that a question requests.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    pub locale: Locale,
    /// At most three parts, or a rejection; a rejection that follows others is of a part without an answer.
    pub parts: Vec<RequestPart>,
    pub remarks: BTreeSet<Remark>,
}

/// Reads a question.
#[must_use]
pub fn request(question: Question<'_>, service: &Service<'_>) -> Request {
    let (heard, understood) = match interpret(question, service) {
        Ok(read) => read,
        Err(refusal) => {
            let locale = refusal.locale;
            let parts = vec![RequestPart::one(Outcome::Refused(refusal))];
            return Request { locale, parts, remarks: BTreeSet::new() };
        }
    };
    let mut cues = Cues::new(&heard, question, service);
    let mut parts = cues.parts(understood.clone());
    if parts.iter().all(RequestPart::is_of_unknown_name) && cues.names_stranger_apart() {
        cues.skips_strangers = true;
        let known = cues.parts(understood);
        if !known.iter().all(RequestPart::is_of_unknown_name) {
            parts.splice(0..0, known);
        }
    }
    if parts.iter().all(RequestPart::is_refused)
        && let Some(text) = cues.with_capital()
    {
        let again = request(Question { text: &text, ..question }, service);
        if !again.parts.iter().any(RequestPart::is_refused) {
            return again;
        }
    }
    let remarks = cues.remarks(&parts);
    Request { locale: heard.locale, parts, remarks }
}

/// The content of a question with the words of requests in it.
struct Cues<'a, 's, 'q> {
    heard: &'a QuestionContent<'q>,
    text: &'q str,
    service: &'a Service<'s>,
    /// Words of requests among the content's tokens.
    tags: Vec<Tag>,
    /// Tokens and words of requests of the whole question, passages in passing included.
    whole: Vec<Token<'q>>,
    whole_tags: Vec<Tag>,
    wishes: BTreeSet<Feature>,
    /// Whether unknown names in other parts of the question than the known ones are left out.
    skips_strangers: bool,
}

impl<'a, 's, 'q> Cues<'a, 's, 'q> {
    fn new(heard: &'a QuestionContent<'q>, question: Question<'q>, service: &'a Service<'s>) -> Self {
        let is_spoken = |tag: &Tag| {
            tag.language == heard.locale.language
                || matches!(tag.feature, Feature::Town | Feature::RoadName)
                || (tag.is(Feature::Area) && matches!(tag.language, Language::English | Language::Japanese))
        };
        let is_winter_name = |tag: &Tag| {
            let overlaps = |other: &Tag| other.from < tag.to && tag.from < other.to;
            tag.is(Feature::Children)
                && heard.tags.iter().any(|other| other.is(Feature::Enso) && overlaps(other))
        };
        let mut tags = request_words().tags(&FoldedText::new(&heard.tokens));
        tags.retain(|tag| is_spoken(tag) && !is_winter_name(tag));
        let whole = tokens(question.text);
        let mut whole_tags = request_words().tags(&FoldedText::new(&whole));
        let of_winters = heard.has(Feature::Enso);
        whole_tags.retain(|tag| is_spoken(tag) && !(of_winters && tag.is(Feature::Children)));
        let wishes = whole_tags.iter().map(|tag| tag.feature).collect();
        Self { heard, text: question.text, service, tags, whole, whole_tags, wishes, skips_strangers: false }
    }

    /// Returns the question with a capital for its unknown word, if it compares that word with a known resort.
    fn with_capital(&self) -> Option<String> {
        let heard = self.heard;
        let compares = heard.resorts.len() == 1 && heard.has_any(&[Feature::Compare, Feature::Contrast]);
        let word = heard.unknown.as_deref().filter(|_| compares && heard.stranger.is_none())?;
        let mut letters = word.chars();
        let first = letters.next().filter(|letter| letter.is_lowercase())?;
        let capital: String = first.to_uppercase().chain(letters).collect();
        let written = self.text.replacen(word, &capital, 1);
        (written != self.text).then_some(written)
    }

    fn has(&self, feature: Feature) -> bool {
        self.wishes.contains(&feature)
    }

    /// Decides how the question is answered.
    fn parts(&self, mut understood: Outcome) -> Vec<RequestPart> {
        if let Outcome::Reading(reading) = &mut understood {
            reading.topics.extend(self.quantities());
            if !self.asks_for_elevation() {
                reading.topics.remove(&Feature::Elevation);
            }
        }
        if self.stays_refused(&understood) {
            return vec![RequestPart::one(understood)];
        }
        if self.exceeds_service(&understood) || self.is_of_town_weather(&understood) {
            return vec![RequestPart::one(rejection(self.heard.locale, Reason::OutOfScope))];
        }
        if let Some(road) = self.road() {
            return vec![RequestPart::Road(road)];
        }
        if let Some(parts) = self.journey(&understood) {
            return parts;
        }
        if let Some(parts) = self.coming_status().or_else(|| self.season_dates(&understood)) {
            return parts;
        }
        let judges = self.judges();
        let bulletin = self.bulletin(&understood);
        let several = bulletin.clone().filter(|_| judges).map(|part| self.with_snow(part, &understood));
        let several = several.or_else(|| self.source(&understood)).or_else(|| self.against_usual());
        let several = several.or_else(|| self.several(&understood)).or_else(|| self.with_risk(&understood));
        let several = several.or_else(|| Some(vec![bulletin?]));
        if let Some(parts) = several {
            return parts;
        }
        let part = self.choice(understood);
        self.beyond_forecast(&part).unwrap_or_else(|| vec![part])
    }

    /// Returns the bulletin, for a question about avalanches or about safety off the pistes.
    fn bulletin(&self, understood: &Outcome) -> Option<RequestPart> {
        let is_of_bulletin =
            |reading: &Reading| matches!(reading.operation, "get_avalanche" | "get_road_access");
        if matches!(understood, Outcome::Reading(reading) if is_of_bulletin(reading)) {
            return None;
        }
        let names_danger = self.heard.has(Feature::Avalanche) || self.has(Feature::Avalanche);
        let judges_terrain = self.judges() && self.has(Feature::OffPiste);
        if !names_danger && !judges_terrain {
            return None;
        }
        // A bulletin covers the town of a resort too.
        let mut groups = self.places()?;
        // An area next to one resort says where it is, unless they are compared.
        if self.heard.resorts.len() == 1 && !self.heard.has_any(&[Feature::Compare, Feature::Contrast]) {
            let is_resort = |group: &Group| group.name == GroupName::Resort;
            let names_resort = groups.iter().any(is_resort);
            groups.retain(|group| !names_resort || is_resort(group));
        }
        let set = self.set_of(groups, vec![Topic::Operation("get_avalanche")])?;
        Some(RequestPart::Set(Box::new(set)))
    }

    /// Adds the snow of a choice to its bulletin: "Where in Valais is powder off the pistes?"
    fn with_snow(&self, bulletin: RequestPart, understood: &Outcome) -> Vec<RequestPart> {
        let asks = self.heard.has_any(&[Feature::Snow, Feature::NewSnow, Feature::Depth, Feature::MostSnow]);
        let names_danger = self.heard.has(Feature::Avalanche) || self.has(Feature::Avalanche);
        let snow = (asks && !names_danger).then(|| self.choice(understood.clone()));
        let is_set = |part: &RequestPart| matches!(part, RequestPart::Set(_));
        snow.into_iter().filter(is_set).chain([bulletin]).collect()
    }

    /// Returns whether it asks if something is safe.
    fn judges(&self) -> bool {
        self.has(Feature::Safety) || self.heard.off().any(|kind| matches!(kind, "safe" | "daring"))
    }

    /// Returns the record, for a question about the source of its depth.
    fn source(&self, understood: &Outcome) -> Option<Vec<RequestPart>> {
        let asks = self.has(Feature::SourceOf) || self.heard.value(Feature::Explain) == Some("source");
        if !asks {
            return None;
        }
        let is_of_data = self.has(Feature::DataWord) && self.heard.names_nothing();
        if is_of_data && self.heard.stranger.is_none() && matches!(understood, Outcome::Refused(_)) {
            return Some(vec![RequestPart::Sources]);
        }
        let resort = match self.heard.resorts[..] {
            [only] => Some(only),
            [] => self.heard.told,
            _ => None,
        };
        let Some(resort) = resort else {
            let groups = self.groups().filter(|groups| !groups.is_empty())?;
            let of_snow = [Feature::Snow, Feature::Depth, Feature::NewSnow, Feature::MostSnow];
            let snow = self.set_of(groups, vec![Topic::Depth])?;
            let snow = self.heard.has_any(&of_snow).then(|| RequestPart::Set(Box::new(snow)));
            return Some(snow.into_iter().chain([RequestPart::Sources]).collect());
        };
        let is_record = |reading: &Reading| reading.operation == "get_conditions";
        if let Outcome::Reading(reading) = understood
            && !is_record(reading)
            && !matches!(
                reading.operation,
                "compare_forecasts" | "get_resort" | "get_weather_forecast" | "get_resort_info"
            )
        {
            return None;
        }
        let mut reading = self.reading_of("get_conditions", resort)?;
        reading.topics.insert(Feature::SourceOf);
        Some(vec![RequestPart::one(Outcome::Reading(Box::new(reading)))])
    }

    /// Returns the present depth and the usual snow, for a question that compares them: "Is 70 cm a lot for this time?"
    fn against_usual(&self) -> Option<Vec<RequestPart>> {
        let compares = self.has(Feature::Usual) && !self.is_of_past_winter();
        let groups = self.groups().filter(|_| compares)?;
        let [only] = groups.as_slice() else { return None };
        let resort = only.members.first().filter(|_| only.name == GroupName::Resort)?;
        let reading = |operation| self.reading_of(operation, *resort);
        let readings = [reading("get_conditions")?, reading(self.winters())?];
        Some(readings.map(|reading| RequestPart::one(Outcome::Reading(Box::new(reading)))).into())
    }

    /// Returns the risk of wind at the lifts, and what it does not say: the wind of a named day, or which lifts are open.
    fn with_risk(&self, understood: &Outcome) -> Option<Vec<RequestPart>> {
        let Outcome::Reading(risk) = understood else { return None };
        let [resort] = risk.resorts[..] else { return None };
        if risk.operation != "get_operating_risk" {
            return None;
        }
        let heard = self.heard;
        let is_of_day = heard.when.span.is_some_and(|span| span.first > heard.today && !self.is_beyond(span));
        let of_lifts = [Feature::Lifts, Feature::Open, Feature::Closed];
        let asks_of_lifts = heard.has_any(&of_lifts) && heard.when.span.is_none();
        let operation = match () {
            () if is_of_day && heard.has(Feature::Wind) => "get_weather_forecast",
            () if asks_of_lifts => "get_conditions",
            () => return None,
        };
        let mut more = self.reading_of(operation, resort)?;
        more.topics.insert(if is_of_day { Feature::Wind } else { Feature::Lifts });
        Some(
            [risk.as_ref().clone(), more].map(|one| RequestPart::one(Outcome::Reading(Box::new(one)))).into(),
        )
    }

    /// Returns the reading of an operation for a resort.
    fn reading_of(&self, operation: &'static str, resort: usize) -> Option<Reading> {
        let slug = (self.service.known.resort)(resort)?.slug.clone();
        let set = self.set_of(Vec::new(), Vec::new())?;
        Some(set.reading(operation, resort, &slug))
    }

    /// Returns the quantities that the lexicon does not know.
    fn quantities(&self) -> impl Iterator<Item = Feature> {
        let said = self.wishes.iter().copied().filter(|own| {
            matches!(own, Feature::FreezingLevel | Feature::LaNina | Feature::RecordSeason | Feature::Opens)
        });
        let bands: BTreeSet<&str> =
            self.heard.tags.iter().filter(|tag| tag.is(Feature::Band)).map(|tag| tag.value).collect();
        let both = (bands.len() > 1).then_some(Feature::BothBands);
        // "Which day does it close this season" asks for the dates of the season.
        let heard = self.heard;
        let ends = heard.has_any(&[Feature::Stop, Feature::Opens])
            && heard.has_any(&[Feature::SeasonWord, Feature::WhenWord]);
        said.chain(both).chain(ends.then_some(Feature::SeasonDates))
    }
}

/// Returns a rejection with another reason.
fn rejection(locale: Locale, reason: Reason) -> Outcome {
    Outcome::Refused(Refusal { reason, candidates: Vec::new(), readings: Vec::new(), stranger: None, locale })
}

#[cfg(test)]
mod tests;
