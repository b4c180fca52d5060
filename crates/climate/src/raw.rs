//! A winter as received from the archive, snow and weather, two bytes per number with a marker for null, before any
//! evaluation.
//!
//! A later answer replaces the known values of a day; values that it lacks are kept. So answers that cover only the
//! newest days, omit half of them, or arrive twice leave the same winter as one complete answer. Ice is kept for that
//! reason: whether a winter is a glacier's is decided on all its days, in [`WinterDays`].

use conditions_core::time::Timestamp;

use crate::basis::Basis;
use crate::cells::{UNKNOWN, known};
use crate::columns::Column;
pub use crate::day::{Day, DayWeather};
use crate::modelled::WinterModel;
use crate::policy::Policy;
use crate::site::Site;
use crate::winter::Winter;
use crate::winter_days::WinterDays;

/// Counts of values that were dropped while days were merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CleaningCounts {
    /// Number of values outside their range.
    pub implausible: usize,
    /// Number of depths of glacier ice, which is not snow.
    pub ice: usize,
    /// Number of days that belong to another winter.
    pub astray: usize,
}

/// Every plausible number received for a winter's days.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawWinter {
    winter: Winter,
    /// Column after column, by day.
    cells: Box<[u16]>,
}

impl RawWinter {
    /// Makes a winter without any known day.
    #[must_use]
    pub fn new(winter: Winter) -> Self {
        Self::from_cells(winter, vec![UNKNOWN; Column::ALL.len() * winter.days()].into_boxed_slice())
    }

    pub(crate) const fn from_cells(winter: Winter, cells: Box<[u16]>) -> Self {
        Self { winter, cells }
    }

    /// Returns every column, in order.
    pub(crate) fn columns(&self) -> impl Iterator<Item = &[u16]> {
        self.cells.chunks(self.winter.days())
    }

    /// Merges days into the known ones, in any order.
    pub fn merge_days(&mut self, policy: &Policy, days: impl IntoIterator<Item = Day>) -> CleaningCounts {
        let mut cleaned = CleaningCounts::default();
        let length = self.winter.days();
        for day in days {
            let Some(at) = self.winter.index(day.date) else {
                cleaned.astray += 1;
                continue;
            };
            for column in Column::ALL {
                let cell = column.value_on(&day).map(|value| column.packed(policy, value));
                match (cell, self.cells.get_mut(column as usize * length + at)) {
                    (Some(Some(cell)), Some(slot)) => *slot = cell,
                    (Some(None), _) => cleaned.implausible += 1,
                    (None, _) | (_, None) => {}
                }
            }
            let is_ice = |cell: &u16| known(*cell).is_some_and(|cm| f64::from(cm) >= policy.glacier_depth_cm);
            let depth = self.cells.get(Column::Depth as usize * length + at);
            cleaned.ice += usize::from(day.depth_cm.is_some() && depth.is_some_and(is_ice));
        }
        cleaned
    }

    /// Merges a later answer about the same winter.
    pub fn merge(&mut self, newer: &Self) {
        let newer = self.cells.iter_mut().zip(&newer.cells).filter(|(_, cell)| known(**cell).is_some());
        newer.for_each(|(slot, cell)| *slot = *cell);
    }

    /// Returns the number of the first `asked` days whose precipitation or snowfall is known.
    #[must_use]
    pub fn known_of(&self, asked: usize) -> usize {
        let length = self.winter.days();
        let is_known = |column: Column, day: usize| {
            self.cells.get(column as usize * length + day).is_some_and(|cell| known(*cell).is_some())
        };
        let days = 0..asked.min(length);
        days.filter(|day| [Column::Water, Column::Snowfall].iter().any(|column| is_known(*column, *day)))
            .count()
    }

    /// Evaluates the winter, known since `known_since`, with the snow modelled from its weather at a site.
    #[must_use]
    pub fn evaluate(self, policy: &Policy, site: &Site, known_since: Timestamp) -> WinterDays {
        let made = self.made(policy, site);
        self.evaluate_with(policy, known_since, made)
    }

    /// Runs the model on its weather.
    pub(crate) fn made(&self, policy: &Policy, site: &Site) -> Option<WinterModel> {
        WinterModel::run(policy, site, self.winter, &self.cells)
    }

    pub(crate) fn evaluate_with(
        &self,
        policy: &Policy,
        known_since: Timestamp,
        made: Option<WinterModel>,
    ) -> WinterDays {
        evaluate(policy, self.winter, known_since, &self.cells, made)
    }
}

/// Evaluates a winter from its columns of snowfall and depth, and from its modelled snow.
pub(crate) fn evaluate(
    policy: &Policy,
    winter: Winter,
    known_since: Timestamp,
    cells: &[u16],
    made: Option<WinterModel>,
) -> WinterDays {
    let mut columns = cells.chunks(winter.days());
    let (archived, depth) = (columns.next().unwrap_or_default(), columns.next().unwrap_or_default());
    let depth = without_ice(policy, depth);
    let (modelled, own) = made.map_or((None, None), |made| (Some(made.modelled), made.snowfall));
    let (basis, snowfall) = match &own {
        Some(own) => (Basis::Modelled, own.as_slice()),
        None => (Basis::Archive, archived),
    };
    WinterDays::new(policy, winter, known_since, basis, snowfall, &depth, modelled)
}

/// Returns the depths, without those of a glacier.
fn without_ice(policy: &Policy, depth: &[u16]) -> Vec<u16> {
    let is_ice = |cell: u16| known(cell).is_some_and(|cm| f64::from(cm) >= policy.glacier_depth_cm);
    let ice = depth.iter().filter(|cell| is_ice(**cell)).count();
    let of = depth.iter().filter(|cell| known(**cell).is_some()).count();
    let is_glacier = ice as f64 > of as f64 * policy.glacier_share;
    depth.iter().map(|cell| if is_glacier || is_ice(*cell) { UNKNOWN } else { *cell }).collect()
}

impl WinterDays {
    /// Makes the winter of these days, known since `known_since`, without modelled snow.
    pub fn from_days(
        policy: &Policy,
        winter: Winter,
        known_since: Timestamp,
        days: impl IntoIterator<Item = Day>,
    ) -> (Self, CleaningCounts) {
        let mut raw = RawWinter::new(winter);
        let cleaned = raw.merge_days(policy, days);
        (raw.evaluate(policy, &Site::default(), known_since), cleaned)
    }
}

#[cfg(test)]
mod tests;
