//! Roadside measurements, in the unit of each name; values that a sensor does not report are `None`.

use std::ops::RangeInclusive;

use conditions_core::text::ShownName;
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use serde::{Deserialize, Serialize};

use crate::place::Spot;
use crate::policy::RoadPolicy;

/// A roadside station. A list of stations gives the location; readings may come separately.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RoadStation {
    /// Identifier within the lane.
    pub id: String,
    /// Location; `None` if readings come separately from the list of stations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spot: Option<Spot>,
    /// Its latest measurements.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<RoadReading>,
}

/// Measurements of a station at one time.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RoadReading {
    /// Time of the measurement; without it the reading is not shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observed_at: Option<Timestamp>,
    /// Temperature of the road surface, degrees Celsius.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub surface_temp_c: Option<SurfaceTemp>,
    /// Air temperature, degrees Celsius.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub air_temp_c: Option<Tenths>,
    /// Visibility, metres.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visibility_m: Option<u32>,
    /// Mean wind, metres per second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wind_mps: Option<Tenths>,
    /// Highest gust, metres per second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gust_mps: Option<Tenths>,
    /// Direction from which the wind blows, degrees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wind_from_deg: Option<u16>,
    /// Current precipitation, millimetres of water per hour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub precipitation_mm_per_h: Option<Tenths>,
    /// Kind of precipitation, in the agency's words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub precipitation: Option<ShownName>,
    /// State of the road surface, in the agency's words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub surface: Option<ShownName>,
}

impl RoadReading {
    /// Returns whether all values are missing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self { observed_at: self.observed_at, ..Self::default() }
    }
}

/// Temperature of a road surface on which its sensors agree, degrees Celsius.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SurfaceTemp(Tenths);

impl SurfaceTemp {
    /// Returns the coldest sensor's value. A stuck sensor cannot be distinguished from a working one, so there is no
    /// value if sensors differ by more than they can, or if the surface is colder or warmer than the air allows.
    #[must_use]
    pub fn new(
        policy: &RoadPolicy,
        sensors: impl IntoIterator<Item = f64>,
        air_temp_c: Option<Tenths>,
    ) -> Option<Self> {
        let values: Vec<Tenths> =
            sensors.into_iter().filter_map(|value| within(value, TEMPERATURES_C)).collect();
        let (coldest, warmest) = (*values.iter().min()?, *values.iter().max()?);
        let agree = warmest.get() - coldest.get() <= policy.sensors_apart_k;
        let fits = air_temp_c.is_none_or(|air| {
            air.get() - coldest.get() <= policy.colder_than_air_k
                && warmest.get() - air.get() <= policy.warmer_than_air_k
        });
        (agree && fits).then_some(Self(coldest))
    }

    /// Returns the temperature in degrees Celsius.
    #[must_use]
    pub const fn celsius(self) -> Tenths {
        self.0
    }
}

/// Lowest and highest valid temperature of air or road, degrees Celsius.
pub const TEMPERATURES_C: RangeInclusive<f64> = -70.0..=85.0;
/// Range of valid winds, metres per second.
pub const WINDS_MPS: RangeInclusive<f64> = 0.0..=120.0;
/// Maximum visibility that any sensor measures, metres.
pub const MOST_VISIBILITY_M: f64 = 100_000.0;
/// Range of valid precipitation, millimetres per hour.
pub const PRECIPITATIONS_MM: RangeInclusive<f64> = 0.0..=400.0;

/// Returns a value in tenths if it is within the bounds.
#[must_use]
pub fn within(value: f64, bounds: RangeInclusive<f64>) -> Option<Tenths> {
    bounds.contains(&value).then(|| Tenths::new(value)).flatten()
}

/// Returns a visibility in whole metres, if it is valid.
#[must_use]
pub fn visibility(metres: f64) -> Option<u32> {
    (0.0..=MOST_VISIBILITY_M).contains(&metres).then(|| metres.round() as u32)
}

/// Returns a direction in whole degrees, if it is valid.
#[must_use]
pub fn direction(degrees: f64) -> Option<u16> {
    (0.0..=360.0).contains(&degrees).then(|| degrees.round() as u16 % 360)
}

#[cfg(test)]
mod tests;
