//! The local days of a model, with a copy of their snow in columns.
//!
//! Every resolution of every resort reads the snow of every model and day for the outlook, and no other member of the
//! days. The part of that work that depends only on the evidence is done when the days are built: each model has a
//! column of whole tenths, a cache line or two, ready to be summed.

use alloc::vec::Vec;
use core::ops::Deref;

use chrono::{Datelike, NaiveDate};

use super::{ModelDay, PerBand};
use crate::record::Band;
use crate::units::Tenths;

/// Number of days in a column: as many as hours are summed to, from two days before the capture to seventeen after it.
const COLUMN: usize = 20;

/// Upper bound of a day's snow, in tenths of a centimetre, so that sums of a column fit.
const MOST: i32 = i32::MAX / 32;

/// The local days of one model, in any order; dereferences to a slice. Made from a list of days and modified by
/// [`ModelDays::change`].
#[derive(Debug, Clone, Default)]
pub struct ModelDays {
    days: Vec<ModelDay>,
    /// The first day, as days from the common era, if the days are consecutive.
    first: Option<i32>,
    /// Snow by band, if the days are consecutive.
    snow: PerBand<SnowColumn>,
    /// Whether small gaps were repaired in any of the days.
    gap_filled: bool,
}

/// Snow of one band by day.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SnowColumn {
    /// Tenths of a centimetre; 0 on unknown days.
    units: [i32; COLUMN],
    /// Bit mask of the known days.
    known: u32,
    /// The least and the greatest value of the source, in centimetres; NaN if a value cannot be expressed in tenths.
    said_cm: (f64, f64),
}

impl Default for SnowColumn {
    fn default() -> Self {
        Self { units: [0; COLUMN], known: 0, said_cm: (f64::NAN, f64::NAN) }
    }
}

impl SnowColumn {
    /// Builds the column of a band; if there are more days than fit, the column is empty.
    fn from_days(days: &[ModelDay], band: Band) -> Self {
        let mut column = Self::default();
        if days.len() > COLUMN {
            return column;
        }
        let (mut low, mut high) = (0.0_f64, 0.0_f64);
        for (place, (day, slot)) in days.iter().zip(&mut column.units).enumerate() {
            let Some(cm) = day.snow_cm.get(band) else { continue };
            let told = Tenths::new(cm).map(Tenths::units).filter(|units| (-MOST..=MOST).contains(units));
            let Some(units) = told else { return Self::default() };
            (low, high) = (low.min(cm), high.max(cm));
            (*slot, column.known) = (units, column.known | 1 << place);
        }
        column.said_cm = (low, high);
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
    /// Modifies the list of days and rebuilds the columns.
    pub fn change(&mut self, change: impl FnOnce(&mut Vec<ModelDay>)) {
        let mut days = core::mem::take(self).days;
        change(&mut days);
        *self = Self::from(days);
    }

    /// Returns the number of days from `day` to the first one, if the days are consecutive.
    pub(crate) fn in_order_after(&self, day: NaiveDate) -> Option<i32> {
        Some(self.first? - day.num_days_from_ce())
    }

    /// Returns whether small gaps were repaired in any of the `count` days from `first` on.
    pub(crate) fn gap_filled_within(&self, first: NaiveDate, count: usize) -> bool {
        let within = |day: &ModelDay| {
            usize::try_from(day.date.signed_duration_since(first).num_days()).is_ok_and(|ahead| ahead < count)
        };
        // Checked for every model at every resolution and rarely true: the flag avoids reading the days.
        self.gap_filled && self.days.iter().any(|day| day.gap_filled && within(day))
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
        if !(holds(low) && holds(high)) {
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
        let in_order =
            days.iter().zip(days.iter().skip(1)).all(|(day, next)| day.date.succ_opt() == Some(next.date));
        let first = days.first().filter(|_| in_order).map(|day| day.date.num_days_from_ce());
        let column = |band| SnowColumn::from_days(&days, band);
        let snow = PerBand { base: column(Band::Base), mid: column(Band::Mid), summit: column(Band::Summit) };
        let gap_filled = days.iter().any(|day| day.gap_filled);
        Self { days, first, snow, gap_filled }
    }
}

impl FromIterator<ModelDay> for ModelDays {
    fn from_iter<I: IntoIterator<Item = ModelDay>>(days: I) -> Self {
        Self::from(days.into_iter().collect::<Vec<_>>())
    }
}

impl Deref for ModelDays {
    type Target = [ModelDay];

    fn deref(&self) -> &[ModelDay] {
        &self.days
    }
}

impl<'a> IntoIterator for &'a ModelDays {
    type Item = &'a ModelDay;
    type IntoIter = core::slice::Iter<'a, ModelDay>;

    fn into_iter(self) -> Self::IntoIter {
        self.days.iter()
    }
}

impl PartialEq for ModelDays {
    fn eq(&self, other: &Self) -> bool {
        self.days == other.days
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for ModelDays {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.days.serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for ModelDays {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::from)
    }
}

#[cfg(test)]
mod tests;
