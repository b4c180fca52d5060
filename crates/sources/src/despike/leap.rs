//! Holds back climbs that the weather next to the gauge does not explain.
//!
//! A gauge that fails can climb by a metre within an hour or drift up over half a day. By the depth alone such a climb
//! is recognized only after it has ended; in dry or warm air it is recognized at once.

use conditions_core::time::HOUR_MS;

use super::{DroppedSample, OtherSeries, Sample, SpikeReason, Thresholds};

/// Drops readings to which the depth climbed, in weather in which it does not snow, by more than [`Thresholds::spike_cm`]
/// in sum; falls take off from the sum. A level that lasts for [`Thresholds::confirm_hours`] is believed. The input
/// is ascending.
pub(super) fn without(
    samples: Vec<Sample>,
    beside: OtherSeries<'_>,
    thresholds: &Thresholds,
    dropped: &mut Vec<DroppedSample>,
) -> Vec<Sample> {
    let mut kept: Vec<Sample> = Vec::with_capacity(samples.len());
    let mut unexplained_cm = 0.0;
    for sample in samples {
        if let Some(last) = kept.last() {
            let change = sample.value - last.value;
            let is_confirmed = sample.at.since(last.at) >= thresholds.confirm_hours * HOUR_MS;
            let is_snow = change > 0.0 && beside.allows_snow(last.at, sample.at, thresholds);
            let sum = if is_confirmed {
                0.0
            } else if is_snow {
                unexplained_cm
            } else {
                f64::max(0.0, unexplained_cm + change)
            };
            if change > 0.0 && sum > thresholds.spike_cm {
                dropped.push(DroppedSample { sample, why: SpikeReason::Unexplained });
                continue;
            }
            unexplained_cm = sum;
        }
        kept.push(sample);
    }
    kept
}
