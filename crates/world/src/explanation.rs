//! Why the record says what it says: the steps of a resolution, field by field, in an order that never depends on that of
//! the evidence.

use std::cmp::Reverse;

use conditions_core::source::NamedKind;
use conditions_core::text::ShownName;
use conditions_core::time::Timestamp;
use conditions_core::trace::{ExplainedStep, Explanation, Usability};
use schemars::JsonSchema;
use serde::Serialize;

/// Why one field says what it says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FieldExplanation {
    /// The field as the record names it; bands as `depth.base`. `status.operator` is what the operator says of the status,
    /// which the status is derived from.
    pub field: &'static str,
    /// The evidence that was looked at, by kind, newest first. Empty: nothing speaks of the field.
    pub considered: Vec<ConsideredEvidence>,
    /// The rules that decided, in turn; the last one had the last word. Empty: no evidence could be used.
    pub decisions: Vec<Decision>,
}

/// One piece of evidence that was looked at.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConsideredEvidence {
    /// Kind of the evidence: `operator`, `station`, `scraped`, `model`, `profile`. A station is called one here.
    pub source: NamedKind,
    /// Network or lane name.
    pub label: Option<String>,
    /// Station name.
    pub station: Option<ShownName>,
    /// When it was observed, as its source said.
    pub observed_at: Option<Timestamp>,
    /// What was found of it.
    pub verdict: Usability,
}

/// A rule that decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Decision {
    /// Name of the rule.
    pub rule: &'static str,
    /// Kind of evidence behind the value; a station is called one here.
    pub source: NamedKind,
}

/// Every field of a resolution, in this order; what else is heard of follows by name.
const FIELDS: [&str; 22] = [
    "status.operator",
    "status",
    "seasonOpening",
    "seasonClosing",
    "depth.base",
    "depth.mid",
    "depth.summit",
    "displayDepthCm",
    "depthVsAvgPct",
    "lifts",
    "runs",
    "surface",
    "abilityPct",
    "longestRun",
    "snowQuality",
    "snowSurfaceTemp",
    "forecast",
    "measuredNow",
    "snowfall24hCm",
    "snowfall48hCm",
    "snowfall7dCm",
    "newSnowDensity",
];

/// The rule that moves the 14-day total, and the one that gives the total of seven days in any case.
const GUARDED: &str = "range_guard";
const SUMMED: &str = "sum_of_rows";

/// Sorts what was heard by field. A caller who does not see the 14-day total does not hear how it came about either.
#[must_use]
pub fn by_field(heard: Explanation, sees_14_days: bool) -> Vec<FieldExplanation> {
    let blank = |field| FieldExplanation { field, considered: Vec::new(), decisions: Vec::new() };
    let mut fields: Vec<FieldExplanation> = FIELDS.into_iter().map(blank).collect();
    for step in heard.steps {
        let (ExplainedStep::Considered { field, .. } | ExplainedStep::Chose { field, .. }) = &step;
        let place = fields.iter().position(|known| known.field == *field).unwrap_or_else(|| {
            fields.push(blank(field));
            fields.len() - 1
        });
        let Some(known) = fields.get_mut(place) else { continue };
        match step {
            ExplainedStep::Considered { field: _, source, label, station, observed_at, verdict } => {
                known.considered.push(ConsideredEvidence { source, label, station, observed_at, verdict });
            }
            ExplainedStep::Chose { field: _, rule, source } => {
                let rule = if rule == GUARDED && !sees_14_days { SUMMED } else { rule };
                known.decisions.push(Decision { rule, source });
            }
        }
    }
    for field in &mut fields {
        field.considered.sort_by(|a, b| {
            let key = |seen: &ConsideredEvidence| (seen.source.kind().name(), Reverse(seen.observed_at));
            key(a).cmp(&key(b)).then_with(|| a.cmp(b))
        });
    }
    if let Some(others) = fields.get_mut(FIELDS.len()..) {
        others.sort_by_key(|field| field.field);
    }
    fields
}

#[cfg(test)]
mod tests;
