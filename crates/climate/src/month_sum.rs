//! Sums of a calendar month of one winter, computed once when the winter arrives: twenty bytes that save reading each
//! of its days for every question.

use chrono::NaiveDate;
use conditions_core::units::Tenths;

use crate::cells::known;
use crate::policy::Policy;
use crate::winter::Winter;

/// Sums over the known days of a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct MonthSum {
    /// Snowfall, tenths of a centimetre.
    snowfall: u32,
    /// Sum of the daily mean depths, centimetres.
    depth: u32,
    /// Snowfall of the snowiest day, tenths of a centimetre; 0 if none fell.
    biggest: u16,
    /// Depth of the deepest day, centimetres.
    peak: u16,
    days: u8,
    snowfall_known: u8,
    depth_known: u8,
    snow_days: u8,
    powder_days: u8,
    /// Index of the snowiest day in the month; the earliest of equals.
    biggest_at: u8,
}

impl MonthSum {
    /// Sums a month of `days` days from packed cells; days after the end of the cells are unknown.
    pub(crate) fn from_cells(policy: &Policy, days: usize, snowfall: &[u16], depth: &[u16]) -> Self {
        let (snow_day, powder_day) = policy.day_units();
        let mut sum = Self { days: u8::try_from(days).unwrap_or(u8::MAX), ..Self::default() };
        for (at, units) in (0..).zip(snowfall).filter_map(|(at, cell)| Some((at, known(*cell)?))) {
            sum.snowfall += u32::from(units);
            sum.snowfall_known += 1;
            sum.snow_days += u8::from(units >= snow_day);
            sum.powder_days += u8::from(units >= powder_day);
            if units > sum.biggest {
                (sum.biggest, sum.biggest_at) = (units, at);
            }
        }
        for cm in depth.iter().copied().filter_map(known) {
            sum.depth += u32::from(cm);
            sum.depth_known += 1;
            sum.peak = sum.peak.max(cm);
        }
        sum
    }

    /// Returns whether nearly all of its days have a snowfall.
    pub(crate) fn counts(&self, policy: &Policy) -> bool {
        policy.suffices(self.snowfall_known.into(), self.days.into())
    }

    /// Returns the snowfall, tenths of a centimetre.
    pub(crate) const fn snowfall_units(&self) -> u32 {
        self.snowfall
    }

    /// Returns the snowfall, centimetres.
    pub(crate) fn snowfall_cm(&self) -> f64 {
        f64::from(self.snowfall) / 10.0
    }

    pub(crate) fn snow_days(&self) -> f64 {
        f64::from(self.snow_days)
    }

    pub(crate) fn powder_days(&self) -> f64 {
        f64::from(self.powder_days)
    }

    /// Returns mean and greatest depth, centimetres, if nearly all of its days have one.
    pub(crate) fn depth_cm(&self, policy: &Policy) -> Option<(f64, f64)> {
        let enough = policy.suffices(self.depth_known.into(), self.days.into());
        enough.then(|| (f64::from(self.depth) / f64::from(self.depth_known), f64::from(self.peak)))
    }

    /// Returns the snowiest day of the month with this index in `winter`, if any snow fell.
    pub(crate) fn biggest(&self, winter: Winter, month: usize) -> Option<(Tenths, NaiveDate)> {
        if self.biggest == 0 {
            return None;
        }
        let (_, days) = winter.months().nth(month)?;
        Some((
            Tenths::from_units(self.biggest.into()),
            winter.date_at(days.start + usize::from(self.biggest_at)),
        ))
    }

    /// Returns the snowfall of the snowiest day in packed units, for comparisons.
    pub(crate) const fn biggest_units(&self) -> u16 {
        self.biggest
    }
}
