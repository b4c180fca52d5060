//! What past seasons brought, resort beside resort: a column per winter, so that a leaderboard of every resort reads one
//! stretch of memory instead of the winters of each.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use conditions_core::units::Tenths;

use crate::policy::Policy;
use crate::seasons::{Metric, normal_mean, percent};
use crate::winter::Winter;
use crate::winters::{WinterDays, Winters};

/// A complete season of one resort.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Season {
    /// Snowfall.
    pub total: Tenths,
    /// The same in percent of the resort's own normal; `None` without one.
    pub percent_of_normal: Option<Tenths>,
    /// Snow days.
    pub snow_days: u16,
    /// Powder days.
    pub powder_days: u16,
    /// The longest run of days without a snow day.
    pub longest_dry: u16,
    /// The snowiest day, when any snow fell.
    pub biggest: Option<(Tenths, NaiveDate)>,
}

impl Season {
    /// Of a winter, with the mean total of the resort's normal, centimetres; `None` of an incomplete one.
    fn of(policy: &Policy, days: &WinterDays, normal_cm: Option<f64>) -> Option<Self> {
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

    /// Its value of a metric; `None` when the metric has nothing to stand on.
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

/// The complete seasons of many resorts, who are known by their place in a list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Board {
    columns: BTreeMap<Winter, Vec<Option<Season>>>,
    /// The oldest and the newest complete winter of each resort.
    on_record: Vec<Option<(Winter, Winter)>>,
}

impl Board {
    /// Of the resorts of a list.
    #[must_use]
    pub fn new<'w>(policy: &Policy, resorts: impl IntoIterator<Item = &'w Winters>) -> Self {
        let mut board = Self::default();
        resorts.into_iter().enumerate().for_each(|(at, winters)| board.put(policy, at, winters));
        board
    }

    /// Takes the winters of the resort at a place, instead of those that it had.
    pub fn put(&mut self, policy: &Policy, at: usize, winters: &Winters) {
        for slot in self.columns.values_mut().filter_map(|column| column.get_mut(at)) {
            *slot = None;
        }
        let normal_cm = normal_mean(policy, winters);
        let (mut oldest, mut newest) = (None, None);
        for days in winters.iter() {
            let Some(season) = Season::of(policy, days, normal_cm) else { continue };
            let column = self.columns.entry(days.winter()).or_default();
            put(column, at, Some(season), None);
            oldest = oldest.or(Some(days.winter()));
            newest = Some(days.winter());
        }
        put(&mut self.on_record, at, oldest.zip(newest), None);
    }

    /// The season of the resort at a place; `None` when it is not on record, complete.
    #[must_use]
    pub fn season(&self, winter: Winter, at: usize) -> Option<&Season> {
        self.column(winter).get(at)?.as_ref()
    }

    /// The seasons of one winter, by place; shorter than the list where the last ones have none.
    #[must_use]
    pub fn column(&self, winter: Winter) -> &[Option<Season>] {
        self.columns.get(&winter).map(Vec::as_slice).unwrap_or_default()
    }

    /// The oldest and the newest complete winter of the resort at a place.
    #[must_use]
    pub fn on_record(&self, at: usize) -> Option<(Winter, Winter)> {
        self.on_record.get(at).copied().flatten()
    }

    /// Bytes that it takes up.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let columns = self.columns.values().map(|column| column.capacity() * size_of::<Option<Season>>());
        let ends = self.on_record.capacity() * size_of::<Option<(Winter, Winter)>>();
        size_of::<Self>() + ends + columns.sum::<usize>()
    }
}

/// Puts a value at a place of a list that grows as it must.
fn put<T: Copy>(list: &mut Vec<T>, at: usize, value: T, absent: T) {
    if list.len() <= at {
        list.resize(at + 1, absent);
    }
    if let Some(slot) = list.get_mut(at) {
        *slot = value;
    }
}

#[cfg(test)]
mod tests;
