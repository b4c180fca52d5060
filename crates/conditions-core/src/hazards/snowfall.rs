//! Heavy snow: the snow of one hour, and of the hours from now up to it.
//!
//! The longer sum begins with the current hour: earlier snow is already on the ground.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::{Reading, Side, Test};
use crate::hourly::BandHours;
use crate::policy::Policy;

pub(super) fn tests(policy: &Policy, band: &BandHours<'_>, steps: Range<i64>) -> Vec<Test> {
    let (kept, hazards) = (band.hours(), &policy.hazards);
    let models = kept.precipitation_mm.models().min(kept.temp_c.models());
    let hourly: Vec<Vec<Option<f64>>> = kept
        .precipitation_by_model()
        .iter()
        .map(|water| steps.clone().map(|step| band.fall(water, step).map(|fall| fall.snow_cm)).collect())
        .collect();
    let length = usize::from(hazards.snow_hours).max(1);
    let sums = |hours: &Vec<Option<f64>>| -> Vec<Reading> {
        let sum = |last: usize| {
            let first = (last + 1).saturating_sub(length);
            let part = hours.get(first..=last).unwrap_or(&[]);
            Reading::from(part.iter().copied().sum::<Option<f64>>())
        };
        (0..hours.len()).map(sum).collect()
    };
    let singly = |hours: &Vec<Option<f64>>| hours.iter().copied().map(Reading::from).collect();
    vec![
        Test {
            name: "snow_1h",
            unit: "cm",
            side: Side::Above,
            steps: hazards.snow1h_cm,
            models,
            voices: hourly.iter().map(singly).collect(),
        },
        Test {
            name: "snow_sum",
            unit: "cm",
            side: Side::Above,
            steps: hazards.snow_sum_cm,
            models,
            voices: hourly.iter().map(sums).collect(),
        },
    ]
}
