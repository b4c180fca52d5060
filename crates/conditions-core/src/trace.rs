//! Why a value was chosen: a listener that costs nothing when nobody listens.

use alloc::string::String;
use alloc::vec::Vec;

use crate::evidence::StationReading;
use crate::source::{Kind, NamedKind};
use crate::text::ShownName;
use crate::time::Timestamp;

/// What was found of one piece of evidence.
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
    /// Without an instant, or too far in the future to be one.
    Undated,
    /// Outside the plausible range: dropped.
    Implausible,
}

/// A piece of evidence as a listener hears of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConsideredEvidence<'a> {
    /// Kind of the evidence.
    pub source: Kind,
    /// Network or lane name.
    pub label: Option<&'a str>,
    /// What its network calls the station; null for other evidence.
    pub station: Option<&'a ShownName>,
    /// When it was observed, as its source said.
    pub observed_at: Option<Timestamp>,
}

impl<'a> ConsideredEvidence<'a> {
    /// A station's reading.
    pub(crate) fn reading(reading: &'a StationReading) -> Self {
        Self {
            source: Kind::Station,
            label: Some(&reading.network),
            station: reading.name.as_ref(),
            observed_at: Some(reading.observed_at),
        }
    }

    /// A snapshot of the weather models.
    pub(crate) const fn models(captured_at: Timestamp) -> Self {
        Self { source: Kind::Model, label: None, station: None, observed_at: Some(captured_at) }
    }

    /// Weights of the models out of the verification archive, in force since `since`.
    pub(crate) const fn learnt_weights(since: Timestamp) -> Self {
        Self { source: Kind::Model, label: Some("learnt weights"), station: None, observed_at: Some(since) }
    }
}

/// Listens to a resolution. `()` is the listener that is not there: every call to it compiles to nothing.
pub trait Trace {
    /// A piece of evidence was considered for `field`.
    fn considered(&mut self, field: &'static str, evidence: ConsideredEvidence<'_>, verdict: Usability);
    /// `rule` decided `field`.
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

/// A listener that remembers: the answer to `explain=true`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Explanation {
    /// Every step, in the order in which it was taken.
    pub steps: Vec<ExplainedStep>,
}

/// One step of a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
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
        /// Kind of the evidence; a station is called one here.
        source: NamedKind,
        /// Network or lane name.
        label: Option<String>,
        /// What its network calls the station; null for other evidence.
        station: Option<ShownName>,
        /// When it was observed, as its source said.
        observed_at: Option<Timestamp>,
        /// What the rules found about it.
        verdict: Usability,
    },
    /// A rule gave a field its value, or null.
    Chose {
        /// Wire name of the field.
        field: &'static str,
        /// Name of the rule.
        rule: &'static str,
        /// Kind of evidence behind the value; a station is called one here.
        source: NamedKind,
    },
}

impl Trace for Explanation {
    fn considered(&mut self, field: &'static str, evidence: ConsideredEvidence<'_>, verdict: Usability) {
        let ConsideredEvidence { source, label, station, observed_at } = evidence;
        let (source, label, station) = (source.into(), label.map(String::from), station.cloned());
        self.steps.push(ExplainedStep::Considered { field, source, label, station, observed_at, verdict });
    }

    fn chose(&mut self, field: &'static str, rule: &'static str, source: Kind) {
        self.steps.push(ExplainedStep::Chose { field, rule, source: source.into() });
    }
}
