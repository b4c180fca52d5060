//! Season totals, averages of five and thirty winters, ranks, and what a leaderboard may be ordered by.

use conditions_core::units::Tenths;

use crate::normals::Normal;
use crate::policy::Policy;
use crate::quantile::{Spread, mean};
use crate::winter::Winter;
use crate::winters::{WinterDays, Winters};

/// A season's total.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SeasonTotal {
    /// Which winter.
    pub winter: Winter,
    /// Snowfall of the season's known days, centimetres.
    pub total_cm: f64,
    /// Whether every day of the season is known; the total of another one is no total.
    pub complete: bool,
}

impl Winters {
    /// The total of every winter on record, oldest first.
    pub fn season_totals(&self) -> impl Iterator<Item = SeasonTotal> {
        self.iter().map(|days| SeasonTotal {
            winter: days.winter(),
            total_cm: days.summary().total.get(),
            complete: days.summary().complete,
        })
    }
}

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
    mean(&totals).filter(|_| totals.len() == policy.recent_winters)
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

/// The rank of a complete winter by its total; `None` for an incomplete one.
#[must_use]
pub fn rank(winters: &Winters, days: &WinterDays) -> Option<Rank> {
    let own = days.summary();
    own.complete.then(|| {
        let complete = winters.iter().filter(|other| other.summary().complete);
        let snowier = complete.clone().filter(|other| other.summary().total > own.total).count();
        Rank { rank: snowier + 1, of: complete.count() }
    })
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

/// A winter's value of a metric; `None` when the winter is incomplete or the metric has nothing to stand on.
#[must_use]
pub fn value(policy: &Policy, winters: &Winters, days: &WinterDays, metric: Metric) -> Option<Tenths> {
    let sum = days.summary();
    if !sum.complete {
        return None;
    }
    let count = |days: u16| Some(Tenths::from_units(i32::from(days) * 10));
    match metric {
        Metric::Snowfall => Some(sum.total),
        Metric::PercentOfNormal => percent(policy, sum.total.get(), normal_mean(policy, winters)?),
        Metric::SnowDays => count(sum.snow_days),
        Metric::PowderDays => count(sum.powder_days),
        Metric::BiggestDay => Some(sum.biggest.map_or(Tenths::ZERO, |(cm, _)| cm)),
        Metric::LongestDrySpell => count(sum.longest_dry),
    }
}

/// [`normal_total`]'s mean without its spread: nothing is sorted or kept.
fn normal_mean(policy: &Policy, winters: &Winters) -> Option<f64> {
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
