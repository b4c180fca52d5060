//! The results of grading in use: the weights in force, and the newest scores.
//!
//! Weights hold from the instant at which they are stored until the next ones are, so that a replay uses the weights of its
//! instant. Only the newest scores are used.

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

/// Learnt weights of the blend, by model.
#[derive(Debug, Clone, PartialEq)]
pub struct Learnt {
    /// The instant from which they hold.
    pub since: Timestamp,
    /// One per model that was learnt about; each is finite and above 0.
    pub weights: Vec<ModelWeight>,
}

/// The results of grading in use.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct InForce {
    /// Learnt weights; `None`: the defaults.
    pub weights: Option<Learnt>,
    /// The newest scores; `None` before the first.
    pub report: Option<Arc<Report>>,
}

/// Reads stored weights; `None` for the defaults. Weights that cannot be read or resolved with are logged and count as the
/// defaults.
pub(super) fn weights(since: Timestamp, text: &str) -> Option<Learnt> {
    let kept = serde_json::from_str::<KeptWeights>(text);
    let kept = kept.inspect_err(|error| tracing::warn!(%error, "stored weights cannot be read"));
    let learnt = Learnt { since, weights: kept.ok()?.weights? };
    let valid = policy_with(&Policy::CONTRACT, Some(&learnt)).validate();
    valid.inspect_err(|error| tracing::warn!(%error, "stored weights cannot be used")).ok()?;
    Some(learnt)
}

/// Reads stored scores; `None`, and a line in the log, when they cannot be read.
pub(super) fn report(text: &str) -> Option<Report> {
    let report = serde_json::from_str::<Report>(text);
    report.inspect_err(|error| tracing::warn!(%error, "stored scores cannot be read")).ok()
}

/// The thresholds of `base` with the weights in force, or with the defaults where none are.
#[must_use]
pub fn policy_with(base: &Policy, weights: Option<&Learnt>) -> Policy {
    match weights {
        Some(Learnt { since, weights }) => base.with_learnt(weights.clone(), *since),
        None => base.without_learnt(),
    }
}
