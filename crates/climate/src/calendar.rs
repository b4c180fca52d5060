//! Usual snow on every day of the year for many resorts. The sums of a date window need two reads, so that hundreds of
//! resorts are ranked for a window faster than the exact odds of one resort are computed.
//!
//! Based on the newest complete winters, at most the thirty of a normal. Each of them counts for every day: the few
//! days that a complete winter may lack count as 0. [`crate::trip`] counts exactly.

use chrono::{Datelike, NaiveDate};
use conditions_core::record::Band;
use conditions_core::units::Tenths;

use crate::cells::{UNKNOWN, known};
use crate::policy::Policy;
use crate::winter::Winter;
use crate::winters::Winters;

/// Days of a year that has a 29 February.
const DAYS: usize = 366;
/// A leap year, whose day numbers are used for every year.
const LEAP_YEAR: i32 = 2024;

/// Sums over all winters of the days of the year before a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Sums {
    /// Snowfall, tenths of a centimetre.
    units: u32,
    snow_days: u16,
    powder_days: u16,
}

/// The year of one resort.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Year {
    winters: u16,
    /// One entry more than there are days.
    before: Box<[Sums]>,
    /// Mean depth by the snowpack model at the base, in centimetres, by day.
    depth: Box<[u16]>,
}

/// The usual snow of a date window.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Expectation {
    /// Number of winters on which it is based.
    pub winters: u16,
    /// Mean snowfall of the window, centimetres.
    pub snowfall_cm: f64,
    /// Share of its days that are snow days, 0 to 1.
    pub snow_day: f64,
    /// Share of its days that are powder days, 0 to 1.
    pub powder_day: f64,
    /// Mean depth of the snowpack model at the base on the first day of the window, centimetres; `None` if fewer
    /// winters have it than odds need.
    pub depth_cm: Option<u16>,
}

/// The years of many resorts. A resort is identified by its index in the caller's list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Calendar(Vec<Option<Year>>);

impl Calendar {
    /// Builds the calendar of these resorts, in their order.
    #[must_use]
    pub fn new<'w>(policy: &Policy, resorts: impl IntoIterator<Item = &'w Winters>) -> Self {
        Self(resorts.into_iter().map(|winters| Year::from_winters(policy, winters)).collect())
    }

    /// Replaces the winters of the resort with index `at`.
    pub fn insert(&mut self, policy: &Policy, at: usize, winters: &Winters) {
        if let Some(slot) = self.0.get_mut(at) {
            *slot = Year::from_winters(policy, winters);
        }
    }

    /// Returns the usual snow of the calendar days from `start` to `end` for the resort with index `at`; `None` with
    /// fewer winters than odds need, and for an invalid window.
    #[must_use]
    pub fn expected(&self, at: usize, start: NaiveDate, end: NaiveDate) -> Option<Expectation> {
        let year = self.0.get(at)?.as_ref()?;
        let days = usize::try_from(end.signed_duration_since(start).num_days()).ok()? + 1;
        if days > DAYS {
            return None;
        }
        let (first, last) = (day_of_year(start), day_of_year(end));
        let before = |day: usize| year.before.get(day).copied();
        let sum = if first <= last {
            before(last + 1)?.less(before(first)?)
        } else {
            before(last + 1)?.and(before(DAYS)?.less(before(first)?))
        };
        let winters = f64::from(year.winters);
        Some(Expectation {
            winters: year.winters,
            snowfall_cm: f64::from(sum.units) / 10.0 / winters,
            snow_day: f64::from(sum.snow_days) / winters / days as f64,
            powder_day: f64::from(sum.powder_days) / winters / days as f64,
            depth_cm: year.depth.get(first).copied().and_then(known),
        })
    }

    /// Size in memory, bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let of = |year: &Year| size_of_val(&*year.before) + size_of_val(&*year.depth);
        self.0.capacity() * size_of::<Option<Year>>() + self.0.iter().flatten().map(of).sum::<usize>()
    }
}

impl Sums {
    const fn less(self, other: Self) -> Self {
        Self {
            units: self.units.saturating_sub(other.units),
            snow_days: self.snow_days.saturating_sub(other.snow_days),
            powder_days: self.powder_days.saturating_sub(other.powder_days),
        }
    }

    const fn and(self, other: Self) -> Self {
        Self {
            units: self.units.saturating_add(other.units),
            snow_days: self.snow_days.saturating_add(other.snow_days),
            powder_days: self.powder_days.saturating_add(other.powder_days),
        }
    }
}

impl Year {
    /// Builds a resort's year; `None` with fewer winters than odds need.
    fn from_winters(policy: &Policy, winters: &Winters) -> Option<Self> {
        let (snow_day, powder_day) = policy.day_units();
        let mut days = [Sums::default(); DAYS];
        let mut depths = vec![(0_u32, 0_u16); DAYS];
        let mut count = 0;
        for own in winters.newest_complete(policy.normal_winters) {
            count += 1;
            for (index, day) in days_of_year(own.winter()).enumerate() {
                if let Some((sum, units)) = days.get_mut(day).zip(own.snowfall_at(index).map(Tenths::units)) {
                    sum.units += u32::try_from(units).unwrap_or(0);
                    sum.snow_days += u16::from(units >= i32::from(snow_day));
                    sum.powder_days += u16::from(units >= i32::from(powder_day));
                }
                if let Some(((sum, known), cm)) =
                    depths.get_mut(day).zip(own.modelled_depth_at(Band::Base, index))
                {
                    *sum += u32::from(cm);
                    *known += 1;
                }
            }
        }
        if count < policy.min_odds_winters {
            return None;
        }
        let sums = days.iter().scan(Sums::default(), |before, day| {
            *before = before.and(*day);
            Some(*before)
        });
        let depth = |(sum, known): &(u32, u16)| {
            let known = u32::from(*known);
            let mean = (sum + known / 2).checked_div(known).and_then(|cm| u16::try_from(cm).ok());
            mean.filter(|_| known >= u32::from(policy.min_odds_winters)).unwrap_or(UNKNOWN)
        };
        Some(Self {
            winters: count,
            before: std::iter::once(Sums::default()).chain(sums).collect(),
            depth: depths.iter().map(depth).collect(),
        })
    }
}

/// Returns the day of a leap year for each day of a winter.
fn days_of_year(winter: Winter) -> impl Iterator<Item = usize> {
    winter.first_day().iter_days().take(winter.days()).map(day_of_year)
}

/// Returns the index of a calendar day in a year with a 29 February, from 0.
fn day_of_year(date: NaiveDate) -> usize {
    let same = NaiveDate::from_ymd_opt(LEAP_YEAR, date.month(), date.day());
    same.map_or(0, |same| same.ordinal0() as usize)
}

#[cfg(test)]
mod tests;
