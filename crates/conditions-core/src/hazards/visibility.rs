//! Visibility: falling snow, and cloud on the summit.
//!
//! None of the models reports visibility. The evidence supports two estimates. One is the rate of falling snow, by
//! which observers classify it. The other is the height of the cloud base, from the spread between air temperature and
//! dew point: rising air cools to its dew point at 125 m for each kelvin of spread (Espy's rule). The base is an
//! estimate for air that rises along the slope, and counts only if much of the sky is covered. Blowing snow and fog in
//! the valley are not assessed.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::{Reading, Side, Test};
use crate::hourly::BandHours;
use crate::policy::Policy;

/// Espy's rule, metres for each kelvin between air temperature and dew point.
const BASE_M_PER_K: f64 = 125.0;

pub(super) fn tests(policy: &Policy, summit: &BandHours<'_>, steps: Range<i64>) -> Vec<Test> {
    let (kept, hazards) = (summit.hours(), &policy.hazards);
    let falling = |water| -> Vec<Reading> {
        steps.clone().map(|step| Reading::from(summit.frozen_mm(water, step))).collect()
    };
    vec![
        Test {
            name: "falling_snow",
            unit: "mm/h",
            side: Side::Above,
            steps: hazards.snow_water_mm,
            models: kept.precipitation_mm.models().min(kept.temp_c.models()),
            voices: kept.precipitation_by_model().iter().map(falling).collect(),
        },
        Test {
            name: "cloud_base",
            unit: "m",
            side: Side::Below,
            steps: hazards.cloud_clearance_m,
            models: kept.cloud_pct.models().min(kept.humidity_pct.models()).min(kept.temp_c.models()),
            voices: vec![steps.map(|step| cloud(hazards.cloud_cover_pct, summit, step)).collect()],
        },
    ]
}

/// Returns the height of the cloud base over the summit; `Calm` if the sky is open enough.
fn cloud(cover_pct: f64, summit: &BandHours<'_>, step: i64) -> Reading {
    let kept = summit.hours();
    match kept.cloud_pct.get(step) {
        None => Reading::Missing,
        Some(cover) if cover < cover_pct => Reading::Calm,
        Some(_) => Reading::from(clearance(summit, step)),
    }
}

/// Returns the height of the cloud base over the summit: Espy's rule gives the base above the elevation of the
/// temperature and humidity, from which the summit's height above it is subtracted.
fn clearance(summit: &BandHours<'_>, step: i64) -> Option<f64> {
    let kept = summit.hours();
    let (temp, humidity) = (kept.temp_c.get(step)?, kept.humidity_pct.get(step)?);
    let height = summit.elevation_m()? - kept.elevation_m?;
    Some(BASE_M_PER_K * (temp - dew_point_c(temp, humidity)?) - height)
}

/// Returns the dew point, °C: the inverse of the vapour-pressure formula over water of WMO-No. 8, annex 4.B. `None` for
/// air without any water, and outside the range of the formula.
fn dew_point_c(temp_c: f64, humidity_pct: f64) -> Option<f64> {
    if !(humidity_pct > 0.0 && temp_c > -100.0) {
        return None;
    }
    let exponent = libm::log((humidity_pct / 100.0).min(1.0)) + 17.62 * temp_c / (243.12 + temp_c);
    let dew = 243.12 * exponent / (17.62 - exponent);
    dew.is_finite().then(|| dew.min(temp_c))
}
