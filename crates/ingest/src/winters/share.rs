//! How much of the allowance the archive may have: forecasts come first, then current winters, then the past.

use sources::budget::{Limits, Plan};
use sources::open_meteo::archive::request;

use super::current::TAIL_DAYS;

/// Of minute and hour the archive takes at most this share, so that a refresh of the forecasts never waits long for it.
const SHARE_OF_PACE: f64 = 0.5;
/// Of a day it may always have this share, however much the forecasts want.
const LEAST_OF_DAY: f64 = 0.02;
/// Of a day's share a backfill may always have this part, however many current winters come before it.
const LEAST_OF_SHARE: f64 = 0.5;

/// What the archive's calls are counted against.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Allowance {
    /// What the archive may have.
    pub share: Limits,
    /// The whole allowance, which the forecasts use as well.
    pub whole: Limits,
}

impl Allowance {
    /// What the forecasts, by their plan, leave of the whole allowance.
    #[must_use]
    pub fn beside(plan: &Plan, whole: Limits) -> Self {
        let pace = |limit: Option<f64>| limit.map(|calls| calls * SHARE_OF_PACE);
        let left = |day: f64| (day - plan.per_day()).max(day * LEAST_OF_DAY).floor();
        let share = Limits { minute: pace(whole.minute), hour: pace(whole.hour), day: whole.day.map(left) };
        Self { share, whole }
    }

    /// What the current winters of `resorts` resorts leave of the archive's share: they come before the past, which can wait,
    /// and leave it half a day's share however many they are. Both are counted on the same ledger, so nothing is held back
    /// while nobody asks.
    #[must_use]
    pub fn behind_current(self, resorts: usize) -> Self {
        let daily = resorts as f64 * request::weight_of(TAIL_DAYS as usize);
        let left = |day: f64| (day - daily).max(day * LEAST_OF_SHARE).floor();
        Self { share: Limits { day: self.share.day.map(left), ..self.share }, ..self }
    }
}

#[cfg(test)]
mod tests;
