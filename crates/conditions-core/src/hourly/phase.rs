//! New snow and phase of one hour's precipitation at the elevation of the consensus hours, by the rules of the daily
//! rows but without their settling, which applies to sums.

use crate::evidence::HourlyWeather;
use crate::policy::Policy;

use super::BandHours;

/// Phase of an hour's precipitation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum Phase {
    /// No precipitation, or too little to notice.
    Dry,
    /// Rain, or almost only rain.
    Rain,
    /// Rain and snow.
    Mixed,
    /// Snow, or almost only snow.
    Snow,
}

/// New snow and phase of one hour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HourFall {
    /// New snow, centimetres, before settling: the hours of a day add up to more than the day's snow.
    pub snow_cm: f64,
    /// Phase of the precipitation.
    pub phase: Phase,
}

/// Returns the new snow and the phase of the hour that ends at `step`; `None` if its precipitation is unknown, or its
/// temperature while any falls.
#[must_use]
pub fn hour_fall(policy: &Policy, hours: &HourlyWeather, step: i64) -> Option<HourFall> {
    let fall = BandHours::new(hours, None).fall(&hours.precipitation_mm, step)?;
    let water = fall.frozen_mm + fall.rain_mm;
    let share = fall.frozen_mm / water;
    let phase = if water < policy.labels.phase_dry_mm {
        Phase::Dry
    } else if share > policy.labels.phase_mixed.high {
        Phase::Snow
    } else if share < policy.labels.phase_mixed.low {
        Phase::Rain
    } else {
        Phase::Mixed
    };
    Some(HourFall { snow_cm: fall.snow_cm, phase })
}

#[cfg(test)]
mod tests;
