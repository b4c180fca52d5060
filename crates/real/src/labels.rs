//! Whether two daily columns of a record are dated alike: days may be named by their end or by their start, and a column that is a
//! day off grades whatever is held against it wrongly.
//!
//! What belongs together goes together best without a shift. Where another shift of up to two days fits better, the record is
//! refused.

use std::collections::BTreeMap;

use chrono::{NaiveDate, TimeDelta};

use crate::measure::{Pair, correlation};

/// A quantity by date.
pub(crate) type Daily = BTreeMap<NaiveDate, f64>;

/// Days that the one may be shifted by.
const LAGS: std::ops::RangeInclusive<i64> = -2..=2;
/// Of fewer days in common nothing can be told.
const LEAST_DAYS: usize = 60;

/// Refuses two columns of which one goes better with the other when it is shifted.
pub(crate) fn alike(what: &str, one: &Daily, other: &Daily) -> Result<(), String> {
    let at = |lag: i64| {
        let pair =
            |(date, value): (&NaiveDate, &f64)| Some((*value, *other.get(&(*date + TimeDelta::days(lag)))?));
        let pairs: Vec<Pair> = one.iter().filter_map(pair).collect();
        (pairs.len() >= LEAST_DAYS).then(|| correlation(&pairs)).filter(|correlation| correlation.is_finite())
    };
    let Some(here) = at(0) else { return Ok(()) };
    let best = LAGS.filter_map(|lag| Some((at(lag)?, lag))).max_by(|a, b| a.0.total_cmp(&b.0));
    match best {
        Some((there, lag)) if there > here => Err(format!(
            "{what} are dated {} days apart (correlation {there:.2}, {here:.2} as dated): shift one of them",
            lag.abs()
        )),
        Some(_) | None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
