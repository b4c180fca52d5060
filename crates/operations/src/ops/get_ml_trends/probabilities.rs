//! Reliability of the probabilities of new snow, for all places together, on days held out from learning.

use chrono::NaiveDate;
use conditions_core::units::Hundredths;
use schemars::JsonSchema;
use serde::Serialize;
use verification::calibrate::{self, Calibration};

use super::Estimate;
use crate::text::{Text, count_text, hundredths};

/// Trial of the distributions of new snow.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Probabilities {
    /// Whether the distributions, and with them the confidence of forecast snow, are learnt from graded forecasts; if
    /// false, both use fixed defaults.
    pub learnt: bool,
    /// Reason in words.
    pub reason: String,
    /// Last day used for learning before the trial.
    pub trained_until: Option<NaiveDate>,
    /// Days of the trial.
    pub held_out_days: usize,
    /// Beyond this lead the distributions rest more on the usual snowfall than on the forecast.
    pub last_lead_of_skill: u8,
    /// Scores of the trial, by band of leads and by total.
    pub scores: Vec<ChanceScore>,
    /// The reliability diagram of the trial, by event and bin of a tenth.
    pub reliability: Vec<ReliabilityBin>,
}

/// Continuous ranked probability scores, centimetres; less is better.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChanceScore {
    /// First lead.
    pub lead_from: u8,
    /// Last lead.
    pub lead_to: u8,
    /// Whether the score is for the total of these days instead of single days.
    pub total: bool,
    /// Days or totals of a resort that were both forecast and measured.
    pub pairs: usize,
    /// Days with a pair.
    pub days: usize,
    /// Score of the learnt distributions.
    pub crps_cm: Hundredths,
    /// Score of the default distributions.
    pub default_crps_cm: Hundredths,
    /// Mean absolute error of the blend as a single number.
    pub blend_mae_cm: Hundredths,
    /// Skill of the learnt distributions over the days measured before the issue; interval by resampling days and
    /// places.
    pub skill_over_climatology: Estimate,
}

/// Predictions of about the same probability.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReliabilityBin {
    /// True for totals of several days; false for single days.
    pub total: bool,
    /// Event: at least this amount of new snow; null: the forecast is right within 2 cm or 30 %, which is its
    /// confidence.
    pub at_least_cm: Option<f64>,
    /// Mean predicted probability.
    pub told: Hundredths,
    /// Observed frequency; interval by resampling days and places.
    pub came: Estimate,
    /// Days or totals of a resort that were both forecast and measured.
    pub pairs: usize,
    /// Days with a pair.
    pub days: usize,
}

impl Probabilities {
    pub(super) fn from_calibration(found: &Calibration) -> Self {
        let score = |score: &calibrate::Score| ChanceScore {
            lead_from: score.lead_from,
            lead_to: score.lead_to,
            total: score.total,
            pairs: score.pairs,
            days: score.days,
            crps_cm: rounded(score.crps_cm),
            default_crps_cm: rounded(score.default_crps_cm),
            blend_mae_cm: rounded(score.blend_mae_cm),
            skill_over_climatology: Estimate::new(score.skill_climatology, score.skill_interval),
        };
        let bin = |bin: &calibrate::Bin| ReliabilityBin {
            total: bin.total,
            at_least_cm: bin.at_least_cm,
            told: rounded(bin.told),
            came: Estimate::new(Some(bin.came), bin.interval),
            pairs: bin.pairs,
            days: bin.days,
        };
        Self {
            learnt: found.learnt,
            reason: found.reason.clone(),
            trained_until: found.trained_until,
            held_out_days: found.held_out_days,
            last_lead_of_skill: found.last_lead_of_skill,
            scores: found.scores.iter().map(score).collect(),
            reliability: found.reliability.iter().map(bin).collect(),
        }
    }

    pub(super) fn write(&self, text: &mut Text) {
        let kind = if self.learnt { "learnt" } else { "reasoned" };
        text.line(format_args!(
            "Probabilities of new snow are {kind} ({}); beyond lead {} they are mostly the usual snowfall",
            self.reason, self.last_lead_of_skill
        ));
        for bin in &self.reliability {
            let of = if bin.total { "a total of" } else { "a day with" };
            match bin.at_least_cm {
                Some(cm) => text.line(format_args!(
                    "Predicted {} for {of} at least {cm} cm: observed {} ({})",
                    bin.told.get(),
                    hundredths(bin.came.value, ""),
                    count_text(bin.pairs, "pair")
                )),
                None => text.line(format_args!(
                    "Confidence {}: right {} ({})",
                    bin.told.get(),
                    hundredths(bin.came.value, ""),
                    count_text(bin.pairs, "pair")
                )),
            }
        }
    }
}

fn rounded(value: f64) -> Hundredths {
    Hundredths::new(value).unwrap_or_default()
}
