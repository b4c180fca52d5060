//! The models side by side: each one's daily snow at mid mountain beside the blend of all of them.
//!
//! Carries the specification's `compare_forecasts`. It gives the numbers that the blend is made from, after
//! the same rules: one row per model that takes part, implausible and contradicted days missing.

use alloc::string::String;
use alloc::vec::Vec;

use super::blend::{MAX_MODELS, agreement};
use super::totals::OwnDays;
use super::{DAYS, Members, View};
use crate::evidence::{ForecastSnapshot, Profile};
use crate::policy::Policy;
use crate::record::Band;
use crate::time::Timestamp;
use crate::units::Tenths;

/// How far models agree, in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum Agreement {
    /// They differ about as much as they promise.
    Low,
    /// They agree that it snows, and less on how much.
    Medium,
    /// They tell the same.
    High,
}

impl Agreement {
    /// The word for an agreement of 0–1.
    #[must_use]
    pub fn of(policy: &Policy, agreement: f64) -> Self {
        if agreement >= policy.storms.agreement_high {
            Self::High
        } else if agreement >= policy.storms.agreement_medium {
            Self::Medium
        } else {
            Self::Low
        }
    }
}

/// One model's daily snow.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelSnow {
    /// Model name as the upstream calls it.
    pub model: String,
    /// When its run became available upstream; `None` when the upstream does not say.
    pub available_at: Option<Timestamp>,
    /// New snow of each day, centimetres; `None` for a day that it does not report whole.
    pub days: [Option<Tenths>; DAYS],
}

impl ModelSnow {
    /// Sum of the first `window` days; `None` when any is missing.
    #[must_use]
    pub fn total(&self, window: usize) -> Option<Tenths> {
        let days = self.days.iter().take(window);
        let sum =
            days.map(|cm| cm.map(Tenths::units)).try_fold(0_i32, |sum, cm| Some(sum.saturating_add(cm?)));
        sum.map(Tenths::from_units)
    }
}

/// The models of one snapshot.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// When the models were asked.
    pub captured_at: Timestamp,
    /// One row per model, by weight and then by name.
    pub models: Vec<ModelSnow>,
}

impl Comparison {
    /// How far the models that report each of the first `window` days agree on their total, 0–1; `None` below two.
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

/// The models side by side, today first in the resort's calendar; `None` when there is no usable snapshot.
#[must_use]
pub fn compare(
    now: Timestamp,
    policy: &Policy,
    profile: &Profile,
    snapshot: Option<&ForecastSnapshot>,
) -> Option<Comparison> {
    let members = Members::new(policy, snapshot?);
    let view = View::new(now, policy, now.local_date(profile.zone), &members)?;
    let snow = view.snow_days(policy, Band::Mid);
    let models = members.runs().zip(snow.models()).map(|((model, available_at), own)| ModelSnow {
        model: String::from(model),
        available_at,
        days: days(own),
    });
    Some(Comparison { captured_at: members.captured_at(), models: models.collect() })
}

fn days(own: &OwnDays) -> [Option<Tenths>; DAYS] {
    core::array::from_fn(|day| own.get(day).map(Tenths::from_units))
}
