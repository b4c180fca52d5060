//! Check that two daily columns of a record have the same dating: days may be named by their end or by their start, and
//! a column that is a day off makes every score wrong.
//!
//! Matching columns correlate best without a shift. If another shift of up to two days fits better, the record is
//! rejected. If only a single winter is affected, it is reported, because records of decades contain such winters.

use std::collections::BTreeMap;

use chrono::{Datelike, NaiveDate, TimeDelta};

use crate::days::Daily;
use crate::folder::Folder;
use crate::measure::{Pair, correlation};

/// Range of shifts, in days.
const LAGS: std::ops::RangeInclusive<i64> = -2..=2;
/// Minimum number of common days.
const LEAST_DAYS: usize = 60;

/// Margin by which another shift must fit better for a single winter and for forecasts, which have less data than a
/// whole record.
const SURE: f64 = 0.1;
/// Offset by which a winter is named after the year of an earlier day.
const HALF_A_YEAR: TimeDelta = TimeDelta::days(181);

/// Rejects two columns that correlate better with a shift, and reports single winters that do.
pub(crate) fn check_dating(folder: &Folder, what: &str, one: &Daily, other: &Daily) -> Result<(), String> {
    let apart = |one: &Daily, sure: f64| {
        let at = |lag: i64| -> Vec<Pair> {
            let pair = |(date, value): (&NaiveDate, &f64)| {
                Some((*value, *other.get(&(*date + TimeDelta::days(lag)))?))
            };
            one.iter().filter_map(pair).collect()
        };
        apart(at, sure)
    };
    if let Some(how) = apart(one, 0.0) {
        return Err(format!("{what} are dated {how}"));
    }
    let mut winters: BTreeMap<i32, Daily> = BTreeMap::new();
    for (date, value) in one {
        winters.entry((*date - HALF_A_YEAR).year()).or_default().insert(*date, *value);
    }
    for (year, one) in &winters {
        if let Some(how) = apart(one, SURE) {
            let words = "and until then its scores are meaningless";
            folder.note(format!("{what} are, in the winter of {year}/{}, dated {how}, {words}", year + 1));
        }
    }
    Ok(())
}

/// Rejects forecasts that correlate better with shifted measurements; the pairs are those of many places and leads.
pub(crate) fn check_forecast_dating(what: &str, at: impl Fn(i64) -> Vec<Pair>) -> Result<(), String> {
    apart(at, SURE).map_or(Ok(()), |how| Err(format!("{what} are dated {how}")))
}

/// Describes the shift, if another one fits better by more than `sure`.
fn apart(at: impl Fn(i64) -> Vec<Pair>, sure: f64) -> Option<String> {
    let at = |lag: i64| {
        let pairs = at(lag);
        (pairs.len() >= LEAST_DAYS).then(|| correlation(&pairs)).filter(|correlation| correlation.is_finite())
    };
    let here = at(0)?;
    let (there, lag) = LAGS.filter_map(|lag| Some((at(lag)?, lag))).max_by(|a, b| a.0.total_cmp(&b.0))?;
    let days = lag.abs();
    (there > here + sure && lag != 0)
        .then(|| format!("{days} days apart (correlation {there:.2}, {here:.2} as dated): shift one of them"))
}

/// Returns the increase of a state over the day that begins with it; zero on a day of decrease.
pub(crate) fn gains(states: &Daily) -> Daily {
    let gain = |(date, value): (&NaiveDate, &f64)| {
        let next = states.get(&date.succ_opt()?)?;
        Some((*date, (next - value).max(0.0)))
    };
    states.iter().filter_map(gain).collect()
}

#[cfg(test)]
mod tests;
