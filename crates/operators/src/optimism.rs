//! Weekend bias of a resort's new snow: its reports compared with a station, weekend against weekday.
//!
//! A snow stake may catch more snow than the station, but equally on every day; that cancels out. The remainder shows
//! whether the same people report more when guests decide to come. The measure is the mean of ln((reported + 1 cm) /
//! (measured + 1 cm)) on weekends (Friday to Sunday) minus that on other days, with a 99 % interval (Welch). It is
//! flagged only if the interval is above zero and there are enough days of both kinds.

use chrono::{Datelike as _, NaiveDate, Weekday};
use serde::{Deserialize, Serialize};

/// Quantile of the interval: 99 %, two-sided. At 95 % every fortieth honest resort would be flagged each winter.
const QUANTILE: f64 = 2.576;
/// Minimum number of days of each kind.
const LEAST: usize = 10;
/// Minimum snow of a day: days with less in both sources are ignored.
const SNOWY_CM: f64 = 1.0;
/// Added to both amounts, so that a day without snow has a ratio.
const OFFSET_CM: f64 = 1.0;

/// A day with a report and a measurement.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Pair {
    /// Day in the resort's time.
    pub on: NaiveDate,
    /// Reported new snow of 24 hours, centimetres.
    pub said: f64,
    /// New snow measured by a station nearby, centimetres.
    pub measured: f64,
}

/// Weekend bias of a resort.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WeekendBias {
    /// Number of weekend days with snow.
    pub weekend_days: usize,
    /// Number of other days with snow.
    pub other_days: usize,
    /// Excess of reports on weekends, percent of the station's measurements.
    pub percent: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl WeekendBias {
    /// Returns whether it is shown in public: the interval is above zero.
    #[must_use]
    pub fn is_flagged(&self) -> bool {
        self.low > 0.0
    }
}

/// Estimates the weekend bias of these days; `None` for too few days.
#[must_use]
pub fn weekend_bias(pairs: &[Pair]) -> Option<WeekendBias> {
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
