//! What is normal on a calendar day: mean and spread over winters, of depth and of the season's snowfall so far.
//!
//! Carries `contract-decisions` 4: "the mean for that calendar day ± 7 days over the reanalysis winters in the archive
//! (≥ 10 of them)". A winter counts when it is complete and enough of the days around the day are known.

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

/// Days whose cells of two bytes fill the 64 bytes that a processor fetches at once.
const CELLS_AT_ONCE: usize = 32;

/// Mean and spread over winters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Normal {
    /// How many winters stand behind it.
    pub winters: u16,
    /// Mean and quantiles, centimetres.
    pub spread: Spread,
}

/// A day of a band curve.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BandDay {
    /// The day, in the winter that was asked for.
    pub date: NaiveDate,
    /// What is normal then; `None` below ten winters.
    pub normal: Option<Normal>,
}

/// Normal snow depth of a date's calendar day, centimetres; `None` below ten winters.
#[must_use]
pub fn depth_on(policy: &Policy, winters: &Winters, date: NaiveDate) -> Option<Normal> {
    over_winters(policy, winters, |days| {
        let on = days.winter().date_of(date.month(), date.day())?;
        let on = days.winter().index(on)?;
        mean_around(policy, on, |around| days.depths(around))
    })
}

/// The same of the depth that the weather makes at a band: ten winters with weather at least.
#[must_use]
pub fn modelled_depth_on(policy: &Policy, winters: &Winters, date: NaiveDate, band: Band) -> Option<Normal> {
    over_winters(policy, winters, |days| {
        let on = days.winter().index(days.winter().date_of(date.month(), date.day())?)?;
        mean_around(policy, on, |around| days.modelled_depths(band, around))
    })
}

/// Normal snowfall of the season up to a date and with it, centimetres; `None` outside of the season and below ten
/// winters.
#[must_use]
pub fn snowfall_to(policy: &Policy, winters: &Winters, date: NaiveDate) -> Option<Normal> {
    read_ahead(policy, winters, Winter::of(winters.hemisphere(), date)?.index(date)?);
    snowfall_by(policy, winters, date)
}

/// [`snowfall_to`] of winters that were read a moment ago.
fn snowfall_by(policy: &Policy, winters: &Winters, date: NaiveDate) -> Option<Normal> {
    let this = Winter::of(winters.hemisphere(), date)?;
    if !this.season_range().contains(&this.index(date)?) {
        return None;
    }
    over_winters(policy, winters, |days| {
        let on = days.winter().date_of(date.month(), date.day())?;
        season_to(policy, days, days.winter().index(on)?)
    })
}

/// Reads a day of each stretch of memory that the seasons up to an index lie in, so that the processor fetches those of all
/// winters at once. When winters of all resorts are summed up, each is waited for otherwise: half of the time.
fn read_ahead(policy: &Policy, winters: &Winters, index: usize) {
    let newest: Vec<&WinterDays> = winters.newest_complete(policy.normal_winters).collect();
    let Some(first) = newest.first() else { return };
    let season = first.winter().season_range();
    for day in (season.start..season.end.min(index + 1)).step_by(CELLS_AT_ONCE) {
        let read = newest.iter().filter_map(|days| days.snowfall_at(day)).map(Tenths::units);
        black_box(read.fold(0_i32, i32::wrapping_add));
    }
}

/// Normal depth day by day over these days of a winter, counted from its first: snow lies longer than its season.
pub fn depth_curve<'w>(
    policy: &'w Policy,
    winters: &'w Winters,
    winter: Winter,
    days: Range<usize>,
) -> impl Iterator<Item = BandDay> + 'w {
    let days = winter.first_day().iter_days().skip(days.start).take(days.len());
    days.map(move |date| BandDay { date, normal: depth_on(policy, winters, date) })
}

/// The same of the depth that the weather makes at a band.
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

/// Normal snowfall so far day by day over the season of a winter.
pub fn snowfall_curve<'w>(
    policy: &'w Policy,
    winters: &'w Winters,
    winter: Winter,
) -> impl Iterator<Item = BandDay> + 'w {
    let days = winter.season_first_day().iter_days().take(winter.season_range().len());
    days.map(move |date| BandDay { date, normal: snowfall_by(policy, winters, date) })
}

/// Snowfall of a winter's season up to the day with this index and with it, centimetres; `None` when too many of the
/// days before it are unknown.
#[must_use]
pub fn season_to(policy: &Policy, days: &WinterDays, index: usize) -> Option<f64> {
    let season = days.winter().season_range();
    let end = (index + 1).min(season.end);
    let sum = |(units, known), snowfall: Tenths| (units + snowfall.units(), known + 1);
    let (units, known) = days.snowfalls(season.start..end).fold((0, 0), sum);
    // Early in a season one missing day of two would be half of it; the season's own allowance is for all of it.
    let asked = end.saturating_sub(season.start);
    policy.suffices(known, asked).then(|| f64::from(units) / 10.0)
}

/// Mean depth of the days around an index, when at least half of them are known.
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

/// A number's spread over the newest complete winters.
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
    Spread::of(&mut values).map(|spread| Normal { winters: count, spread })
}

#[cfg(test)]
mod tests;
