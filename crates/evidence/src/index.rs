//! An El Niño index: one document per index, replaced as a whole, because past values are revised and half a series is
//! useless.

use climate::enso::{Season, Series};
use serde::{Deserialize, Serialize};

use crate::form::{DecodeError, Form, check_version, malformed};

/// Stored El Niño indices.
#[derive(Debug, Clone, Copy)]
pub struct ElNinoIndex;

#[derive(Serialize, Deserialize)]
struct StoredForm {
    /// Absent in version 1.
    #[serde(default = "first", skip_serializing_if = "is_first")]
    v: u32,
    /// The first season by its central month, counted from January of the year 0.
    first: i64,
    /// Hundredths of a degree Celsius, season by season.
    anomalies: Vec<i32>,
}

const fn first() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_first(version: &u32) -> bool {
    *version == 1
}

impl Form for ElNinoIndex {
    const NAME: &'static str = "enso";
    const VERSION: u32 = 1;
    type Value = Series;

    fn encode(series: &Series) -> String {
        let kept =
            StoredForm { v: Self::VERSION, first: series.first.0, anomalies: series.anomalies.clone() };
        // Whole numbers: writing to memory cannot fail.
        serde_json::to_string(&kept).unwrap_or_default()
    }

    fn decode(payload: &str) -> Result<Series, DecodeError> {
        let kept: StoredForm = serde_json::from_str(payload).map_err(malformed::<Self>)?;
        check_version::<Self>(kept.v)?;
        Ok(Series { first: Season(kept.first), anomalies: kept.anomalies })
    }
}

#[cfg(test)]
mod tests;
