//! A model's local days, and their snow once more in columns.
//!
//! The outlook reads the snow of every model and day of every resort at every resolution and nothing else of them: in
//! columns that is a few lines of memory a model, in days a line or two for each.

use alloc::vec::Vec;
use core::ops::Deref;

use chrono::NaiveDate;

use super::{Banded, ModelDay};
use crate::record::Band;

/// The local days of one model, in any order; read like a slice. They are made out of a list of days and changed by
/// [`ModelDays::change`].
#[derive(Debug, Clone, Default)]
pub struct ModelDays {
    days: Vec<ModelDay>,
    /// Snow by band, centimetres, where each day is the next of the one before it; NaN is not known.
    snow_cm: Banded<Vec<f64>>,
}

impl ModelDays {
    /// Changes the days.
    pub fn change(&mut self, change: impl FnOnce(&mut Vec<ModelDay>)) {
        let mut days = core::mem::take(self).days;
        change(&mut days);
        *self = Self::from(days);
    }

    /// The first day, where each day is the next of the one before it.
    pub(crate) fn in_order_from(&self) -> Option<NaiveDate> {
        self.days.first().filter(|_| self.snow_cm.mid.len() == self.days.len()).map(|day| day.date)
    }

    /// The first day and the snow of a band from it on, day by day, centimetres, NaN where it is not known; `None` where the
    /// days are not one after the other. What is said and no number is infinite here: it is not plausible either.
    pub(crate) fn snow(&self, band: Band) -> Option<(NaiveDate, &[f64])> {
        let column = match band {
            Band::Base => &self.snow_cm.base,
            Band::Mid => &self.snow_cm.mid,
            Band::Summit => &self.snow_cm.summit,
        };
        Some((self.in_order_from()?, column))
    }
}

/// A value as it stands in a column.
pub(crate) fn in_column(value: Option<f64>) -> f64 {
    match value {
        None => f64::NAN,
        Some(number) if number.is_nan() => f64::INFINITY,
        Some(number) => number,
    }
}

impl From<Vec<ModelDay>> for ModelDays {
    fn from(days: Vec<ModelDay>) -> Self {
        let in_order =
            days.iter().zip(days.iter().skip(1)).all(|(day, next)| day.date.succ_opt() == Some(next.date));
        let column = |band| {
            let values = days.iter().filter(|_| in_order).map(|day| in_column(day.snow_cm.get(band)));
            values.collect::<Vec<_>>()
        };
        let snow_cm =
            Banded { base: column(Band::Base), mid: column(Band::Mid), summit: column(Band::Summit) };
        Self { days, snow_cm }
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
