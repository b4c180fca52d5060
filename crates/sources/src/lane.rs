//! What every lane says about itself: the facts that the rest of the service folds over instead of naming a lane.
//!
//! A fact that the service acts on is a value with a unit; a note beside it says for people what a number cannot.

use conditions_core::time::{DAY_MS, HOUR_MS, MINUTE_MS};

use crate::credit::Credit;
use crate::error::ParseError;
use crate::observed::Observations;

/// Milliseconds of a second.
pub(crate) const SECOND_MS: i64 = 1_000;

/// The facts of a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meta {
    /// Identifier, kebab-case, unique among lanes and families of lift feeds.
    pub id: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// What it measures or models, and where.
    pub measures: &'static str,
    /// How often it is asked, and how long its silence is normal.
    pub rhythm: PollSchedule,
    /// How large its answers are at most.
    pub bounds: Bounds,
    /// What its terms allow.
    pub allowance: Allowance,
    /// The credit that its terms demand.
    pub credit: Credit,
    /// Whose data it passes on, to be credited beside it.
    pub providers: &'static [Credit],
    /// Address of the terms of use.
    pub terms: &'static str,
    /// Where it is asked unless the configuration says otherwise.
    pub base_url: &'static str,
    /// Address of its documentation.
    pub docs: &'static str,
}

/// How often a lane is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PollSchedule {
    /// Milliseconds from one request to the next: as often as the upstream has news, no oftener than its terms like.
    pub period_ms: i64,
    /// Milliseconds without a success after which the service calls itself degraded.
    pub silent_ms: i64,
    /// What people should know beside the period; may be empty.
    pub note: &'static str,
}

impl PollSchedule {
    /// The silence after which hourly evidence is past its time to live, milliseconds.
    pub const SILENT_MS: i64 = 6 * HOUR_MS;

    /// A lane that is asked every so many minutes.
    #[must_use]
    pub const fn minutes(minutes: i64) -> Self {
        Self { period_ms: minutes * MINUTE_MS, silent_ms: Self::SILENT_MS, note: "" }
    }

    /// A lane that is asked once a day: two failed days are no alarm.
    #[must_use]
    pub const fn daily(note: &'static str) -> Self {
        Self { period_ms: DAY_MS, silent_ms: 3 * DAY_MS, note }
    }
}

/// How large an answer can be that is honest, several times over. What is larger is refused while it arrives; records
/// beyond the last one that may be are not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Bytes, unpacked.
    pub bytes: usize,
    /// Records: locations, stations, reports, rows.
    pub records: usize,
}

impl Bounds {
    /// So many mebibytes and records.
    #[must_use]
    pub const fn of(mebibytes: usize, records: usize) -> Self {
        Self { bytes: mebibytes << 20, records }
    }
}

/// What an upstream's terms allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    /// Requests at most, and the milliseconds in which they are counted; empty when the terms state none.
    pub calls: &'static [(u32, i64)],
    /// What people should know beside the numbers; may be empty.
    pub note: &'static str,
}

impl Allowance {
    /// Terms that state no number.
    #[must_use]
    pub const fn unstated(note: &'static str) -> Self {
        Self { calls: &[], note }
    }
}

/// A length of time in the two largest units that it has: `5 h 50 min`, `30 min`, `3 d`.
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
    /// Its facts.
    fn meta(&self) -> &'static Meta;

    /// The parameter of the query that carries the key without which the upstream does not answer; `None` where none is needed.
    fn key(&self) -> Option<&'static str> {
        None
    }

    /// Every value of an answer, in the upstream's own names and units, without knowing the request.
    ///
    /// # Errors
    /// When nothing of the answer can be read. A part that cannot be read is left out.
    fn observations(&self, body: &[u8]) -> Result<Observations, ParseError>;

    /// As [`Lane::observations`], of a file: some upstreams tell the time in the name alone.
    ///
    /// # Errors
    /// As there.
    fn observations_of_file(&self, name: &str, body: &[u8]) -> Result<Observations, ParseError> {
        let _ = name;
        self.observations(body)
    }
}

#[cfg(test)]
mod tests;
