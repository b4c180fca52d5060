//! The record before and after a report: published values, values with the report, the winning evidence with its rule,
//! and the expiry of each value.

use std::collections::BTreeMap;

use conditions_core::evidence::{Evidence, Observation, Origin, Profile};
use conditions_core::field::Field as Known;
use conditions_core::freshness::{FieldClass, FreshnessTier, of_field};
use conditions_core::policy::{Policy, Window};
use conditions_core::record::Resolution;
use conditions_core::resolve_with;
use conditions_core::source::Kind;
use conditions_core::time::Timestamp;
use conditions_core::trace::{ExplainedStep, Explanation};
use serde::Serialize;
use serde_json::Value;

use crate::report::{Field, Report};

/// One value of a record.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ShownValue {
    /// Value; null if it is not reported.
    pub value: Value,
    /// Source of the value.
    pub source: Kind,
    /// Freshness of the value.
    pub tier: FreshnessTier,
    /// Time of observation.
    pub observed_at: Option<Timestamp>,
}

/// A field of the record before and after.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    /// Name of the field in the record.
    pub field: &'static str,
    /// Currently published value.
    pub before: ShownValue,
    /// Value with the report.
    pub after: ShownValue,
    /// Rule that decides afterwards; null if no evidence is usable.
    pub rule: Option<&'static str>,
}

/// Expiry of a value of a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Expiry {
    /// Field of the report.
    pub field: Field,
    /// End of `live`.
    pub live_until: Timestamp,
    /// End of its precedence; afterwards it is `stale`, and other measurements take precedence.
    pub expires_at: Timestamp,
}

/// Returns evidence with other claims of the resort's reports. Statements of its content stay.
#[must_use]
pub fn with_claims(evidence: &Evidence, claims: &[Observation]) -> Evidence {
    let mut newer = evidence.clone();
    newer.observations.retain(|known| !is_reported(known));
    newer.observations.extend(claims.iter().cloned());
    newer
}

/// Returns whether an observation comes from a report of the resort.
#[must_use]
pub fn is_reported(observation: &Observation) -> bool {
    observation.origin == Origin::Operator && !observation.claim.is_of_content()
}

/// Resolves evidence; returns the record and the deciding rule of each field.
#[must_use]
pub fn resolved(
    now: Timestamp,
    policy: &Policy,
    profile: &Profile,
    evidence: &Evidence,
) -> (Resolution, BTreeMap<&'static str, &'static str>) {
    let mut heard = Explanation::default();
    let resolution = resolve_with(now, policy, profile, evidence, &mut heard);
    let rules = heard.steps.into_iter().filter_map(|step| match step {
        ExplainedStep::Chose { field, rule, .. } => Some((field, rule)),
        ExplainedStep::Considered { .. } => None,
    });
    (resolution, rules.collect())
}

/// Returns every field that a report can change, before and after.
#[must_use]
pub fn changes(
    now: Timestamp,
    policy: &Policy,
    before: &Resolution,
    after: &Resolution,
    rules: &BTreeMap<&'static str, &'static str>,
) -> Vec<Change> {
    let [before, after] = [before, after].map(|resolution| shown_values(now, policy, resolution));
    let pairs = before.into_iter().zip(after);
    let change =
        |((field, before), (_, after))| Change { field, before, after, rule: rules.get(field).copied() };
    pairs.map(change).collect()
}

fn shown_values(now: Timestamp, policy: &Policy, resolution: &Resolution) -> Vec<(&'static str, ShownValue)> {
    let record = &resolution.record;
    let depth = &record.depth;
    vec![
        ("status", one(now, policy, FieldClass::Status, Some(&record.status))),
        ("displayDepthCm", one(now, policy, FieldClass::Depth, record.display_depth_cm.as_ref())),
        ("depth.base", one(now, policy, FieldClass::Depth, depth.base.as_ref())),
        ("depth.mid", one(now, policy, FieldClass::Depth, depth.mid.as_ref())),
        ("depth.summit", one(now, policy, FieldClass::Depth, depth.summit.as_ref())),
        ("snowfall24hCm", one(now, policy, FieldClass::Snowfall, Some(&resolution.snowfall24h_cm))),
        ("snowfall48hCm", one(now, policy, FieldClass::Snowfall, Some(&resolution.snowfall48h_cm))),
        ("lifts", one(now, policy, FieldClass::Terrain, Some(&record.lifts))),
        ("runs", one(now, policy, FieldClass::Terrain, Some(&record.runs))),
        ("surface", one(now, policy, FieldClass::Surface, Some(&record.surface))),
    ]
}

fn one<T: Serialize>(
    now: Timestamp,
    policy: &Policy,
    class: FieldClass,
    field: Option<&Known<T>>,
) -> ShownValue {
    let Some(field) = field.filter(|field| field.value.is_some()) else {
        return ShownValue {
            value: Value::Null,
            source: Kind::None,
            tier: FreshnessTier::Unknown,
            observed_at: None,
        };
    };
    ShownValue {
        value: serde_json::to_value(&field.value).unwrap_or(Value::Null),
        source: field.source,
        tier: of_field(now, policy, class, field).tier,
        observed_at: field.observed_at,
    }
}

/// Returns the expiry of each value of a report observed at `at`.
#[must_use]
pub fn expiries(policy: &Policy, report: &Report, at: Timestamp) -> Vec<Expiry> {
    let said = |field: &Field| match field {
        Field::Status => report.status.is_some(),
        Field::Surface => report.surface.is_some(),
        Field::Lifts | Field::Runs => report.lists.contains_key(field),
        field => report.measured(*field).is_some() || report.counts.contains_key(field),
    };
    let window = |field: Field| match field {
        Field::Status => Some(policy.status),
        Field::NewSnow24h | Field::NewSnow48h | Field::Surface => Some(policy.surface),
        Field::DepthBase | Field::DepthMid | Field::DepthSummit => Some(policy.depth),
        Field::LiftsOpen
        | Field::LiftsTotal
        | Field::RunsOpen
        | Field::RunsTotal
        | Field::Lifts
        | Field::Runs => Some(policy.terrain),
        Field::ObservedAt | Field::Note => None,
    };
    let fields = Field::ALL.iter().copied().filter(said);
    let expiry = |field| {
        let Window { live_ms, ttl_ms } = window(field)?;
        Some(Expiry { field, live_until: at.plus_millis(live_ms), expires_at: at.plus_millis(ttl_ms) })
    };
    fields.filter_map(expiry).collect()
}

#[cfg(test)]
mod tests;
