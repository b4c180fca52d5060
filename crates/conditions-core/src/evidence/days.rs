//! The local days of a model in whole numbers, with a copy of their snow in columns.
//!
//! Days are most of the memory of a resort: seven models have more than a hundred of them with nineteen numbers each, so
//! numbers are held in two or four bytes instead of sixteen. Every resolution of every resort reads the snow of every
//! model and day for the outlook, and no other member of the days. The part of that work that depends only on the
//! evidence is done when the days are built: each model has a column of whole tenths, a cache line or two, ready to be
//! summed.

use alloc::vec::Vec;

use chrono::{Datelike, NaiveDate};

use super::{ModelDay, PerBand};
use crate::record::Band;

mod held;

use held::Held;
pub(crate) use held::HeldDay;

/// Number of days in a column: as many as hours are summed to, from two days before the capture to seventeen after it.
const COLUMN: usize = 20;

/// The local days of one model, in any order. Made from a list of days, read by [`ModelDays::iter`] and modified by
/// [`ModelDays::change`].
///
/// Snow, rain and the 0 °C level are held to the ten-thousandth, temperatures, wind and clouds to the hundredth: finer
/// than any value is published. A number that does not fit (beyond ±214,748, and ±327) becomes that bound and stays
/// implausible.
#[derive(Debug, Clone, Default)]
pub struct ModelDays {
    days: Vec<HeldDay>,
    /// The first day, as days from the common era, if the days are consecutive.
    first: Option<i32>,
    /// Snow by band, if the days are consecutive.
    snow: PerBand<SnowColumn>,
    /// Positions of the days in which small gaps were repaired; usually empty.
    gap_filled: Vec<usize>,
}

/// Snow of one band by day.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SnowColumn {
    /// Tenths of a centimetre; 0 on unknown days.
    units: [i32; COLUMN],
    /// Bit mask of the known days.
    known: u32,
    /// The least and the greatest value, and 0, in centimetres; null if there are more days than fit.
    said_cm: (Held, Held),
}

impl Default for SnowColumn {
    fn default() -> Self {
        Self { units: [0; COLUMN], known: 0, said_cm: (Held::NULL, Held::NULL) }
    }
}

impl SnowColumn {
    /// Builds the column of a band; if there are more days than fit, the column is empty.
    fn from_days(days: &[HeldDay], band: Band) -> Self {
        let mut column = Self::default();
        if days.len() > COLUMN {
            return column;
        }
        let (mut low, mut high) = (0.0_f64, 0.0_f64);
        for (place, (day, slot)) in days.iter().zip(&mut column.units).enumerate() {
            let told = day.snow_cm.get(band);
            let Some(cm) = told.get() else { continue };
            (low, high) = (low.min(cm), high.max(cm));
            (*slot, column.known) = (told.tenths(), column.known | 1 << place);
        }
        column.said_cm = (Held::new(Some(low)), Held::new(Some(high)));
        column
    }
}

/// The snow of consecutive days.
pub(crate) struct SnowFrom<const DAYS: usize> {
    /// Tenths of a centimetre; 0 on unknown days.
    pub(crate) units: [i32; DAYS],
    /// Bit mask of the known days.
    pub(crate) known: u16,
}

impl ModelDays {
    /// Returns the days in their order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = ModelDay> + ExactSizeIterator {
        self.days.iter().enumerate().map(|(at, day)| day.plain(self.gap_filled.contains(&at)))
    }

    /// Returns the number of days.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.days.len()
    }

    /// Returns whether there is not a single day.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.days.is_empty()
    }

    /// Modifies the list of days and rebuilds the columns.
    pub fn change(&mut self, change: impl FnOnce(&mut Vec<ModelDay>)) {
        let mut days = self.iter().collect();
        change(&mut days);
        *self = Self::from(days);
    }

    /// Returns the days as they are held.
    pub(crate) fn held(&self) -> &[HeldDay] {
        &self.days
    }

    /// Returns the number of days from `day` to the first one, if the days are consecutive.
    pub(crate) fn in_order_after(&self, day: NaiveDate) -> Option<i32> {
        Some(self.first? - day.num_days_from_ce())
    }

    /// Returns whether small gaps were repaired in any of the `count` days from `first` on.
    pub(crate) fn gap_filled_within(&self, first: NaiveDate, count: usize) -> bool {
        let within = |day: &HeldDay| {
            usize::try_from(day.date.signed_duration_since(first).num_days()).is_ok_and(|ahead| ahead < count)
        };
        self.gap_filled.iter().filter_map(|at| self.days.get(*at)).any(within)
    }

    /// Returns the snow of a band from `first` on. Returns `None` if the days are not consecutive, or if `holds` is not
    /// true for both the least and the greatest value.
    pub(crate) fn snow<const DAYS: usize>(
        &self,
        band: Band,
        first: NaiveDate,
        holds: impl Fn(f64) -> bool,
    ) -> Option<SnowFrom<DAYS>> {
        let column = match band {
            Band::Base => &self.snow.base,
            Band::Mid => &self.snow.mid,
            Band::Summit => &self.snow.summit,
        };
        let ahead = self.in_order_after(first)?;
        let (low, high) = column.said_cm;
        if !(holds(low.get()?) && holds(high.get()?)) {
            return None;
        }
        let (skipped, at) = (usize::try_from(-ahead).unwrap_or(0), usize::try_from(ahead).unwrap_or(0));
        let mut snow = SnowFrom { units: [0; DAYS], known: 0 };
        let (Some(from), Some(to)) = (column.units.get(skipped..), snow.units.get_mut(at..)) else {
            return Some(snow);
        };
        match from.first_chunk().filter(|_| at == 0) {
            Some(all) => snow.units = *all,
            None => to.iter_mut().zip(from).for_each(|(day, units)| *day = *units),
        }
        snow.known = (column.known >> skipped << at) as u16 & ((1 << DAYS) - 1);
        Some(snow)
    }
}

impl From<Vec<ModelDay>> for ModelDays {
    fn from(days: Vec<ModelDay>) -> Self {
        days.into_iter().collect()
    }
}

impl FromIterator<ModelDay> for ModelDays {
    fn from_iter<I: IntoIterator<Item = ModelDay>>(days: I) -> Self {
        let (mut held, mut gap_filled) = (Vec::new(), Vec::new());
        for (at, day) in days.into_iter().enumerate() {
            held.push(HeldDay::from(&day));
            if day.gap_filled {
                gap_filled.push(at);
            }
        }
        held.shrink_to_fit();
        let days = held;
        let in_order =
            days.iter().zip(days.iter().skip(1)).all(|(day, next)| day.date.succ_opt() == Some(next.date));
        let first = days.first().filter(|_| in_order).map(|day| day.date.num_days_from_ce());
        let column = |band| SnowColumn::from_days(&days, band);
        let snow = PerBand { base: column(Band::Base), mid: column(Band::Mid), summit: column(Band::Summit) };
        Self { days, first, snow, gap_filled }
    }
}

impl PartialEq for ModelDays {
    fn eq(&self, other: &Self) -> bool {
        self.days == other.days && self.gap_filled == other.gap_filled
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for ModelDays {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for ModelDays {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::<ModelDay>::deserialize(deserializer).map(Self::from)
    }
}

#[cfg(test)]
mod tests;
