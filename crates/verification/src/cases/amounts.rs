//! Days and totals of the blend with their measurements: training and test data of distributions.

use chrono::{Days, NaiveDate};
use conditions_core::chance::{Predictors, mean_root};
use conditions_core::forecast::STRETCHES;

use super::Pairing;
use crate::crps::crps;
use crate::policy::LEADS;

/// The period of an amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Span {
    /// A day at this lead, 1 for the day of the issue.
    Day(u8),
    /// A total from the day of the issue on, by its index in [`STRETCHES`].
    Total(usize),
}

impl Span {
    /// Returns the lead of a single day.
    #[must_use]
    pub const fn lead(self) -> Option<u8> {
        match self {
            Self::Day(lead) => Some(lead),
            Self::Total(_) => None,
        }
    }
}

/// A measured day or total of the blend, cm.
#[derive(Debug, Clone, PartialEq)]
pub struct Amount {
    /// Index of the place.
    pub place: usize,
    /// Period of the amount.
    pub span: Span,
    /// First day.
    pub first: NaiveDate,
    /// Last day.
    pub last: NaiveDate,
    /// Predictors of its distribution.
    pub signs: Predictors,
    /// The blend as published.
    pub blend: f32,
    /// Amount measured by a station on all of its days.
    pub measured: f32,
    /// Score of the amounts measured before the issue, used as a distribution.
    pub climate_crps: Option<f32>,
}

/// An issue's forecast for a day or a total.
struct Forecast {
    span: Span,
    /// Days from the issue to the first day.
    ahead: usize,
    /// Number of days.
    days: usize,
    signs: Predictors,
    /// The blend, cm.
    blend: f64,
}

impl Pairing<'_> {
    /// Returns every measured day and total of the blend.
    pub(super) fn amounts(&self) -> Vec<Amount> {
        let told = self.issued.issue.blend.iter().take(LEADS);
        let told: Vec<Option<f64>> = told.map(|units| units.map(|units| f64::from(units) / 10.0)).collect();
        let Some(usual) = mean_root(told.iter().flatten().copied()) else { return Vec::new() };
        let has_begun = self.issued.issue.hour >= self.grading.first_day_hour;
        let of_days = self.climate(1);
        let day = |ahead: usize| {
            let span = Span::Day(u8::try_from(ahead + 1).ok()?);
            let blend = told.get(ahead).copied().flatten()?;
            let signs = Predictors::of_day(&told, ahead, usual)?;
            self.amount(&Forecast { span, ahead, days: 1, signs, blend }, &of_days)
        };
        let total = |stretch: usize| {
            let days = STRETCHES.get(stretch).copied().filter(|_| !has_begun)?;
            let signs = Predictors::of_total(&told, days, usual)?;
            let (span, blend) = (Span::Total(stretch), signs.forecast);
            self.amount(&Forecast { span, ahead: 0, days, signs, blend }, &self.climate(days))
        };
        let first = usize::from(has_begun);
        (first..LEADS).filter_map(day).chain((0..STRETCHES.len()).filter_map(total)).collect()
    }

    /// Returns an amount, or `None` if a day of it was not measured or is not of winter.
    fn amount(&self, forecast: &Forecast, climate: &[f64]) -> Option<Amount> {
        let Forecast { span, ahead, days, signs, blend } = *forecast;
        let first = self.issued.day.checked_add_days(Days::new(ahead as u64))?;
        let measured = self.sum(first, days).filter(|_| self.is_winter(first))?;
        let last = last_of(first, days)?;
        let enough = climate.len() >= self.grading.climate_min_days;
        let climate_crps = crps(&mut climate.to_vec(), measured).filter(|_| enough).map(|score| score as f32);
        let (blend, measured) = (blend as f32, measured as f32);
        Some(Amount { place: self.place, span, first, last, signs, blend, measured, climate_crps })
    }

    /// Returns amounts of `days` days each that were over when the forecast was issued, in order.
    fn climate(&self, days: usize) -> Vec<f64> {
        let is_over = |first| last_of(first, days).is_some_and(|last| last < self.issued.day);
        let firsts = self.climatology_days().map(|(first, _)| first).filter(|first| is_over(*first));
        let mut sums: Vec<f64> = firsts.filter_map(|first| self.sum(first, days)).collect();
        sums.sort_by(f64::total_cmp);
        sums
    }

    /// Returns the sum measured on `days` days from `first` on, or `None` if one of them was not measured.
    fn sum(&self, first: NaiveDate, days: usize) -> Option<f64> {
        let measured = self.truth.range(first..=last_of(first, days)?);
        (measured.clone().count() == days).then(|| measured.map(|(_, cm)| cm).sum())
    }
}

/// Returns the last of `days` days.
fn last_of(first: NaiveDate, days: usize) -> Option<NaiveDate> {
    first.checked_add_days(Days::new(days.checked_sub(1)? as u64))
}
