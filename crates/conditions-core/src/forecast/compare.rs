//! The models next to each other: the daily snow of each model at mid mountain, and the blend of all of them.
//!
//! Implements the specification's `compare_forecasts`. It returns the numbers from which the blend is made, by the same
//! rules: one row per model that takes part, without implausible and contradictory days.

use alloc::string::String;
use alloc::vec::Vec;

use super::blend::{MAX_MODELS, agreement};
use super::totals::ModelTotals;
use super::{DAYS, Members, View};
use crate::evidence::{ForecastSnapshot, Profile};
use crate::policy::Policy;
use crate::present::Present;
use crate::record::Band;
use crate::time::Timestamp;
use crate::units::Tenths;

/// Agreement of models, as a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum Agreement {
    /// The spread is about as large as the mean.
    Low,
    /// The models agree that it snows, but less on the amount.
    Medium,
    /// The models give nearly equal amounts.
    High,
}

impl Agreement {
    /// Returns the word for an agreement of 0–1.
    #[must_use]
    pub fn from_value(policy: &Policy, agreement: f64) -> Self {
        if agreement >= policy.storms.agreement_high {
            Self::High
        } else if agreement >= policy.storms.agreement_medium {
            Self::Medium
        } else {
            Self::Low
        }
    }
}

/// Daily snow of one model.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelSnow {
    /// Name of the model at the upstream.
    pub model: String,
    /// Time at which its run became available upstream; `None` if the upstream does not report it.
    pub available_at: Option<Timestamp>,
    /// New snow of each day, centimetres; `None` if the model does not cover the whole day.
    pub days: [Option<Tenths>; DAYS],
}

impl ModelSnow {
    /// Returns the sum of the first `window` days, or `None` if any is missing.
    #[must_use]
    pub fn total(&self, window: usize) -> Option<Tenths> {
        let days = self.days.iter().take(window);
        let sum =
            days.map(|cm| cm.map(Tenths::units)).try_fold(0_i32, |sum, cm| Some(sum.saturating_add(cm?)));
        sum.map(Tenths::from_units)
    }
}

/// The models of one snapshot next to each other.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// Time at which the models were queried.
    pub captured_at: Timestamp,
    /// One row per model, by weight and then by name.
    pub models: Vec<ModelSnow>,
}

impl Comparison {
    /// Returns the agreement, 0–1, of the totals of the models that report each of the first `window` days; `None` for
    /// fewer than two models.
    #[must_use]
    pub fn agreement(&self, policy: &Policy, window: usize) -> Option<f64> {
        let mut totals = [0.0; MAX_MODELS];
        let mut covering = 0;
        for (place, total) in
            totals.iter_mut().zip(self.models.iter().filter_map(|model| model.total(window)))
        {
            *place = total.get();
            covering += 1;
        }
        agreement(policy, totals.get(..covering)?)
    }
}

/// Returns the models next to each other, today first in the resort's calendar, or `None` if there is no usable
/// snapshot.
#[must_use]
pub fn compare(
    now: Timestamp,
    policy: &Policy,
    profile: &Profile,
    snapshot: Option<&ForecastSnapshot>,
) -> Option<Comparison> {
    let members = Members::new(policy, snapshot?);
    let present = Present::new(now);
    let view = View::new(&present, policy, present.date_in(profile.zone), &members)?;
    let snow = view.snow_days(policy, Band::Mid);
    let models = members.runs().zip(snow.models()).map(|((model, available_at), own)| ModelSnow {
        model: String::from(model),
        available_at,
        days: days(own),
    });
    Some(Comparison { captured_at: members.captured_at(), models: models.collect() })
}

fn days(own: &ModelTotals) -> [Option<Tenths>; DAYS] {
    core::array::from_fn(|day| own.get(day).map(Tenths::from_units))
}
