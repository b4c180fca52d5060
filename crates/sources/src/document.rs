//! Lanes that fetch documents: data that belong to no single resort and are requested and replaced as a whole.
//!
//! A lane implements [`DocumentLane`]; crate `ingest` pairs it with the storage form of its documents, and polls it by
//! its schedule. No other code refers to the lane by name.

use conditions_core::time::Timestamp;

use crate::error::ParseError;
use crate::lane::Lane;
use crate::station::Request;

/// A lane whose responses are documents.
pub trait DocumentLane: Lane {
    /// Content of one document.
    type Value;

    /// Returns the subjects of a poll that begins at `now`, one request each, in the order in which they are requested.
    /// The names never depend on `now`.
    fn subjects(&self, now: Timestamp) -> Vec<Subject>;

    /// Reads the response about a subject. A document is complete or an error.
    ///
    /// # Errors
    /// Returns an error if the response is not the complete document.
    fn document(&self, subject: &Subject, body: &[u8]) -> Result<Self::Value, ParseError>;

    /// Returns why `newer` cannot be a later version of `known`; `None` if it can.
    fn regression(&self, newer: &Self::Value, known: &Self::Value) -> Option<String> {
        let _ = (newer, known);
        None
    }

    /// Merges `newer` with the parts of `known` that are still valid. Returns `newer` unchanged if documents replace
    /// each other as a whole.
    fn after(&self, newer: Self::Value, known: &Self::Value) -> Self::Value {
        let _ = known;
        newer
    }

    /// Returns the requests for the details that a document lacks at `now`, for the resorts at `places` (latitude,
    /// longitude). Their names are unique within the lane. A document without details has none.
    fn details(&self, document: &Self::Value, places: &[(f64, f64)], now: Timestamp) -> Vec<Subject> {
        let _ = (document, places, now);
        Vec::new()
    }

    /// Adds the response about a detail to its document.
    ///
    /// # Errors
    /// Returns an error if the response is unreadable or contradicts the document.
    fn with_detail(
        &self,
        document: Self::Value,
        detail: &Subject,
        body: &[u8],
    ) -> Result<Self::Value, ParseError> {
        let _ = (detail, body);
        Ok(document)
    }
}

/// The subject of a document.
#[derive(Debug, Clone, PartialEq)]
pub struct Subject {
    /// Name, unique within the lane.
    pub name: String,
    /// The request that fetches it.
    pub request: Request,
    /// Whether the upstream may have no document about it: then "not found" is not a failure, and the known document
    /// remains valid.
    pub may_be_missing: bool,
}

impl Subject {
    /// Returns a subject about which the upstream always has a document.
    #[must_use]
    pub const fn new(name: String, request: Request) -> Self {
        Self { name, request, may_be_missing: false }
    }
}
