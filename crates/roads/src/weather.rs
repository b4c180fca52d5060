//! What is measured beside a road, in units of the name; what a sensor does not say is `None`.

use std::ops::RangeInclusive;

use conditions_core::text::ShownName;
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use serde::{Deserialize, Serialize};

use crate::place::Spot;
use crate::policy::RoadPolicy;

/// A station beside a road. A list of stations tells the place, readings may come apart from it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RoadStation {
    /// Identifier within the lane.
    pub id: String,
    /// Where it stands; `None` where readings come apart from the list of stations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spot: Option<Spot>,
    /// What it measured last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<RoadReading>,
}

/// What a station measured at one time.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RoadReading {
    /// When it was measured; without it nothing of the reading is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observed_at: Option<Timestamp>,
    /// Temperature of the road's surface, degrees Celsius.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub surface_temp_c: Option<SurfaceTemp>,
    /// Air temperature, degrees Celsius.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub air_temp_c: Option<Tenths>,
    /// How far one sees, metres.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visibility_m: Option<u32>,
    /// Mean wind, metres per second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wind_mps: Option<Tenths>,
    /// Highest gust, metres per second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gust_mps: Option<Tenths>,
    /// Where the wind comes from, degrees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wind_from_deg: Option<u16>,
    /// Precipitation now, millimetres of water an hour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub precipitation_mm_per_h: Option<Tenths>,
    /// Kind of precipitation, in the agency's words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub precipitation: Option<ShownName>,
    /// State of the road's surface, in the agency's words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub surface: Option<ShownName>,
}

impl RoadReading {
    /// Whether it says anything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self { observed_at: self.observed_at, ..Self::default() }
    }
}

/// Temperature of a road's surface that its sensors agree on, degrees Celsius.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SurfaceTemp(Tenths);

impl SurfaceTemp {
    /// Returns the coldest sensor's value. A sensor that is stuck cannot be told from one that works, so there is no value when
    /// sensors differ by more than they can, or when the surface is colder or warmer than the air allows.
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

    /// Degrees Celsius.
    #[must_use]
    pub const fn celsius(self) -> Tenths {
        self.0
    }
}

/// Lowest and highest temperature of air or road that an instrument can mean, degrees Celsius.
pub const TEMPERATURES_C: RangeInclusive<f64> = -70.0..=85.0;
/// Wind that an instrument can mean, metres per second.
pub const WINDS_MPS: RangeInclusive<f64> = 0.0..=120.0;
/// Farther than any visibility sensor reaches, metres.
pub const MOST_VISIBILITY_M: f64 = 100_000.0;
/// Precipitation that an instrument can mean, millimetres an hour.
pub const PRECIPITATIONS_MM: RangeInclusive<f64> = 0.0..=400.0;

/// Returns a value in tenths if it is within the bounds.
#[must_use]
pub fn within(value: f64, bounds: RangeInclusive<f64>) -> Option<Tenths> {
    bounds.contains(&value).then(|| Tenths::new(value)).flatten()
}

/// Metres that one can see.
#[must_use]
pub fn visibility(metres: f64) -> Option<u32> {
    (0.0..=MOST_VISIBILITY_M).contains(&metres).then(|| metres.round() as u32)
}

/// A direction, degrees.
#[must_use]
pub fn direction(degrees: f64) -> Option<u16> {
    (0.0..=360.0).contains(&degrees).then(|| degrees.round() as u16 % 360)
}

#[cfg(test)]
mod tests;
