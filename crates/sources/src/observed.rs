//! One value of an upstream's answer, as it stands there: what `parse LANE FILE` prints, one JSON line each.

use chrono::NaiveDate;
use conditions_core::time::Timestamp;
use serde::Serialize;

use crate::error::ParseError;

/// One value, in the upstream's own unit, null kept as null.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ParsedValue {
    /// Lane identifier.
    pub lane: &'static str,
    /// Index of the location in the request.
    pub location: usize,
    /// Latitude as answered (a grid-cell centre for models), degrees north.
    pub lat: Option<f64>,
    /// Longitude as answered, degrees east.
    pub lon: Option<f64>,
    /// Model, when the upstream says which.
    pub model: Option<String>,
    /// The section of the answer: `hourly`, `daily`, `current` and so on.
    pub interval: String,
    /// The time of the observation, as the network writes it.
    pub time: ValueTime,
    /// Variable as the upstream calls it, without the model.
    pub variable: String,
    /// The value; null when the upstream has none. Times are given as seconds since the Unix epoch.
    pub value: Option<f64>,
    /// The unit as the upstream writes it; `unixtime` for times. Null when it gives none.
    pub unit: Option<String>,
}

/// An instant, or a whole local day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(untagged)]
pub enum ValueTime {
    /// An instant, UTC.
    Instant(Timestamp),
    /// A calendar date at the location.
    Date(NaiveDate),
    /// Neither the answer nor its name says; null on the wire.
    Unknown,
}

/// The values of an answer in its order, and what of it did not read.
pub struct Observations {
    values: Box<dyn Iterator<Item = ParsedValue>>,
    faults: Vec<ParseError>,
}

impl Observations {
    /// Values, and the parts that are not among them.
    #[must_use]
    pub fn new(values: Box<dyn Iterator<Item = ParsedValue>>, faults: Vec<ParseError>) -> Self {
        Self { values, faults }
    }

    /// What did not read.
    #[must_use]
    pub fn faults(&self) -> &[ParseError] {
        &self.faults
    }
}

impl Iterator for Observations {
    type Item = ParsedValue;

    fn next(&mut self) -> Option<ParsedValue> {
        self.values.next()
    }
}

impl std::fmt::Debug for Observations {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Observations").field("faults", &self.faults).finish_non_exhaustive()
    }
}
