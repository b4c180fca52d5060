//! Source, age and trust of the numbers of a row, so that a list can mark a modelled or an old one.

use conditions_core::contradiction::doubtful_depths;
use conditions_core::field::Field;
use conditions_core::freshness::{FieldClass, Freshness, FreshnessTier, of_field, of_forecast};
use conditions_core::source::NamedKind;
use conditions_core::time::Timestamp;
use conditions_core::units::{Confidence, Tenths};
use schemars::JsonSchema;
use serde::Serialize;
use world::VisibleResort;

/// Source, age and trust of one number.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Provenance {
    /// Kind of source: `operator`, `station`, `scraped`, `model`, `profile` or `derived`. Unlike the `source` of a record
    /// it distinguishes a `station` from a value `scraped` from the resort's own site.
    pub kind: NamedKind,
    /// True if measured (entered by the operator or read by a station).
    pub measured: bool,
    /// Freshness of the value, given its source.
    pub freshness: FreshnessTier,
    /// When it was observed; for model values, when the weather models were fetched.
    pub observed_at: Option<Timestamp>,
    /// Trust in it, 0 to 1.
    pub confidence: Confidence,
}

impl Provenance {
    /// Returns `None` without a value.
    fn new(field: &Field<Tenths>, freshness: Freshness) -> Option<Self> {
        field.value.map(|_| Self {
            kind: field.source.into(),
            measured: field.source.is_measured(),
            freshness: freshness.tier,
            observed_at: field.observed_at,
            confidence: field.confidence,
        })
    }
}

/// Returns the kind of source for texts: ` (model)`; empty without a value.
pub(crate) fn mark(provenance: Option<Provenance>) -> String {
    provenance.map_or_else(String::new, |one| format!(" ({})", one.kind.kind().name()))
}

/// Source, age and trust of the numbers of a row, each under the name of its number; null without the number.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RowProvenance {
    /// Provenance of the headline snow depth.
    pub display_depth_cm: Option<Provenance>,
    /// True if a measured depth of another band contradicts the modelled headline; `doubtfulDepths` of the resort has
    /// both.
    pub display_depth_is_doubtful: bool,
    /// Provenance of the new snow of the past 24 hours.
    #[serde(rename = "snowfall24hCm")]
    pub snowfall24h_cm: Option<Provenance>,
    /// Provenance of the forecast snowfall of the next 7 days.
    #[serde(rename = "next7dCm")]
    pub next7d_cm: Option<Provenance>,
}

impl RowProvenance {
    /// Describes the numbers of one resort. Ages are measured at the time when it was resolved.
    #[must_use]
    pub fn new(seen: &VisibleResort<'_>) -> Self {
        let (now, policy) = (seen.view().as_of(), seen.view().policy());
        let past = |class, field: &Field<Tenths>| Provenance::new(field, of_field(now, policy, class, field));
        let resolution = seen.resolution();
        let record = &resolution.record;
        let headline = record.display_depth_detail.as_ref().map(|detail| detail.elevation_band);
        let doubtful = doubtful_depths(policy, record);
        let missing = Field::not_reported();
        let next = &record.forecast.next7d_cm;
        Self {
            display_depth_cm: past(FieldClass::Depth, record.display_depth_cm.as_ref().unwrap_or(&missing)),
            display_depth_is_doubtful: doubtful.iter().any(|depth| Some(depth.band) == headline),
            snowfall24h_cm: past(FieldClass::Snowfall, &resolution.snowfall24h_cm),
            next7d_cm: Provenance::new(next, of_forecast(now, policy, next)),
        }
    }
}
