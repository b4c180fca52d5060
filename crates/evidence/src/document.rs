//! Documents: what belongs to no single resort, stored whole under a kind and a subject.

use conditions_core::time::Timestamp;

use crate::form::AnyForm;

/// A stored document.
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
pub static DOCUMENTS: [&dyn AnyForm; 9] = [
    &crate::ElNinoIndex,
    &crate::Directory,
    &crate::Roads,
    &crate::AvalancheBulletins,
    &crate::DayLog,
    &crate::Photos,
    &crate::Links,
    &crate::Reels,
    &crate::Voice,
];
