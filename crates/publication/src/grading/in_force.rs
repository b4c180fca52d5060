//! The results of grading in use: the weights and maps in force, and the newest scores.
//!
//! Weights hold from the instant at which they are stored until the next ones are, so that a replay uses the weights of its
//! instant. Only the newest scores are used.

use std::sync::Arc;

use conditions_core::chance::Coefficients;
use conditions_core::policy::{ModelWeight, Policy};
use conditions_core::time::Timestamp;
use serde::{Deserialize, Serialize};
use verification::Report;
use verification::calibrate::Calibration;

use super::maps::Maps;

/// Name of the results that hold weights.
pub(super) const WEIGHTS: &str = "weights";
/// Name of the result that holds the newest scores.
pub(super) const SCORES: &str = "scores";

/// What was learnt, as it is kept; null: the defaults.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct KeptWeights {
    pub(super) weights: Option<Vec<ModelWeight>>,
    /// Rows from before there were any have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) chances: Option<LearntChances>,
}

/// Learnt coefficients of the distributions of new snow.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LearntChances {
    /// Of days: the last lead of each, and its coefficients.
    pub days: [(u8, Coefficients); 4],
    /// Of totals.
    pub totals: [Coefficients; 3],
    /// The last lead with skill.
    pub last_lead_of_skill: u8,
}

impl LearntChances {
    /// Of a grading; `None` where the defaults stay in force.
    pub(super) fn of(calibration: &Calibration) -> Option<Self> {
        let Calibration { days, totals, last_lead_of_skill, .. } = calibration.clone();
        calibration.learnt.then_some(Self { days, totals, last_lead_of_skill })
    }
}

/// What was learnt and is in force.
#[derive(Debug, Clone, PartialEq)]
pub struct Learnt {
    /// The instant from which it holds.
    pub since: Timestamp,
    /// Weights of the blend, one per model that was learnt about, each finite and above 0; `None`: the defaults.
    pub weights: Option<Vec<ModelWeight>>,
    /// Distributions of new snow; `None`: the defaults.
    pub chances: Option<LearntChances>,
}

/// The results of grading in use.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct InForce {
    /// What was learnt; `None`: the defaults alone.
    pub weights: Option<Learnt>,
    /// The newest scores; `None` before the first.
    pub report: Option<Arc<Report>>,
    /// Maps of past winters to stations.
    pub maps: Maps,
}

/// Reads stored weights; `None` for the defaults. Weights that cannot be read or resolved with are logged and count as the
/// defaults.
pub(super) fn weights(since: Timestamp, text: &str) -> Option<Learnt> {
    let kept = serde_json::from_str::<KeptWeights>(text);
    let kept = kept.inspect_err(|error| tracing::warn!(%error, "stored weights cannot be read"));
    let KeptWeights { weights, chances } = kept.ok()?;
    if weights.is_none() && chances.is_none() {
        return None;
    }
    let learnt = Learnt { since, weights, chances };
    let valid = policy_with(&Policy::CONTRACT, Some(&learnt)).validate();
    valid.inspect_err(|error| tracing::warn!(%error, "stored weights cannot be used")).ok()?;
    Some(learnt)
}

/// Reads stored scores; `None`, and a line in the log, when they cannot be read.
pub(super) fn report(text: &str) -> Option<Report> {
    let report = serde_json::from_str::<Report>(text);
    report.inspect_err(|error| tracing::warn!(%error, "stored scores cannot be read")).ok()
}

/// The thresholds of `base` with what was learnt, or with the defaults where nothing was.
#[must_use]
pub fn policy_with(base: &Policy, learnt: Option<&Learnt>) -> Policy {
    let mut policy = base.without_learnt();
    let Some(Learnt { since, weights, chances }) = learnt else { return policy };
    if let Some(weights) = weights {
        policy = policy.with_learnt(weights.clone(), *since);
    }
    if let Some(LearntChances { days, totals, last_lead_of_skill }) = chances {
        let chances = policy.chances.with(*days, *totals, *last_lead_of_skill);
        policy = policy.with_chances(chances, *since);
    }
    policy
}
