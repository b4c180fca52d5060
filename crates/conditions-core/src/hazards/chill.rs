//! Wind chill at the summit, by the formula that Environment Canada and the US National Weather Service share (2001).

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::{Reading, Side, Test};
use crate::hourly::BandHours;
use crate::policy::Policy;

/// Lowest wind for which the formula is valid, km/h at 10 m.
const LEAST_WIND_KMH: f64 = 4.8;
/// Highest temperature for which the formula is valid, °C. Outside its range the wind chill is the air temperature.
const WARMEST_C: f64 = 10.0;
/// Metres per second to kilometres per hour.
const KMH_PER_MPS: f64 = 3.6;

/// Returns the wind chill in °C at an air temperature in °C and a wind in m/s at 10 m, or the air temperature outside
/// the formula's range. Never above the air temperature. NaN if either argument is.
#[must_use]
pub(super) fn wind_chill_c(temp_c: f64, wind_mps: f64) -> f64 {
    if temp_c.is_nan() || wind_mps.is_nan() {
        return f64::NAN;
    }
    let kmh = wind_mps * KMH_PER_MPS;
    if kmh < LEAST_WIND_KMH || temp_c > WARMEST_C {
        return temp_c;
    }
    let felt = libm::pow(kmh, 0.16);
    (13.12 + 0.6215 * temp_c - 11.37 * felt + 0.3965 * temp_c * felt).min(temp_c)
}

pub(super) fn tests(policy: &Policy, band: &BandHours<'_>, steps: Range<i64>) -> Vec<Test> {
    let kept = band.hours();
    let felt = |step| Some(wind_chill_c(band.temp_c(step)?, band.wind_mps(step)?));
    vec![Test {
        name: "wind_chill",
        unit: "\u{b0}C",
        side: Side::Below,
        steps: policy.hazards.wind_chill_c,
        models: kept.temp_c.models().min(kept.wind_mps.models()),
        voices: vec![steps.map(|step| Reading::from(felt(step))).collect()],
    }]
}
