//! Season totals, averages of five and thirty winters, ranks, and the metrics of a leaderboard.

use std::cmp::Reverse;

use conditions_core::units::Tenths;

use crate::normals::Normal;
use crate::policy::Policy;
use crate::quantile::{Spread, mean};
use crate::winter_days::WinterDays;
use crate::winters::Winters;

/// Returns the normal season total of the newest complete winters, at most thirty; `None` below ten.
#[must_use]
pub fn normal_total(policy: &Policy, winters: &Winters) -> Option<Normal> {
    let mut totals = totals(winters, policy.normal_winters);
    if totals.len() < usize::from(policy.min_winters) {
        return None;
    }
    let winters = u16::try_from(totals.len()).unwrap_or(u16::MAX);
    Spread::from_values(&mut totals).map(|spread| Normal { winters, spread })
}

/// Returns the mean season total of the five newest complete winters, centimetres, or `None` if there are fewer.
#[must_use]
pub fn recent_total(policy: &Policy, winters: &Winters) -> Option<f64> {
    let totals = totals(winters, policy.recent_winters);
    mean(totals.iter().copied()).filter(|_| totals.len() == policy.recent_winters)
}

fn totals(winters: &Winters, count: usize) -> Vec<f64> {
    winters.newest_complete(count).map(|days| days.summary().total.get()).collect()
}

/// The rank of a winter among the complete ones of a resort.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rank {
    /// Rank, 1 for the snowiest; equal totals share the better rank.
    pub rank: usize,
    /// Number of ranked winters.
    pub of: usize,
}

/// The totals of a resort's complete winters in descending order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WinterTotals(Vec<Tenths>);

impl WinterTotals {
    #[must_use]
    pub fn from_winters(winters: &Winters) -> Self {
        let complete = winters.iter().filter(|days| days.summary().complete);
        let mut totals: Vec<Tenths> = complete.map(|days| days.summary().total).collect();
        totals.sort_unstable_by_key(|total| Reverse(*total));
        Self(totals)
    }

    /// Returns the rank of a complete winter by its total, or `None` for an incomplete one.
    #[must_use]
    pub fn rank(&self, days: &WinterDays) -> Option<Rank> {
        let own = days.summary();
        let snowier = || self.0.partition_point(|total| *total > own.total);
        own.complete.then(|| Rank { rank: snowier() + 1, of: self.0.len() })
    }
}

/// Metric by which seasons are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Metric {
    /// Snowfall of the season, cm.
    Snowfall,
    /// Snowfall of the season in percent of the resort's normal.
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

/// Returns the mean of [`normal_total`] without its spread, which saves sorting.
pub(crate) fn normal_mean(policy: &Policy, winters: &Winters) -> Option<f64> {
    let newest = winters.newest_complete(policy.normal_winters);
    let (sum, count) =
        newest.fold((0, 0_u16), |(sum, count), days| (sum + days.summary().total.units(), count + 1));
    (count >= policy.min_winters).then(|| f64::from(sum) / 10.0 / f64::from(count))
}

/// Returns `part` in percent of `normal`, or `None` if the normal is too small.
#[must_use]
pub fn percent(policy: &Policy, part: f64, normal: f64) -> Option<Tenths> {
    (normal >= policy.least_normal_cm).then(|| Tenths::new(100.0 * part / normal))?
}

#[cfg(test)]
mod tests;
