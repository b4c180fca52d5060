//! Explains a record: the steps of a resolution, field by field, in an order that does not depend on the order of the
//! evidence.

use std::cmp::Reverse;

use conditions_core::source::NamedKind;
use conditions_core::text::ShownName;
use conditions_core::time::Timestamp;
use conditions_core::trace::{ExplainedStep, Explanation, Usability};
use conditions_core::units::Tenths;
use schemars::JsonSchema;
use serde::Serialize;

/// How the value of one field came about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FieldExplanation {
    /// Name of the field in the record; bands as in `depth.base`. `status.operator` is the operator's own statement,
    /// from which the status is derived.
    pub field: &'static str,
    /// Evidence that was considered, by kind, newest first. Empty if no evidence concerns the field.
    pub considered: Vec<ConsideredEvidence>,
    /// Rules that decided, in order; the last one determined the value. Empty if no evidence could be used.
    pub decisions: Vec<Decision>,
}

/// One piece of evidence that was considered.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConsideredEvidence {
    /// Kind of the evidence: `operator`, `station`, `scraped`, `model`, `profile`. Stations are listed as their own
    /// kind here.
    pub source: NamedKind,
    /// Network or lane name.
    pub label: Option<String>,
    /// Station name.
    pub station: Option<ShownName>,
    /// Time of the observation, as stated by its source.
    pub observed_at: Option<Timestamp>,
    /// Depth or new snow that it states, centimetres; null for other fields.
    pub value_cm: Option<Tenths>,
    /// Result of the assessment.
    pub verdict: Usability,
}

/// A rule that decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Decision {
    /// Name of the rule.
    pub rule: &'static str,
    /// Kind of the evidence for the value; stations are listed as their own kind here.
    pub source: NamedKind,
}

/// Every field of a resolution, in this order; other fields follow by name.
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

/// The rule that changes the 14-day total, and the rule that always determines the seven-day total.
const GUARDED: &str = "range_guard";
const SUMMED: &str = "sum_of_rows";

/// Returns whether the numbers of a field are centimetres of snow.
fn is_in_centimetres(field: &str) -> bool {
    field.starts_with("depth.") || field.starts_with("snowfall")
}

/// Sorts the trace by field. A caller who does not see the 14-day total does not see its derivation either.
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
            ExplainedStep::Considered { field, source, label, station, observed_at, number, verdict } => {
                let value_cm = number.filter(|_| is_in_centimetres(field)).and_then(Tenths::new);
                let seen = ConsideredEvidence { source, label, station, observed_at, value_cm, verdict };
                known.considered.push(seen);
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
