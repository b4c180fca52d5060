//! Lanes that bring documents: what belongs to no single resort, asked for whole and replaced whole.
//!
//! A lane implements [`DocumentLane`]; crate `ingest` pairs it with the form in which its documents are stored, and asks it
//! as its rhythm says. Nothing else knows it by name.

use conditions_core::time::Timestamp;

use crate::error::ParseError;
use crate::lane::Lane;
use crate::station::Request;

/// A lane whose answers are documents.
pub trait DocumentLane: Lane {
    /// What one document says.
    type Value;

    /// What is asked for in a round that begins at `now`: a request a subject, in the order in which they are asked. The
    /// names are the same at every instant.
    fn subjects(&self, now: Timestamp) -> Vec<Subject>;

    /// Reads the answer about a subject. A document is whole or it is an error.
    ///
    /// # Errors
    /// When the answer is not the whole document.
    fn document(&self, subject: &Subject, body: &[u8]) -> Result<Self::Value, ParseError>;

    /// Why `newer` cannot be a later statement of `known`; `None` when it can.
    fn lost(&self, newer: &Self::Value, known: &Self::Value) -> Option<String> {
        let _ = (newer, known);
        None
    }

    /// `newer` with what of `known` holds beside it; `newer` alone where documents replace each other whole.
    fn after(&self, newer: Self::Value, known: &Self::Value) -> Self::Value {
        let _ = known;
        newer
    }
}

/// What a document is about.
#[derive(Debug, Clone, PartialEq)]
pub struct Subject {
    /// Its name, unique within the lane.
    pub name: String,
    /// What to ask for it.
    pub request: Request,
    /// Whether the upstream may have nothing about it: then "not found" is no failure, and what is known stands.
    pub may_be_missing: bool,
}

impl Subject {
    /// A subject that the upstream always has something about.
    #[must_use]
    pub const fn new(name: String, request: Request) -> Self {
        Self { name, request, may_be_missing: false }
    }
}
