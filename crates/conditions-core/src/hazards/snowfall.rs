//! Heavy snow: what falls in one hour, and in the hours up to it since now.
//!
//! The longer sum begins with the hour that is running: what fell before is on the ground already, and is no outlook.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::{Reading, Side, Test};
use crate::hourly::BandHours;
use crate::policy::Policy;

pub(super) fn tests(policy: &Policy, band: &BandHours<'_>, steps: Range<i64>) -> Vec<Test> {
    let (kept, hazards) = (band.kept(), &policy.hazards);
    let models = kept.precipitation_mm.models().min(kept.temp_c.models());
    let hourly: Vec<Option<f64>> = steps.map(|step| band.fall(step).map(|fall| fall.snow_cm)).collect();
    let length = usize::from(hazards.snow_hours).max(1);
    let sums = (0..hourly.len()).map(|last| {
        let first = (last + 1).saturating_sub(length);
        let part = hourly.get(first..=last).unwrap_or(&[]);
        Reading::from(part.iter().copied().sum::<Option<f64>>())
    });
    let sums = sums.collect();
    vec![
        Test {
            name: "snow_1h",
            unit: "cm",
            side: Side::Above,
            steps: hazards.snow1h_cm,
            models,
            readings: hourly.into_iter().map(Reading::from).collect(),
        },
        Test {
            name: "snow_sum",
            unit: "cm",
            side: Side::Above,
            steps: hazards.snow_sum_cm,
            models,
            readings: sums,
        },
    ]
}
