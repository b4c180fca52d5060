//! The archive's share of the allowance: forecasts come first, then current winters, then the past.

use sources::budget::{Limits, Plan};
use sources::open_meteo::archive::request;

use super::current::TAIL_DAYS;

/// Maximum share of the minute and the hour for the archive, so that a refresh of the forecasts never waits long.
const SHARE_OF_PACE: f64 = 0.5;
/// Minimum share of a day for the archive, however much the forecasts need.
const LEAST_OF_DAY: f64 = 0.02;
/// Minimum part of a day's share for a backfill, however many current winters come before it.
const LEAST_OF_SHARE: f64 = 0.5;

/// The allowance against which the archive's calls are counted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Allowance {
    /// The archive's share.
    pub share: Limits,
    /// The whole allowance, which the forecasts also use.
    pub whole: Limits,
}

impl Allowance {
    /// Returns the part of the whole allowance that the forecasts leave, by their plan.
    #[must_use]
    pub fn left_by_forecasts(plan: &Plan, whole: Limits) -> Self {
        let pace = |limit: Option<f64>| limit.map(|calls| calls * SHARE_OF_PACE);
        let left = |day: f64| (day - plan.per_day()).max(day * LEAST_OF_DAY).floor();
        let share = Limits { minute: pace(whole.minute), hour: pace(whole.hour), day: whole.day.map(left) };
        Self { share, whole }
    }

    /// Returns the part of the archive's share that the current winters of `resorts` resorts leave. They come before
    /// the past, which can wait, but leave it half a day's share however many they are. Both are counted on the same
    /// ledger, so an unused part is not held back.
    #[must_use]
    pub fn after_current_winters(self, resorts: usize) -> Self {
        let daily = resorts as f64 * request::weight_of(TAIL_DAYS as usize);
        let left = |day: f64| (day - daily).max(day * LEAST_OF_SHARE).floor();
        Self { share: Limits { day: self.share.day.map(left), ..self.share }, ..self }
    }
}

#[cfg(test)]
mod tests;
