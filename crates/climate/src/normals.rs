//! Normals of a calendar day: mean and spread over winters of depth and of the season's snowfall so far.
//!
//! Implements `contract-decisions` 4: "the mean for that calendar day ± 7 days over the reanalysis winters in the
//! archive (≥ 10 of them)". A winter counts if it is complete and enough of the days around the day are known.

use std::hint::black_box;
use std::ops::Range;

use chrono::{Datelike, NaiveDate};
use conditions_core::record::Band;
use conditions_core::units::Tenths;

use crate::policy::Policy;
use crate::quantile::Spread;
use crate::winter::Winter;
use crate::winter_days::WinterDays;
use crate::winters::Winters;

/// Number of two-byte cells in a cache line of 64 bytes.
const CELLS_AT_ONCE: usize = 32;

/// Mean and spread over winters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Normal {
    /// Number of winters on which it is based.
    pub winters: u16,
    /// Mean and quantiles, centimetres.
    pub spread: Spread,
}

/// A day of a band curve.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BandDay {
    /// The day, in the requested winter.
    pub date: NaiveDate,
    /// The normal of the day; `None` below ten winters.
    pub normal: Option<Normal>,
}

/// Returns the normal snow depth of a date's calendar day, centimetres, or `None` below ten winters.
#[must_use]
pub fn depth_on(policy: &Policy, winters: &Winters, date: NaiveDate) -> Option<Normal> {
    over_winters(policy, winters, |days| {
        let on = days.winter().date_of(date.month(), date.day())?;
        let on = days.winter().index(on)?;
        mean_around(policy, on, |around| days.depths(around))
    })
}

/// Like [`depth_on`], for the modelled depth at a band: needs at least ten winters with weather.
#[must_use]
pub fn modelled_depth_on(policy: &Policy, winters: &Winters, date: NaiveDate, band: Band) -> Option<Normal> {
    over_winters(policy, winters, |days| {
        let on = days.winter().index(days.winter().date_of(date.month(), date.day())?)?;
        mean_around(policy, on, |around| days.modelled_depths(band, around))
    })
}

/// Returns the normal snowfall of the season up to and including a date, centimetres, or `None` outside the season and
/// below ten winters.
#[must_use]
pub fn snowfall_to(policy: &Policy, winters: &Winters, date: NaiveDate) -> Option<Normal> {
    read_ahead(policy, winters, Winter::containing(winters.hemisphere(), date)?.index(date)?);
    snowfall_by(policy, winters, date)
}

/// Like [`snowfall_to`], for winters that are already in the cache.
fn snowfall_by(policy: &Policy, winters: &Winters, date: NaiveDate) -> Option<Normal> {
    let this = Winter::containing(winters.hemisphere(), date)?;
    if !this.season_range().contains(&this.index(date)?) {
        return None;
    }
    over_winters(policy, winters, |days| {
        let on = days.winter().date_of(date.month(), date.day())?;
        season_to(policy, days, days.winter().index(on)?)
    })
}

/// Reads a day of each cache line that contains the seasons up to an index, so that the processor fetches those of all
/// winters at once. Without it, summing the winters of all resorts waits for each line: half of the time.
fn read_ahead(policy: &Policy, winters: &Winters, index: usize) {
    let newest: Vec<&WinterDays> = winters.newest_complete(policy.normal_winters).collect();
    let Some(first) = newest.first() else { return };
    let season = first.winter().season_range();
    for day in (season.start..season.end.min(index + 1)).step_by(CELLS_AT_ONCE) {
        let read = newest.iter().filter_map(|days| days.snowfall_at(day)).map(Tenths::units);
        black_box(read.fold(0_i32, i32::wrapping_add));
    }
}

/// Returns the normal depth by day for these days of a winter, counted from its first: snow lasts longer than its
/// season.
pub fn depth_curve<'w>(
    policy: &'w Policy,
    winters: &'w Winters,
    winter: Winter,
    days: Range<usize>,
) -> impl Iterator<Item = BandDay> + 'w {
    let days = winter.first_day().iter_days().skip(days.start).take(days.len());
    days.map(move |date| BandDay { date, normal: depth_on(policy, winters, date) })
}

/// Like [`depth_curve`], for the modelled depth at a band.
pub fn modelled_depth_curve<'w>(
    policy: &'w Policy,
    winters: &'w Winters,
    winter: Winter,
    days: Range<usize>,
    band: Band,
) -> impl Iterator<Item = BandDay> + 'w {
    let days = winter.first_day().iter_days().skip(days.start).take(days.len());
    days.map(move |date| BandDay { date, normal: modelled_depth_on(policy, winters, date, band) })
}

/// Returns the normal snowfall so far by day over the season of a winter.
pub fn snowfall_curve<'w>(
    policy: &'w Policy,
    winters: &'w Winters,
    winter: Winter,
) -> impl Iterator<Item = BandDay> + 'w {
    let days = winter.season_first_day().iter_days().take(winter.season_range().len());
    days.map(move |date| BandDay { date, normal: snowfall_by(policy, winters, date) })
}

/// Returns the snowfall of a winter's season up to and including the day with this index, centimetres, or `None` if too
/// many of the days are unknown.
#[must_use]
pub fn season_to(policy: &Policy, days: &WinterDays, index: usize) -> Option<f64> {
    let season = days.winter().season_range();
    let end = (index + 1).min(season.end);
    let sum = |(units, known), snowfall: Tenths| (units + snowfall.units(), known + 1);
    let (units, known) = days.snowfalls(season.start..end).fold((0, 0), sum);
    // Early in a season one missing day of two would be half of it; the season's own allowance applies to its whole
    // length.
    let asked = end.saturating_sub(season.start);
    policy.suffices(known, asked).then(|| f64::from(units) / 10.0)
}

/// Returns the mean depth of the days around an index, if at least half of them are known.
fn mean_around<I: Iterator<Item = u16>>(
    policy: &Policy,
    index: usize,
    depths: impl FnOnce(Range<usize>) -> I,
) -> Option<f64> {
    let around = usize::try_from(policy.around_days).unwrap_or(0);
    let depths = depths(index.saturating_sub(around)..index + around + 1);
    let (sum, known) = depths.fold((0, 0_u32), |(sum, known), cm| (sum + u32::from(cm), known + 1));
    (known as usize > around).then(|| f64::from(sum) / f64::from(known))
}

/// Returns the spread of a number over the newest complete winters.
fn over_winters(
    policy: &Policy,
    winters: &Winters,
    of: impl Fn(&WinterDays) -> Option<f64>,
) -> Option<Normal> {
    let mut values: Vec<f64> = winters.newest_complete(policy.normal_winters).filter_map(of).collect();
    let count = u16::try_from(values.len()).unwrap_or(u16::MAX);
    if count < policy.min_winters {
        return None;
    }
    Spread::from_values(&mut values).map(|spread| Normal { winters: count, spread })
}

#[cfg(test)]
mod tests;
