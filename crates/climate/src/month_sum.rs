//! A calendar month of one winter, summed up once when the winter arrives: twenty bytes in place of a look at each of its
//! days for every question.

use chrono::NaiveDate;
use conditions_core::units::Tenths;

use crate::cells::known;
use crate::policy::Policy;
use crate::winter::Winter;

/// What the known days of a month amount to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct MonthSum {
    /// Tenths of a centimetre.
    snowfall: u32,
    /// Daily means added up, centimetres.
    depth: u32,
    /// Snowfall of the snowiest day, tenths of a centimetre; 0 when none fell.
    biggest: u16,
    /// Depth of the deepest day, centimetres.
    peak: u16,
    days: u8,
    snowfall_known: u8,
    depth_known: u8,
    snow_days: u8,
    powder_days: u8,
    /// The snowiest day, counted from the month's first; the earliest of equals.
    biggest_at: u8,
}

impl MonthSum {
    /// Of a month with so many days, as they are packed; those behind the cells are unknown.
    pub(crate) fn of(policy: &Policy, days: usize, snowfall: &[u16], depth: &[u16]) -> Self {
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

    /// Whether nearly all of its days have a snowfall.
    pub(crate) fn counts(&self, policy: &Policy) -> bool {
        policy.suffices(self.snowfall_known.into(), self.days.into())
    }

    /// Snowfall, tenths of a centimetre.
    pub(crate) const fn snowfall_units(&self) -> u32 {
        self.snowfall
    }

    /// Snowfall, centimetres.
    pub(crate) fn snowfall_cm(&self) -> f64 {
        f64::from(self.snowfall) / 10.0
    }

    /// Number of snow days.
    pub(crate) fn snow_days(&self) -> f64 {
        f64::from(self.snow_days)
    }

    /// Number of powder days.
    pub(crate) fn powder_days(&self) -> f64 {
        f64::from(self.powder_days)
    }

    /// Mean and greatest depth, centimetres, when nearly all of its days have one.
    pub(crate) fn depth_cm(&self, policy: &Policy) -> Option<(f64, f64)> {
        let enough = policy.suffices(self.depth_known.into(), self.days.into());
        enough.then(|| (f64::from(self.depth) / f64::from(self.depth_known), f64::from(self.peak)))
    }

    /// The snowiest day of the month with this place in `winter`, when any snow fell.
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

    /// Snowfall of the snowiest day, for a first choice.
    pub(crate) const fn biggest_units(&self) -> u16 {
        self.biggest
    }
}
