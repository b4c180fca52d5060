//! Season totals, averages of five and thirty winters, ranks, and what a leaderboard may be ordered by.

use std::cmp::Reverse;

use conditions_core::units::Tenths;

use crate::normals::Normal;
use crate::policy::Policy;
use crate::quantile::{Spread, mean};
use crate::winter_days::WinterDays;
use crate::winters::Winters;

/// Mean season total of the newest complete winters, of at most a normal's thirty; `None` below ten.
#[must_use]
pub fn normal_total(policy: &Policy, winters: &Winters) -> Option<Normal> {
    let mut totals = totals(winters, policy.normal_winters);
    if totals.len() < usize::from(policy.min_winters) {
        return None;
    }
    let winters = u16::try_from(totals.len()).unwrap_or(u16::MAX);
    Spread::of(&mut totals).map(|spread| Normal { winters, spread })
}

/// Mean season total of the five newest complete winters, centimetres; `None` when there are fewer.
#[must_use]
pub fn recent_total(policy: &Policy, winters: &Winters) -> Option<f64> {
    let totals = totals(winters, policy.recent_winters);
    mean(totals.iter().copied()).filter(|_| totals.len() == policy.recent_winters)
}

fn totals(winters: &Winters, count: usize) -> Vec<f64> {
    winters.newest_complete(count).map(|days| days.summary().total.get()).collect()
}

/// Where a winter stands among the complete ones of a resort.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rank {
    /// 1 for the snowiest; equals share the better place.
    pub rank: usize,
    /// Of how many.
    pub of: usize,
}

/// The totals of a resort's complete winters, most first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WinterTotals(Vec<Tenths>);

impl WinterTotals {
    /// Of these winters.
    #[must_use]
    pub fn of(winters: &Winters) -> Self {
        let complete = winters.iter().filter(|days| days.summary().complete);
        let mut totals: Vec<Tenths> = complete.map(|days| days.summary().total).collect();
        totals.sort_unstable_by_key(|total| Reverse(*total));
        Self(totals)
    }

    /// The rank of a complete winter by its total; `None` for an incomplete one.
    #[must_use]
    pub fn rank(&self, days: &WinterDays) -> Option<Rank> {
        let own = days.summary();
        let snowier = || self.0.partition_point(|total| *total > own.total);
        own.complete.then(|| Rank { rank: snowier() + 1, of: self.0.len() })
    }
}

/// What seasons are compared by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Metric {
    /// Snowfall of the season, cm.
    Snowfall,
    /// The same in percent of the resort's own normal.
    PercentOfNormal,
    /// Snow days.
    SnowDays,
    /// Powder days.
    PowderDays,
    /// Snowfall of the snowiest day, cm.
    BiggestDay,
    /// Longest run of days without a snow day.
    LongestDrySpell,
}

/// [`normal_total`]'s mean without its spread: nothing is sorted or kept.
pub(crate) fn normal_mean(policy: &Policy, winters: &Winters) -> Option<f64> {
    let newest = winters.newest_complete(policy.normal_winters);
    let (sum, count) =
        newest.fold((0, 0_u16), |(sum, count), days| (sum + days.summary().total.units(), count + 1));
    (count >= policy.min_winters).then(|| f64::from(sum) / 10.0 / f64::from(count))
}

/// `part` in percent of `normal`; `None` when the normal is too small to divide by.
#[must_use]
pub fn percent(policy: &Policy, part: f64, normal: f64) -> Option<Tenths> {
    (normal >= policy.least_normal_cm).then(|| Tenths::new(100.0 * part / normal))?
}

#[cfg(test)]
mod tests;
