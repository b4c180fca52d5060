//! A winter as the archive tells it, two bytes a number, null as a value of its own, before anything is concluded from it.
//!
//! What a later answer says of a day takes the place of what was known; what it does not say stays. So an answer that names
//! the newest days, names half of them, or comes twice leaves the same winter as one answer with all of them. Ice is kept
//! for that reason: whether a winter is a glacier's is judged on all its days, in [`WinterDays`].

use chrono::NaiveDate;
use conditions_core::time::Timestamp;

use crate::cells::{UNKNOWN, known, packed};
use crate::policy::Policy;
use crate::winter::Winter;
use crate::winters::WinterDays;

/// One day as it arrives.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Day {
    /// The resort's local date.
    pub date: NaiveDate,
    /// Snowfall, centimetres.
    pub snowfall_cm: Option<f64>,
    /// Mean snow depth, centimetres.
    pub depth_cm: Option<f64>,
}

/// What was odd about the days that came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cleaned {
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
    /// Snowfall in tenths of a centimetre day by day, then depth in centimetres day by day.
    cells: Box<[u16]>,
}

impl RawWinter {
    /// A winter of which nothing is known.
    #[must_use]
    pub fn new(winter: Winter) -> Self {
        Self::from_cells(winter, vec![UNKNOWN; 2 * winter.days()].into_boxed_slice())
    }

    pub(crate) const fn from_cells(winter: Winter, cells: Box<[u16]>) -> Self {
        Self { winter, cells }
    }

    pub(crate) fn columns(&self) -> (&[u16], &[u16]) {
        self.cells.split_at(self.cells.len() / 2)
    }

    /// Merges days into what is known, in any order.
    pub fn take(&mut self, policy: &Policy, days: impl IntoIterator<Item = Day>) -> Cleaned {
        let mut cleaned = Cleaned::default();
        let (snowfall, depth) = self.cells.split_at_mut(self.cells.len() / 2);
        for day in days {
            let Some(at) = self.winter.index(day.date) else {
                cleaned.astray += 1;
                continue;
            };
            // Ice is told from nonsense: a glacier's cell shows tens of metres, and they are many.
            let told = [
                (&mut *snowfall, day.snowfall_cm, 10.0, policy.most_snowfall_cm),
                (&mut *depth, day.depth_cm, 1.0, MOST_DEPTH_CM),
            ];
            for (column, value, per_unit, most) in told {
                match (value.map(|value| packed(value, per_unit, most)), column.get_mut(at)) {
                    (Some(Some(cell)), Some(slot)) => *slot = cell,
                    (Some(None), _) => cleaned.implausible += 1,
                    (None, _) | (_, None) => {}
                }
            }
            let is_ice = |cell: &u16| known(*cell).is_some_and(|cm| f64::from(cm) >= policy.glacier_depth_cm);
            cleaned.ice += usize::from(day.depth_cm.is_some() && depth.get(at).is_some_and(is_ice));
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
        self.columns().0.iter().take(asked).filter(|cell| known(**cell).is_some()).count()
    }

    /// The winter judged on all that is known of it, which became known at `known_since`.
    #[must_use]
    pub fn judged(mut self, policy: &Policy, known_since: Timestamp) -> WinterDays {
        let (_, depth) = self.cells.split_at_mut(self.cells.len() / 2);
        let is_ice = |cell: u16| known(cell).is_some_and(|cm| f64::from(cm) >= policy.glacier_depth_cm);
        let ice = depth.iter().filter(|cell| is_ice(**cell)).count();
        let of = depth.iter().filter(|cell| known(**cell).is_some()).count();
        let is_glacier = ice as f64 > of as f64 * policy.glacier_share;
        for cell in depth.iter_mut().filter(|cell| is_glacier || is_ice(**cell)) {
            *cell = UNKNOWN;
        }
        WinterDays::from_cells(policy, self.winter, known_since, self.cells)
    }
}

impl WinterDays {
    /// The winter that these days make when they come at once, known since `known_since`.
    pub fn from_days(
        policy: &Policy,
        winter: Winter,
        known_since: Timestamp,
        days: impl IntoIterator<Item = Day>,
    ) -> (Self, Cleaned) {
        let mut raw = RawWinter::new(winter);
        let cleaned = raw.take(policy, days);
        (raw.judged(policy, known_since), cleaned)
    }
}

/// More is no depth of anything, centimetres: the deepest ice of a cell is some tens of metres.
const MOST_DEPTH_CM: f64 = 60_000.0;

#[cfg(test)]
mod tests;
