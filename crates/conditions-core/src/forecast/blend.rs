//! Blend of several models for quantities that do not add up over days, such as a temperature: weighted trimmed mean,
//! median or mean, depending on how many models report. Also the agreement of models. Snow is blended over the whole
//! horizon, in `rows.rs`.
//!
//! Implements the agreement of `contract-decisions` 3.

use crate::policy::{Policy, Range};

/// Maximum number of models in a blend, bounded by the stack.
pub(crate) const MAX_MODELS: usize = 16;

/// Returns the agreement of values: 1 − spread ÷ (mean + [`Policy::agreement_floor_cm`]), clamped to 0–1. The spread is
/// the population standard deviation; values are in centimetres.
///
/// The floor prevents an imperceptible spread from counting as disagreement: six models without snow and one with two
/// millimetres agree. Returns `None` for fewer than two values, and if any is NaN or infinite.
#[must_use]
pub(crate) fn agreement(policy: &Policy, values: &[f64]) -> Option<f64> {
    if values.len() < 2 || values.iter().any(|v| !v.is_finite()) {
        return None;
    }
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let spread = libm::sqrt(values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / count);
    if spread == 0.0 {
        return Some(1.0);
    }
    let scale = mean + policy.agreement_floor_cm;
    Some(if scale > 0.0 { (1.0 - spread / scale).clamp(0.0, 1.0) } else { 0.0 })
}

/// Returns whether the blend of `count` values is their median.
const fn is_median(policy: &Policy, count: usize) -> bool {
    count > 2 && count >= policy.median_from && count < policy.trim_from
}

/// Returns whether weights affect a row of snow that `count` models report: a single model is used unchanged.
#[must_use]
pub const fn is_weighted(count: usize) -> bool {
    count > 1
}

/// The values of one quantity with the weights of their models, on the stack.
pub(crate) struct Pool {
    values: [f64; MAX_MODELS],
    weights: [f64; MAX_MODELS],
    len: usize,
    /// Whether an implausible value was offered since the pool was created.
    pub(crate) dropped: bool,
}

impl Pool {
    pub(crate) const fn new() -> Self {
        Self { values: [0.0; MAX_MODELS], weights: [0.0; MAX_MODELS], len: 0, dropped: false }
    }

    pub(crate) const fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a value if it is present and plausible. Returns whether it was added.
    pub(crate) fn offer(&mut self, value: Option<f64>, weight: f64, range: Range) -> bool {
        let Some(value) = value else { return false };
        if !range.contains(value) {
            self.dropped = true;
            return false;
        }
        let (Some(v), Some(w)) = (self.values.get_mut(self.len), self.weights.get_mut(self.len)) else {
            return false;
        };
        (*v, *w) = (value, weight);
        self.len += 1;
        true
    }

    pub(crate) fn values(&self) -> &[f64] {
        self.values.get(..self.len).unwrap_or(&[])
    }

    /// Returns the blended value, or `None` if the pool is empty. Reorders the values.
    ///
    /// From `trim_from` values on it is the weighted mean without the highest and the lowest. From `median_from` on it
    /// is the median, computed as the plain mean without them. For two values it is the weighted mean. The result never
    /// leaves the range of its values, even by rounding errors.
    pub(crate) fn blend(&mut self, policy: &Policy) -> Option<f64> {
        let count = self.len;
        if count < 2 {
            return self.values().first().copied();
        }
        if is_median(policy, count) {
            let mut sorted = self.values;
            return crate::units::median(sorted.get_mut(..count)?);
        }
        let kept = if count > 2 && count >= policy.trim_from { self.set_ends_aside() } else { count };
        let (values, weights) = (self.values.get(..kept)?, self.weights.get(..kept)?);
        let (low, high) = range_of(values)?;
        let (mut sum, mut weight_sum) = (0.0, 0.0);
        for (value, weight) in values.iter().zip(weights) {
            sum += value * weight;
            weight_sum += weight;
        }
        let mean = if weight_sum > 0.0 { sum / weight_sum } else { values.iter().sum::<f64>() / kept as f64 };
        Some(mean.max(low).min(high))
    }

    /// Moves one highest and then one lowest value to the end, and returns the number of values before them. Needs two
    /// values.
    fn set_ends_aside(&mut self) -> usize {
        for (last, sign) in [(self.len - 1, 1.0), (self.len - 2, -1.0)] {
            let (mut place, mut top) = (0, f64::NEG_INFINITY);
            for (index, value) in self.values.iter().enumerate().take(last + 1) {
                if value * sign > top {
                    (place, top) = (index, value * sign);
                }
            }
            self.values.swap(place, last);
            self.weights.swap(place, last);
        }
        self.len - 2
    }
}

fn range_of(values: &[f64]) -> Option<(f64, f64)> {
    let first = *values.first()?;
    Some(values.iter().fold((first, first), |(low, high), v| (lesser(low, *v), greater(high, *v))))
}

/// Returns the lesser of two numbers, neither of them NaN: one instruction, unlike `f64::min`.
const fn lesser(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

/// Returns the greater of two numbers, neither of them NaN.
const fn greater(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}
