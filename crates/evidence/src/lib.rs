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
mod document;
mod forecast;
mod form;
mod index;
mod kind;
mod kinds;
mod lifts;
mod links;
mod operator;
mod photos;
mod reels;
mod roads;
mod stations;
mod voice;

pub use avalanche::AvalancheBulletins;
pub use day_log::{DayLog, DayLogEntry};
pub use directory::{Directory, KeptDirectory, KeptStation};
pub use document::{DOCUMENTS, Document};
pub use forecast::Forecast;
pub use form::{AnyForm, Form, Unreadable};
pub use index::ElNinoIndex;
pub use kind::{AnyKind, Kind, Visibility};
pub use kinds::{KINDS, apply, find};
pub use lifts::Lifts;
pub use links::Links;
pub use operator::Operator;
pub use photos::Photos;
pub use reels::Reels;
pub use roads::Roads;
pub use stations::{EarlierReading, EarlierReadings, Stations};
pub use voice::Voice;
