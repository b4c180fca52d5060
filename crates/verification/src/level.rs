//! How a quantity without a bound, such as a temperature, is distributed about its forecast: a line through the forecasts that
//! were measured, with the time of year, and the spread about it. Pooled, decaying and held out in time as in `chance.rs`.

use core::f64::consts::TAU;

use crate::half_life::left;

/// Days of a year.
const YEAR: f64 = 365.25;
/// Constant, forecast, and the two waves of a year.
const TERMS: usize = 4;
/// What is known beforehand counts like so many days.
const KNOWN_DAYS: f64 = 0.5;
/// The spread that is taken for known counts like one day.
const KNOWN_SPREAD: f64 = 2.0;

/// A forecast that was measured.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeasuredForecast {
    /// What was forecast.
    pub forecast: f64,
    /// What was measured.
    pub value: f64,
    /// Day, counted from any one.
    pub day: f64,
}

/// A distribution about a forecast: logistic, so that it has closed forms.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Level {
    /// The middle.
    pub middle: f64,
    /// Standard deviation.
    pub spread: f64,
}

impl Level {
    /// The value that is not exceeded with this probability, 0–1.
    #[must_use]
    pub fn quantile(&self, share: f64) -> f64 {
        let share = share.clamp(0.001, 0.999);
        // Standard deviation of the logistic distribution: π ÷ √3.
        let scale = self.spread * 3.0_f64.sqrt() / core::f64::consts::PI;
        self.middle + scale * (share / (1.0 - share)).ln()
    }
}

/// The distribution about `forecast` on `day`, out of what was measured before, which counts half after so many days. `None`
/// where that does not make a line.
#[must_use]
pub fn level(half_life_days: f64, before: &[MeasuredForecast], forecast: f64, day: f64) -> Option<Level> {
    let weight = |one: &MeasuredForecast| left(day - one.day, half_life_days);
    let mut sums = [[0.0; TERMS + 1]; TERMS];
    for (place, row) in sums.iter_mut().enumerate() {
        if let Some(own) = row.get_mut(place) {
            *own = KNOWN_DAYS;
        }
        // A forecast is taken for right beforehand.
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

/// The solution of linear equations, by elimination; `None` where they have none.
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
