//! Usual months: snowfall, snow days and depth of each calendar month over the winters in which it is known.
//!
//! A month counts in a winter if nearly all of its days are known, whether or not that winter's season is complete. A
//! month that counts in fewer than ten winters has no usual values.

use chrono::NaiveDate;
use conditions_core::units::Tenths;

use crate::month_sum::MonthSum;
use crate::policy::Policy;
use crate::quantile::{Spread, mean};
use crate::winter::Winter;
use crate::winter_days::WinterDays;
use crate::winters::Winters;

#[derive(Debug, Clone, PartialEq)]
pub struct Month {
    /// Calendar month, 1 for January.
    pub month: u32,
    /// Number of winters in which the month is known.
    pub winters: u16,
    /// Usual values; `None` below ten winters.
    pub usual: Option<UsualMonth>,
}

/// The usual values of a month.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UsualMonth {
    /// Snowfall of the month, centimetres.
    pub snowfall: Spread,
    /// Mean number of snow days.
    pub snow_days: f64,
    /// Mean number of powder days.
    pub powder_days: f64,
    /// Mean depth, centimetres; `None` if depth is known in fewer than ten winters.
    pub depth_cm: Option<f64>,
    /// Mean over winters of the month's greatest depth, centimetres.
    pub peak_depth_cm: Option<f64>,
    /// The snowiest day of any winter, if any snow fell.
    pub biggest: Option<(Tenths, NaiveDate)>,
}

/// Returns the twelve months in the order of the winter.
#[must_use]
pub fn months(policy: &Policy, winters: &Winters) -> Vec<Month> {
    let newest: Vec<&WinterDays> = winters.iter().rev().take(policy.normal_winters).collect();
    let Some(any) = newest.first() else { return Vec::new() };
    let of = |(at, (month, _)): (usize, (u32, _))| {
        let sums = newest.iter().filter_map(|days| Some((*days, days.months().get(at)?)));
        let known: Vec<(&WinterDays, &MonthSum)> = sums.filter(|(_, sum)| sum.counts(policy)).collect();
        let count = u16::try_from(known.len()).unwrap_or(u16::MAX);
        let usual = (count >= policy.min_winters).then(|| usual(policy, &known, at)).flatten();
        Month { month, winters: count, usual }
    };
    any.winter().months().enumerate().map(of).collect()
}

/// Returns the months of a season by mean snowfall, snowiest first.
#[must_use]
pub fn snowiest(months: &[Month], winter: Winter) -> Vec<&Month> {
    let season = winter.season_range();
    let in_season: Vec<u32> =
        winter.months().filter(|(_, days)| season.contains(&days.start)).map(|(month, _)| month).collect();
    let mut known: Vec<(&Month, f64)> = months
        .iter()
        .filter(|month| in_season.contains(&month.month))
        .filter_map(|month| Some((month, month.usual?.snowfall.mean)))
        .collect();
    known.sort_by(|(a, more), (b, less)| less.total_cmp(more).then(a.month.cmp(&b.month)));
    known.into_iter().map(|(month, _)| month).collect()
}

/// Returns the usual values of the month with this index, from the winters that know it, newest first.
fn usual(policy: &Policy, known: &[(&WinterDays, &MonthSum)], at: usize) -> Option<UsualMonth> {
    let sums = || known.iter().map(|(_, sum)| *sum);
    let mut snowfall: Vec<f64> = sums().map(MonthSum::snowfall_cm).collect();
    let depths = || sums().filter_map(|sum| sum.depth_cm(policy));
    let enough = depths().count() >= usize::from(policy.min_winters);
    // The earliest of equal days, which comes last.
    let (winter, biggest) = known.iter().max_by_key(|(_, sum)| sum.biggest_units())?;
    Some(UsualMonth {
        snowfall: Spread::from_values(&mut snowfall)?,
        snow_days: mean(sums().map(MonthSum::snow_days))?,
        powder_days: mean(sums().map(MonthSum::powder_days))?,
        depth_cm: mean(depths().map(|(mean, _)| mean)).filter(|_| enough),
        peak_depth_cm: mean(depths().map(|(_, peak)| peak)).filter(|_| enough),
        biggest: biggest.biggest(winter.winter(), at),
    })
}

#[cfg(test)]
mod tests;
