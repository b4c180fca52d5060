//! The totals over the rows of a band with their confidence, and the biggest day.
//!
//! Implements `contract-decisions` 8: sums are of tenths, as published, and a bit per day marks reported days.

use chrono::{Days, NaiveDate};

use super::blend::{MAX_MODELS, agreement};
use super::{DAYS, STRETCHES, WEEK};
use crate::chance::{Coefficients, Predictors, mean_root};
use crate::confidence;
use crate::evidence::SnowFrom;
use crate::policy::{Chances, Policy};
use crate::record::Peak;
use crate::source::Kind;
use crate::units::Tenths;

/// Upper bound of a day's snow, in tenths of a centimetre, so that the sum of fourteen fits.
const MOST: i32 = i32::MAX / 16;

/// Bit masks of the first week and of the days after it.
pub(super) const HALVES: [u16; 2] = [days_before(WEEK), days_before(DAYS) & !days_before(WEEK)];

/// Fourteen days of snow, in tenths of a centimetre.
#[derive(Clone, Copy)]
pub(super) struct ModelTotals {
    units: [i32; DAYS],
    /// Sums of the first week and of the days after it.
    halves: [i32; 2],
    /// Bit mask of the reported days.
    known: u16,
}

impl ModelTotals {
    pub(super) const NONE: Self = Self { units: [0; DAYS], halves: [0; 2], known: 0 };

    /// Makes the days from snow that is already in tenths.
    pub(super) fn from_units(snow: SnowFrom<DAYS>) -> Self {
        let SnowFrom { units, known } = snow;
        let (week, rest) = units.split_at(WEEK);
        Self { units, halves: [week.iter().sum(), rest.iter().sum()], known }
    }

    pub(super) fn enter(&mut self, day: usize, cm: f64) {
        if let Some(cm) = Tenths::new(cm) {
            self.enter_units(day, cm.units());
        }
    }

    /// Enters a day that is already in tenths.
    pub(super) fn enter_units(&mut self, day: usize, units: i32) {
        let [week, rest] = &mut self.halves;
        if let Some(place) = self.units.get_mut(day) {
            let units = units.clamp(-MOST, MOST);
            *if day < WEEK { week } else { rest } += units - *place;
            *place = units;
            self.known |= 1 << day;
        }
    }

    /// Returns the bit mask of the reported days.
    pub(super) const fn known(&self) -> u16 {
        self.known
    }

    pub(super) fn get(&self, day: usize) -> Option<i32> {
        self.units.get(day).copied().filter(|_| self.known & (1 << day) != 0)
    }

    /// Returns the sum of the days from `first` to `last`, or `None` if any is not reported.
    pub(super) fn whole(&self, first: usize, last: usize) -> Option<i32> {
        (first..=last).try_fold(0, |sum, day| Some(sum + self.get(day)?))
    }

    /// Returns the sum of the days before `window`; unreported days count as 0.
    pub(super) fn sum(&self, window: usize) -> i32 {
        let [week, rest] = self.halves;
        match window {
            WEEK => week,
            DAYS => week + rest,
            _ => self.units.iter().take(window).sum(),
        }
    }

    /// Returns the sum of the days of one half of the horizon (0 or 1) that have a bit in `part`; unreported days count
    /// as 0.
    pub(super) fn sum_of(&self, half: usize, part: u16) -> i32 {
        let all = self.halves.get(half).copied().unwrap_or(0);
        let left_out = self.known & HALVES.get(half).copied().unwrap_or(0) & !part;
        if left_out == 0 {
            return all;
        }
        let days = self.units.iter().enumerate().filter(|(day, _)| left_out >> day & 1 == 1);
        all - days.map(|(_, units)| units).sum::<i32>()
    }

    /// Returns every day in tenths, 0 if it is not reported.
    pub(super) const fn units(&self) -> &[i32; DAYS] {
        &self.units
    }
}

/// Returns the bit mask of the days before `window`.
pub(super) const fn days_before(window: usize) -> u16 {
    (1 << window) - 1
}

/// Snow of one band: the published rows, and the days of each model.
pub(super) struct SnowDays {
    pub(super) rows: ModelTotals,
    /// Whether the rows were moved so that their totals are within the range of the models.
    pub(super) guarded: bool,
    pub(super) models: [ModelTotals; MAX_MODELS],
    /// Number of models.
    pub(super) members: usize,
    pub(super) dropped: bool,
}

impl SnowDays {
    pub(super) fn models(&self) -> &[ModelTotals] {
        self.models.get(..self.members).unwrap_or(&[])
    }

    /// Returns the number of reported rows in a window.
    pub(super) const fn reported(&self, window: usize) -> u32 {
        (self.rows.known & days_before(window)).count_ones()
    }

    /// Returns whether an unreported row of a window is between reported ones: the sum of the others would be read as
    /// that of the whole window. Models that only end early leave no such hole.
    pub(super) const fn has_hole(&self, window: usize) -> bool {
        let known = self.rows.known;
        if known == 0 {
            return false;
        }
        let (first, last) = (known.trailing_zeros(), u16::BITS - known.leading_zeros());
        let between = days_before(last as usize) & !days_before(first as usize);
        between & !known & days_before(window) != 0
    }

    /// Returns the sum of the reported rows of a window, or `None` if no row is reported or one in between is not.
    pub(super) fn total(&self, window: usize) -> Option<i32> {
        (self.reported(window) > 0 && !self.has_hole(window)).then(|| self.rows.sum(window))
    }

    /// Returns the rows, in cm.
    fn amounts(&self) -> [Option<f64>; DAYS] {
        core::array::from_fn(|day| self.rows.get(day).map(|units| Tenths::from_units(units).get()))
    }

    /// Returns the learnt probability that a row or total is right, as confidence; `None` if it has not been learnt.
    /// `pick` returns the predictors from the rows and the usual amount, and the coefficients.
    fn learnt_confidence<'p>(
        &self,
        policy: &'p Policy,
        pick: impl FnOnce(&'p Chances, &[Option<f64>], f64) -> Option<(&'p Coefficients, Predictors, f64)>,
    ) -> Option<f64> {
        policy.chances_since?;
        let amounts = self.amounts();
        let usual = mean_root(amounts.iter().flatten().copied())?;
        let (of, signs, cm) = pick(&policy.chances, &amounts, usual)?;
        let right = policy.chances.right(&of.chance(signs, policy.chances.least_cm), cm);
        Some(right.clamp(policy.confidence_least, policy.confidence_model))
    }

    /// Returns the confidence of a window's total before age is considered.
    pub(super) fn confidence(&self, policy: &Policy, window: usize) -> f64 {
        let learnt = self.learnt_confidence(policy, |chances, amounts, usual| {
            let stretch = STRETCHES.iter().position(|days| *days == window)?;
            let signs = Predictors::of_total(amounts, window, usual)?;
            Some((chances.totals.get(stretch)?, signs, signs.forecast))
        });
        learnt.unwrap_or_else(|| self.agreed_confidence(policy, window))
    }

    /// Like [`Self::confidence`], from the agreement of the models.
    fn agreed_confidence(&self, policy: &Policy, window: usize) -> f64 {
        let within = days_before(window);
        let rows = self.rows.known & within;
        let mut totals = [0.0; MAX_MODELS];
        let mut covering = 0;
        let mut speaking = 0;
        for own in self.models() {
            speaking += usize::from(own.known & within != 0);
            // Every day that a model reports is a row, so the sum of its own days is that of the reported rows.
            if rows != 0
                && own.known & rows == rows
                && let Some(place) = totals.get_mut(covering)
            {
                *place = Tenths::from_units(own.sum(window)).get();
                covering += 1;
            }
        }
        let reported = f64::from(self.reported(window));
        let whole = if covering >= 2 || speaking == 1 {
            let agreed = agreement(policy, totals.get(..covering).unwrap_or(&[]));
            confidence::nominal(policy, Kind::Model, None, agreed, false)
        } else {
            let days = (0..window).filter_map(|day| self.of_day(policy, day)).map(|day| day.confidence);
            days.sum::<f64>() / reported.max(1.0)
        };
        whole * reported / window as f64
    }

    /// Returns the models' values for one day, or `None` if no model reports it.
    pub(super) fn of_day(&self, policy: &Policy, day: usize) -> Option<DayValues> {
        let mut values = [0.0; MAX_MODELS];
        let mut models = 0;
        let (mut low, mut high) = (i32::MAX, i32::MIN);
        for own in self.models().iter().filter_map(|own| own.get(day)) {
            *values.get_mut(models)? = Tenths::from_units(own).get();
            (low, high) = (low.min(own), high.max(own));
            models += 1;
        }
        let learnt = self.learnt_confidence(policy, |chances, amounts, usual| {
            let signs = Predictors::of_day(amounts, day, usual)?;
            let lead = u8::try_from(day + 1).unwrap_or(u8::MAX);
            Some((chances.of_day(lead), signs, amounts.get(day).copied().flatten()?))
        });
        let agreed = agreement(policy, values.get(..models)?);
        let confidence =
            learnt.unwrap_or_else(|| confidence::nominal(policy, Kind::Model, None, agreed, false));
        (models > 0).then_some(DayValues { models: models as u8, low, high, confidence })
    }

    /// Returns the biggest of the first seven rows, the earliest on ties. Returns `None` if none is above 0, and if the
    /// week has no total: an unknown day could be bigger.
    pub(super) fn peak(&self, today: NaiveDate) -> Option<Peak> {
        self.total(WEEK)?;
        let mut best: Option<(usize, i32)> = None;
        for day in 0..WEEK {
            if let Some(row) = self.rows.get(day)
                && row > best.map_or(0, |(_, held)| held)
            {
                best = Some((day, row));
            }
        }
        let (day, units) = best?;
        let date = today.checked_add_days(Days::new(day as u64))?;
        Some(Peak { date, snowfall_cm: Tenths::from_units(units), window_days: WEEK as u8 })
    }
}

/// Values of the models for one day.
pub(super) struct DayValues {
    /// Number of models that report it.
    pub(super) models: u8,
    /// Lowest value, in tenths of a centimetre; followed by the highest.
    pub(super) low: i32,
    pub(super) high: i32,
    /// Confidence of the row before age is considered.
    pub(super) confidence: f64,
}
