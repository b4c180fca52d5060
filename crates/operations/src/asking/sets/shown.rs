//! The values that a topic shows of each resort of a set.

use ask::{SetQuestion, Topic};

use super::operating::{LIFTS, RUNS};
use crate::asking::units::Unit;

/// A phrase of a topic, the place of its value, and its unit.
pub(super) struct DisplayForm {
    pub(super) ranked: &'static str,
    pub(super) compared: &'static str,
    /// Sentence if all values are 0.
    pub(super) none: &'static str,
    pub(super) member: &'static str,
    pub(super) unit: Unit,
}

/// The days up to now whose new snow is on record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PastDays {
    One,
    Two,
    Seven,
}

impl PastDays {
    /// Returns the shortest of them that contains the past days of a question; a week for longer ones.
    pub(super) fn new(set: &SetQuestion) -> Self {
        match set.when.span.map_or(0, |span| (set.today - span.first).num_days()) {
            ..=1 => Self::One,
            2 => Self::Two,
            _ => Self::Seven,
        }
    }

    const fn form(self) -> DisplayForm {
        let (ranked, compared, none, member) = match self {
            Self::One => {
                ("ranked snowfall", "compared snowfall", "set no new snow", "/data/recentSnow/past24h/value")
            }
            Self::Two => (
                "ranked snowfall two days",
                "compared snowfall two days",
                "set no new snow two days",
                "/data/recentSnow/past48h/value",
            ),
            Self::Seven => (
                "ranked snowfall week",
                "compared snowfall week",
                "set no new snow week",
                "/data/recentSnow/past7d/value",
            ),
        };
        DisplayForm { ranked, compared, none, member, unit: Unit::Cm }
    }
}

impl DisplayForm {
    /// Returns the depths of a band, for a question about it.
    pub(super) fn of_band(set: &SetQuestion, topic: Topic) -> Option<Self> {
        let member = match set.band.filter(|_| topic == Topic::Depth)? {
            "base" => "/data/conditions/depth/base/value",
            "summit" => "/data/conditions/depth/summit/value",
            _ => "/data/conditions/depth/mid/value",
        };
        let (ranked, compared) = ("ranked depth at", "compared depth at");
        Some(Self { ranked, compared, member, ..Self::new(set, topic) })
    }

    pub(super) fn new(set: &SetQuestion, topic: Topic) -> Self {
        let (ranked, compared, none, member, unit) = match topic {
            Topic::NewSnow => return PastDays::new(set).form(),
            Topic::Week => {
                let next = "/data/conditions/forecast/next7dCm/value";
                ("ranked forecast", "compared forecast", "set no forecast snow", next, Unit::Cm)
            }
            Topic::Lifts => ("set lifts", "set lifts", "set lifts", LIFTS, Unit::Count),
            Topic::Runs => ("set runs", "set runs", "set runs", RUNS, Unit::Count),
            Topic::Score => ("ranked score", "compared score", "ranked score", "/data/score", Unit::Points),
            Topic::Depth | Topic::Status | Topic::Operation(_) => (
                "ranked depth",
                "compared depth",
                "set no snow",
                "/data/conditions/displayDepthCm/value",
                Unit::Cm,
            ),
        };
        Self { ranked, compared, none, member, unit }
    }
}
