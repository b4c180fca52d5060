//! The difference of two means with an interval: Welch's test, for groups of unequal size and spread.

use crate::beta::two_sided_p;

/// Two-sided quantiles of Student's t at 95 %, for 1 to 30 degrees of freedom.
const T95: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
];
/// Quantiles for more degrees of freedom, each with the number from which it applies.
const T95_BEYOND: [(f64, f64); 3] = [(120.0, 1.980), (60.0, 2.000), (40.0, 2.021)];

/// Returns the half width of a 95 % interval, in standard errors. Degrees of freedom are rounded down, so that the
/// interval is never too narrow.
#[must_use]
pub fn t95(freedom: f64) -> f64 {
    if let Some((_, t)) = T95_BEYOND.into_iter().find(|(from, _)| freedom >= *from) {
        return t;
    }
    // NaN and numbers below 1 count as 1.
    let whole = freedom.clamp(1.0, T95.len() as f64) as usize;
    T95.get(whole.saturating_sub(1)).copied().unwrap_or(T95[0])
}

/// A difference of means.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference {
    /// First mean minus the second.
    pub mean: f64,
    /// Half the width of the 95 % interval; `None` if a group has fewer than two values.
    pub margin: Option<f64>,
    /// Two-sided probability that chance produces a difference at least as large; `None` if a group has fewer than two
    /// values.
    pub p: Option<f64>,
}

/// Returns the difference of the means of two groups, or `None` if one is empty.
#[must_use]
pub fn difference(one: &[f64], other: &[f64]) -> Option<Difference> {
    let (first, second) = (Moments::from_values(one)?, Moments::from_values(other)?);
    let mean = first.mean - second.mean;
    let tested = first.variance.zip(second.variance).map(|(a, b)| {
        let (a, b) = (a / first.n, b / second.n);
        let error = (a + b).sqrt();
        if error <= 0.0 {
            return (0.0, if mean == 0.0 { 1.0 } else { 0.0 });
        }
        let freedom = (a + b) * (a + b) / (a * a / (first.n - 1.0) + b * b / (second.n - 1.0));
        (t95(freedom) * error, two_sided_p(mean / error, freedom))
    });
    Some(Difference { mean, margin: tested.map(|(margin, _)| margin), p: tested.map(|(_, p)| p) })
}

struct Moments {
    n: f64,
    mean: f64,
    variance: Option<f64>,
}

impl Moments {
    fn from_values(values: &[f64]) -> Option<Self> {
        let n = values.len() as f64;
        let mean = crate::quantile::mean(values.iter().copied())?;
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        Some(Self { n, mean, variance: (values.len() > 1).then(|| squares / (n - 1.0)) })
    }
}

#[cfg(test)]
mod tests;
