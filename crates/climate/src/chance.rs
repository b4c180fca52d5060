//! A probability found by counting, with what the count leaves open: Jeffreys' interval at 95 %.
//!
//! Jeffreys' interval (Brown, Cai & DasGupta 2001, *Statistical Science* 16) covers what it says also for five winters and
//! for shares near 0 and 1, where the usual normal interval has no width. Days of one winter are no independent
//! draws: a share of days counts as many tries as its winters let differ.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::beta::beta_quantile;

/// What lies outside of the interval on either side.
const TAIL: f64 = 0.025;

/// A share of tries, its interval, and how many tries there were.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chance {
    /// Hits divided by tries, 0–1.
    pub share: f64,
    /// Lower end of the 95 % interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Tries: winters, or days of them.
    pub of: u32,
}

impl Chance {
    /// `hits` of `tries` that do not depend on each other; `None` of none.
    #[must_use]
    pub fn of_tries(hits: u32, tries: u32) -> Option<Self> {
        let share = f64::from(hits) / f64::from(tries);
        (tries > 0).then(|| Self::new(share, tries, f64::from(tries)))
    }

    /// A share of days from each winter's hits and days; `None` without a day.
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
        // At 0 and 1 the interval reaches to them: nothing that was seen excludes them.
        let low = if hits <= 0.0 { 0.0 } else { beta_quantile(TAIL, hits + 0.5, misses + 0.5) };
        let high = if misses <= 0.0 { 1.0 } else { beta_quantile(1.0 - TAIL, hits + 0.5, misses + 0.5) };
        Self { share, low: low.min(share), high: high.max(share), of }
    }
}

/// Chances that were asked for before: a share of so many winters has one interval, and resorts share few such shares.
#[derive(Debug, Default)]
pub struct Chances(RefCell<BTreeMap<(u32, u32), Option<Chance>>>);

impl Chances {
    /// [`Chance::of_tries`].
    #[must_use]
    pub fn of_tries(&self, hits: u32, tries: u32) -> Option<Chance> {
        *self.0.borrow_mut().entry((hits, tries)).or_insert_with(|| Chance::of_tries(hits, tries))
    }
}

/// How many independent days would let winters differ as much as they do: never more than there are days, never fewer
/// than there are winters. Where every day was alike, the winters are all that was seen.
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
    // The ratio estimator's variance over clusters.
    let squares: f64 = known.iter().map(|(hits, days)| (hits - share * days) * (hits - share * days)).sum();
    let variance = squares * count / (count - 1.0) / (days * days);
    if variance <= 0.0 { days } else { (binomial / variance).clamp(count, days) }
}

#[cfg(test)]
mod tests;
