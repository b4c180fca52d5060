//! The stored form of the lanes' data: the exact content of a row, and how it is read back. No storage, no clock.
//!
//! ```text
//! value --Form::encode--> payload --(storage)--> payload --Form::decode--> value
//! row of a resort: kind, lane, payload --apply--> conditions_core::evidence::Evidence
//! document: kind, subject, payload --(the world's documents)--> its use
//! ```
//! One file per kind, with its `NAME` and its `VERSION`. A stored form changes by raising `VERSION`; every version ever
//! written is read, and a test reads literal bytes of each. That is checked automatically: if a file `<kind>.rs` of
//! this crate has `const VERSION: u32 = N;`, the file `<kind>/tests.rs` must have a test `fn version_1_is_read()` and
//! so on up to `fn version_N_is_read()`.
//!
//! A new kind is a file, its tests, and a line in [`KINDS`] (evidence of one resort) or in [`DOCUMENTS`] (data that
//! belong to no single resort).

mod avalanche;
mod day_log;
mod directory;
mod form;
mod index;
mod kind;
mod lifts;
mod links;
mod operator;
mod photos;
mod reels;
mod roads;
mod snapshot;
mod statements;
mod stations;

use conditions_core::evidence::Evidence;
use conditions_core::time::Timestamp;

pub use avalanche::AvalancheBulletins;
pub use day_log::{DayLog, DayLogEntry};
pub use directory::{Directory, StoredDirectory, StoredStation};
pub use form::{AnyForm, DecodeError, Form};
pub use index::ElNinoIndex;
pub use kind::{AnyKind, Kind, Visibility};
pub use lifts::Lifts;
pub use links::Links;
pub use operator::Operator;
pub use photos::Photos;
pub use reels::Reels;
pub use roads::Roads;
pub use snapshot::Forecast;
pub use statements::ResortStatementsForm;
pub use stations::{EarlierReading, EarlierReadings, Stations};

/// Every kind of evidence row.
pub static KINDS: [&dyn AnyKind; 4] = [&Forecast, &Stations, &Lifts, &Operator];

/// Returns the kind with this name.
///
/// # Errors
/// Returns [`DecodeError::Unknown`] if there is none.
pub fn find(name: &str) -> Result<&'static dyn AnyKind, DecodeError> {
    let found = KINDS.into_iter().find(|kind| kind.name() == name);
    found.ok_or_else(|| DecodeError::Unknown(name.to_owned()))
}

/// Applies a stored row of one resort to its evidence.
///
/// # Errors
/// Returns an error if the kind is unknown or the payload is unreadable; the evidence is then unchanged.
pub fn apply(evidence: &mut Evidence, kind: &str, lane: &str, payload: &str) -> Result<(), DecodeError> {
    find(kind)?.apply(evidence, lane, payload)
}

/// A stored document: data that belongs to no single resort, stored whole under a kind and a subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Document<'a> {
    /// The name of its form.
    pub kind: &'a str,
    /// Subject, unique within its kind, for example the name of an index.
    pub subject: &'a str,
    /// When its content was first learned.
    pub captured_at: Timestamp,
    /// The content, in its form; includes the version of the form.
    pub payload: &'a str,
}

/// The form of every kind of document.
pub static DOCUMENTS: [&dyn AnyForm; 9] = [
    &ElNinoIndex,
    &Directory,
    &Roads,
    &AvalancheBulletins,
    &DayLog,
    &Photos,
    &Links,
    &Reels,
    &ResortStatementsForm,
];

#[cfg(test)]
mod tests;
