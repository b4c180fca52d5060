//! Errors of predictions: mean, absolute, squared, and of a whole distribution.

/// A prediction and what was observed.
pub(crate) type Pair = (f64, f64);

/// Mean of the values; NaN without any.
pub(crate) fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let (mut sum, mut count) = (0.0, 0_u32);
    for value in values {
        sum += value;
        count += 1;
    }
    sum / f64::from(count)
}

/// Mean absolute error.
pub(crate) fn mae(pairs: &[Pair]) -> f64 {
    mean(pairs.iter().map(|(predicted, observed)| (predicted - observed).abs()))
}

/// Mean error; positive means that too much was predicted.
pub(crate) fn bias(pairs: &[Pair]) -> f64 {
    mean(pairs.iter().map(|(predicted, observed)| predicted - observed))
}

/// Correlation; NaN where either side never changes.
pub(crate) fn correlation(pairs: &[Pair]) -> f64 {
    let (left, right) = (mean(pairs.iter().map(|pair| pair.0)), mean(pairs.iter().map(|pair| pair.1)));
    let sum = |value: fn(f64, f64) -> f64| -> f64 {
        pairs.iter().map(|pair| value(pair.0 - left, pair.1 - right)).sum()
    };
    sum(|a, b| a * b) / (sum(|a, _| a * a) * sum(|_, b| b * b)).sqrt()
}

/// The middle value, of an even number the mean of the two middle ones; `None` without any.
pub(crate) fn median(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let mut sorted: Vec<f64> = values.into_iter().collect();
    sorted.sort_by(f64::total_cmp);
    let upper = sorted.get(sorted.len() / 2)?;
    let lower = sorted.get((sorted.len() - 1) / 2)?;
    Some(f64::midpoint(*lower, *upper))
}

#[cfg(test)]
mod tests;
