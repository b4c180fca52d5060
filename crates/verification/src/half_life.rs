//! Exponential decay of weights.

/// Returns the share of a weight that remains at an age, with half lost in each half-life; 1 for new or future ones.
pub(crate) fn remaining(age_days: f64, half_life_days: f64) -> f64 {
    0.5_f64.powf(age_days.max(0.0) / half_life_days)
}

#[cfg(test)]
mod tests;
