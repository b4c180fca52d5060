//! Freshness labels: the staleness of each field on the wire. Implements the specification's `fieldFreshness`. Tiers
//! and ages are computed by `conditions-core`.

use conditions_core::field::Field;
use conditions_core::freshness::{self, FieldClass, Freshness as Assessed, FreshnessTier};
use conditions_core::policy::Policy;
use conditions_core::record::{OpenTotal, Record};
#[cfg(feature = "schema")]
use conditions_core::schema::require_all;
use conditions_core::source::Kind;
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use serde::{Deserialize, Serialize};

/// Staleness of the fields that clients usually show.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields, transform = require_all))]
#[non_exhaustive]
pub struct Freshness {
    /// Staleness of the base-preferred depth.
    pub base_depth_cm: FieldFreshness,
    /// Staleness of the depth at the base.
    pub depth_base: FieldFreshness,
    /// Staleness of the depth at mid mountain.
    pub depth_mid: FieldFreshness,
    /// Staleness of the depth at the summit.
    pub depth_summit: FieldFreshness,
    /// Staleness of the lift counts.
    pub lifts: FieldFreshness,
    /// Staleness of the run counts.
    pub runs: FieldFreshness,
    /// Staleness of the surface description.
    pub surface: FieldFreshness,
    /// Staleness of the forecast, from the age of the weather snapshot only.
    pub forecast: FieldFreshness,
}

/// Pattern of the seven forms of a label.
#[cfg(feature = "schema")]
const LABEL: &str = r"^(live|as of [1-9][0-9]*h ago|stale \([1-9][0-9]*d ago\)|modelled [1-9][0-9]*h ago|stale \(modelled [1-9][0-9]*h ago\)|estimated|not reported)$";

/// Staleness of one field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields, transform = require_all))]
#[non_exhaustive]
pub struct FieldFreshness {
    /// Freshness tier of the value, which depends on its source.
    pub tier: FreshnessTier,
    /// Label, ready to show: `live`, `as of <n>h ago`, `stale (<n>d ago)`, `modelled <n>h ago`, `stale (modelled <n>h
    /// ago)`, `estimated` or `not reported`; `<n>` is at least 1.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = LABEL)))]
    pub label: String,
    /// Hours since the observation, with one decimal; for model fields, since the weather snapshot was captured. Null
    /// without a usable timestamp.
    #[cfg_attr(feature = "schema", schemars(extend("minimum" = 0)))]
    pub age_hours: Option<Tenths>,
}

impl Freshness {
    /// Returns the staleness of every field at `generated_at`.
    #[must_use]
    pub fn from_record(record: &Record, policy: &Policy, generated_at: Timestamp) -> Self {
        let depth = |band: Option<&Field<Tenths>>| {
            labelled(freshness::of_optional(generated_at, policy, FieldClass::Depth, band))
        };
        let terrain = |count: &Field<OpenTotal>| {
            labelled(freshness::of_field(generated_at, policy, FieldClass::Terrain, count))
        };
        Self {
            base_depth_cm: depth(Some(&record.base_depth_cm)),
            depth_base: depth(record.depth.base.as_ref()),
            depth_mid: depth(record.depth.mid.as_ref()),
            depth_summit: depth(record.depth.summit.as_ref()),
            lifts: terrain(&record.lifts),
            runs: terrain(&record.runs),
            surface: labelled(freshness::of_field(
                generated_at,
                policy,
                FieldClass::Surface,
                &record.surface,
            )),
            forecast: forecast(freshness::of_forecast(generated_at, policy, &record.forecast.next7d_cm)),
        }
    }
}

/// Returns the label of any field except the forecast.
fn labelled(assessed: Assessed) -> FieldFreshness {
    let modelled = assessed.kind == Kind::Model;
    let label = match (assessed.tier, assessed.whole_hours(), assessed.whole_days()) {
        (FreshnessTier::Unknown, ..) => "not reported".to_owned(),
        (FreshnessTier::Live, ..) => "live".to_owned(),
        (FreshnessTier::Recent, Some(hours), _) => format!("as of {hours}h ago"),
        (FreshnessTier::Stale, Some(hours), _) if modelled => format!("stale (modelled {hours}h ago)"),
        (FreshnessTier::Stale, _, Some(days)) => format!("stale ({days}d ago)"),
        (FreshnessTier::Estimated, Some(hours), _) if modelled => format!("modelled {hours}h ago"),
        // Without an age. The rules never give a tier of a newer version.
        _ => "estimated".to_owned(),
    };
    FieldFreshness { tier: assessed.tier, label, age_hours: assessed.age_hours() }
}

/// Returns the label of the forecast, which is live while its snapshot is young and never `modelled`.
fn forecast(assessed: Assessed) -> FieldFreshness {
    let label = match (assessed.tier, assessed.whole_hours()) {
        (FreshnessTier::Unknown, _) => "not reported".to_owned(),
        (FreshnessTier::Live, _) => "live".to_owned(),
        (FreshnessTier::Recent, Some(hours)) => format!("as of {hours}h ago"),
        (FreshnessTier::Stale, Some(hours)) => format!("stale (modelled {hours}h ago)"),
        _ => "estimated".to_owned(),
    };
    FieldFreshness { tier: assessed.tier, label, age_hours: assessed.age_hours() }
}
