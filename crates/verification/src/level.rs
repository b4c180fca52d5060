//! Distribution of an unbounded quantity, such as a temperature, around its forecast: a regression on measured
//! forecasts and the time of year, and the spread around it. Pooled, decaying and held out in time as in `chance.rs`.

use core::f64::consts::TAU;

use crate::half_life::remaining;

/// Length of a year, in days.
const YEAR: f64 = 365.25;
/// Number of terms: constant, forecast, and the two waves of a year.
const TERMS: usize = 4;
/// Weight of the prior, in days.
const KNOWN_DAYS: f64 = 0.5;
/// Prior of the spread, with the weight of one day.
const KNOWN_SPREAD: f64 = 2.0;

/// A forecast with its measurement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeasuredForecast {
    /// Forecast value.
    pub forecast: f64,
    /// Measured value.
    pub value: f64,
    /// Day, counted from any origin.
    pub day: f64,
}

/// A logistic distribution around a forecast, chosen for its closed forms.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Level {
    /// Median of the distribution.
    pub middle: f64,
    /// Standard deviation.
    pub spread: f64,
}

impl Level {
    /// Returns the value that is not exceeded with this probability, 0–1.
    #[must_use]
    pub fn quantile(&self, share: f64) -> f64 {
        let share = share.clamp(0.001, 0.999);
        // Standard deviation of the logistic distribution: π ÷ √3.
        let scale = self.spread * 3.0_f64.sqrt() / core::f64::consts::PI;
        self.middle + scale * (share / (1.0 - share)).ln()
    }
}

/// Returns the distribution around `forecast` on `day`, from earlier measurements, which have half the weight after
/// `half_life_days`. Returns `None` if the regression has no solution.
#[must_use]
pub fn level(half_life_days: f64, before: &[MeasuredForecast], forecast: f64, day: f64) -> Option<Level> {
    let weight = |one: &MeasuredForecast| remaining(day - one.day, half_life_days);
    let mut sums = [[0.0; TERMS + 1]; TERMS];
    for (place, row) in sums.iter_mut().enumerate() {
        if let Some(own) = row.get_mut(place) {
            *own = KNOWN_DAYS;
        }
        // Prior: the forecast is right.
        if let [.., right] = row.as_mut_slice()
            && place == 1
        {
            *right = KNOWN_DAYS;
        }
    }
    for one in before {
        let (signs, weight) = (signs(one.forecast, one.day), weight(one));
        for (row, own) in sums.iter_mut().zip(signs) {
            for (sum, other) in row.iter_mut().zip(signs.into_iter().chain([one.value])) {
                *sum += weight * own * other;
            }
        }
    }
    let line = solved(sums)?;
    let on =
        |forecast, day| signs(forecast, day).iter().zip(line).map(|(sign, slope)| sign * slope).sum::<f64>();
    let (mut square, mut count) = (KNOWN_SPREAD * KNOWN_SPREAD, 1.0);
    for one in before {
        let (off, weight) = (one.value - on(one.forecast, one.day), weight(one));
        (square, count) = (square + weight * off * off, count + weight);
    }
    Some(Level { middle: on(forecast, day), spread: (square / count).sqrt() })
}

fn signs(forecast: f64, day: f64) -> [f64; TERMS] {
    let turn = day / YEAR * TAU;
    [1.0, forecast, turn.sin(), turn.cos()]
}

/// Solves linear equations by elimination; `None` if they have no unique solution.
fn solved(mut rows: [[f64; TERMS + 1]; TERMS]) -> Option<[f64; TERMS]> {
    for place in 0..TERMS {
        let row = *rows.get(place)?;
        let pivot = *row.get(place)?;
        if pivot.abs() < 1e-9 {
            return None;
        }
        let row = row.map(|number| number / pivot);
        for (at, other) in rows.iter_mut().enumerate() {
            let share = if at == place { 0.0 } else { *other.get(place)? };
            for (number, own) in other.iter_mut().zip(row) {
                *number -= share * own;
            }
        }
        *rows.get_mut(place)? = row;
    }
    Some(rows.map(|[.., right]| right))
}

#[cfg(test)]
mod tests;
