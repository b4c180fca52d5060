//! Errors of predictions: mean, absolute, squared, and of a whole distribution.

/// A prediction and its observation.
pub(crate) type Pair = (f64, f64);

/// Returns the mean of the values; NaN without values.
pub(crate) fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let (mut sum, mut count) = (0.0, 0_u32);
    for value in values {
        sum += value;
        count += 1;
    }
    sum / f64::from(count)
}

/// Returns the mean absolute error.
pub(crate) fn mae(pairs: &[Pair]) -> f64 {
    mean(pairs.iter().map(|(predicted, observed)| (predicted - observed).abs()))
}

/// Returns the mean error; positive means that too much was predicted.
pub(crate) fn bias(pairs: &[Pair]) -> f64 {
    mean(pairs.iter().map(|(predicted, observed)| predicted - observed))
}

/// Returns the correlation; NaN if either side is constant.
pub(crate) fn correlation(pairs: &[Pair]) -> f64 {
    let (left, right) = (mean(pairs.iter().map(|pair| pair.0)), mean(pairs.iter().map(|pair| pair.1)));
    let sum = |value: fn(f64, f64) -> f64| -> f64 {
        pairs.iter().map(|pair| value(pair.0 - left, pair.1 - right)).sum()
    };
    sum(|a, b| a * b) / (sum(|a, _| a * a) * sum(|_, b| b * b)).sqrt()
}

/// Returns the median, the mean of the two middle values for an even number; `None` without values.
pub(crate) fn median(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let mut sorted: Vec<f64> = values.into_iter().collect();
    sorted.sort_by(f64::total_cmp);
    let upper = sorted.get(sorted.len() / 2)?;
    let lower = sorted.get((sorted.len() - 1) / 2)?;
    Some(f64::midpoint(*lower, *upper))
}

#[cfg(test)]
mod tests;
