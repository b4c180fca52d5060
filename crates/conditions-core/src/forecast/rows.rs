//! Daily rows of snow from the models' days: weighted means by day over models whose totals are close to each other, so
//! that a storm keeps its snow if the models place it on different days.
//!
//! Implements `contract-decisions` 8, "totals and timing are blended apart".
//!
//! - **The weight of a model depends on its total.** A model whose total of the week (of the second week, for its days)
//!   is far from the median counts for less on all of these days alike. A row is then a plain weighted mean, and means
//!   of days add up to the mean of the totals, whatever day each model has the storm on.
//! - **No total leaves the range of its models.** The first 1, 3, 7 and 14 rows sum to no less than the lowest and no
//!   more than the highest total of the models that report each of these rows. If models of different length would lead
//!   outside the range, the rows are drawn towards those of the models that cover most days, as little as necessary.
//! - Sums are rounded, not rows: a row is the difference of two rounded sums, so that rounding errors do not
//!   accumulate.

use super::blend::MAX_MODELS;
use super::members::DayWeights;
use super::totals::{HALVES, ModelTotals, days_before};
use super::{DAYS, WEEK};
use crate::evidence::SnowFrom;
use crate::policy::Policy;

/// Lengths of the published totals, in days from today on.
const WINDOWS: [usize; 4] = [1, 3, WEEK, DAYS];

/// Factor of a model in each half of the horizon, 0–1, by its total: first the week, then the days after it.
pub(super) type HalfWeights = [f64; 2];

/// The rows of snow, and whether they were drawn towards the models that cover most days.
pub(super) struct Rows {
    pub(super) days: ModelTotals,
    pub(super) guarded: bool,
}

/// Computes the rows of these models.
pub(super) fn rows(policy: &Policy, models: &[ModelTotals], weights: &DayWeights) -> Rows {
    let standing = robust_factors(policy, models);
    let known = models.iter().fold(0, |known, own| known | own.known());
    let mut means = means(models, weights, &standing);
    let guarded = hold(models, weights, known, &mut means);
    Rows { days: rounded(known, &means), guarded }
}

/// Returns the weighted mean of each day that a model reports, 0 for the others.
fn means(models: &[ModelTotals], weights: &DayWeights, standing: &[HalfWeights; MAX_MODELS]) -> [f64; DAYS] {
    let (mut sums, mut counts) = ([0.0; DAYS], [0.0; DAYS]);
    for (place, (own, standing)) in models.iter().zip(standing).enumerate() {
        let weights = weights.for_member(place, *standing, own.known());
        // Two loops over arrays of equal length: the compiler vectorises them.
        for (sum, (units, weight)) in sums.iter_mut().zip(own.units().iter().zip(&weights)) {
            *sum += f64::from(*units) * weight;
        }
        counts.iter_mut().zip(&weights).for_each(|(count, weight)| *count += weight);
    }
    core::array::from_fn(|day| {
        let weighed = sums.get(day).zip(counts.get(day)).and_then(|(sum, count)| weighed(*sum, *count));
        weighed.unwrap_or_else(|| plain(models.iter().filter_map(|own| own.get(day))))
    })
}

/// Returns a weighted mean, or `None` if the weights are unusable.
fn weighed(sum: f64, weights: f64) -> Option<f64> {
    (weights > 0.0 && sum.is_finite()).then_some(sum / weights)
}

/// Returns the plain mean; 0 for no values.
fn plain(values: impl Iterator<Item = i32>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), units| (sum + f64::from(units), count + 1.0));
    if count > 0.0 { sum / count } else { 0.0 }
}

/// Returns the factor of each model: 1 within [`Policy::robust_reach`] typical distances of the median, and less beyond
/// it, so that its pull on the mean stays constant. With fewer than three totals no model can be an outlier.
pub(super) fn robust_factors(policy: &Policy, models: &[ModelTotals]) -> [HalfWeights; MAX_MODELS] {
    let mut out = [[1.0; 2]; MAX_MODELS];
    for (half, within) in HALVES.into_iter().enumerate() {
        // Models of the same length are compared together; a bit for each model not yet compared.
        let mut waiting = (1_u32 << models.len()) - 1;
        while let Some(next) = models.get(waiting.trailing_zeros() as usize) {
            let part = next.known() & within;
            let reach = if part == 0 { None } else { Reach::from_models(policy, models, half, part) };
            for (place, (own, standing)) in models.iter().zip(&mut out).enumerate() {
                if own.known() & within != part {
                    continue;
                }
                waiting &= !(1 << place);
                if let (Some(reach), Some(slot)) = (&reach, standing.get_mut(half)) {
                    *slot = reach.factor(own.sum_of(half, part));
                }
            }
        }
    }
    out
}

/// The median of the totals over some days, and the distance up to which a total has full weight, in tenths of a
/// centimetre.
struct Reach {
    middle: i32,
    whole: f64,
}

impl Reach {
    /// Computes the reach of the totals over the days of `part`, all in one half; `None` if fewer than three models
    /// have all of them.
    fn from_models(policy: &Policy, models: &[ModelTotals], half: usize, part: u16) -> Option<Self> {
        let mut totals = [0; MAX_MODELS];
        let mut count = 0;
        for own in models {
            if own.known() & part == part {
                *totals.get_mut(count)? = own.sum_of(half, part);
                count += 1;
            }
        }
        let totals = totals.get_mut(..count).filter(|totals| totals.len() > 2)?;
        let middle = middle(totals)?;
        for total in &mut *totals {
            *total = (*total - middle).abs();
        }
        let typical = f64::from(self::middle(totals)?).max(policy.robust_floor_cm * 10.0);
        Some(Self { middle, whole: policy.robust_reach * typical })
    }

    fn factor(&self, total: i32) -> f64 {
        let away = f64::from((total - self.middle).abs());
        if away > self.whole { self.whole / away } else { 1.0 }
    }
}

/// Returns the median, the lower of two. Sorts in place.
fn middle(values: &mut [i32]) -> Option<i32> {
    values.sort_unstable();
    values.get(values.len().saturating_sub(1) / 2).copied()
}

/// Draws the means towards those of the models that cover most days until every published total is within the range of
/// its models. Returns whether they were moved.
fn hold(models: &[ModelTotals], weights: &DayWeights, known: u16, means: &mut [f64; DAYS]) -> bool {
    let bounds = Bound::of_windows(models, known);
    if bounds.iter().flatten().all(|bound| bound.contains(means)) {
        return false;
    }
    // Each window first moves the days that the shorter one does not have, so that nearer days stay unchanged.
    let mut moved = *means;
    let mut from = 0;
    for bound in bounds.iter().flatten() {
        let goal = anchor(models, weights, known & days_before(bound.window));
        bound.reach(&mut moved, &goal, from);
        from = bound.window;
    }
    if !bounds.iter().flatten().all(|bound| bound.contains(&moved)) {
        moved = *means;
        let longest = bounds.iter().flatten().map(|bound| bound.window).max().unwrap_or(0);
        let goal = anchor(models, weights, known & days_before(longest));
        let share = bounds.iter().flatten().map(|bound| bound.share(means, &goal, 0)).fold(0.0, f64::max);
        draw(&mut moved, &goal, 0..longest, share);
    }
    *means = moved;
    true
}

/// The range of one window's total over the models that report each of its rows, in tenths of a centimetre.
struct Bound {
    window: usize,
    low: f64,
    high: f64,
}

impl Bound {
    fn of_windows(models: &[ModelTotals], known: u16) -> [Option<Self>; WINDOWS.len()] {
        let mut ranges = [(i32::MAX, i32::MIN); WINDOWS.len()];
        for own in models {
            for (window, (low, high)) in WINDOWS.into_iter().zip(&mut ranges) {
                // Every day that a model reports has a row: the days of the window are the days of the part.
                let part = known & days_before(window);
                if own.known() & part == part {
                    let total = own.sum(window);
                    (*low, *high) = (total.min(*low), total.max(*high));
                }
            }
        }
        let mut ranges = WINDOWS.into_iter().zip(ranges);
        core::array::from_fn(|_| {
            let (window, (low, high)) = ranges.next()?;
            let any = low <= high && known & days_before(window) != 0;
            any.then(|| Self { window, low: f64::from(low), high: f64::from(high) })
        })
    }

    fn total(&self, days: &[f64; DAYS]) -> f64 {
        days.iter().take(self.window).sum()
    }

    fn contains(&self, days: &[f64; DAYS]) -> bool {
        let total = self.total(days);
        total >= self.low - SLACK && total <= self.high + SLACK
    }

    /// Returns the share, 0–1, of the distance to `goal` by which the days from `from` on must move for the total to be
    /// within the bound.
    fn share(&self, days: &[f64; DAYS], goal: &[f64; DAYS], from: usize) -> f64 {
        let total = self.total(days);
        let way: f64 = days.iter().zip(goal).take(self.window).skip(from).map(|(day, goal)| goal - day).sum();
        let needed = total.max(self.low).min(self.high) - total;
        if needed.abs() <= SLACK || way.abs() <= SLACK { 0.0 } else { (needed / way).clamp(0.0, 1.0) }
    }

    fn reach(&self, days: &mut [f64; DAYS], goal: &[f64; DAYS], from: usize) {
        let share = self.share(days, goal, from);
        draw(days, goal, from..self.window, share);
    }
}

/// Moves the days a share of the distance to the goal.
fn draw(days: &mut [f64; DAYS], goal: &[f64; DAYS], which: core::ops::Range<usize>, share: f64) {
    for (day, goal) in days.iter_mut().zip(goal).take(which.end).skip(which.start) {
        *day += share * (goal - *day);
    }
}

/// Sums of tenths differ by less than this from binary rounding.
const SLACK: f64 = 1e-6;

/// Returns the mean of the models that report all of these days, each with one weight over all of them: every total is
/// within the range of these models.
fn anchor(models: &[ModelTotals], weights: &DayWeights, part: u16) -> [f64; DAYS] {
    core::array::from_fn(|day| {
        if part & (1 << day) == 0 {
            return 0.0;
        }
        let covering = || models.iter().enumerate().filter(|(_, own)| own.known() & part == part);
        let (sum, count) = covering().fold((0.0, 0.0), |(sum, count), (place, own)| {
            let weight = weights.over_all(place);
            (sum + own.get(day).map_or(0.0, f64::from) * weight, count + weight)
        });
        weighed(sum, count).unwrap_or_else(|| plain(covering().filter_map(|(_, own)| own.get(day))))
    })
}

/// Returns rows whose sums are the rounded sums of the means.
fn rounded(known: u16, means: &[f64; DAYS]) -> ModelTotals {
    let mut units = [0; DAYS];
    let (mut exact, mut told) = (0.0, 0);
    for (day, (mean, row)) in means.iter().zip(&mut units).enumerate() {
        if known & (1 << day) != 0 {
            exact += mean;
            // A sum that is whole except for binary rounding is treated as whole.
            let sum = crate::units::round_to_i32(exact + SLACK).unwrap_or(told).max(told);
            *row = sum - told;
            told = sum;
        }
    }
    ModelTotals::from_units(SnowFrom { units, known })
}
