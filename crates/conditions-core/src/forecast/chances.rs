//! Distributions of snowfall by day and for the first 3, 7 and 14 days, based on the daily rows.
//!
//! Implements `contract-decisions` 8, "with each row and total". The rows give the amounts; [`crate::policy::Chances`]
//! states how far forecasts of their lead can be trusted. The usual amount at the place is computed from the rows over
//! their whole horizon. If single days have no skill, it is all that remains, and the answer says so.

use super::{DAYS, WEEK};
use crate::chance::{ChanceSummary, Coefficients, Predictors, mean_root};
use crate::policy::Policy;
use crate::record::DailyRow;
use crate::units::Tenths;

/// Lengths of the published totals, in days from today on.
pub const STRETCHES: [usize; 3] = [3, WEEK, DAYS];

/// Distribution of one day's snowfall.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DayChance {
    /// The published distribution.
    pub told: ChanceSummary,
    /// Whether the distribution is based on the usual amount more than on the forecast for the day.
    pub usual: bool,
}

/// Distributions of days and totals; `None` for rows that are not reported.
#[derive(Debug, Clone, PartialEq)]
pub struct Outlook {
    /// Distributions by day, today first.
    pub days: [Option<DayChance>; DAYS],
    /// Distributions of totals, in the order of [`STRETCHES`].
    pub totals: [Option<ChanceSummary>; 3],
}

/// Returns the distributions for daily rows. Include rows that are withheld from the caller: the usual amount is
/// computed from all of them.
#[must_use]
pub fn outlook(policy: &Policy, rows: &[DailyRow; DAYS]) -> Outlook {
    let chances = &policy.chances;
    let amounts = rows.each_ref().map(|row| row.snowfall_cm.map(Tenths::get));
    let usual = mean_root(amounts.iter().flatten().copied()).unwrap_or(0.0);
    let told = |of: &Coefficients, signs: Predictors| of.chance(signs, chances.least_cm).summary();
    let day = |day: usize| {
        let lead = u8::try_from(day + 1).unwrap_or(u8::MAX);
        let signs = Predictors::of_day(&amounts, day, usual)?;
        let chance = chances.of_day(lead).chance(signs, chances.least_cm);
        let told = chance.summary_near(amounts.get(day).copied().flatten()?, chances.median_share(lead));
        Some(DayChance { told, usual: lead > chances.last_lead_of_skill })
    };
    let total = |place: usize| {
        let (days, of) = (STRETCHES.get(place)?, chances.totals.get(place)?);
        Some(told(of, Predictors::of_total(&amounts, *days, usual)?))
    };
    Outlook { days: core::array::from_fn(day), totals: core::array::from_fn(total) }
}

#[cfg(test)]
mod tests;
