//! The depths of a winter day by day, without the bare days at its ends: half of a year at most bases.

use std::ops::Range;

use crate::cells::known;

/// Depths at the end of each day from a winter's first to the last that is known, centimetres.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Depths {
    /// Days in all; of those behind it nothing is known.
    days: u16,
    /// Bare days before the first of `cells`; what is behind the last of these is bare again.
    bare: u16,
    cells: Box<[u16]>,
}

impl Depths {
    /// Out of a cell for every day.
    pub(crate) fn new(all: &[u16]) -> Self {
        let small = |days: usize| u16::try_from(days).unwrap_or(u16::MAX);
        let is_snow = |cell: &u16| *cell != 0;
        let first = all.iter().position(is_snow).unwrap_or(all.len());
        let end = all.iter().rposition(is_snow).map_or(first, |last| last + 1);
        let cells = all.get(first..end).unwrap_or_default();
        Self { days: small(all.len()), bare: small(first), cells: cells.into() }
    }

    /// A cell for every day.
    pub(crate) fn all(&self) -> impl Iterator<Item = u16> {
        (0..usize::from(self.days)).map(|index| self.cell(index))
    }

    /// Depth of a day; `None` where it is not known.
    pub(crate) fn at(&self, index: usize) -> Option<u16> {
        (index < usize::from(self.days)).then(|| self.cell(index)).and_then(known)
    }

    /// Depths of the known ones of these days.
    pub(crate) fn within(&self, days: Range<usize>) -> impl Iterator<Item = u16> {
        let end = days.end.min(usize::from(self.days));
        (days.start..end).filter_map(|index| known(self.cell(index)))
    }

    /// Size on the heap, bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.cells)
    }

    /// The cell of one of the days.
    fn cell(&self, index: usize) -> u16 {
        let inside = index.checked_sub(usize::from(self.bare));
        inside.and_then(|inside| self.cells.get(inside)).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests;
