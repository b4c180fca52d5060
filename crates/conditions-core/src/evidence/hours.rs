//! Weather around a capture: its summary, and the hours in compact storage, one number per hour and quantity, small
//! enough to hold for every resort.
//!
//! Values are hundredths in two bytes. A value that does not fit (beyond ±327) cannot occur on earth in any of these
//! quantities and is treated as missing, like NaN. A missing value has a separate marker and is never 0.

use alloc::vec::Vec;

use super::{MeanWind, PastHours};
use crate::policy::Policy;
use crate::time::{HOUR_MS, Timestamp};
use crate::units::round_to_i32;

/// Marker of a missing value.
const MISSING: i16 = i16::MIN;

/// Hourly weather around a capture at the elevation for which the models were queried. Each number is the median of the
/// models that have that hour.
///
/// Step `i` is at `start` + `i` hours. A column that is shorter than the others is missing at its end.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase", deny_unknown_fields))]
pub struct HourlyWeather {
    /// Time of the first step, a whole UTC hour.
    pub start: Timestamp,
    /// Elevation to which the temperatures apply, metres above sea level; null if the resort's is not known.
    #[cfg_attr(feature = "serde", serde(default))]
    pub elevation_m: Option<f64>,
    /// Air temperature at 2 m at the step, degrees Celsius.
    #[cfg_attr(feature = "serde", serde(default))]
    pub temp_c: HourColumn,
    /// Relative humidity at 2 m at the step, percent.
    #[cfg_attr(feature = "serde", serde(default))]
    pub humidity_pct: HourColumn,
    /// Precipitation of the hour that ends at the step, millimetres.
    #[cfg_attr(feature = "serde", serde(default))]
    pub precipitation_mm: HourColumn,
    /// Mean wind at 10 m at the step, metres per second.
    #[cfg_attr(feature = "serde", serde(default))]
    pub wind_mps: HourColumn,
    /// Component of the wind from the east at the step, metres per second: the mean of the models. Empty in hours that
    /// were stored before directions existed.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "HourColumn::is_empty"))]
    pub wind_from_east_mps: HourColumn,
    /// Component of the wind from the north at the step, metres per second, like the one from the east.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "HourColumn::is_empty"))]
    pub wind_from_north_mps: HourColumn,
    /// Highest gust at 10 m of the hour that ends at the step, metres per second.
    #[cfg_attr(feature = "serde", serde(default))]
    pub gust_mps: HourColumn,
    /// Cloud cover at the step, percent.
    #[cfg_attr(feature = "serde", serde(default))]
    pub cloud_pct: HourColumn,
    /// Precipitation of each model, millimetres. Sums over hours are computed per model, because two models rarely
    /// place a shower in the same hour. Empty in hours that were stored before this field existed.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub members_mm: Vec<HourColumn>,
    /// Hours before the capture, further back than `start`.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub past: Option<PastHours>,
}

impl HourlyWeather {
    /// Returns the step at a time, rounded down; negative before the first.
    #[must_use]
    pub(crate) const fn step_at(&self, instant: Timestamp) -> i64 {
        instant.since(self.start).div_euclid(HOUR_MS)
    }

    /// Returns the precipitation of each model, or the consensus if that is not stored.
    pub(crate) fn precipitation_by_model(&self) -> &[HourColumn] {
        if self.members_mm.is_empty() {
            core::slice::from_ref(&self.precipitation_mm)
        } else {
            &self.members_mm
        }
    }

    /// Returns the direction that the wind blows from at a step, whole degrees clockwise from north, 0–359; `None` if it
    /// is calm, and if the models disagree.
    #[must_use]
    pub fn wind_from_deg(&self, policy: &Policy, step: i64) -> Option<u16> {
        let wind = MeanWind {
            from_east_mps: self.wind_from_east_mps.get(step)?,
            from_north_mps: self.wind_from_north_mps.get(step)?,
            speed_mps: self.wind_mps.get(step)?,
        };
        wind.from_deg(policy)
    }

    /// Returns the time of a step.
    #[must_use]
    pub(crate) const fn time_at(&self, step: i64) -> Timestamp {
        self.start.plus_millis(step.saturating_mul(HOUR_MS))
    }
}

/// Weather around the capture, median over the models, at mid mountain.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase", deny_unknown_fields))]
pub struct ModelWeather {
    /// Air temperature now, degrees Celsius.
    #[cfg_attr(feature = "serde", serde(default))]
    pub temp_c: Option<f64>,
    /// Wet-bulb temperature now, degrees Celsius.
    #[cfg_attr(feature = "serde", serde(default))]
    pub wet_bulb_c: Option<f64>,
    /// Rain of the past 6 hours, millimetres.
    #[cfg_attr(feature = "serde", serde(default))]
    pub rain6h_mm: Option<f64>,
    /// Hours of the past 24 in which the air, or air and sun, wets a snow surface.
    #[cfg_attr(feature = "serde", serde(default))]
    pub thaw_hours24h: Option<u8>,
    /// Whether the past 24 hours had both such an hour and an hour of frost.
    #[cfg_attr(feature = "serde", serde(default))]
    pub thaw_freeze24h: Option<bool>,
    /// Highest temperature of the past 24 hours, degrees Celsius.
    #[cfg_attr(feature = "serde", serde(default))]
    pub max_temp24h_c: Option<f64>,
    /// Lowest wet-bulb temperature of the coming 24 hours, degrees Celsius.
    #[cfg_attr(feature = "serde", serde(default))]
    pub coming_min_wet_bulb_c: Option<f64>,
    /// Highest wind of the past 24 hours, metres per second.
    #[cfg_attr(feature = "serde", serde(default))]
    pub max_wind24h_mps: Option<f64>,
    /// Wind that was reached in three of the past 24 hours, metres per second: long enough to move snow.
    // Omitted rather than null, so that older snapshots serialise as they did before the field existed.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub lasting_wind24h_mps: Option<f64>,
}

/// One quantity by hour.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HourColumn {
    hundredths: Vec<i16>,
    models: u8,
}

impl HourColumn {
    /// Makes a column from values, each with the number of models it is based on. Trailing missing values are not
    /// stored.
    #[must_use]
    pub fn new(values: impl IntoIterator<Item = (Option<f64>, u8)>) -> Self {
        let values = values.into_iter();
        let mut hundredths = Vec::with_capacity(values.size_hint().0);
        let mut fewest = u8::MAX;
        for (value, models) in values {
            let kept = value.and_then(to_hundredths).unwrap_or(MISSING);
            if kept != MISSING {
                fewest = fewest.min(models);
            }
            hundredths.push(kept);
        }
        Self::of_kept(hundredths, fewest)
    }

    /// Makes a column from values in hundredths; `models` is the lowest number of models of any hour. Trailing missing
    /// values are not stored.
    #[must_use]
    pub fn from_hundredths(models: u8, values: Vec<Option<i16>>) -> Self {
        Self::of_kept(values.into_iter().map(|value| value.unwrap_or(MISSING)).collect(), models)
    }

    fn of_kept(mut hundredths: Vec<i16>, models: u8) -> Self {
        let known = hundredths.iter().rposition(|kept| *kept != MISSING).map_or(0, |last| last + 1);
        hundredths.truncate(known);
        hundredths.shrink_to_fit();
        Self { hundredths, models: if known == 0 { 0 } else { models } }
    }

    /// Returns the value at a step, or `None` if it is missing.
    #[must_use]
    pub fn get(&self, step: i64) -> Option<f64> {
        let kept = *self.hundredths.get(usize::try_from(step).ok()?)?;
        (kept != MISSING).then(|| f64::from(kept) / 100.0)
    }

    /// Returns all values, first step first.
    pub fn values(&self) -> impl Iterator<Item = Option<f64>> + '_ {
        self.hundredths.iter().map(|kept| (*kept != MISSING).then(|| f64::from(*kept) / 100.0))
    }

    /// Returns the lowest number of models for any known hour; 0 if no hour is known.
    #[must_use]
    pub const fn models(&self) -> u8 {
        self.models
    }

    /// Returns whether no hour is known.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.hundredths.is_empty()
    }
}

/// Rounds to hundredths; `None` for NaN and for values that do not fit.
fn to_hundredths(value: f64) -> Option<i16> {
    // The lowest number of the type is the marker of a missing value.
    round_to_i32(value * 100.0).and_then(|units| i16::try_from(units).ok()).filter(|units| *units != MISSING)
}

#[cfg(feature = "serde")]
mod wire {
    //! `{"models": 2, "values": [1.5, null]}`.

    use alloc::vec::Vec;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::HourColumn;

    #[derive(Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Column {
        models: u8,
        values: Vec<Option<f64>>,
    }

    impl Serialize for HourColumn {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            Column { models: self.models, values: self.values().collect() }.serialize(serializer)
        }
    }

    impl<'de> Deserialize<'de> for HourColumn {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let Column { models, values } = Column::deserialize(deserializer)?;
            Ok(Self::new(values.into_iter().map(|value| (value, models))))
        }
    }
}

#[cfg(test)]
mod tests;
