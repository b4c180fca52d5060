//! One value of an upstream's response, unchanged: the output of `parse LANE FILE`, one JSON line each.

use chrono::NaiveDate;
use conditions_core::time::Timestamp;
use serde::Serialize;

use crate::error::ParseError;

/// One value, in the upstream's own unit; null stays null.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ParsedValue {
    pub lane: &'static str,
    /// Index of the location in the request.
    pub location: usize,
    /// Latitude in the response (a grid-cell centre for models), degrees north.
    pub lat: Option<f64>,
    /// Longitude in the response, degrees east.
    pub lon: Option<f64>,
    /// Model, if the upstream names it.
    pub model: Option<String>,
    /// The section of the response: `hourly`, `daily`, `current` and so on.
    pub interval: String,
    /// The time of the observation, as the network writes it.
    pub time: ValueTime,
    /// Variable, by the upstream's name without the model.
    pub variable: String,
    /// The value; null if the upstream has none. Times are given as seconds since the Unix epoch.
    pub value: Option<f64>,
    /// The unit as the upstream writes it; `unixtime` for times. Null if it gives none.
    pub unit: Option<String>,
}

/// A time, or a whole local day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(untagged)]
pub enum ValueTime {
    /// A time, UTC.
    Instant(Timestamp),
    /// A calendar date at the location.
    Date(NaiveDate),
    /// Given neither in the response nor in its name; null on the wire.
    Unknown,
}

/// The values of a response in its order, and the errors of its unreadable parts.
pub struct Observations {
    values: Box<dyn Iterator<Item = ParsedValue>>,
    faults: Vec<ParseError>,
}

impl Observations {
    /// Combines values with the errors of the unreadable parts.
    #[must_use]
    pub fn new(values: Box<dyn Iterator<Item = ParsedValue>>, faults: Vec<ParseError>) -> Self {
        Self { values, faults }
    }

    /// Returns the errors of the unreadable parts.
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
