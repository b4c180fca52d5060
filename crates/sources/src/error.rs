//! What can be wrong with an upstream's answer: one error type for every lane, with where and why.
//!
//! Carries the layer rule "sources: `ParseError { lane, at, kind }`".

use std::fmt;

/// An upstream's answer that cannot be used, whole or in part.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{lane}{at}: {kind}")]
pub struct ParseError {
    /// The lane's identifier, see [`crate::Lane`].
    pub lane: &'static str,
    /// Where in the answer.
    pub at: FaultPosition,
    /// What is wrong.
    pub kind: Kind,
}

/// A place in an answer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum FaultPosition {
    /// The answer as a whole.
    #[default]
    Body,
    /// A byte of it.
    Byte(usize),
    /// The part that belongs to the location with this index in the request.
    Location(usize),
    /// The row of a table or list with this index.
    Row(usize),
}

impl fmt::Display for FaultPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Body => Ok(()),
            Self::Byte(offset) => write!(f, " at byte {offset}"),
            Self::Location(index) => write!(f, " at location {index}"),
            Self::Row(index) => write!(f, " at row {index}"),
        }
    }
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Kind {
    /// No bytes.
    #[error("the answer is empty")]
    Empty,
    /// A page for people, usually of a proxy in between.
    #[error("the answer is an HTML page, not data")]
    Html,
    /// The upstream failed after it had begun to answer.
    #[error("the upstream broke off: {0}")]
    BrokeOff(String),
    /// The connection ended early.
    #[error("the answer ends in the middle")]
    Truncated,
    /// Not JSON, or not the JSON that this lane reads.
    #[error("the answer does not read: {0}")]
    Malformed(String),
    /// The upstream says no.
    #[error("the upstream refused ({refusal}): {reason}")]
    Refused {
        /// The sort of refusal.
        refusal: Refusal,
        /// The upstream's words, cut to a line.
        reason: String,
    },
    /// A location that was asked for is not in the answer.
    #[error("the location is missing from the answer")]
    Missing,
    /// The answer's grid cell is not near the place asked for.
    #[error("the grid cell lies {0:.2} degrees from the place asked for")]
    TooFar(f64),
    /// The answer has locations that cannot be told apart.
    #[error("the answer does not say which location it is")]
    Ambiguous,
    /// A time that cannot be read, or none.
    #[error("the time axis does not read: {0}")]
    Times(String),
    /// Every value is null.
    #[error("no model reports anything here")]
    NothingReported,
}

/// Why an upstream refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Too many calls this minute.
    #[error("limit per minute")]
    Minute,
    /// Too many calls this hour.
    #[error("limit per hour")]
    Hour,
    /// Too many calls today.
    #[error("limit per day")]
    Day,
    /// Too many calls this month.
    #[error("limit per month")]
    Month,
    /// Too many calls at once.
    #[error("too many at once")]
    Concurrent,
    /// The upstream is overloaded.
    #[error("overloaded")]
    Overloaded,
    /// The key is missing or wrong.
    #[error("key")]
    Key,
    /// The upstream has nothing for this place.
    #[error("no data")]
    NoData,
    /// The request is wrong.
    #[error("bad request")]
    BadRequest,
}

/// Faults of one answer that are kept: what is broken more often than this has said what is wrong with it.
pub const MOST_FAULTS: usize = 100;

/// Notes faults of an answer, up to [`MOST_FAULTS`].
pub fn note(faults: &mut Vec<ParseError>, more: impl IntoIterator<Item = ParseError>) {
    let room = MOST_FAULTS.saturating_sub(faults.len());
    faults.extend(more.into_iter().take(room));
}

/// What a message may quote; see [`conditions_core::text`].
pub use conditions_core::text::excerpt;
