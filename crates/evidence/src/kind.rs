//! What a kind of evidence of one resort is.

use conditions_core::evidence::Evidence;

use crate::form::{AnyForm, Form, Unreadable};

/// A kind of evidence row.
pub trait Kind: Form {
    /// On whose credit it depends that the evidence is shown.
    const SHOWN: Visibility;

    /// Replaces what `lane` said before; other lanes' evidence stays.
    fn apply(evidence: &mut Evidence, lane: &str, value: Self::Value);
}

/// When evidence may be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visibility {
    /// Whoever is credited.
    Always,
    /// While the network of the row's lane is credited.
    WithNetwork,
    /// While the resort's own feed of the row's lane is credited.
    WithFeed,
}

/// A [`Kind`] whose value is not named: what the table holds.
pub trait AnyKind: AnyForm {
    /// As [`Kind::SHOWN`].
    fn shown(&self) -> Visibility;

    /// Decodes a payload and applies it.
    ///
    /// # Errors
    /// As [`Form::decode`]; then the evidence is as it was.
    fn apply(&self, evidence: &mut Evidence, lane: &str, payload: &str) -> Result<(), Unreadable>;
}

impl<K: Kind + Sync> AnyKind for K {
    fn shown(&self) -> Visibility {
        K::SHOWN
    }

    fn apply(&self, evidence: &mut Evidence, lane: &str, payload: &str) -> Result<(), Unreadable> {
        <K as Kind>::apply(evidence, lane, K::decode(payload)?);
        Ok(())
    }
}
