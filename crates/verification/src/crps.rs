//! The continuous ranked probability score of a distribution given by members: the absolute error of a whole
//! distribution, in the unit of the forecast. Lower is better; for a single number it is the absolute error.

/// Returns the score of equally weighted members against a measurement, or `None` without members. Sorts the members.
#[must_use]
pub fn crps(members: &mut [f64], measured: f64) -> Option<f64> {
    if members.is_empty() {
        return None;
    }
    members.sort_by(f64::total_cmp);
    let count = members.len() as f64;
    let away = members.iter().map(|member| (member - measured).abs()).sum::<f64>() / count;
    let rank = |place: usize| 2.0 * place as f64 - count + 1.0;
    let apart = members.iter().enumerate().map(|(place, member)| rank(place) * member).sum::<f64>();
    Some(away - apart / (count * count))
}

#[cfg(test)]
mod tests;
