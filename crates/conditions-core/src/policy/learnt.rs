//! What is learnt of graded forecasts in a policy, each part with the instant since which it is in force.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::{Chances, ModelWeight, Policy};
use crate::time::Timestamp;

impl Policy {
    /// The same with weights that were learnt, in force since `since`.
    #[must_use]
    pub fn with_learnt(&self, weights: Vec<ModelWeight>, since: Timestamp) -> Self {
        Self { weights: Cow::Owned(weights), weights_since: Some(since), ..self.clone() }
    }

    /// The same with chances that were learnt, in force since `since`.
    #[must_use]
    pub fn with_chances(&self, chances: Chances, since: Timestamp) -> Self {
        Self { chances, chances_since: Some(since), ..self.clone() }
    }

    /// The same with the published weights and chances.
    #[must_use]
    pub fn without_learnt(&self) -> Self {
        let Self { weights, chances, .. } = Self::CONTRACT;
        Self { weights, weights_since: None, chances, chances_since: None, ..self.clone() }
    }
}
