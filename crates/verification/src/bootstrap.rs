//! Bootstrap intervals by resampling days. A day is drawn with all of its resorts: one storm over forty resorts is a
//! single event, not forty.
//!
//! Days are drawn in runs of consecutive days, wrapping from the end to the beginning (circular block bootstrap;
//! Politis and Romano 1992; for paired forecasts Gilleland 2020, J. Atmos. Oceanic Technol. 37), because weather lasts
//! for days.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;

use crate::policy::Grading;

/// Samples of days, identical for everything that is compared over the same number of days.
#[derive(Debug, Clone)]
pub struct Draws {
    days: usize,
    run: usize,
    resamples: usize,
    seed: u64,
}

/// Minimum number of runs per sample: with fewer, each run would be most of the data.
const RUNS: usize = 4;

/// State of SplitMix64, the random number generator of the samples.
#[derive(Debug, Clone, Copy)]
struct State(u64);

impl State {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `bound`; the bias of the high product is below one in 2^50 for any number of days.
    fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }
}

impl Draws {
    /// Draws samples of `days` days.
    #[must_use]
    pub fn new(grading: &Grading, days: usize) -> Self {
        let enough = days >= grading.interval_min_days;
        let run = (days / RUNS).min(grading.run_days).max(1);
        Self { days, run, resamples: if enough { grading.resamples } else { 0 }, seed: grading.seed }
    }

    /// Returns the results of `measure` for each sample. It receives the indices of the days drawn, some of them
    /// repeated.
    pub fn each<T>(&self, mut measure: impl FnMut(&[usize]) -> T) -> Vec<T> {
        let mut state = State(self.seed);
        let mut drawn = vec![0; self.days];
        (0..self.resamples)
            .map(|_| {
                for run in drawn.chunks_mut(self.run) {
                    let first = state.below(self.days);
                    run.iter_mut().zip(first..).for_each(|(slot, day)| *slot = day % self.days);
                }
                measure(&drawn)
            })
            .collect()
    }
}

/// Two sums by day and place, for intervals of their quotient that resample both days and places: a few places describe
/// other places as poorly as a few days describe other days.
#[derive(Debug)]
pub(crate) struct DayPlaceSums {
    /// Days in order, each with its places.
    days: Vec<Vec<(usize, [f64; 2])>>,
    places: usize,
}

/// Minimum number of places to resample: with fewer, a sample would often contain a single place.
const PLACES: usize = 3;

impl DayPlaceSums {
    /// Makes the sums from pairs with their day, place and contribution to the two sums.
    pub(crate) fn new(pairs: impl Iterator<Item = (NaiveDate, usize, [f64; 2])>) -> Self {
        let mut days: BTreeMap<NaiveDate, BTreeMap<usize, [f64; 2]>> = BTreeMap::new();
        let mut places: BTreeSet<usize> = BTreeSet::new();
        for (day, place, pair) in pairs {
            places.insert(place);
            add(days.entry(day).or_default().entry(place).or_default(), pair, 1.0);
        }
        let number: BTreeMap<usize, usize> = places.iter().copied().zip(0..).collect();
        let numbered = |of: BTreeMap<usize, [f64; 2]>| {
            of.into_iter().filter_map(|(place, sums)| Some((*number.get(&place)?, sums))).collect()
        };
        Self { days: days.into_values().map(numbered).collect(), places: places.len() }
    }

    /// Returns the sums without resampling.
    pub(crate) fn sum(&self) -> [f64; 2] {
        let mut out = [0.0; 2];
        self.days.iter().flatten().for_each(|(_, sums)| add(&mut out, *sums, 1.0));
        out
    }

    /// Returns the sums of each sample; empty if there are too few days.
    pub(crate) fn drawn(&self, grading: &Grading) -> Vec<[f64; 2]> {
        let mut state = State(!grading.seed);
        Draws::new(grading, self.days.len()).each(|days| {
            let mut times = vec![f64::from(u8::from(self.places < PLACES)); self.places];
            for _ in 0..if self.places < PLACES { 0 } else { self.places } {
                if let Some(times) = times.get_mut(state.below(self.places)) {
                    *times += 1.0;
                }
            }
            let mut out = [0.0; 2];
            for (place, sums) in days.iter().filter_map(|day| self.days.get(*day)).flatten() {
                add(&mut out, *sums, times.get(*place).copied().unwrap_or(0.0));
            }
            out
        })
    }
}

fn add(to: &mut [f64; 2], more: [f64; 2], times: f64) {
    to.iter_mut().zip(more).for_each(|(sum, more)| *sum += times * more);
}

/// Returns the interval of a measure over samples, or `None` if a twentieth or more of the samples lack the measure.
#[must_use]
pub fn interval(grading: &Grading, draws: impl Iterator<Item = Option<f64>>) -> Option<(f64, f64)> {
    let (mut known, mut all) = (Vec::new(), 0_usize);
    for draw in draws {
        all += 1;
        known.extend(draw.filter(|value| value.is_finite()));
    }
    if all == 0 || known.len() * 20 <= all * 19 {
        return None;
    }
    known.sort_by(f64::total_cmp);
    let at = |share: f64| known.get(((known.len() - 1) as f64 * share).round() as usize).copied();
    at(grading.interval.0).zip(at(grading.interval.1))
}

#[cfg(test)]
mod tests;
