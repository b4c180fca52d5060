//! A model's local days, and their snow once more in columns.
//!
//! The outlook reads the snow of every model and day of every resort at every resolution and nothing else of them. What of it
//! depends on the evidence alone is worked out when the days are put together: a column is whole tenths beside the model, a
//! line or two of memory, ready to be summed.

use alloc::vec::Vec;
use core::ops::Deref;

use chrono::{Datelike, NaiveDate};

use super::{ModelDay, PerBand};
use crate::record::Band;
use crate::units::Tenths;

/// Days that a column holds: as many as hours are summed up to, from two before the capture to seventeen after it.
const COLUMN: usize = 20;

/// More than any day's snow, tenths of a centimetre: sums of a column fit.
const MOST: i32 = i32::MAX / 32;

/// The local days of one model, in any order; read like a slice. They are made out of a list of days and changed by
/// [`ModelDays::change`].
#[derive(Debug, Clone, Default)]
pub struct ModelDays {
    days: Vec<ModelDay>,
    /// The first day, days from the common era, where each day is the next of the one before it.
    first: Option<i32>,
    /// Snow by band of days in order.
    snow: PerBand<SnowColumn>,
    /// Whether small gaps were repaired in any of the days.
    gap_filled: bool,
}

/// Snow of one band, day by day.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SnowColumn {
    /// Tenths of a centimetre; 0 on days that are not known.
    units: [i32; COLUMN],
    /// A bit per day that is known.
    known: u32,
    /// The least and the most that is said, centimetres; NaN where it cannot be told in tenths.
    said_cm: (f64, f64),
}

impl Default for SnowColumn {
    fn default() -> Self {
        Self { units: [0; COLUMN], known: 0, said_cm: (f64::NAN, f64::NAN) }
    }
}

impl SnowColumn {
    /// The column of a band; of more days than it holds it tells none.
    fn of(days: &[ModelDay], band: Band) -> Self {
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

/// The snow of some days from a first one on.
pub(crate) struct SnowFrom<const DAYS: usize> {
    /// Tenths of a centimetre; 0 on days that are not known.
    pub(crate) units: [i32; DAYS],
    /// A bit per day that is known.
    pub(crate) known: u16,
}

impl ModelDays {
    /// Changes the days.
    pub fn change(&mut self, change: impl FnOnce(&mut Vec<ModelDay>)) {
        let mut days = core::mem::take(self).days;
        change(&mut days);
        *self = Self::from(days);
    }

    /// How many days after `day` the first one is, where each day is the next of the one before it.
    pub(crate) fn in_order_after(&self, day: NaiveDate) -> Option<i32> {
        Some(self.first? - day.num_days_from_ce())
    }

    /// Whether small gaps were repaired in any of the `count` days from `first` on.
    pub(crate) fn gap_filled_within(&self, first: NaiveDate, count: usize) -> bool {
        let within = |day: &ModelDay| {
            usize::try_from(day.date.signed_duration_since(first).num_days()).is_ok_and(|ahead| ahead < count)
        };
        // Asked of every model at every resolution, and hardly ever true: the days themselves are not read for it.
        self.gap_filled && self.days.iter().any(|day| day.gap_filled && within(day))
    }

    /// The snow of a band from `first` on; `None` where the days are not one after the other, or where it is not sure that
    /// `holds`, which is asked of the least and the most that is said, holds of all of it.
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
        let column = |band| SnowColumn::of(&days, band);
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
