//! Wind hold: gusts and mean wind. Either may stop a lift, and both must be known to rule it out.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::{Reading, Side, Test};
use crate::hourly::BandHours;
use crate::policy::Policy;

pub(super) fn tests(policy: &Policy, band: &BandHours<'_>, steps: Range<i64>) -> Vec<Test> {
    let kept = band.hours();
    vec![
        Test {
            name: "gust",
            unit: "m/s",
            side: Side::Above,
            steps: policy.hazards.gust_mps,
            models: kept.gust_mps.models(),
            voices: vec![steps.clone().map(|step| Reading::from(band.gust_mps(step))).collect()],
        },
        Test {
            name: "mean_wind",
            unit: "m/s",
            side: Side::Above,
            steps: policy.hazards.wind_mps,
            models: kept.wind_mps.models(),
            voices: vec![steps.map(|step| Reading::from(band.wind_mps(step))).collect()],
        },
    ]
}
