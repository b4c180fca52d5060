//! Days and totals of the blend beside what was measured: what distributions are learnt from and judged by.

use chrono::{Days, NaiveDate};
use conditions_core::chance::{Predictors, mean_root};
use conditions_core::forecast::STRETCHES;

use super::Pairing;
use crate::crps::crps;
use crate::policy::LEADS;

/// What an amount is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Span {
    /// A day at this lead, 1 for the day of the issue.
    Day(u8),
    /// A total from the day of the issue on, by its place in [`STRETCHES`].
    Total(usize),
}

impl Span {
    /// The lead of a single day.
    #[must_use]
    pub const fn lead(self) -> Option<u8> {
        match self {
            Self::Day(lead) => Some(lead),
            Self::Total(_) => None,
        }
    }
}

/// A day or total of the blend that was measured, cm.
#[derive(Debug, Clone, PartialEq)]
pub struct Amount {
    /// Index of the place.
    pub place: usize,
    /// What it is of.
    pub span: Span,
    /// Its first day.
    pub first: NaiveDate,
    /// Its last day.
    pub last: NaiveDate,
    /// What its distribution is made from.
    pub signs: Predictors,
    /// The blend as it was published.
    pub blend: f32,
    /// What a station measured, on every one of its days.
    pub measured: f32,
    /// Score of the amounts measured before the issue, taken for a distribution.
    pub climate_crps: Option<f32>,
}

/// What an issue forecasts for a day or a total.
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
    /// Every day and total of the blend that was measured.
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

    /// `None` where a day of it was not measured, or where it is not of winter.
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

    /// Amounts of so many days each that were over when the forecast was issued, in order.
    fn climate(&self, days: usize) -> Vec<f64> {
        let is_over = |first| last_of(first, days).is_some_and(|last| last < self.issued.day);
        let firsts = self.known().map(|(first, _)| first).filter(|first| is_over(*first));
        let mut sums: Vec<f64> = firsts.filter_map(|first| self.sum(first, days)).collect();
        sums.sort_by(f64::total_cmp);
        sums
    }

    /// What was measured on so many days from `first` on; `None` where one of them was not.
    fn sum(&self, first: NaiveDate, days: usize) -> Option<f64> {
        let measured = self.truth.range(first..=last_of(first, days)?);
        (measured.clone().count() == days).then(|| measured.map(|(_, cm)| cm).sum())
    }
}

/// The last of so many days.
fn last_of(first: NaiveDate, days: usize) -> Option<NaiveDate> {
    first.checked_add_days(Days::new(days.checked_sub(1)? as u64))
}
