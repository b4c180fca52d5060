//! The response for one resort: version, schema address, `meta`, `data` and live measured evidence.
//!
//! Implements the specification's "Conditions response envelope" and "meta". Writers may not add members. Readers
//! accept members of newer versions; [`crate::read()`] keeps them.

use std::borrow::Cow;

use conditions_core::policy::Policy;
use conditions_core::record::{MeasuredNow, Record, Resolution};
#[cfg(feature = "schema")]
use conditions_core::schema::require_all;
use conditions_core::time::Timestamp;
use serde::{Deserialize, Serialize};

use crate::freshness::Freshness;
use crate::{SCHEMA_PATH, SCHEMA_VERSION};

/// Conditions of one resort, as the conditions endpoint returns them.
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
    /// Name of the service, the resort, and the age of each field.
    pub meta: Meta,
    /// The resolved conditions.
    pub data: Cow<'a, Record>,
    /// Live measured evidence near the resort; null when no station reported within its freshness window. Context for
    /// `data`, never an input to it.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(extend("x-optional" = true)))]
    pub measured_now: Option<MeasuredNow>,
}

/// An envelope without borrowed data, as returned by [`crate::read()`]. A client can store it or send it to another
/// thread.
pub type OwnedEnvelope = Envelope<'static>;

/// Name of the service, the resort, the times of the response, and the age of each field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields, transform = require_all))]
#[non_exhaustive]
pub struct Meta {
    /// Name of the service.
    pub source: String,
    /// Slug of the resort, as in `data`.
    pub slug: String,
    /// Time at which this response was serialised.
    pub generated_at: Timestamp,
    /// Time at which the conditions were resolved; determines staleness.
    pub resolved_at: Timestamp,
    /// Staleness of each field, measured at `generatedAt`.
    pub freshness: Freshness,
}

/// The service that publishes envelopes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Publisher<'a> {
    /// Name of the service, published as `meta.source`.
    pub name: &'a str,
    /// Base address of the service, without a trailing slash.
    pub base_url: &'a str,
}

impl<'a> Envelope<'a> {
    /// Wraps a resolution in an envelope. Ages are measured at `generated_at`.
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
                freshness: Freshness::from_record(record, policy, generated_at),
            },
            data: Cow::Borrowed(record),
            measured_now: resolution.measured_now.clone().map(|now| now.aged(generated_at)),
        }
    }

    /// Sets the time of the resolution, for a resolution whose evidence gives the same result at that time.
    #[must_use]
    pub fn resolved_at(mut self, at: Timestamp) -> Self {
        if self.meta.resolved_at != at {
            self.meta.resolved_at = at;
            self.data.to_mut().resolved_at = at;
        }
        self
    }
}
