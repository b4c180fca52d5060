//! Whether a station's days and the archive's make a map: whole winters that both know, the same days, and a trial.
//!
//! Only winters whose season is over count, so that a map changes once a year and not with every day. Each is tried with a map of
//! the others, and a map stands that errs less than leaving the archive as it is, over the shares of snow days and powder days
//! and the snowfall of those winters: at a place that an archive's weather says little about it does not.

use std::collections::BTreeMap;

use chrono::{NaiveDate, TimeDelta};
use conditions_core::units::Tenths;

use crate::mapped::QuantileMap;
use crate::policy::Policy;
use crate::winter::Winter;
use crate::winter_days::WinterDays;
use crate::winters::Winters;

/// What a station measured, by local day of the resort.
pub type MeasuredDays = BTreeMap<NaiveDate, Tenths>;

/// How far the days of a station may be shifted in the scan for the same days.
const LAGS: std::ops::RangeInclusive<i64> = -2..=2;

/// Why there is no map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoMap {
    /// Too few whole winters are known to both.
    #[error("a map rests on at least {least} whole winters of a station; known: {winters}")]
    TooFew {
        /// Known to both.
        winters: usize,
        /// That are needed.
        least: usize,
    },
    /// The days of either are not the other's.
    #[error("the station's days go best with the archive's of another day")]
    OtherDays,
    /// Too few snow days on either side.
    #[error("too few snow days")]
    TooLittleSnow,
    /// Winters held out were no better with it.
    #[error("winters held out were no better with the map")]
    NoBetter,
    /// Another station near the resort measures another winter.
    #[error("two stations near the resort contradict each other")]
    Contradicted,
}

/// A map with what it rests on.
#[derive(Debug, Clone, PartialEq)]
pub struct FittedMap {
    /// The map.
    pub map: QuantileMap,
    /// Whole winters, the first and the last of them.
    pub winters: (usize, Winter, Winter),
    /// Days of their seasons that both know.
    pub days: usize,
}

/// The days of a season that both know, archived and measured.
#[derive(Debug, Clone, PartialEq)]
pub struct PairedDays {
    /// The winter.
    pub winter: Winter,
    days: Vec<(Tenths, Tenths)>,
}

/// The map of a station's days for the winters of a resort.
///
/// # Errors
/// [`NoMap`].
pub fn fitted(policy: &Policy, winters: &Winters, measured: &MeasuredDays) -> Result<FittedMap, NoMap> {
    let paired = paired(policy, winters, measured);
    let (Some(first), Some(last), true) = (paired.first(), paired.last(), paired.len() >= policy.map_winters)
    else {
        return Err(NoMap::TooFew { winters: paired.len(), least: policy.map_winters });
    };
    if !are_same_days(winters, &paired, measured) {
        return Err(NoMap::OtherDays);
    }
    let all: Vec<&PairedDays> = paired.iter().collect();
    let map = map_of(policy, &all).ok_or(NoMap::TooLittleSnow)?;
    if !stands(policy, &paired) {
        return Err(NoMap::NoBetter);
    }
    let days = paired.iter().map(|paired| paired.days.len()).sum();
    Ok(FittedMap { map, winters: (paired.len(), first.winter, last.winter), days })
}

/// The whole winters that both know, oldest first.
#[must_use]
pub fn paired(policy: &Policy, winters: &Winters, measured: &MeasuredDays) -> Vec<PairedDays> {
    let newest = winters.iter().next_back().map(WinterDays::winter);
    let of = |own: &WinterDays| {
        let winter = own.winter();
        // The season that is running has days to come.
        let is_over = newest.is_some_and(|newest| winter < newest)
            || own.summary().last_known.is_some_and(|last| last >= winter.season_last_day());
        let season = winter.season_range();
        let asked = season.len();
        let both = |at: usize| Some((own.snowfall_at(at)?, *measured.get(&winter.date_at(at))?));
        let days: Vec<(Tenths, Tenths)> = season.filter_map(both).collect();
        let unknown = asked.saturating_sub(days.len()) as f64;
        let is_whole = is_over && unknown <= asked as f64 * policy.map_unknown_share;
        // A whole season without a snow day is a gauge that does not move, not a winter.
        let is_alive = days.iter().any(|(_, measured)| is_snow_day(policy, *measured));
        (is_whole && is_alive).then_some(PairedDays { winter, days })
    };
    winters.iter().filter_map(of).collect()
}

/// The map of these winters.
#[must_use]
pub fn map_of(policy: &Policy, paired: &[&PairedDays]) -> Option<QuantileMap> {
    let days = paired.iter().flat_map(|paired| &paired.days);
    QuantileMap::fit(policy, days.map(|(archived, measured)| (archived.get(), measured.get())))
}

/// Whether the archive's snowfall goes better with the station's of the same day than with that of any day near it.
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

/// Pearson's; `None` where either side never changes.
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

/// Whether each winter's map of the others errs less on it than none, on the mean of the three ratios of errors.
fn stands(policy: &Policy, paired: &[PairedDays]) -> bool {
    let (mut with, mut without) = ([0.0; 3], [0.0; 3]);
    for held_out in paired {
        let others: Vec<&PairedDays> =
            paired.iter().filter(|other| other.winter != held_out.winter).collect();
        let Some(map) = map_of(policy, &others) else { return false };
        let truth = season(policy, held_out.days.iter().map(|(_, measured)| *measured));
        let mapped = season(policy, held_out.days.iter().map(|(archived, _)| map.apply(*archived)));
        let archived = season(policy, held_out.days.iter().map(|(archived, _)| *archived));
        with = plus(with, off(mapped, truth));
        without = plus(without, off(archived, truth));
    }
    // Where the archive never erred, a map can only do harm.
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

/// Snow days, powder days and snowfall of a season's days.
fn season(policy: &Policy, days: impl Iterator<Item = Tenths>) -> [f64; 3] {
    let (snow_day, powder_day) = policy.day_units();
    days.map(Tenths::units).fold([0.0; 3], |[snow_days, powder_days, units], day| {
        let is_at_least = |least: u16| f64::from(u8::from(day >= i32::from(least)));
        [snow_days + is_at_least(snow_day), powder_days + is_at_least(powder_day), units + f64::from(day)]
    })
}

#[cfg(test)]
mod tests;
