//! The data of a response that are stored: all of it in one transaction, or nothing.

use conditions_core::time::Timestamp;

use crate::summary::Summary;
use crate::winters::answers::Answer;

/// Rows and records for storage.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StoreBatch {
    /// Evidence of resorts. It is dated by the time at which it is stored: a replay of an earlier time must not see it.
    pub rows: Vec<Row>,
    /// Forecasts for the grading archive.
    pub archived: Vec<IssuedForecast>,
    /// Measured days for grading forecasts.
    pub measured: Vec<MeasuredDay>,
    /// A setting, by key.
    pub setting: Option<(String, String)>,
    /// Documents by kind and subject, with their payloads.
    pub documents: Vec<(&'static str, String, String)>,
    /// Winters, to be merged into the stored ones.
    pub winters: Option<Answer>,
    /// Names under which calls are recorded, and whether they succeeded.
    pub asked: Vec<(String, bool)>,
    /// The sources that succeeded, once this is stored.
    pub healthy: Vec<Success>,
    /// Numbers and lines for counters and logs.
    pub summary: Summary,
}

impl StoreBatch {
    /// Returns whether there is nothing to store.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let Self { rows, archived, measured, setting, documents, winters, asked, healthy: _, summary: _ } =
            self;
        rows.is_empty()
            && archived.is_empty()
            && measured.is_empty()
            && setting.is_none()
            && documents.is_empty()
            && winters.is_none()
            && asked.is_empty()
    }
}

/// A success of one source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Success {
    /// Name of its health entry.
    pub health: String,
    /// Time of the newest value in the response, if the source states times. If this does not move while the source
    /// succeeds, the source repeats an old response.
    pub newest_value_at: Option<Timestamp>,
}

impl Success {
    /// Makes a success whose values have no time.
    #[must_use]
    pub fn timeless(health: impl Into<String>) -> Self {
        Self { health: health.into(), newest_value_at: None }
    }
}

/// A row of evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    pub slug: String,
    /// Lane that fetched it.
    pub lane: &'static str,
    /// Name of its form in crate `evidence`.
    pub kind: &'static str,
    /// Time of the observation, if the source states it.
    pub observed_at: Option<Timestamp>,
    /// Payload in its form.
    pub payload: String,
}

/// An issued forecast.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IssuedForecast {
    pub slug: String,
    /// Local day of issue, days since 1970-01-01.
    pub issued_on: i64,
    /// When the forecast was captured.
    pub captured_at: Timestamp,
    /// Payload, made by `verification::Issue::encode`.
    pub payload: String,
}

/// New snow of one local day at one station.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MeasuredDay {
    pub slug: String,
    /// Local day, days since 1970-01-01.
    pub day: i64,
    /// Lane of the network.
    pub network: String,
    pub station: String,
    /// Metres above sea level.
    pub elevation_m: Option<i64>,
    /// New snow, millimetres of depth.
    pub new_snow_mm: i64,
}
