//! How much may fall by day and in the first 3, 7 and 14 days, as distributions about the daily rows.
//!
//! Carries `contract-decisions` 8, "with each row and total". The rows give the amounts; [`crate::policy::Chances`] how far forecasts of their
//! lead are to be trusted. What is usual at the place is taken from the rows themselves, over their whole horizon: where the skill
//! of single days ends, it is what remains, and the answer says so.

use super::{DAYS, WEEK};
use crate::chance::{ChanceSummary, Coefficients, Predictors, mean_root};
use crate::policy::Policy;
use crate::record::DailyRow;
use crate::units::Tenths;

/// The stretches from today on that totals are told for, days.
pub const STRETCHES: [usize; 3] = [3, WEEK, DAYS];

/// What is told of one day.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DayChance {
    /// Its distribution.
    pub told: ChanceSummary,
    /// Whether it rests on what is usual more than on what is forecast for the day.
    pub usual: bool,
}

/// What is told of days and totals; none where rows are not reported.
#[derive(Debug, Clone, PartialEq)]
pub struct Outlook {
    /// By day, today first.
    pub days: [Option<DayChance>; DAYS],
    /// By stretch, in the order of [`STRETCHES`].
    pub totals: [Option<ChanceSummary>; 3],
}

/// The distributions about daily rows. Rows that are withheld must be there all the same: what is usual rests on all of them.
#[must_use]
pub fn outlook(policy: &Policy, rows: &[DailyRow; DAYS]) -> Outlook {
    let chances = &policy.chances;
    let amounts = rows.each_ref().map(|row| row.snowfall_cm.map(Tenths::get));
    let usual = mean_root(amounts.iter().flatten().copied()).unwrap_or(0.0);
    let told = |of: &Coefficients, signs: Predictors| of.chance(signs, chances.least_cm).summary();
    let day = |day: usize| {
        let lead = u8::try_from(day + 1).unwrap_or(u8::MAX);
        let signs = Predictors::of_day(&amounts, day, usual)?;
        Some(DayChance { told: told(chances.of_day(lead), signs), usual: lead > chances.last_lead_of_skill })
    };
    let total = |place: usize| {
        let (days, of) = (STRETCHES.get(place)?, chances.totals.get(place)?);
        Some(told(of, Predictors::of_total(&amounts, *days, usual)?))
    };
    Outlook { days: core::array::from_fn(day), totals: core::array::from_fn(total) }
}

#[cfg(test)]
mod tests;
