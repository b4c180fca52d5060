//! Learning of the distribution of an amount from measured forecasts: an ensemble model output statistic for amounts
//! that are often zero (cf. Scheuerer and Hamill 2015, *Mon. Wea. Rev.* 143), pooled over similar places.
//!
//! - The coefficients maximise the likelihood of the measured days; a day has half the weight after
//!   [`Learning::half_life_days`].
//! - They are drawn towards those of [`Coefficients::of_skill`], which have the weight of some days, so that a few days
//!   change little.
//! - The caller ensures that training data was measured before the forecast was issued.

use conditions_core::chance::{Coefficients, Predictors, TERMS};
use conditions_core::policy::Chances;

use crate::half_life::remaining;
use crate::minimum::minimum;

/// Parameters of learning.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Learning {
    /// Age at which a measured day has half the weight, in days.
    pub half_life_days: f64,
    /// Weight of the known coefficients, in days.
    pub known_days: f64,
    /// Amount below which counts as zero: half of the instrument's resolution, in the unit of the amounts.
    pub least: f64,
}

impl Learning {
    /// Returns the parameters of `docs/verification.md`, for instruments of this resolution.
    #[must_use]
    pub const fn of_resolution(resolution: f64) -> Self {
        Self { half_life_days: 200.0, known_days: 40.0, least: resolution / 2.0 }
    }
}

/// A forecast with its measurement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeasuredForecast {
    /// Predictors of the forecast.
    pub signs: Predictors,
    /// Measured amount, in the same unit.
    pub amount: f64,
    /// Age in days before the issue that is learnt for.
    pub age_days: f64,
    /// Weight, 0–1: less if several forecasts are of the same storm.
    pub share: f64,
}

/// Factor of the weight of the known constants: they are drawn less, so that they can follow the season.
const CONSTANT_HOLD: f64 = 0.1;

/// Learns the coefficients of days at every lead, each band from its own days; `list` is by lead, 1 for the day of the
/// issue. A day is forecast once at each lead of a band, and counts once for all of them.
#[must_use]
pub fn learn_days(
    learning: &Learning,
    beforehand: &Chances,
    before: &Chances,
    list: &[(u8, MeasuredForecast)],
) -> [(u8, Coefficients); 4] {
    let mut out = beforehand.days;
    let mut first = 1;
    for (band, (slot, (_, before))) in out.iter_mut().zip(&before.days).enumerate() {
        let (last, known) = *slot;
        let leads = f64::from(last + 1 - first);
        let of_band: Vec<MeasuredForecast> = list
            .iter()
            .filter(|(lead, _)| beforehand.band(*lead) == band)
            .map(|(_, one)| MeasuredForecast { share: one.share / leads, ..*one })
            .collect();
        slot.1 = learn(learning, &known, before, &of_band);
        first = last + 1;
    }
    out
}

/// Learns the coefficients that maximise the likelihood of the measurements, starting from `before`.
#[must_use]
pub fn learn(
    learning: &Learning,
    known: &Coefficients,
    before: &Coefficients,
    list: &[MeasuredForecast],
) -> Coefficients {
    let prior = numbers(known);
    let weighed: Vec<(&MeasuredForecast, f64)> =
        list.iter().map(|one| (one, one.share * remaining(one.age_days, learning.half_life_days))).collect();
    let cost = |at: &[f64]| {
        let of = coefficients(at);
        let unlikely: f64 =
            weighed.iter().map(|(one, weight)| weight * surprise(&of, one, learning.least)).sum();
        let away = at.iter().zip(&prior).enumerate().map(|(place, (own, known))| {
            let hold = if place == 0 || place == TERMS { CONSTANT_HOLD } else { 1.0 };
            hold * (own - known) * (own - known)
        });
        unlikely + learning.known_days * away.sum::<f64>()
    };
    coefficients(&minimum(cost, &numbers(before), 0.2))
}

/// Returns the negative log-likelihood of an amount.
fn surprise(of: &Coefficients, one: &MeasuredForecast, least: f64) -> f64 {
    let chance = of.chance(one.signs, least);
    let any = chance.any.clamp(1e-6, 1.0 - 1e-6);
    if one.amount < least {
        return -(1.0 - any).ln();
    }
    // An amount just above `least` exceeds it by more than zero.
    let over = (one.amount - least).max(least / 2.0) / chance.scale;
    over.powf(chance.shape) - any.ln() - chance.shape.ln() + chance.scale.ln()
        - (chance.shape - 1.0) * over.ln()
}

fn numbers(of: &Coefficients) -> Vec<f64> {
    of.any.iter().chain(&of.scale).copied().chain([of.shape, of.missed, of.narrowing]).collect()
}

fn coefficients(at: &[f64]) -> Coefficients {
    let number = |place: usize| at.get(place).copied().unwrap_or(0.0);
    Coefficients {
        any: core::array::from_fn(number),
        scale: core::array::from_fn(|place| number(TERMS + place)),
        shape: number(2 * TERMS),
        missed: number(2 * TERMS + 1),
        narrowing: number(2 * TERMS + 2),
    }
}

#[cfg(test)]
mod tests;
