//! Learnt parts of a policy, each with the time since which it is in force.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::{Chances, ModelWeight, Policy};
use crate::time::Timestamp;

impl Policy {
    /// Returns a copy with learnt weights, in force since `since`.
    #[must_use]
    pub fn with_learnt(&self, weights: Vec<ModelWeight>, since: Timestamp) -> Self {
        Self { weights: Cow::Owned(weights), weights_since: Some(since), ..self.clone() }
    }

    /// Returns a copy with learnt coefficients, in force since `since`.
    #[must_use]
    pub fn with_chances(&self, chances: Chances, since: Timestamp) -> Self {
        Self { chances, chances_since: Some(since), ..self.clone() }
    }

    /// Returns a copy with the published weights and coefficients.
    #[must_use]
    pub fn without_learnt(&self) -> Self {
        let Self { weights, chances, .. } = Self::CONTRACT;
        Self { weights, weights_since: None, chances, chances_since: None, ..self.clone() }
    }
}
