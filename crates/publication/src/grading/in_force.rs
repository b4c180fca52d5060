//! The results of grading in use: the weights and maps in force, and the newest scores.
//!
//! Weights apply from the time at which they are stored until the next ones are, so that a replay uses the weights of
//! its time. Only the newest scores are used.

use std::sync::Arc;

use conditions_core::chance::Coefficients;
use conditions_core::policy::{ModelWeight, Policy};
use conditions_core::time::Timestamp;
use serde::{Deserialize, Serialize};
use verification::Report;
use verification::calibrate::Calibration;

use super::maps::Maps;

/// Name of the results with weights.
pub(super) const WEIGHTS: &str = "weights";
/// Name of the result with the newest scores.
pub(super) const SCORES: &str = "scores";

/// Learnt weights as stored; null means the defaults.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct KeptWeights {
    pub(super) weights: Option<Vec<ModelWeight>>,
    /// Absent in rows from before distributions were learnt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) chances: Option<LearnedChances>,
}

/// Learnt coefficients of the distributions of new snow.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LearnedChances {
    /// Coefficients of days, each with the last lead that it covers.
    pub days: [(u8, Coefficients); 4],
    /// Coefficients of totals.
    pub totals: [Coefficients; 3],
    /// The last lead with skill.
    pub last_lead_of_skill: u8,
}

impl LearnedChances {
    /// Returns the learnt part of a calibration; `None` if the defaults stay in force.
    pub(super) fn from_calibration(calibration: &Calibration) -> Option<Self> {
        let Calibration { days, totals, last_lead_of_skill, .. } = calibration.clone();
        calibration.learnt.then_some(Self { days, totals, last_lead_of_skill })
    }
}

/// Learnt parameters in force.
#[derive(Debug, Clone, PartialEq)]
pub struct LearnedParameters {
    /// Time from which they apply.
    pub since: Timestamp,
    /// Weights of the blend, one per model with enough data, each finite and above 0; `None` for the defaults.
    pub weights: Option<Vec<ModelWeight>>,
    /// Distributions of new snow; `None` for the defaults.
    pub chances: Option<LearnedChances>,
}

/// The results of grading in use.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct InForce {
    /// Learnt parameters; `None` for the defaults.
    pub weights: Option<LearnedParameters>,
    /// Newest scores; `None` before the first.
    pub report: Option<Arc<Report>>,
    /// Maps of past winters to stations.
    pub maps: Maps,
}

/// Parses stored weights; returns `None` for the defaults. Weights that cannot be parsed or used are logged and count
/// as the defaults.
pub(super) fn weights(since: Timestamp, text: &str) -> Option<LearnedParameters> {
    let kept = serde_json::from_str::<KeptWeights>(text);
    let kept = kept.inspect_err(|error| tracing::warn!(%error, "stored weights cannot be read"));
    let KeptWeights { weights, chances } = kept.ok()?;
    if weights.is_none() && chances.is_none() {
        return None;
    }
    let learnt = LearnedParameters { since, weights, chances };
    let valid = policy_with(&Policy::CONTRACT, Some(&learnt)).validate();
    valid.inspect_err(|error| tracing::warn!(%error, "stored weights cannot be used")).ok()?;
    Some(learnt)
}

/// Parses stored scores; logs and returns `None` if they cannot be parsed.
pub(super) fn report(text: &str) -> Option<Report> {
    let report = serde_json::from_str::<Report>(text);
    report.inspect_err(|error| tracing::warn!(%error, "stored scores cannot be read")).ok()
}

/// Returns the thresholds of `base` with the learnt parameters, or with the defaults if there are none.
#[must_use]
pub fn policy_with(base: &Policy, learnt: Option<&LearnedParameters>) -> Policy {
    let mut policy = base.without_learnt();
    let Some(LearnedParameters { since, weights, chances }) = learnt else { return policy };
    if let Some(weights) = weights {
        policy = policy.with_learnt(weights.clone(), *since);
    }
    if let Some(LearnedChances { days, totals, last_lead_of_skill }) = chances {
        let chances = policy.chances.with(*days, *totals, *last_lead_of_skill);
        policy = policy.with_chances(chances, *since);
    }
    policy
}
