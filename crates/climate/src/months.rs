//! A usual month: snowfall, snow days and depth of each calendar month over the winters in which it is known.
//!
//! A month counts in a winter when nearly all of its days are known, whether or not that winter's season is complete; a
//! month that counts in fewer than ten winters says nothing.

use chrono::NaiveDate;
use conditions_core::units::Tenths;

use crate::policy::Policy;
use crate::quantile::{Spread, mean};
use crate::winter::Winter;
use crate::winters::{WinterDays, Winters};

/// One calendar month.
#[derive(Debug, Clone, PartialEq)]
pub struct Month {
    /// 1 for January.
    pub month: u32,
    /// Winters in which the month is known.
    pub winters: u16,
    /// What is usual; `None` below ten winters.
    pub usual: Option<Usual>,
}

/// What is usual in a month.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Usual {
    /// Snowfall of the month, centimetres.
    pub snowfall: Spread,
    /// Mean number of snow days.
    pub snow_days: f64,
    /// Mean number of powder days.
    pub powder_days: f64,
    /// Mean depth, centimetres; `None` when depth is known in fewer than ten winters.
    pub depth_cm: Option<f64>,
    /// Mean over winters of the month's greatest depth, centimetres.
    pub peak_depth_cm: Option<f64>,
    /// The snowiest day of any winter, when any fell.
    pub biggest: Option<(Tenths, NaiveDate)>,
}

/// A month of one winter.
struct OneMonth {
    snowfall_cm: f64,
    snow_days: u32,
    powder_days: u32,
    depth: Option<(f64, f64)>,
    biggest: Option<(Tenths, NaiveDate)>,
}

/// The twelve months in the order of the winter.
#[must_use]
pub fn months(policy: &Policy, winters: &Winters) -> Vec<Month> {
    let newest: Vec<&WinterDays> = winters.iter().rev().take(policy.normal_winters).collect();
    let Some(any) = newest.first() else { return Vec::new() };
    let order: Vec<u32> = any.winter().months().map(|(month, _)| month).collect();
    // The calendar of each winter once, and not once a month.
    let ranges: Vec<Vec<std::ops::Range<usize>>> =
        newest.iter().map(|days| days.winter().months().map(|(_, range)| range).collect()).collect();
    let of = |(at, month): (usize, u32)| {
        let known = newest
            .iter()
            .zip(&ranges)
            .filter_map(|(days, ranges)| one(policy, days, ranges.get(at)?.clone()));
        let known: Vec<OneMonth> = known.collect();
        let count = u16::try_from(known.len()).unwrap_or(u16::MAX);
        let usual = (count >= policy.min_winters).then(|| usual(policy, &known)).flatten();
        Month { month, winters: count, usual }
    };
    order.into_iter().enumerate().map(of).collect()
}

/// The months of a season by mean snowfall, snowiest first.
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

fn one(policy: &Policy, days: &WinterDays, range: std::ops::Range<usize>) -> Option<OneMonth> {
    let (mut units, mut known, mut snow_days, mut powder_days) = (0, 0, 0, 0);
    let mut biggest: Option<(Tenths, NaiveDate)> = None;
    for (at, snowfall) in range.clone().filter_map(|at| Some((at, days.snowfall_at(at)?))) {
        known += 1;
        units += snowfall.units();
        snow_days += u32::from(snowfall.get() >= policy.snow_day_cm);
        powder_days += u32::from(snowfall.get() >= policy.powder_day_cm);
        if snowfall > biggest.map_or(Tenths::ZERO, |(cm, _)| cm) {
            biggest = Some((snowfall, days.date(at)));
        }
    }
    let depths: Vec<f64> = range.clone().filter_map(|at| days.depth_at(at)).map(f64::from).collect();
    let peak = depths.iter().copied().fold(0.0, f64::max);
    let depth = mean(&depths).filter(|_| policy.suffices(depths.len(), range.len())).map(|mean| (mean, peak));
    let snowfall_cm = f64::from(units) / 10.0;
    policy.suffices(known, range.len()).then_some(OneMonth {
        snowfall_cm,
        snow_days,
        powder_days,
        depth,
        biggest,
    })
}

fn usual(policy: &Policy, known: &[OneMonth]) -> Option<Usual> {
    let of = |number: &dyn Fn(&OneMonth) -> f64| mean(&known.iter().map(number).collect::<Vec<_>>());
    let mut snowfall: Vec<f64> = known.iter().map(|month| month.snowfall_cm).collect();
    let depths: Vec<(f64, f64)> = known.iter().filter_map(|month| month.depth).collect();
    let enough = depths.len() >= usize::from(policy.min_winters);
    let depth =
        |pick: fn(&(f64, f64)) -> f64| mean(&depths.iter().map(pick).collect::<Vec<_>>()).filter(|_| enough);
    Some(Usual {
        snowfall: Spread::of(&mut snowfall)?,
        snow_days: of(&|month| f64::from(month.snow_days))?,
        powder_days: of(&|month| f64::from(month.powder_days))?,
        depth_cm: depth(|(mean, _)| *mean),
        peak_depth_cm: depth(|(_, peak)| *peak),
        // Of equals the earliest, whatever the order.
        biggest: known
            .iter()
            .filter_map(|month| month.biggest)
            .max_by_key(|(cm, date)| (*cm, std::cmp::Reverse(*date))),
    })
}

#[cfg(test)]
mod tests;
