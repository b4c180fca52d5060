//! Means and quantiles of a few winters.

/// Returns the mean, or `None` without values.
#[must_use]
pub fn mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.into_iter().fold((0.0, 0_u32), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

/// Returns the quantile `at`, 0–1, of sorted values, interpolated linearly, or `None` without values.
#[must_use]
pub fn quantile(sorted: &[f64], at: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = at.clamp(0.0, 1.0) * last as f64;
    let below = place as usize;
    let (low, high) = (sorted.get(below)?, sorted.get((below + 1).min(last))?);
    Some(low + (high - low) * (place - below as f64))
}

/// The spread of a number over winters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// Arithmetic mean.
    pub mean: f64,
    /// 10th percentile.
    pub p10: f64,
    /// 25th percentile.
    pub p25: f64,
    /// 50th percentile.
    pub p50: f64,
    /// 75th percentile.
    pub p75: f64,
    /// 90th percentile.
    pub p90: f64,
}

impl Spread {
    /// Computes the spread of values, which are sorted in place, or `None` without values.
    #[must_use]
    pub fn from_values(values: &mut [f64]) -> Option<Self> {
        values.sort_unstable_by(f64::total_cmp);
        let at = |share| quantile(values, share);
        Some(Self {
            mean: mean(values.iter().copied())?,
            p10: at(0.1)?,
            p25: at(0.25)?,
            p50: at(0.5)?,
            p75: at(0.75)?,
            p90: at(0.9)?,
        })
    }
}

#[cfg(test)]
mod tests;
