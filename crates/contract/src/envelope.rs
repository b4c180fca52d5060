//! The response for one resort: version, schema address, `meta`, `data` and the measured evidence beside it.
//!
//! Carries the specification's "Conditions response envelope" and "meta". Closed for who writes: no other member is
//! allowed. Who reads passes over members of a newer version; [`crate::read()`] keeps them.

use std::borrow::Cow;

use conditions_core::policy::Policy;
use conditions_core::record::{MeasuredNow, Record, Resolution};
#[cfg(feature = "schema")]
use conditions_core::schema::require_all;
use conditions_core::time::{MINUTE_MS, Timestamp};
use serde::{Deserialize, Serialize};

use crate::freshness::Freshness;
use crate::{SCHEMA_PATH, SCHEMA_VERSION};

/// Conditions of one resort.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(title = "Resort conditions", deny_unknown_fields, transform = require_all))]
#[non_exhaustive]
pub struct Envelope<'a> {
    /// Version of the contract.
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA_VERSION)))]
    pub schema_version: Cow<'static, str>,
    /// Address of the JSON Schema of this response.
    #[cfg_attr(feature = "schema", schemars(extend("format" = "uri")))]
    pub schema: String,
    /// Who answers, about which resort, and how old each field is.
    pub meta: Meta,
    /// The conditions as the resolver gave them.
    pub data: Cow<'a, Record>,
    /// Live measured evidence near the resort; null when no station reported within its freshness window. Context
    /// beside `data`, never an input to it.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(extend("x-optional" = true)))]
    pub measured_now: Option<MeasuredNow>,
}

/// An envelope that borrows nothing: [`crate::read()`] returns it, and a client can store it or send it to another thread.
pub type OwnedEnvelope = Envelope<'static>;

/// Who answers, about which resort, when, and how old each field was then.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields, transform = require_all))]
#[non_exhaustive]
pub struct Meta {
    /// The service's name.
    pub source: String,
    /// Slug of the resort, as in `data`.
    pub slug: String,
    /// When this response was serialised.
    pub generated_at: Timestamp,
    /// When the resolver produced the truth; drives staleness.
    pub resolved_at: Timestamp,
    /// Staleness per field, measured at `generatedAt`.
    pub freshness: Freshness,
}

/// What a service puts into every envelope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Publisher<'a> {
    /// The service's name.
    pub name: &'a str,
    /// Base address, without a trailing slash.
    pub base_url: &'a str,
}

impl<'a> Envelope<'a> {
    /// Wraps a resolution; ages are measured at `generated_at`.
    #[must_use]
    pub fn new(
        publisher: &Publisher<'_>,
        policy: &Policy,
        resolution: &'a Resolution,
        generated_at: Timestamp,
    ) -> Self {
        let record = &resolution.record;
        Self {
            schema_version: Cow::Borrowed(SCHEMA_VERSION),
            schema: format!("{}{SCHEMA_PATH}", publisher.base_url),
            meta: Meta {
                source: publisher.name.to_owned(),
                slug: record.slug.clone(),
                generated_at,
                resolved_at: record.resolved_at,
                freshness: Freshness::of(record, policy, generated_at),
            },
            data: Cow::Borrowed(record),
            measured_now: resolution.measured_now.clone().map(|now| aged(now, generated_at)),
        }
    }
}

/// Station ages are of the moment when the response is built, not of the resolution.
fn aged(mut measured: MeasuredNow, generated_at: Timestamp) -> MeasuredNow {
    for station in &mut measured.stations {
        let minutes = generated_at.since(station.observed_at).max(0) / MINUTE_MS;
        station.age_minutes = u32::try_from(minutes).unwrap_or(u32::MAX);
    }
    measured
}
