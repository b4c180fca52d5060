//! Pairs a document lane with the storage form of its documents, as one entry of a table.

use std::marker::PhantomData;

use conditions_core::time::Timestamp;
use evidence::Form;
use sources::error::ParseError;
use sources::{DocumentLane, Meta, Subject};

/// A document lane without its value type: payloads in, payloads out.
pub trait AnyDocuments: Sync {
    /// Returns the lane's facts.
    fn meta(&self) -> &'static Meta;

    /// Returns the name of the form.
    fn kind(&self) -> &'static str;

    /// Like [`sources::Lane::key`].
    fn key(&self) -> Option<&'static str>;

    /// Like [`DocumentLane::subjects`].
    fn subjects(&self, now: Timestamp) -> Vec<Subject>;

    /// Returns whether a stored payload is readable.
    fn reads(&self, payload: &str) -> bool;

    /// Reads a response about a subject, and returns its payload for storage.
    ///
    /// # Errors
    /// Like [`DocumentLane::document`].
    fn read(&self, subject: &Subject, body: &[u8]) -> Result<String, ParseError>;

    /// Like [`DocumentLane::regression`], but for payloads; an unreadable one loses nothing.
    fn regression(&self, newer: &str, known: &str) -> Option<String>;

    /// Returns the time of the newest value in a payload, like [`Form::newest`].
    fn newest(&self, payload: &str, now: Timestamp) -> Option<Timestamp>;

    /// Like [`DocumentLane::after`], but for payloads; returns the newer one unchanged if the known one is unreadable.
    fn after(&self, newer: String, known: &str) -> String;

    /// Like [`DocumentLane::details`], but for payloads; an unreadable one lacks none.
    fn details(&self, payload: &str, places: &[(f64, f64)], now: Timestamp) -> Vec<Subject>;

    /// Like [`DocumentLane::with_detail`], but for payloads; an unreadable one is returned unchanged.
    ///
    /// # Errors
    /// Like [`DocumentLane::with_detail`].
    fn with_detail(&self, payload: &str, detail: &Subject, body: &[u8]) -> Result<String, ParseError>;
}

/// The lane `L`, with its documents stored in the form `F`.
#[derive(Debug, Clone, Copy)]
pub struct StoredAs<L, F> {
    lane: L,
    form: PhantomData<F>,
}

impl<L, F> StoredAs<L, F> {
    /// Makes the pair.
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

    fn regression(&self, newer: &str, known: &str) -> Option<String> {
        self.lane.regression(&F::decode(newer).ok()?, &F::decode(known).ok()?)
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
    fn details(&self, payload: &str, places: &[(f64, f64)], now: Timestamp) -> Vec<Subject> {
        F::decode(payload).map_or_else(|_| Vec::new(), |value| self.lane.details(&value, places, now))
    }

    fn with_detail(&self, payload: &str, detail: &Subject, body: &[u8]) -> Result<String, ParseError> {
        let Ok(document) = F::decode(payload) else { return Ok(payload.to_owned()) };
        self.lane.with_detail(document, detail, body).map(|value| F::encode(&value))
    }
}
