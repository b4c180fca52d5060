//! What came of grading as it is served: the weights in force, and the newest scores.
//!
//! Weights hold from the moment that they are kept until the next ones are, so that the past is replayed with the weights
//! of then. Scores are of the present alone.

use std::sync::Arc;

use conditions_core::policy::{ModelWeight, Policy};
use conditions_core::time::Timestamp;
use serde::{Deserialize, Serialize};
use verification::Report;

/// Name of the results that hold weights.
pub(super) const WEIGHTS: &str = "weights";
/// Name of the result that holds the newest scores.
pub(super) const SCORES: &str = "scores";

/// Weights as they are kept; null: the defaults.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct KeptWeights {
    pub(super) weights: Option<Vec<ModelWeight>>,
}

/// Learnt weights and since when they hold.
pub type Learnt = (Timestamp, Vec<ModelWeight>);

/// What is in force.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct InForce {
    /// Learnt weights; `None`: the defaults.
    pub weights: Option<Learnt>,
    /// The newest scores; `None` before the first.
    pub report: Option<Arc<Report>>,
}

/// Kept weights; `None` for the defaults. What does not read is as if it were not there, and is said so.
pub(super) fn weights(since: Timestamp, text: &str) -> Option<Learnt> {
    let kept = serde_json::from_str::<KeptWeights>(text);
    let kept = kept.inspect_err(|error| tracing::warn!(%error, "stored weights cannot be read"));
    let sane = |weights: &Vec<ModelWeight>| {
        weights.iter().all(|w| [w.early, w.late, w.far].iter().all(|one| one.is_finite() && *one > 0.0))
    };
    kept.ok()?.weights.filter(sane).map(|weights| (since, weights))
}

/// Kept scores.
pub(super) fn report(text: &str) -> Option<Report> {
    let report = serde_json::from_str::<Report>(text);
    report.inspect_err(|error| tracing::warn!(%error, "stored scores cannot be read")).ok()
}

/// The thresholds of `base` with the weights in force, or with the defaults where none are.
#[must_use]
pub fn policy_with(base: &Policy, weights: Option<&Learnt>) -> Policy {
    match weights {
        Some((since, weights)) => base.with_learnt(weights.clone(), *since),
        None => base.without_learnt(),
    }
}
