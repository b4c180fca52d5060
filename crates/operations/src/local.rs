//! Values in local terms: the resort's clock, and elevations in whole metres.

use std::borrow::Cow;
use std::fmt;

use chrono::{DateTime, FixedOffset, Offset, TimeZone};
use conditions_core::time::Timestamp;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

/// Rounds an elevation to whole metres, as published; returns `None` if the value is not an elevation.
#[must_use]
pub fn whole_metres(metres: f64) -> Option<i32> {
    // Far above any mountain, and well inside the range of the type.
    const MOST_M: f64 = 100_000.0;
    (metres.abs() <= MOST_M).then(|| metres.round() as i32)
}

/// A time on the resort's clock, with its offset: `2026-01-10T14:00:00+01:00`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocalTime(DateTime<FixedOffset>);

impl LocalTime {
    /// Converts a time to a zone.
    #[must_use]
    pub fn new(instant: Timestamp, zone: &impl TimeZone) -> Self {
        let local = instant.utc().with_timezone(zone);
        Self(local.with_timezone(&local.offset().fix()))
    }
}

impl fmt::Display for LocalTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.format("%Y-%m-%dT%H:%M:%S%:z").fmt(f)
    }
}

impl Serialize for LocalTime {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl JsonSchema for LocalTime {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "LocalTime".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        // Not the format `date-time`: readers expect UTC with milliseconds there.
        json_schema!({ "type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[+-][0-9]{2}:[0-9]{2}$" })
    }
}

#[cfg(test)]
mod tests;
