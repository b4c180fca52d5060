//! The stored form of what lanes brought: what a row holds, byte for byte, and how it is read back. No storage, no clock.
//!
//! ```text
//! value --Form::encode--> payload --(storage)--> payload --Form::decode--> value
//! row of a resort: kind, lane, payload --apply--> conditions_core::evidence::Evidence
//! document: kind, subject, payload --(a shelf of the world)--> whatever it is for
//! ```
//! One file per kind, with its `NAME` and its `VERSION`. A stored form changes by raising `VERSION`; every version ever
//! written is read, and a test reads literal bytes of each. That is checked by machine: for a file `<kind>.rs` of this
//! crate that says `const VERSION: u32 = N;`, the file `<kind>/tests.rs` holds a test `fn version_1_is_read()` and so on
//! up to `fn version_N_is_read()`.
//!
//! A new kind is a file, its tests, and a line in [`KINDS`] (evidence of one resort) or in [`DOCUMENTS`] (what belongs to
//! no single resort).

mod avalanche;
mod day_log;
mod directory;
mod forecast;
mod form;
mod index;
mod kind;
mod lifts;
mod links;
mod operator;
mod photos;
mod reels;
mod roads;
mod stations;
mod voice;

use conditions_core::evidence::Evidence;
use conditions_core::time::Timestamp;

pub use avalanche::AvalancheBulletins;
pub use day_log::{DayLog, DayLogEntry};
pub use directory::{Directory, KeptDirectory, KeptStation};
pub use forecast::Forecast;
pub use form::{AnyForm, Form, Unreadable};
pub use index::ElNinoIndex;
pub use kind::{AnyKind, Kind, Visibility};
pub use lifts::Lifts;
pub use links::Links;
pub use operator::Operator;
pub use photos::Photos;
pub use reels::Reels;
pub use roads::Roads;
pub use stations::{EarlierReading, EarlierReadings, Stations};
pub use voice::Voice;

/// Every kind of evidence row.
pub static KINDS: [&dyn AnyKind; 4] = [&Forecast, &Stations, &Lifts, &Operator];

/// The kind of this name.
///
/// # Errors
/// [`Unreadable::Unknown`].
pub fn find(name: &str) -> Result<&'static dyn AnyKind, Unreadable> {
    let found = KINDS.into_iter().find(|kind| kind.name() == name);
    found.ok_or_else(|| Unreadable::Unknown(name.to_owned()))
}

/// Puts a stored row of one resort where it belongs.
///
/// # Errors
/// A kind that is not known or a payload that does not read; then the evidence is as it was.
pub fn apply(evidence: &mut Evidence, kind: &str, lane: &str, payload: &str) -> Result<(), Unreadable> {
    find(kind)?.apply(evidence, lane, payload)
}

/// A stored document: data that belongs to no single resort, stored whole under a kind and a subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Document<'a> {
    /// The name of its form.
    pub kind: &'a str,
    /// What it is about, unique within its kind, for example the name of an index.
    pub subject: &'a str,
    /// When its content was first learned.
    pub captured_at: Timestamp,
    /// The content, by its form; the version of the form is in it.
    pub payload: &'a str,
}

/// The form of every kind of document.
pub static DOCUMENTS: [&dyn AnyForm; 9] =
    [&ElNinoIndex, &Directory, &Roads, &AvalancheBulletins, &DayLog, &Photos, &Links, &Reels, &Voice];

#[cfg(test)]
mod tests;
