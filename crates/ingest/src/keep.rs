//! What is to be stored of an answer: all of it in one transaction, or nothing.

use conditions_core::time::Timestamp;

use crate::summary::Summary;
use crate::winters::answers::Answer;

/// Rows and notes for storage.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StoreBatch {
    /// Evidence of resorts. When it was learned is the instant at which it is stored: a replay of an instant before that
    /// must not know of it.
    pub rows: Vec<Row>,
    /// Forecasts for the archive that they are graded from.
    pub archived: Vec<IssuedForecast>,
    /// Measured days that forecasts are graded by.
    pub measured: Vec<MeasuredDay>,
    /// A setting, by key.
    pub setting: Option<(String, String)>,
    /// Documents by kind and subject, with their payloads.
    pub documents: Vec<(&'static str, String, String)>,
    /// Winters, to be merged into those on record.
    pub winters: Option<Answer>,
    /// Names under which calls are noted, and whether they were answered.
    pub asked: Vec<(String, bool)>,
    /// The sources that succeeded, once this is stored.
    pub healthy: Vec<Success>,
    /// For counters and logs.
    pub summary: Summary,
}

impl StoreBatch {
    /// Whether there is nothing for storage.
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
    /// Name of its health.
    pub health: String,
    /// Time of the newest value that it brought, where the source states times. A source that succeeds while this stands still
    /// repeats an old answer.
    pub newest_value_at: Option<Timestamp>,
}

impl Success {
    /// A success whose values have no time.
    #[must_use]
    pub fn timeless(health: impl Into<String>) -> Self {
        Self { health: health.into(), newest_value_at: None }
    }
}

/// A row of evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Resort slug.
    pub slug: String,
    /// Lane that brought it.
    pub lane: &'static str,
    /// Name of its form in crate `evidence`.
    pub kind: &'static str,
    /// When it was so, where the source says.
    pub observed_at: Option<Timestamp>,
    /// By its form.
    pub payload: String,
}

/// A forecast as it was issued.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IssuedForecast {
    /// Resort slug.
    pub slug: String,
    /// Local day of issue, days since 1970-01-01.
    pub issued_on: i64,
    /// When the forecast was captured.
    pub captured_at: Timestamp,
    /// By `verification::Issue::encode`.
    pub payload: String,
}

/// New snow of one local day at one station.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MeasuredDay {
    /// Resort slug.
    pub slug: String,
    /// Local day, days since 1970-01-01.
    pub day: i64,
    /// Lane of the network.
    pub network: String,
    /// Station identifier.
    pub station: String,
    /// Metres above sea level.
    pub elevation_m: Option<i64>,
    /// Millimetres of depth.
    pub new_snow_mm: i64,
}
