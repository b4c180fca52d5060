//! Probabilities from counts, with their uncertainty: Jeffreys' interval at 95 %.
//!
//! Jeffreys' interval (Brown, Cai & DasGupta 2001, *Statistical Science* 16) has its nominal coverage also for five
//! winters and for shares near 0 and 1, at which the usual normal interval has no width. Days of one winter are not
//! independent: a share of days counts as many tries as the differences between winters justify.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::beta::beta_quantile;

/// Probability outside the interval on either side.
const TAIL: f64 = 0.025;

/// A share of tries with its interval and the number of tries.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chance {
    /// Hits divided by tries, 0–1.
    pub share: f64,
    /// Lower end of the 95 % interval.
    pub low: f64,
    /// Upper end of the 95 % interval.
    pub high: f64,
    /// Number of tries: winters, or days of them.
    pub of: u32,
}

impl Chance {
    /// Returns the chance for `hits` of `tries` independent tries, or `None` without tries.
    #[must_use]
    pub fn of_tries(hits: u32, tries: u32) -> Option<Self> {
        let share = f64::from(hits) / f64::from(tries);
        (tries > 0).then(|| Self::new(share, tries, f64::from(tries)))
    }

    /// Returns a share of days from the hits and days of each winter, or `None` without days.
    #[must_use]
    pub fn of_days(winters: &[(u16, u16)]) -> Option<Self> {
        let sum =
            |of: fn(&(u16, u16)) -> u16| winters.iter().map(|winter| u32::from(of(winter))).sum::<u32>();
        let (hits, days) = (sum(|(hits, _)| *hits), sum(|(_, days)| *days));
        if days == 0 {
            return None;
        }
        let share = f64::from(hits) / f64::from(days);
        Some(Self::new(share, days, effective_days(winters, share)))
    }

    fn new(share: f64, of: u32, tries: f64) -> Self {
        let (hits, misses) = (share * tries, (1.0 - share) * tries);
        // At 0 and 1 the interval includes the end: the observations do not exclude it.
        let low = if hits <= 0.0 { 0.0 } else { beta_quantile(TAIL, hits + 0.5, misses + 0.5) };
        let high = if misses <= 0.0 { 1.0 } else { beta_quantile(1.0 - TAIL, hits + 0.5, misses + 0.5) };
        Self { share, low: low.min(share), high: high.max(share), of }
    }
}

/// Cache of computed chances: the interval depends only on hits and tries, and resorts have few different pairs.
#[derive(Debug, Default)]
pub struct Chances(RefCell<BTreeMap<(u32, u32), Option<Chance>>>);

impl Chances {
    /// Like [`Chance::of_tries`], cached.
    #[must_use]
    pub fn of_tries(&self, hits: u32, tries: u32) -> Option<Chance> {
        *self.0.borrow_mut().entry((hits, tries)).or_insert_with(|| Chance::of_tries(hits, tries))
    }
}

/// Returns the number of independent days that would let winters differ as much as they do: at most the number of days
/// and at least the number of winters. If all days of each winter are alike, it is the number of winters.
fn effective_days(winters: &[(u16, u16)], share: f64) -> f64 {
    let known: Vec<(f64, f64)> = winters
        .iter()
        .filter(|(_, days)| *days > 0)
        .map(|(hits, days)| (f64::from(*hits), f64::from(*days)))
        .collect();
    let count = known.len() as f64;
    let days: f64 = known.iter().map(|(_, days)| days).sum();
    let binomial = share * (1.0 - share);
    if count < 2.0 || binomial <= 0.0 {
        return count;
    }
    // Variance of the ratio estimator over clusters.
    let squares: f64 = known.iter().map(|(hits, days)| (hits - share * days) * (hits - share * days)).sum();
    let variance = squares * count / (count - 1.0) / (days * days);
    if variance <= 0.0 { days } else { (binomial / variance).clamp(count, days) }
}

#[cfg(test)]
mod tests;
