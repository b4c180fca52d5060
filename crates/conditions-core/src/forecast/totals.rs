//! The totals over the rows at mid mountain, the range that guards the longer one, how sure they are, and the biggest day.
//!
//! Carries `contract-decisions` 8: sums are of tenths, as published, and a bit per day says which are reported.

use super::blend::{MAX_MODELS, agreement};
use super::members::Table;
use super::{DAYS, WEEK};
use crate::confidence;
use crate::policy::Policy;
use crate::record::Peak;
use crate::source::Kind;
use crate::units::Tenths;

/// Fourteen days of snow in tenths of a centimetre.
#[derive(Clone, Copy)]
pub(super) struct OwnDays {
    units: [i32; DAYS],
    /// A bit per day that is reported.
    known: u16,
}

impl OwnDays {
    pub(super) const NONE: Self = Self { units: [0; DAYS], known: 0 };

    pub(super) fn enter(&mut self, day: usize, cm: Option<f64>) {
        if let (Some(units), Some(place)) = (cm.and_then(Tenths::new), self.units.get_mut(day)) {
            *place = units.units();
            self.known |= 1 << day;
        }
    }

    pub(super) fn get(&self, day: usize) -> Option<i32> {
        self.units.get(day).copied().filter(|_| self.known & (1 << day) != 0)
    }

    /// Sum of the days from `first` to `last`; `None` when any is not reported.
    pub(super) fn whole(&self, first: usize, last: usize) -> Option<i32> {
        (first..=last).try_fold(0_i32, |sum, day| Some(sum.saturating_add(self.get(day)?)))
    }

    /// Sum of the days before `window`; days that are not reported count nothing.
    fn sum(&self, window: usize) -> i32 {
        self.units.iter().take(window).copied().fold(0, i32::saturating_add)
    }
}

/// The bits of the days before `window`.
const fn days_before(window: usize) -> u16 {
    (1 << window) - 1
}

/// Snow at mid mountain: what is published, and what each model says.
pub(super) struct SnowDays {
    pub(super) rows: OwnDays,
    pub(super) models: [OwnDays; MAX_MODELS],
    /// How many models there are.
    pub(super) members: usize,
    pub(super) dropped: bool,
}

impl SnowDays {
    /// The models that take part.
    pub(super) fn models(&self) -> &[OwnDays] {
        self.models.get(..self.members).unwrap_or(&[])
    }

    /// How many rows of a window are reported.
    pub(super) const fn reported(&self, window: usize) -> u32 {
        (self.rows.known & days_before(window)).count_ones()
    }

    /// Sum of the reported rows of a window; `None` when there is none.
    pub(super) fn total(&self, window: usize) -> Option<i32> {
        (self.reported(window) > 0).then(|| self.rows.sum(window))
    }

    /// `sum` moved into the range of the models that report every day of the fortnight.
    pub(super) fn guard(&self, sum: i32) -> i32 {
        let complete = self.models().iter().filter(|own| own.known == days_before(DAYS));
        let range = complete.map(|own| own.sum(DAYS)).fold(None, |range, total| {
            let (low, high) = range.unwrap_or((total, total));
            Some((total.min(low), total.max(high)))
        });
        range.map_or(sum, |(low, high)| sum.clamp(low, high))
    }

    /// Confidence of a window's total before age is counted.
    pub(super) fn confidence(&self, policy: &Policy, window: usize) -> f64 {
        let within = days_before(window);
        let rows = self.rows.known & within;
        let mut totals = [0.0; MAX_MODELS];
        let mut covering = 0;
        let mut speaking = 0;
        for own in self.models() {
            speaking += usize::from(own.known & within != 0);
            // A day that some model reports is a row, so that the sum of its own days is that of the reported rows.
            if rows != 0
                && own.known & rows == rows
                && let Some(place) = totals.get_mut(covering)
            {
                *place = f64::from(own.sum(window));
                covering += 1;
            }
        }
        let reported = f64::from(self.reported(window));
        let whole = if covering >= 2 || speaking == 1 {
            let agreed = agreement(totals.get(..covering).unwrap_or(&[]));
            confidence::nominal(policy, Kind::Model, None, agreed, false)
        } else {
            let days = (0..window).filter_map(|day| self.day_confidence(policy, day));
            days.sum::<f64>() / reported.max(1.0)
        };
        whole * reported / window as f64
    }

    /// Confidence of one row before age is counted; `None` when no model reports it.
    fn day_confidence(&self, policy: &Policy, day: usize) -> Option<f64> {
        let mut values = [0.0; MAX_MODELS];
        let mut count = 0;
        for own in self.models().iter().filter_map(|own| own.get(day)) {
            *values.get_mut(count)? = f64::from(own);
            count += 1;
        }
        let agreed = agreement(values.get(..count)?);
        (count > 0).then(|| confidence::nominal(policy, Kind::Model, None, agreed, false))
    }

    /// The biggest of the first seven rows, the earliest on ties; `None` when none is above 0.
    pub(super) fn peak(&self, table: &Table<'_>) -> Option<Peak> {
        let mut best: Option<(usize, i32)> = None;
        for day in 0..WEEK {
            if let Some(row) = self.rows.get(day)
                && row > best.map_or(0, |(_, held)| held)
            {
                best = Some((day, row));
            }
        }
        let (day, units) = best?;
        Some(Peak { date: table.date(day)?, snowfall_cm: Tenths::from_units(units), window_days: WEEK as u8 })
    }
}
