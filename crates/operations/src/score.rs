//! The score in answers: every component with the numbers that it was computed from, in digits and in words.

use conditions_core::record::OperatingStatus;
use conditions_core::score::{Basis, Component, Part, Score, ScoredPart, WithheldReason};
use conditions_core::source::Kind;
use conditions_core::time::Timestamp;
use conditions_core::units::{Confidence, Hundredths, Tenths};
use schemars::JsonSchema;
use serde::Serialize;

use crate::text::{NOT_REPORTED, Text, count_text, tenths, trust, word};

/// The formula of a score from its components; the numbers are among the definitions, with the prefix `score.`.
pub const FORMULA: &str = "100 × (Σ(points × confidence) ÷ Σ(maximum × confidence)) × (1 − score.discount × \
    (1 − mean confidence)), over the known components, rounded to one decimal; their points are rounded to \
    one decimal, and mean confidence is Σ(maximum × confidence) ÷ Σ maximum, rounded to two. Missing \
    components count as missing, never as zero. Null out of season, and if the known components account for \
    less than score.leastPresent of all points.";

/// A score and its components.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScoreDetail {
    /// 0–100; null if it is withheld.
    pub value: Option<Tenths>,
    /// Reason if it is withheld; null if it is not.
    pub withheld: Option<WithheldReason>,
    /// Share of all points that the known components account for, 0–1.
    pub present: Hundredths,
    /// Mean confidence of the known components, weighted by their maxima.
    pub confidence: Confidence,
    /// The six components; always all of them.
    pub components: Vec<ComponentRow>,
    /// Formula of the value from the components.
    pub formula: &'static str,
}

/// A component of the score.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ComponentRow {
    /// Name of the component.
    pub name: Part,
    /// Points; null if no basis for them is reported.
    pub points: Option<Tenths>,
    /// Maximum points.
    pub maximum: Tenths,
    /// Source of the basis.
    pub source: Kind,
    /// When it was observed.
    pub observed_at: Option<Timestamp>,
    /// Trust in it, 0 to 1.
    pub confidence: Confidence,
    /// Basis of the points in words.
    pub basis: String,
    /// Basis of the points as data; `None` if none is reported.
    #[serde(skip)]
    pub found: Option<Basis>,
    /// Basis of the points in digits.
    pub inputs: Vec<Input>,
}

/// One input of a component: a number or a word, under the same name as elsewhere in the answers.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Input {
    /// Name of the component, such as `recentSnow`.
    pub name: &'static str,
    /// The number; null for a word.
    pub value: Option<Tenths>,
    /// The word; null for a number.
    pub word: Option<String>,
    /// Unit of the number; empty for pure numbers and words.
    pub unit: &'static str,
}

impl Input {
    const fn number(name: &'static str, value: Tenths, unit: &'static str) -> Self {
        Self { name, value: Some(value), word: None, unit }
    }

    fn count(name: &'static str, value: u32) -> Self {
        Self { name, value: Tenths::new(f64::from(value)), word: None, unit: "" }
    }

    const fn word(name: &'static str, word: String) -> Self {
        Self { name, value: None, word: Some(word), unit: "" }
    }
}

impl ScoreDetail {
    /// Makes the answer's form of a score.
    #[must_use]
    pub fn new(score: &Score) -> Self {
        Self {
            value: score.value,
            withheld: score.withheld,
            present: score.present,
            confidence: score.confidence,
            components: score.components.iter().map(ComponentRow::new).collect(),
            formula: FORMULA,
        }
    }

    /// Writes the score in words.
    pub(crate) fn write(&self, text: &mut Text) {
        let why = match self.withheld {
            None => trust(Kind::Derived, self.confidence),
            Some(WithheldReason::OutOfSeason) => "out of season".to_owned(),
            Some(WithheldReason::ThinEvidence) => "too little is reported".to_owned(),
        };
        text.item("Snow score", format_args!("{} ({why})", tenths(self.value, "of 100")));
        for row in &self.components {
            let name = row.name.name();
            match row.points {
                None => text.line(format_args!("  {name}: {}", row.basis)),
                Some(points) => text.line(format_args!(
                    "  {name}: {} of {} points; {}, {}",
                    points.get(),
                    row.maximum.get(),
                    row.basis,
                    trust(row.source, row.confidence)
                )),
            }
        }
    }
}

impl ComponentRow {
    fn new(component: &Component) -> Self {
        let Component { part, maximum, present } = *component;
        let (basis, inputs) = present.map_or_else(|| (missing(part), Vec::new()), |found| explained(&found));
        Self {
            name: part,
            points: present.map(|found| found.points),
            maximum,
            source: present.map_or(Kind::None, |found| found.source),
            observed_at: present.and_then(|found| found.observed_at),
            confidence: present.map_or(Confidence::NONE, |found| found.confidence),
            basis,
            found: present.map(|found| found.basis),
            inputs,
        }
    }
}

fn missing(part: Part) -> String {
    let what = match part {
        Part::RecentSnow => "new snow of the past 24 hours",
        Part::DepthVsAvg => "depth against the average of this day",
        Part::Forecast => "forecast of the next 7 days",
        Part::Surface => "snow quality",
        Part::Operations => "whether the resort is open",
        Part::History => "average depth of this day",
    };
    format!("{what}: {NOT_REPORTED}")
}

fn explained(found: &ScoredPart) -> (String, Vec<Input>) {
    let source = found.source.name();
    match found.basis {
        Basis::Snowfall24h(cm) => (
            format!("{} cm of new snow in the past 24 hours ({source})", cm.get()),
            vec![Input::number("snowfall24hCm", cm, "cm")],
        ),
        Basis::PercentOfAverage(percent) => (
            format!("depth is {percent} % of the average of this day"),
            vec![Input::number("depthVsAvgPct", Tenths::new(f64::from(percent)).unwrap_or_default(), "%")],
        ),
        Basis::Next7d(cm) => (
            format!("{} cm of snow forecast for the next 7 days", cm.get()),
            vec![Input::number("next7dCm", cm, "cm")],
        ),
        Basis::Quality(label) => {
            let label = word(&label);
            (format!("snow quality is {label} ({source})"), vec![Input::word("snowQuality", label)])
        }
        Basis::Bare(cm) => (
            format!("bare ground: {} cm of snow ({source})", cm.get()),
            vec![Input::number("displayDepthCm", cm, "cm")],
        ),
        Basis::Lifts { open, total } => (
            format!("{open} of {} open ({source})", count_text(total, "lift")),
            vec![Input::count("lifts.open", open), Input::count("lifts.total", total)],
        ),
        Basis::Status(status) => {
            let says = match status {
                OperatingStatus::Open => "open, number of open lifts not reported",
                OperatingStatus::ClosedToday => "closed today",
                _ => "status not known",
            };
            (format!("{says} ({source})"), vec![Input::word("status", word(&status))])
        }
        Basis::Average(cm) => (
            format!("{} cm is the average snow depth on this day", cm.get()),
            vec![Input::number("averageCm", cm, "cm")],
        ),
    }
}
