//! Table of the complete past seasons of many resorts: one column per winter, so that a leaderboard of every resort
//! reads contiguous memory instead of the winters of each resort.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use conditions_core::units::Tenths;

use crate::policy::Policy;
use crate::seasons::{Metric, normal_mean, percent};
use crate::winter::Winter;
use crate::winter_days::WinterDays;
use crate::winters::Winters;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Season {
    /// Snowfall of the season.
    pub total: Tenths,
    /// `total` in percent of the resort's normal; `None` without a normal.
    pub percent_of_normal: Option<Tenths>,
    /// Number of snow days.
    pub snow_days: u16,
    /// Number of powder days.
    pub powder_days: u16,
    /// Length of the longest run of days known not to be snow days.
    pub longest_dry: u16,
    /// Snowfall and date of the snowiest day; `None` when no snow fell.
    pub biggest: Option<(Tenths, NaiveDate)>,
}

impl Season {
    /// Computes the season of a winter, or `None` if it is incomplete. `normal_cm` is the mean season total of the
    /// resort's normal.
    fn from_winter(policy: &Policy, days: &WinterDays, normal_cm: Option<f64>) -> Option<Self> {
        let sum = days.summary();
        sum.complete.then(|| Self {
            total: sum.total,
            percent_of_normal: normal_cm.and_then(|normal| percent(policy, sum.total.get(), normal)),
            snow_days: sum.snow_days,
            powder_days: sum.powder_days,
            longest_dry: sum.longest_dry,
            biggest: sum.biggest,
        })
    }

    /// Returns its value by a metric; `None` for a percentage without a normal.
    #[must_use]
    pub fn value(&self, metric: Metric) -> Option<Tenths> {
        let count = |days: u16| Some(Tenths::from_units(i32::from(days) * 10));
        match metric {
            Metric::Snowfall => Some(self.total),
            Metric::PercentOfNormal => self.percent_of_normal,
            Metric::SnowDays => count(self.snow_days),
            Metric::PowderDays => count(self.powder_days),
            Metric::BiggestDay => Some(self.biggest.map_or(Tenths::ZERO, |(cm, _)| cm)),
            Metric::LongestDrySpell => count(self.longest_dry),
        }
    }
}

/// The complete seasons of many resorts. A resort is identified by its index in the caller's list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SeasonTable {
    columns: BTreeMap<Winter, Vec<Option<Season>>>,
    /// The oldest and the newest complete winter of each resort.
    on_record: Vec<Option<(Winter, Winter)>>,
}

impl SeasonTable {
    /// Builds the table of these resorts, in their order.
    #[must_use]
    pub fn new<'w>(policy: &Policy, resorts: impl IntoIterator<Item = &'w Winters>) -> Self {
        let mut table = Self::default();
        resorts.into_iter().enumerate().for_each(|(at, winters)| table.replace(policy, at, winters));
        table
    }

    /// Replaces the winters of the resort with index `at`.
    pub fn replace(&mut self, policy: &Policy, at: usize, winters: &Winters) {
        for slot in self.columns.values_mut().filter_map(|column| column.get_mut(at)) {
            *slot = None;
        }
        let normal_cm = normal_mean(policy, winters);
        let (mut oldest, mut newest) = (None, None);
        for days in winters.iter() {
            let Some(season) = Season::from_winter(policy, days, normal_cm) else { continue };
            let column = self.columns.entry(days.winter()).or_default();
            set_at(column, at, Some(season), None);
            oldest = oldest.or(Some(days.winter()));
            newest = Some(days.winter());
        }
        set_at(&mut self.on_record, at, oldest.zip(newest), None);
    }

    /// Returns the season of the resort with index `at`, or `None` without a complete one.
    #[must_use]
    pub fn season(&self, winter: Winter, at: usize) -> Option<&Season> {
        self.column(winter).get(at)?.as_ref()
    }

    /// Returns the seasons of one winter by resort index; shorter than the list if the last resorts have none.
    #[must_use]
    pub fn column(&self, winter: Winter) -> &[Option<Season>] {
        self.columns.get(&winter).map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns the oldest and the newest complete winter of the resort with index `at`.
    #[must_use]
    pub fn on_record(&self, at: usize) -> Option<(Winter, Winter)> {
        self.on_record.get(at).copied().flatten()
    }

    /// Size in memory, bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let columns = self.columns.values().map(|column| column.capacity() * size_of::<Option<Season>>());
        let ends = self.on_record.capacity() * size_of::<Option<(Winter, Winter)>>();
        size_of::<Self>() + ends + columns.sum::<usize>()
    }
}

/// Sets `list[at]`, extending the list with `absent` if needed.
fn set_at<T: Copy>(list: &mut Vec<T>, at: usize, value: T, absent: T) {
    if list.len() <= at {
        list.resize(at + 1, absent);
    }
    if let Some(slot) = list.get_mut(at) {
        *slot = value;
    }
}

#[cfg(test)]
mod tests;
