//! How far a resort's new snow leans on weekends: its statements against a station, weekend against weekday.
//!
//! A stake may lie in more snow than the station, on every day alike; that cancels out here. What is left is whether the same people
//! report more when guests decide to come. The measure is the mean of ln((said + 1 cm) / (measured + 1 cm)) on weekends
//! (Friday to Sunday) less that on other days, with an interval of 99 % (Welch). It is a flag only where the interval lies above
//! nothing, and where there are enough days of both kinds.

use chrono::{Datelike as _, NaiveDate, Weekday};
use serde::{Deserialize, Serialize};

/// The quantile of the interval: 99 %, two-sided. At 95 % every fortieth honest resort would be accused each winter.
const QUANTILE: f64 = 2.576;
/// Days of each kind, below which nothing is said.
const LEAST: usize = 10;
/// Days on which neither says so much snow tell nothing.
const SNOWY_CM: f64 = 1.0;
/// Added to both, so that a day without snow has a ratio.
const OFFSET_CM: f64 = 1.0;

/// A day on which both said something.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Pair {
    /// The resort's own day.
    pub on: NaiveDate,
    /// New snow of 24 hours as the resort says, centimetres.
    pub said: f64,
    /// The same as a station near by measured it.
    pub measured: f64,
}

/// How far a resort leans.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WeekendBias {
    /// Weekend days with snow.
    pub weekend_days: usize,
    /// Other days with snow.
    pub other_days: usize,
    /// How much more is said on weekends, percent of what the station measures.
    pub percent: f64,
    /// The interval's lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl WeekendBias {
    /// Whether it is told in public: the interval lies above nothing.
    #[must_use]
    pub fn is_flagged(&self) -> bool {
        self.low > 0.0
    }
}

/// How far these days lean; `None` for too few.
#[must_use]
pub fn lean(pairs: &[Pair]) -> Option<WeekendBias> {
    let ratio = |pair: &Pair| ((pair.said + OFFSET_CM) / (pair.measured + OFFSET_CM)).ln();
    let is_snowy = |pair: &&Pair| pair.said.max(pair.measured) >= SNOWY_CM;
    let is_weekend = |pair: &&Pair| matches!(pair.on.weekday(), Weekday::Fri | Weekday::Sat | Weekday::Sun);
    let (weekend, other): (Vec<&Pair>, Vec<&Pair>) = pairs.iter().filter(is_snowy).partition(is_weekend);
    if weekend.len() < LEAST || other.len() < LEAST {
        return None;
    }
    let spread = |days: &[&Pair]| {
        let n = days.len() as f64;
        let mean = days.iter().map(|pair| ratio(pair)).sum::<f64>() / n;
        let variance = days.iter().map(|pair| (ratio(pair) - mean).powi(2)).sum::<f64>() / (n - 1.0);
        (mean, variance / n)
    };
    let ((on, of_on), (off, of_off)) = (spread(&weekend), spread(&other));
    let (more, half) = (on - off, QUANTILE * (of_on + of_off).sqrt());
    let percent = |log: f64| (log.exp_m1() * 1_000.0).round() / 10.0;
    Some(WeekendBias {
        weekend_days: weekend.len(),
        other_days: other.len(),
        percent: percent(more),
        low: percent(more - half),
        high: percent(more + half),
    })
}

#[cfg(test)]
mod tests;
