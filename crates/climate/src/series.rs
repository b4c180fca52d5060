//! Compact storage of one number per day over a winter: zeros at its ends are omitted (half of a year at most bases),
//! and a byte per day is used if the largest number allows it.

use std::iter::repeat_n;
use std::ops::Range;

use crate::cells::{UNKNOWN, known};

/// Numbers from a winter's first day to the last known day.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Series {
    /// Number of days up to the last known one.
    days: u16,
    /// Number of zeros before the first of `cells`; days after the last of them are zero again.
    zeros: u16,
    cells: Cells,
}

/// The numbers between the zeros.
#[derive(Debug, Clone, PartialEq)]
enum Cells {
    /// Bytes, if no number is above 254.
    Bytes(Box<[u8]>),
    Words(Box<[u16]>),
}

/// The byte of an unknown day.
const UNKNOWN_BYTE: u8 = u8::MAX;

impl Series {
    /// Packs a cell for every day.
    pub(crate) fn new(all: &[u16]) -> Self {
        let small = |days: usize| u16::try_from(days).unwrap_or(u16::MAX);
        let days = all.iter().rposition(|cell| *cell != UNKNOWN).map_or(0, |last| last + 1);
        let all = all.get(..days).unwrap_or_default();
        let is_some = |cell: &u16| *cell != 0;
        let first = all.iter().position(is_some).unwrap_or(days);
        let end = all.iter().rposition(is_some).map_or(first, |last| last + 1);
        let cells = all.get(first..end).unwrap_or_default();
        Self { days: small(days), zeros: small(first), cells: Cells::new(cells) }
    }

    /// Returns a cell for each of the first `days` days.
    pub(crate) fn first(&self, days: usize) -> impl Iterator<Item = u16> {
        (0..days).map(|index| self.cell(index))
    }

    /// Returns the number of a day, or `None` if it is unknown.
    pub(crate) fn at(&self, index: usize) -> Option<u16> {
        known(self.cell(index))
    }

    /// Returns the known numbers of these days.
    pub(crate) fn within(&self, days: Range<usize>) -> impl Iterator<Item = u16> {
        let end = days.end.min(self.days.into());
        let start = days.start.min(end);
        let zeros = usize::from(self.zeros);
        let first = zeros.clamp(start, end);
        let behind = (zeros + self.cells.len()).clamp(first, end);
        let cells = first.saturating_sub(zeros)..behind.saturating_sub(zeros);
        let (bytes, words) = match &self.cells {
            Cells::Bytes(bytes) => (bytes.get(cells).unwrap_or_default(), [].as_slice()),
            Cells::Words(words) => ([].as_slice(), words.get(cells).unwrap_or_default()),
        };
        let between = bytes.iter().copied().map(widened).chain(words.iter().copied()).filter_map(known);
        repeat_n(0, first - start).chain(between).chain(repeat_n(0, end - behind))
    }

    /// Size on the heap, bytes.
    pub(crate) fn bytes(&self) -> usize {
        match &self.cells {
            Cells::Bytes(bytes) => size_of_val(&**bytes),
            Cells::Words(words) => size_of_val(&**words),
        }
    }

    fn cell(&self, index: usize) -> u16 {
        if index >= usize::from(self.days) {
            return UNKNOWN;
        }
        let Some(inside) = index.checked_sub(self.zeros.into()) else { return 0 };
        let cell = match &self.cells {
            Cells::Bytes(bytes) => bytes.get(inside).copied().map(widened),
            Cells::Words(words) => words.get(inside).copied(),
        };
        cell.unwrap_or(0)
    }
}

impl Cells {
    fn new(cells: &[u16]) -> Self {
        let byte = |cell: &u16| match *cell {
            UNKNOWN => Some(UNKNOWN_BYTE),
            cell => u8::try_from(cell).ok().filter(|byte| *byte != UNKNOWN_BYTE),
        };
        let bytes: Option<Box<[u8]>> = cells.iter().map(byte).collect();
        bytes.map_or_else(|| Self::Words(cells.into()), Self::Bytes)
    }

    fn len(&self) -> usize {
        match self {
            Self::Bytes(bytes) => bytes.len(),
            Self::Words(words) => words.len(),
        }
    }
}

fn widened(byte: u8) -> u16 {
    if byte == UNKNOWN_BYTE { UNKNOWN } else { byte.into() }
}

#[cfg(test)]
mod tests;
