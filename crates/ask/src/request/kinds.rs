//! Finds the kinds of topics in a segment of a question.

use super::roads::named_roads;
use super::topics::Topic;
use crate::content::QuestionContent;
use crate::feature::Feature;
use crate::lexicon::{Tag, request_words};
use crate::names::{Mention, NameMeaning};
use crate::tokens::FoldedText;

/// A kind of topic, which one operation answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
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
    Pass,
}

/// The features of each kind, the most specific first.
const KINDS: [(Kind, &[Feature]); 13] = [
    (Kind::Avalanche, &[Feature::Avalanche]),
    (Kind::Webcam, &[Feature::Webcam, Feature::Camera]),
    (Kind::Flight, &[Feature::Flight, Feature::Journey]),
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
    pub(super) const fn operation(self) -> &'static str {
        match self {
            Self::Depth | Self::Lifts | Self::Status => "get_conditions",
            Self::NewSnow => "get_resort",
            Self::Weather => "get_weather_forecast",
            Self::Season | Self::Facts | Self::Pass => "get_resort_info",
            Self::Avalanche => "get_avalanche",
            Self::Quality => "get_snow_quality",
            Self::Road => "get_road_access",
            Self::Webcam => "get_webcam_status",
            Self::Flight => "find_flights_to_powder",
            Self::Winters => "get_monthly_snow",
        }
    }

    /// Returns the topic of a set of resorts.
    pub(super) const fn topic(self) -> Topic {
        match self {
            Self::Depth => Topic::Depth,
            Self::Lifts => Topic::Lifts,
            Self::Status => Topic::Status,
            Self::NewSnow => Topic::NewSnow,
            other => Topic::Operation(other.operation()),
        }
    }

    /// Returns whether an operation answers it.
    pub(super) fn is_covered_by(self, operation: &str) -> bool {
        match operation {
            "get_conditions" => matches!(self, Self::Depth | Self::Lifts | Self::Status),
            "get_resort" => matches!(self, Self::Depth | Self::NewSnow | Self::Status),
            "get_weather_forecast" | "compare_forecasts" => matches!(self, Self::Weather | Self::NewSnow),
            "get_operating_risk" => matches!(self, Self::Weather | Self::Lifts | Self::Status),
            "get_avalanche" => self == Self::Avalanche,
            "get_resort_info" => matches!(self, Self::Season | Self::Facts | Self::Lifts | Self::Pass),
            "get_snow_quality" => self == Self::Quality,
            "get_road_access" | "get_road_weather" | "get_road_cameras" => {
                matches!(self, Self::Road | Self::Weather | Self::Webcam)
            }
            "find_flights_to_powder" => self == Self::Flight,
            "get_destination" => matches!(self, Self::Depth | Self::NewSnow | Self::Status),
            "get_webcam_status" | "get_resort_photos" => self == Self::Webcam,
            "get_monthly_snow" | "get_trip_window" | "get_snow_history" => {
                matches!(self, Self::Winters | Self::Depth | Self::NewSnow)
            }
            _ => true,
        }
    }
}

/// Words for an amount, which mean the depth only next to an elevation.
const HOW_MUCH: [&str; 6] = ["quanta", "quanto", "cuanta", "cuanto", "combien", "wieviel"];

/// Returns the words of requests in a segment.
pub(super) fn own_tags(heard: &QuestionContent<'_>) -> Vec<Tag> {
    let mut own = request_words().tags(&FoldedText::new(&heard.tokens));
    own.retain(|tag| tag.language == heard.locale.language || tag.is(Feature::RoadName));
    own
}

/// Returns the kinds that a segment asks for. Snow of coming days is weather.
pub(super) fn kinds(heard: &QuestionContent<'_>, own: &[Tag], is_forecast: bool) -> Vec<Kind> {
    let is_ahead = heard.when.span.is_some_and(|span| {
        span.last > heard.today || (heard.has(Feature::Weekend) && span.last == heard.today)
    });
    let mut kinds: Vec<Kind> = Vec::new();
    for (kind, features) in KINDS {
        let is_said = is_said(heard, own, kind, features);
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
    if !heard.passes.is_empty() {
        kinds.push(Kind::Pass);
    }
    let is_of_resort = |at: usize| {
        let mut names = known_names(heard);
        names.any(|name| name.from <= at && at < name.to)
    };
    let roads = named_roads(&heard.tokens, own, heard.locale.language, &is_of_resort);
    if !roads.is_empty() && !kinds.contains(&Kind::Road) {
        kinds.push(Kind::Road);
    }
    without_doubles(kinds, own)
}

/// Returns whether words ask for a kind, apart from names and wishes.
fn is_said(heard: &QuestionContent<'_>, own: &[Tag], kind: Kind, features: &[Feature]) -> bool {
    // "Easy runs" are a wish and not a question about runs.
    let is_wish = |tag: &Tag| {
        let overlaps = |wish: &&Tag| wish.from < tag.to && tag.from < wish.to;
        own.iter().filter(overlaps).any(|wish| wish.is(Feature::Learner))
    };
    // "Grand" in a name does not ask for a size.
    let is_of_name = |tag: &Tag| {
        let mut names = known_names(heard);
        names.any(|name| name.from <= tag.from && tag.to <= name.to) && !tag.is(Feature::RoadName)
    };
    // "Quelle hauteur de neige" asks for a depth and not for an elevation.
    let is_of_depth = |tag: &Tag| {
        let contains_more = |depth: &Tag| {
            depth.from < tag.to && tag.from < depth.to && depth.to - depth.from > tag.to - tag.from
        };
        heard.tags.iter().any(|other| other.is(Feature::Depth) && contains_more(other))
    };
    let is_also = |tag: &Tag, other: Feature| {
        heard.tags.iter().any(|own| own.is(other) && own.from <= tag.from && tag.to <= own.to)
    };
    let is_of_season = |tag: &Tag| {
        is_also(tag, Feature::Next)
            && heard.tags.iter().any(|own| own.is(Feature::SeasonWord) && own.from == tag.to)
    };
    let is_own = |tag: &Tag| {
        let has_other_meaning = match kind {
            Kind::Lifts => is_wish(tag),
            Kind::Facts => is_of_depth(tag),
            // A stopped lift does not end a season.
            Kind::Season if tag.is(Feature::Stop) => {
                !heard.has_any(&[Feature::SeasonWord, Feature::WhenWord])
            }
            // "The next season" does not fall, and a road trip does not ask for a road.
            Kind::Weather if tag.is(Feature::Falls) => is_of_season(tag),
            Kind::Road => is_also(tag, Feature::RoadTrip),
            _ => false,
        };
        features.contains(&tag.feature) && !is_of_name(tag) && !has_other_meaning
    };
    heard.tags.iter().chain(own).any(is_own)
}

/// Returns the names of a segment that are in the catalogue.
fn known_names<'c>(heard: &'c QuestionContent<'_>) -> impl Iterator<Item = &'c Mention> {
    heard.mentions.iter().filter(|name| !matches!(name.what, NameMeaning::Stranger(_)))
}

/// Drops kinds whose words belong to another one.
fn without_doubles(mut kinds: Vec<Kind>, own: &[Tag]) -> Vec<Kind> {
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
