//! Validation of a map from the archive's snowfall to a station's: whole winters that both know, the same days, and a
//! trial.
//!
//! Only winters whose season is over count, so that a map changes once a year and not every day. Each winter is tried
//! with a map fitted to the others. The map is accepted if it has smaller errors than the unmapped archive in the
//! shares of snow days and powder days and in the snowfall of those winters. At a place that the archive's weather
//! hardly describes, it is rejected.

use std::collections::BTreeMap;

use chrono::{NaiveDate, TimeDelta};
use conditions_core::units::Tenths;

use crate::mapped::QuantileMap;
use crate::policy::Policy;
use crate::winter::Winter;
use crate::winter_days::WinterDays;
use crate::winters::Winters;

/// The amounts measured by a station, by local day of the resort.
pub type MeasuredDays = BTreeMap<NaiveDate, Tenths>;

/// Range of shifts of the station's days, in the check that both have the same days.
const LAGS: std::ops::RangeInclusive<i64> = -2..=2;

/// Reason why there is no map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MapError {
    /// Too few whole winters are known to both.
    #[error("a map needs at least {least} whole winters of a station; known: {winters}")]
    TooFew {
        /// Number of winters known to both.
        winters: usize,
        /// Number of winters needed.
        least: usize,
    },
    /// The days of the two do not match.
    #[error("the station's days match the archive's of another day best")]
    OtherDays,
    /// There are too few snow days on either side.
    #[error("there are too few snow days for a map")]
    TooLittleSnow,
    /// The map did not improve held-out winters.
    #[error("the map did not improve the held-out winters")]
    NoBetter,
    /// Another station near the resort measured very different winters.
    #[error("two stations near the resort contradict each other")]
    Contradicted,
}

/// A map with the data on which it is based.
#[derive(Debug, Clone, PartialEq)]
pub struct FittedMap {
    pub map: QuantileMap,
    /// Number of whole winters, with the first and the last of them.
    pub winters: (usize, Winter, Winter),
    /// Number of days of their seasons that both know.
    pub days: usize,
}

/// The days of a season that both know, archived and measured.
#[derive(Debug, Clone, PartialEq)]
pub struct PairedDays {
    pub winter: Winter,
    days: Vec<(Tenths, Tenths)>,
}

/// Fits the map of a station's days for the winters of a resort.
///
/// # Errors
/// Returns [`MapError`] if the data does not support a map.
pub fn fitted(policy: &Policy, winters: &Winters, measured: &MeasuredDays) -> Result<FittedMap, MapError> {
    let paired = paired(policy, winters, measured);
    let (Some(first), Some(last), true) = (paired.first(), paired.last(), paired.len() >= policy.map_winters)
    else {
        return Err(MapError::TooFew { winters: paired.len(), least: policy.map_winters });
    };
    if !are_same_days(winters, &paired, measured) {
        return Err(MapError::OtherDays);
    }
    let all: Vec<&PairedDays> = paired.iter().collect();
    let map = fit_map(policy, &all).ok_or(MapError::TooLittleSnow)?;
    if !is_accepted(policy, &paired) {
        return Err(MapError::NoBetter);
    }
    let days = paired.iter().map(|paired| paired.days.len()).sum();
    Ok(FittedMap { map, winters: (paired.len(), first.winter, last.winter), days })
}

/// Returns the whole winters that both know, oldest first.
#[must_use]
pub fn paired(policy: &Policy, winters: &Winters, measured: &MeasuredDays) -> Vec<PairedDays> {
    let newest = winters.iter().next_back().map(WinterDays::winter);
    let of = |own: &WinterDays| {
        let winter = own.winter();
        // The running season is incomplete.
        let is_over = newest.is_some_and(|newest| winter < newest)
            || own.summary().last_known.is_some_and(|last| last >= winter.season_last_day());
        let season = winter.season_range();
        let asked = season.len();
        let both = |at: usize| Some((own.snowfall_at(at)?, *measured.get(&winter.date_at(at))?));
        let days: Vec<(Tenths, Tenths)> = season.filter_map(both).collect();
        let unknown = asked.saturating_sub(days.len()) as f64;
        let is_whole = is_over && unknown <= asked as f64 * policy.map_unknown_share;
        // A whole season without a snow day means a stuck gauge, not a winter.
        let is_alive = days.iter().any(|(_, measured)| is_snow_day(policy, *measured));
        (is_whole && is_alive).then_some(PairedDays { winter, days })
    };
    winters.iter().filter_map(of).collect()
}

/// Fits the map of these winters.
#[must_use]
pub fn fit_map(policy: &Policy, paired: &[&PairedDays]) -> Option<QuantileMap> {
    let days = paired.iter().flat_map(|paired| &paired.days);
    QuantileMap::fit(policy, days.map(|(archived, measured)| (archived.get(), measured.get())))
}

/// Returns whether the archive's snowfall correlates better with the station's of the same day than with that of any
/// nearby day.
fn are_same_days(winters: &Winters, paired: &[PairedDays], measured: &MeasuredDays) -> bool {
    let at_lag = |lag: i64| {
        let days = paired.iter().filter_map(|paired| winters.get(paired.winter)).flat_map(|own| {
            let winter = own.winter();
            winter.season_range().filter_map(move |at| {
                let date = winter.date_at(at).checked_add_signed(TimeDelta::days(lag))?;
                Some((own.snowfall_at(at)?.get(), measured.get(&date)?.get()))
            })
        });
        correlation(&days.collect::<Vec<_>>()).unwrap_or(-1.0)
    };
    let same = at_lag(0);
    same > 0.0 && LAGS.filter(|lag| *lag != 0).all(|lag| at_lag(lag) < same)
}

/// Returns Pearson's correlation, or `None` if either side is constant.
fn correlation(days: &[(f64, f64)]) -> Option<f64> {
    let mean = |of: fn(&(f64, f64)) -> f64| crate::quantile::mean(days.iter().map(of));
    let (from, to) = (mean(|day| day.0)?, mean(|day| day.1)?);
    let (mut both, mut one, mut other) = (0.0, 0.0, 0.0);
    for (archived, measured) in days {
        let (archived, measured) = (archived - from, measured - to);
        both += archived * measured;
        one += archived * archived;
        other += measured * measured;
    }
    let scale = (one * other).sqrt();
    (scale > 0.0).then(|| both / scale)
}

/// Returns whether maps fitted to the other winters reduce the errors of each winter, by the mean of the three ratios
/// of errors.
fn is_accepted(policy: &Policy, paired: &[PairedDays]) -> bool {
    let (mut with, mut without) = ([0.0; 3], [0.0; 3]);
    for held_out in paired {
        let others: Vec<&PairedDays> =
            paired.iter().filter(|other| other.winter != held_out.winter).collect();
        let Some(map) = fit_map(policy, &others) else { return false };
        let truth = season(policy, held_out.days.iter().map(|(_, measured)| *measured));
        let mapped = season(policy, held_out.days.iter().map(|(archived, _)| map.apply(*archived)));
        let archived = season(policy, held_out.days.iter().map(|(archived, _)| *archived));
        with = plus(with, off(mapped, truth));
        without = plus(without, off(archived, truth));
    }
    // If the archive had no error, a map can only add one.
    let ratio = |(with, without): (&f64, &f64)| match (*with > 0.0, *without > 0.0) {
        (_, true) => with / without,
        (true, false) => f64::INFINITY,
        (false, false) => 1.0,
    };
    crate::quantile::mean(with.iter().zip(&without).map(ratio)).is_some_and(|mean| mean < 1.0)
}

fn off([a, b, c]: [f64; 3], [x, y, z]: [f64; 3]) -> [f64; 3] {
    [(a - x).abs(), (b - y).abs(), (c - z).abs()]
}

fn plus([a, b, c]: [f64; 3], [x, y, z]: [f64; 3]) -> [f64; 3] {
    [a + x, b + y, c + z]
}

fn is_snow_day(policy: &Policy, day: Tenths) -> bool {
    let (snow_day, _) = policy.day_units();
    day.units() >= i32::from(snow_day)
}

/// Returns snow days, powder days and snowfall of a season's days.
fn season(policy: &Policy, days: impl Iterator<Item = Tenths>) -> [f64; 3] {
    let (snow_day, powder_day) = policy.day_units();
    days.map(Tenths::units).fold([0.0; 3], |[snow_days, powder_days, units], day| {
        let is_at_least = |least: u16| f64::from(u8::from(day >= i32::from(least)));
        [snow_days + is_at_least(snow_day), powder_days + is_at_least(powder_day), units + f64::from(day)]
    })
}

#[cfg(test)]
mod tests;
