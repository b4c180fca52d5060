//! Facts about every lane, which the rest of the service iterates over instead of naming lanes.
//!
//! A fact that affects the service is a value with a unit; a note next to it explains what a number cannot.

use conditions_core::time::{DAY_MS, HOUR_MS, MINUTE_MS};

use crate::credit::Credit;
use crate::error::ParseError;
use crate::parsed_value::Observations;

/// Milliseconds per second.
pub(crate) const SECOND_MS: i64 = 1_000;

/// The facts of a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meta {
    /// Identifier, kebab-case, unique among lanes and families of lift feeds.
    pub id: &'static str,
    /// Display name.
    pub title: &'static str,
    /// The quantities that it measures or models, and the area.
    pub measures: &'static str,
    /// Poll schedule, and how long a silence is normal.
    pub rhythm: PollSchedule,
    /// Maximum size of its responses.
    pub bounds: Bounds,
    /// Limits set by its terms of use.
    pub allowance: Allowance,
    /// The credit that its terms require.
    pub credit: Credit,
    /// Providers of the data that it passes on, to be credited too.
    pub providers: &'static [Credit],
    /// URL of the terms of use.
    pub terms: &'static str,
    /// Base URL, unless the configuration sets another.
    pub base_url: &'static str,
    /// URL of its documentation.
    pub docs: &'static str,
}

/// How often a lane is polled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PollSchedule {
    /// Milliseconds from one request to the next: as often as the upstream has news, but not more often than its terms
    /// like.
    pub period_ms: i64,
    /// Milliseconds without a success after which the service reports itself as degraded.
    pub silent_ms: i64,
    /// Note for readers in addition to the period; may be empty.
    pub note: &'static str,
}

impl PollSchedule {
    /// The silence after which hourly evidence is past its time to live, milliseconds.
    pub const SILENT_MS: i64 = 6 * HOUR_MS;

    /// Returns the schedule of a lane that is polled every `minutes` minutes.
    #[must_use]
    pub const fn minutes(minutes: i64) -> Self {
        Self { period_ms: minutes * MINUTE_MS, silent_ms: Self::SILENT_MS, note: "" }
    }

    /// Returns the schedule of a lane that is polled once a day: two failed days do not raise an alarm.
    #[must_use]
    pub const fn daily(note: &'static str) -> Self {
        Self { period_ms: DAY_MS, silent_ms: 3 * DAY_MS, note }
    }
}

/// Maximum size of a valid response, with a wide margin. A larger response is rejected while it arrives; records beyond
/// the limit are not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Maximum size in bytes, unpacked.
    pub bytes: usize,
    /// Maximum number of records: locations, stations, reports, rows.
    pub records: usize,
}

impl Bounds {
    /// Returns limits of `mebibytes` mebibytes and `records` records.
    #[must_use]
    pub const fn new(mebibytes: usize, records: usize) -> Self {
        Self { bytes: mebibytes << 20, records }
    }
}

/// Limits set by an upstream's terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    /// Maximum number of requests, each with the milliseconds in which they are counted; empty if the terms state none.
    pub calls: &'static [(u32, i64)],
    /// Note for readers in addition to the numbers; may be empty.
    pub note: &'static str,
}

impl Allowance {
    /// Returns the allowance of terms that state no number.
    #[must_use]
    pub const fn unstated(note: &'static str) -> Self {
        Self { calls: &[], note }
    }
}

/// Formats a duration in its two largest units: `5 h 50 min`, `30 min`, `3 d`.
pub(crate) fn in_words(ms: i64) -> String {
    let units = [("d", DAY_MS), ("h", HOUR_MS), ("min", MINUTE_MS), ("s", SECOND_MS)];
    let mut rest = ms.max(0);
    let mut words = Vec::new();
    for (unit, length) in units {
        let count = rest.div_euclid(length);
        rest = rest.rem_euclid(length);
        if count > 0 && words.len() < 2 {
            words.push(format!("{count} {unit}"));
        }
    }
    words.join(" ")
}

/// An upstream and its reader.
pub trait Lane: Sync {
    /// Returns the facts of the lane.
    fn meta(&self) -> &'static Meta;

    /// Returns the query parameter for the key, if the upstream requires a key.
    fn key(&self) -> Option<&'static str> {
        None
    }

    /// Returns every value of a response, in the upstream's own names and units, without knowing the request.
    ///
    /// # Errors
    /// Returns an error if nothing in the response is readable. Unreadable parts are left out.
    fn observations(&self, body: &[u8]) -> Result<Observations, ParseError>;

    /// Like [`Lane::observations`], but for a file: some upstreams give the time only in the name.
    ///
    /// # Errors
    /// Returns the same errors.
    fn observations_of_file(&self, name: &str, body: &[u8]) -> Result<Observations, ParseError> {
        let _ = name;
        self.observations(body)
    }
}

#[cfg(test)]
mod tests;
