//! A lane of documents and the form in which they are stored, as one entry of a table.

use std::marker::PhantomData;

use conditions_core::time::Timestamp;
use evidence::Form;
use sources::error::ParseError;
use sources::{DocumentLane, Meta, Subject};

/// A lane of documents whose values are not named: payloads in, payloads out.
pub trait AnyDocuments: Sync {
    /// The lane's facts.
    fn meta(&self) -> &'static Meta;

    /// The name of the form.
    fn kind(&self) -> &'static str;

    /// As [`sources::Lane::key`].
    fn key(&self) -> Option<&'static str>;

    /// As [`DocumentLane::subjects`].
    fn subjects(&self, now: Timestamp) -> Vec<Subject>;

    /// Whether a stored payload reads.
    fn reads(&self, payload: &str) -> bool;

    /// The payload that an answer about a subject is stored as.
    ///
    /// # Errors
    /// As [`DocumentLane::document`].
    fn read(&self, subject: &Subject, body: &[u8]) -> Result<String, ParseError>;

    /// As [`DocumentLane::lost`], of payloads; nothing is lost of one that does not read.
    fn lost(&self, newer: &str, known: &str) -> Option<String>;

    /// Returns the time of the newest value in a payload, as [`Form::newest`].
    fn newest(&self, payload: &str, now: Timestamp) -> Option<Timestamp>;

    /// As [`DocumentLane::after`], of payloads; the newer one alone beside one that does not read.
    fn after(&self, newer: String, known: &str) -> String;
}

/// The lane `L`, its documents stored by the form `F`.
#[derive(Debug, Clone, Copy)]
pub struct StoredAs<L, F> {
    lane: L,
    form: PhantomData<F>,
}

impl<L, F> StoredAs<L, F> {
    /// The pair.
    #[must_use]
    pub const fn new(lane: L) -> Self {
        Self { lane, form: PhantomData }
    }
}

impl<L: DocumentLane, F: Form<Value = L::Value> + Sync> AnyDocuments for StoredAs<L, F> {
    fn meta(&self) -> &'static Meta {
        self.lane.meta()
    }

    fn kind(&self) -> &'static str {
        F::NAME
    }

    fn key(&self) -> Option<&'static str> {
        self.lane.key()
    }

    fn subjects(&self, now: Timestamp) -> Vec<Subject> {
        self.lane.subjects(now)
    }

    fn reads(&self, payload: &str) -> bool {
        F::decode(payload).is_ok()
    }

    fn read(&self, subject: &Subject, body: &[u8]) -> Result<String, ParseError> {
        self.lane.document(subject, body).map(|value| F::encode(&value))
    }

    fn lost(&self, newer: &str, known: &str) -> Option<String> {
        self.lane.lost(&F::decode(newer).ok()?, &F::decode(known).ok()?)
    }

    fn newest(&self, payload: &str, now: Timestamp) -> Option<Timestamp> {
        F::newest(&F::decode(payload).ok()?, now)
    }

    fn after(&self, newer: String, known: &str) -> String {
        match (F::decode(&newer), F::decode(known)) {
            (Ok(newer), Ok(known)) => F::encode(&self.lane.after(newer, &known)),
            _ => newer,
        }
    }
}
