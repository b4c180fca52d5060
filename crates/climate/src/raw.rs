//! A winter as the archive tells it, snow and weather, two bytes a number, null as a value of its own, before anything is concluded from it.
//!
//! What a later answer says of a day takes the place of what was known; what it does not say stays. So an answer that names
//! the newest days, names half of them, or comes twice leaves the same winter as one answer with all of them. Ice is kept
//! for that reason: whether a winter is a glacier's is judged on all its days, in [`WinterDays`].

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

/// What was odd about the days that came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CleaningCounts {
    /// Numbers outside of their range, which say nothing.
    pub implausible: usize,
    /// Depths of a glacier's ice, which are no snow.
    pub ice: usize,
    /// Days that belong to another winter, which were left out.
    pub astray: usize,
}

/// Every plausible number that came for a winter's days.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawWinter {
    winter: Winter,
    /// Column after column, day by day.
    cells: Box<[u16]>,
}

impl RawWinter {
    /// A winter of which nothing is known.
    #[must_use]
    pub fn new(winter: Winter) -> Self {
        Self::from_cells(winter, vec![UNKNOWN; Column::ALL.len() * winter.days()].into_boxed_slice())
    }

    pub(crate) const fn from_cells(winter: Winter, cells: Box<[u16]>) -> Self {
        Self { winter, cells }
    }

    /// Every column, in order.
    pub(crate) fn columns(&self) -> impl Iterator<Item = &[u16]> {
        self.cells.chunks(self.winter.days())
    }

    /// Merges days into what is known, in any order.
    pub fn take(&mut self, policy: &Policy, days: impl IntoIterator<Item = Day>) -> CleaningCounts {
        let mut cleaned = CleaningCounts::default();
        let length = self.winter.days();
        for day in days {
            let Some(at) = self.winter.index(day.date) else {
                cleaned.astray += 1;
                continue;
            };
            for column in Column::ALL {
                let cell = column.of(&day).map(|value| column.packed(policy, value));
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

    /// Merges what a later answer says of the same winter into what is known.
    pub fn merge(&mut self, newer: &Self) {
        let newer = self.cells.iter_mut().zip(&newer.cells).filter(|(_, cell)| known(**cell).is_some());
        newer.for_each(|(slot, cell)| *slot = *cell);
    }

    /// Of the first `asked` days, those whose snowfall is known.
    #[must_use]
    pub fn known_of(&self, asked: usize) -> usize {
        self.cells.iter().take(asked.min(self.winter.days())).filter(|cell| known(**cell).is_some()).count()
    }

    /// The winter judged on all that is known of it, which became known at `known_since`, with the snow that its weather makes
    /// at a site.
    #[must_use]
    pub fn judged(self, policy: &Policy, site: &Site, known_since: Timestamp) -> WinterDays {
        let made = self.made(policy, site);
        self.judged_with(policy, known_since, made)
    }

    /// What its weather makes.
    pub(crate) fn made(&self, policy: &Policy, site: &Site) -> Option<WinterModel> {
        WinterModel::of(policy, site, self.winter, &self.cells)
    }

    pub(crate) fn judged_with(
        &self,
        policy: &Policy,
        known_since: Timestamp,
        made: Option<WinterModel>,
    ) -> WinterDays {
        judged(policy, self.winter, known_since, &self.cells, made)
    }
}

/// Judges a winter on its columns of snowfall and depth, and on what its weather makes.
pub(crate) fn judged(
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

/// Depths without a glacier's.
fn without_ice(policy: &Policy, depth: &[u16]) -> Vec<u16> {
    let is_ice = |cell: u16| known(cell).is_some_and(|cm| f64::from(cm) >= policy.glacier_depth_cm);
    let ice = depth.iter().filter(|cell| is_ice(**cell)).count();
    let of = depth.iter().filter(|cell| known(**cell).is_some()).count();
    let is_glacier = ice as f64 > of as f64 * policy.glacier_share;
    depth.iter().map(|cell| if is_glacier || is_ice(*cell) { UNKNOWN } else { *cell }).collect()
}

impl WinterDays {
    /// The winter that these days make when they come at once, known since `known_since`, without modelled snow.
    pub fn from_days(
        policy: &Policy,
        winter: Winter,
        known_since: Timestamp,
        days: impl IntoIterator<Item = Day>,
    ) -> (Self, CleaningCounts) {
        let mut raw = RawWinter::new(winter);
        let cleaned = raw.take(policy, days);
        (raw.judged(policy, &Site::default(), known_since), cleaned)
    }
}

#[cfg(test)]
mod tests;
