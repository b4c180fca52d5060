//! Evidence of one resort: the table of kinds, and how a stored row becomes evidence.

use conditions_core::evidence::Evidence;

use crate::form::Unreadable;
use crate::kind::AnyKind;

/// Every kind of evidence row.
pub static KINDS: [&dyn AnyKind; 4] = [&crate::Forecast, &crate::Stations, &crate::Lifts, &crate::Operator];

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

#[cfg(test)]
mod tests;
