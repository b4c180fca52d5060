//! Odds of a date window: the snow of those calendar days in each winter on record.
//!
//! Only the calendar days of the window matter, not its year: the same days are evaluated in every winter. A winter
//! counts if nearly all of the window's days are known in it. Every probability has its interval and the number of
//! winters. With a map to a station, each day's snowfall is the amount that the station would have measured.

use chrono::{Datelike, Months, NaiveDate};
use conditions_core::record::Band;

use crate::chance::Chance;
use crate::mapped::QuantileMap;
use crate::policy::Policy;
use crate::quantile::Spread;
use crate::winter::Winter;
use crate::winter_days::WinterDays;
use crate::winters::Winters;

/// Reason why a window has no odds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OddsError {
    /// The window ends before it begins.
    #[error("the window ends before it begins")]
    Backwards,
    /// The window has more days than the policy allows.
    #[error("the window has {days} days; the maximum is {most}")]
    TooLong {
        /// Days of the window.
        days: i64,
        /// Maximum number of days.
        most: i64,
    },
    /// Too few winters have those days.
    #[error("odds need at least {least} winters with data for these days; on record: {winters}")]
    TooFew {
        /// Number of winters that have them.
        winters: u16,
        /// Number of winters needed.
        least: u16,
    },
}

/// Snow of the window in one winter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WindowOutcome {
    /// Winter in which the window begins.
    pub winter: Winter,
    /// First day of the window in that winter.
    pub start: NaiveDate,
    /// Snowfall of the known days, centimetres.
    pub snowfall_cm: f64,
    /// Snow days.
    pub snow_days: u16,
    /// Powder days.
    pub powder_days: u16,
    /// Number of days with known snowfall.
    pub days_known: u16,
    /// Mean depth, centimetres, if nearly all days have one.
    pub depth_cm: Option<f64>,
}

/// The odds of a window.
#[derive(Debug, Clone, PartialEq)]
pub struct Odds {
    /// Days of the window.
    pub days: u16,
    /// Outcome of the window in each winter that counts, newest first.
    pub winters: Vec<WindowOutcome>,
    /// Share of days that were snow days.
    pub snow_day: Chance,
    /// Share of days that were powder days.
    pub powder_day: Chance,
    /// Share of winters with at least one snow day in the window.
    pub any_snow: Chance,
    /// Share of winters with at least one powder day in the window.
    pub any_powder: Chance,
    /// Snowfall of the window, centimetres.
    pub snowfall: Spread,
    /// Mean depth, centimetres, with the number of winters; `None` with fewer winters than odds need.
    pub depth: Option<(Spread, u16)>,
}

/// Returns the number of days from `start` to `end`, both counted, if a window may be that long.
///
/// # Errors
/// Returns [`OddsError::Backwards`] or [`OddsError::TooLong`] for an invalid window.
pub fn window_days(policy: &Policy, start: NaiveDate, end: NaiveDate) -> Result<u16, OddsError> {
    let days = end.signed_duration_since(start).num_days() + 1;
    if days < 1 {
        return Err(OddsError::Backwards);
    }
    let most = policy.longest_window_days;
    u16::try_from(days).ok().filter(|_| days <= most).ok_or(OddsError::TooLong { days, most })
}

/// Returns the odds of the calendar days from `start` to `end`, with each day mapped by `map` if there is one.
///
/// # Errors
/// Returns [`OddsError`] if the window is invalid or too few winters have its days.
pub fn odds(
    policy: &Policy,
    winters: &Winters,
    map: Option<&QuantileMap>,
    start: NaiveDate,
    end: NaiveDate,
) -> Result<Odds, OddsError> {
    let days = window_days(policy, start, end)?;
    let record = Record { policy, winters, map };
    let newest = winters.iter().rev().filter_map(|own| record.once(own, start, days));
    let counted: Vec<WindowOutcome> = newest.take(policy.normal_winters).collect();
    let count = u16::try_from(counted.len()).unwrap_or(u16::MAX);
    let too_few = OddsError::TooFew { winters: count, least: policy.min_odds_winters };
    if count < policy.min_odds_winters {
        return Err(too_few);
    }
    let share = |of: fn(&WindowOutcome) -> u16| {
        let days: Vec<(u16, u16)> = counted.iter().map(|once| (of(once), once.days_known)).collect();
        Chance::of_days(&days).ok_or(too_few)
    };
    let any = |of: fn(&WindowOutcome) -> u16| {
        let hits = counted.iter().map(|once| u32::from(of(once) > 0)).sum();
        Chance::of_tries(hits, count.into()).ok_or(too_few)
    };
    let mut depths: Vec<f64> = counted.iter().filter_map(|once| once.depth_cm).collect();
    let with_depth = u16::try_from(depths.len()).unwrap_or(u16::MAX);
    let depth = Spread::from_values(&mut depths).filter(|_| with_depth >= policy.min_odds_winters);
    let mut snowfall: Vec<f64> = counted.iter().map(|once| once.snowfall_cm).collect();
    Ok(Odds {
        days,
        snow_day: share(|once| once.snow_days)?,
        powder_day: share(|once| once.powder_days)?,
        any_snow: any(|once| once.snow_days)?,
        any_powder: any(|once| once.powder_days)?,
        snowfall: Spread::from_values(&mut snowfall).ok_or(too_few)?,
        depth: depth.map(|spread| (spread, with_depth)),
        winters: counted,
    })
}

/// Returns the depth of the snowpack model at the base on a calendar day, centimetres, with the number of winters;
/// `None` with fewer winters than odds need. Uses the same winters as [`crate::calendar::Calendar`], so that both have
/// one usual depth.
#[must_use]
pub fn base_depth_on(policy: &Policy, winters: &Winters, date: NaiveDate) -> Option<(Spread, u16)> {
    let on = |own: &WinterDays| {
        let winter = own.winter();
        own.modelled_depth_at(Band::Base, winter.index(winter.date_of(date.month(), date.day())?)?)
    };
    let mut depths: Vec<f64> =
        winters.newest_complete(policy.normal_winters).filter_map(on).map(f64::from).collect();
    let known = u16::try_from(depths.len()).unwrap_or(u16::MAX);
    let spread = Spread::from_values(&mut depths).filter(|_| known >= policy.min_odds_winters)?;
    Some((spread, known))
}

/// Returns the start of the window a month earlier, of the window itself, and a month later.
#[must_use]
pub fn nearby(start: NaiveDate) -> [Option<NaiveDate>; 3] {
    [start.checked_sub_months(Months::new(1)), Some(start), start.checked_add_months(Months::new(1))]
}

/// The data over which odds are counted.
struct Record<'a> {
    policy: &'a Policy,
    winters: &'a Winters,
    map: Option<&'a QuantileMap>,
}

impl Record<'_> {
    /// Returns the outcome of the window in one winter.
    fn once(&self, own: &WinterDays, start: NaiveDate, days: u16) -> Option<WindowOutcome> {
        let winter = own.winter();
        let then = winter.date_of(start.month(), start.day())?;
        let begin = winter.index(then)?;
        let end = begin + usize::from(days);
        // Days after the winter's end are the first days of the next one, if that is on record.
        let over = end.saturating_sub(winter.days());
        let next = if over > 0 { winter.plus(1).and_then(|next| self.winters.get(next)) } else { None };
        let parts = || [Some((own, begin..end)), next.map(|next| (next, 0..over))].into_iter().flatten();
        let (snow_day, powder_day) = self.policy.day_units();
        let (mut units, mut snow_days, mut powder_days, mut days_known) = (0_i32, 0, 0, 0);
        for archived in parts().flat_map(|(days, range)| days.snowfalls(range)) {
            let snowfall = self.map.map_or(archived, |map| map.apply(archived)).units();
            units += snowfall;
            days_known += 1;
            snow_days += u16::from(snowfall >= i32::from(snow_day));
            powder_days += u16::from(snowfall >= i32::from(powder_day));
        }
        let sum = |(sum, known), cm: u16| (sum + u32::from(cm), known + 1);
        let (depth_sum, depths) = parts().flat_map(|(days, range)| days.depths(range)).fold((0, 0_u16), sum);
        let enough = |known: u16| self.policy.suffices(known.into(), days.into());
        enough(days_known).then(|| WindowOutcome {
            winter,
            start: then,
            snowfall_cm: f64::from(units) / 10.0,
            snow_days,
            powder_days,
            days_known,
            depth_cm: enough(depths).then(|| f64::from(depth_sum) / f64::from(depths)),
        })
    }
}

#[cfg(test)]
mod tests;
