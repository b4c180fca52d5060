//! What an old measurement still counts.

/// The share that is left of a weight after so many days, of which it loses half in each `half_life`: 1 for what is new, or ahead.
pub(crate) fn left(age_days: f64, half_life_days: f64) -> f64 {
    0.5_f64.powf(age_days.max(0.0) / half_life_days)
}

#[cfg(test)]
mod tests;
