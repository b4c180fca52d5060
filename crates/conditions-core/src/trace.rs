//! Explanations of a resolution: a listener that costs nothing when it is not used.

use alloc::string::String;
use alloc::vec::Vec;

use crate::evidence::StationReading;
use crate::source::{Kind, NamedKind};
use crate::text::ShownName;
use crate::time::Timestamp;

/// Result of the assessment of one piece of evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(rename = "Verdict"))]
pub enum Usability {
    /// Within its time to live, or reference data, to which age does not apply.
    Fresh,
    /// Past its time to live, still usable as stale.
    Expired,
    /// Too old to use.
    TooOld,
    /// Without a timestamp, or with one too far in the future.
    Undated,
    /// Outside the plausible range: dropped.
    Implausible,
}

/// A piece of evidence as reported to a listener.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ConsideredEvidence<'a> {
    /// Kind of the evidence.
    pub source: Kind,
    /// Network or lane name.
    pub label: Option<&'a str>,
    /// Name of the station in its network; null for other evidence.
    pub station: Option<&'a ShownName>,
    /// Time of the observation, as stated by its source.
    pub observed_at: Option<Timestamp>,
    /// Its number, in the unit of the field; null if it is not one number.
    pub number: Option<f64>,
}

impl<'a> ConsideredEvidence<'a> {
    /// Describes a station's reading.
    pub(crate) fn reading(reading: &'a StationReading) -> Self {
        Self {
            source: Kind::Station,
            label: Some(&reading.network),
            station: reading.name.as_ref(),
            observed_at: Some(reading.observed_at),
            number: None,
        }
    }

    /// Describes a snapshot of the weather models.
    pub(crate) const fn models(captured_at: Timestamp) -> Self {
        Self { source: Kind::Model, label: None, station: None, observed_at: Some(captured_at), number: None }
    }

    /// Describes learnt weights of the models, in force since `since`.
    pub(crate) const fn learnt_weights(since: Timestamp) -> Self {
        Self {
            source: Kind::Model,
            label: Some("learnt weights"),
            station: None,
            observed_at: Some(since),
            number: None,
        }
    }
}

/// Listens to a resolution. `()` is the listener that does nothing: calls to it compile to nothing.
pub trait Trace {
    /// Records that a piece of evidence was considered for `field`.
    fn considered(&mut self, field: &'static str, evidence: ConsideredEvidence<'_>, verdict: Usability);
    /// Records that `rule` decided `field`.
    fn chose(&mut self, field: &'static str, rule: &'static str, source: Kind);
}

impl Trace for () {
    fn considered(&mut self, _: &'static str, _: ConsideredEvidence<'_>, _: Usability) {}
    fn chose(&mut self, _: &'static str, _: &'static str, _: Kind) {}
}

impl<T: Trace + ?Sized> Trace for &mut T {
    fn considered(&mut self, field: &'static str, evidence: ConsideredEvidence<'_>, verdict: Usability) {
        (**self).considered(field, evidence, verdict);
    }
    fn chose(&mut self, field: &'static str, rule: &'static str, source: Kind) {
        (**self).chose(field, rule, source);
    }
}

/// A listener that records every step: the answer to `explain=true`.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Explanation {
    /// Every step, in order.
    pub steps: Vec<ExplainedStep>,
}

/// One step of a decision.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "step", rename_all = "camelCase", rename_all_fields = "camelCase")
)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum ExplainedStep {
    /// A piece of evidence was considered.
    Considered {
        /// Wire name of the field.
        field: &'static str,
        /// Kind of the evidence; stations are named as such here.
        source: NamedKind,
        /// Network or lane name.
        label: Option<String>,
        /// Name of the station in its network; null for other evidence.
        station: Option<ShownName>,
        /// Time of the observation, as stated by its source.
        observed_at: Option<Timestamp>,
        /// Its number, in the unit of the field; null if it is not one number.
        number: Option<f64>,
        /// Result of the assessment.
        verdict: Usability,
    },
    /// A rule gave a field its value, or null.
    Chose {
        /// Wire name of the field.
        field: &'static str,
        /// Name of the rule.
        rule: &'static str,
        /// Kind of the evidence for the value; stations are named as such here.
        source: NamedKind,
    },
}

impl Trace for Explanation {
    fn considered(&mut self, field: &'static str, evidence: ConsideredEvidence<'_>, verdict: Usability) {
        let ConsideredEvidence { source, label, station, observed_at, number } = evidence;
        let (source, label, station) = (source.into(), label.map(String::from), station.cloned());
        self.steps.push(ExplainedStep::Considered {
            field,
            source,
            label,
            station,
            observed_at,
            number,
            verdict,
        });
    }

    fn chose(&mut self, field: &'static str, rule: &'static str, source: Kind) {
        self.steps.push(ExplainedStep::Chose { field, rule, source: source.into() });
    }
}
