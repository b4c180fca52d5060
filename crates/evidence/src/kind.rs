//! The trait for kinds of evidence of one resort.

use conditions_core::evidence::Evidence;

use crate::form::{AnyForm, DecodeError, Form};

/// A kind of evidence row.
pub trait Kind: Form {
    /// The credit on which showing the evidence depends.
    const SHOWN: Visibility;

    /// Replaces the lane's previous evidence; other lanes' evidence stays.
    fn apply(evidence: &mut Evidence, lane: &str, value: Self::Value);
}

/// Condition for showing evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visibility {
    /// Always shown.
    Always,
    /// While the network of the row's lane is credited.
    WithNetwork,
    /// While the resort's own feed of the row's lane is credited.
    WithFeed,
}

/// A [`Kind`] without its value type, for the table.
pub trait AnyKind: AnyForm {
    /// Like [`Kind::SHOWN`].
    fn visibility(&self) -> Visibility;

    /// Decodes a payload and applies it.
    ///
    /// # Errors
    /// Like [`Form::decode`]; the evidence is then unchanged.
    fn apply(&self, evidence: &mut Evidence, lane: &str, payload: &str) -> Result<(), DecodeError>;
}

impl<K: Kind + Sync> AnyKind for K {
    fn visibility(&self) -> Visibility {
        K::SHOWN
    }

    fn apply(&self, evidence: &mut Evidence, lane: &str, payload: &str) -> Result<(), DecodeError> {
        <K as Kind>::apply(evidence, lane, K::decode(payload)?);
        Ok(())
    }
}
