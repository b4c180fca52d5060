//! Errors in an upstream's response: one type for every lane, with position and kind.
//!
//! Implements the layer rule "sources: `ParseError { lane, at, kind }`".

use std::fmt;

/// A response that cannot be used, in whole or in part.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{lane}{at}: {kind}")]
pub struct ParseError {
    /// The lane's identifier, see [`crate::Lane`].
    pub lane: &'static str,
    /// Position in the response.
    pub at: FaultPosition,
    /// Kind of the error.
    pub kind: Kind,
}

/// A position in a response.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum FaultPosition {
    /// The response as a whole.
    #[default]
    Body,
    /// A byte of the response.
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

/// Kind of an error.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Kind {
    /// The response has no bytes.
    #[error("the response is empty")]
    Empty,
    /// An HTML page, usually from a proxy in between.
    #[error("the response is an HTML page, not data")]
    Html,
    /// The upstream failed after it had begun to answer.
    #[error("the upstream broke off: {0}")]
    BrokeOff(String),
    /// The connection ended early.
    #[error("the response is truncated")]
    Truncated,
    /// Not JSON, or not the JSON that this lane reads.
    #[error("the response is unreadable: {0}")]
    Malformed(String),
    /// The upstream rejects the request.
    #[error("the upstream rejected the request ({refusal}): {reason}")]
    Refused {
        /// Reason of the rejection.
        refusal: Refusal,
        /// The upstream's message, cut to one line.
        reason: String,
    },
    /// A requested location is not in the response.
    #[error("the location is missing from the response")]
    Missing,
    /// The grid cell of the response is not near the requested place.
    #[error("the grid cell is {0:.2} degrees from the requested place")]
    TooFar(f64),
    /// The response has locations that cannot be distinguished.
    #[error("the response does not identify the location")]
    Ambiguous,
    /// A time is unreadable or missing.
    #[error("the time axis is unreadable: {0}")]
    Times(String),
    /// Every value is null.
    #[error("no model has data here")]
    NothingReported,
}

/// Reason for which an upstream rejected a request.
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
    /// The upstream has no data for this place.
    #[error("no data")]
    NoData,
    /// The request is wrong.
    #[error("bad request")]
    BadRequest,
}

/// Maximum number of errors that are reported for one response; more would add nothing.
pub const MOST_FAULTS: usize = 100;

/// Adds errors of a response, up to [`MOST_FAULTS`].
pub fn note(faults: &mut Vec<ParseError>, more: impl IntoIterator<Item = ParseError>) {
    let room = MOST_FAULTS.saturating_sub(faults.len());
    faults.extend(more.into_iter().take(room));
}

/// Excerpts that a message may quote; see [`conditions_core::text`].
pub use conditions_core::text::excerpt;
