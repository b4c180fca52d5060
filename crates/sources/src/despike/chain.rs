//! Finds the longest chain of readings each of which can physically follow the one before it.
//!
//! A comparison with only the last good reading fails if the first one is bad, or if a gauge freezes at full scale for
//! hours: the bad stretch then decides about the good one. The largest set of consistent readings does not depend on
//! the first one.

use std::cmp::Ordering;

use conditions_core::time::HOUR_MS;

use super::{DroppedSample, Sample, SpikeReason, Thresholds};

/// Number of readings per stretch: the series is cut into stretches of this length, which bounds the work.
const VIEW: usize = 1_000;

/// Returns the longest chain of an ascending series; among chains of equal length the calmest, then the one that ends
/// later.
pub(super) fn longest(
    samples: &[Sample],
    thresholds: &Thresholds,
    dropped: &mut Vec<DroppedSample>,
) -> Vec<Sample> {
    let mut kept = Vec::with_capacity(samples.len());
    for stretch in samples.chunks(VIEW) {
        let chosen = choose(stretch, thresholds);
        let highest = stretch.iter().map(|sample| sample.value).fold(f64::MIN, f64::max);
        #[expect(clippy::float_cmp, reason = "full scale is one value, repeated to the last bit")]
        let at_top = stretch
            .iter()
            .zip(&chosen)
            .filter(|(sample, chosen)| !**chosen && sample.value == highest)
            .count();
        for (&sample, chosen) in stretch.iter().zip(chosen) {
            #[expect(clippy::float_cmp, reason = "as above")]
            let frozen = sample.value == highest && at_top >= thresholds.frozen_readings;
            if chosen {
                kept.push(sample);
            } else {
                dropped.push(DroppedSample {
                    sample,
                    why: if frozen { SpikeReason::FrozenAtMax } else { SpikeReason::Jump },
                });
            }
        }
    }
    kept
}

/// The best chain that ends at one reading.
#[derive(Clone, Copy)]
struct End {
    length: usize,
    /// Sum of the changes along it, up and down.
    travel: f64,
    from: Option<usize>,
}

impl End {
    /// Compares two chains: the longer one is better, and of equals the one that moves less, or a wild last reading
    /// would oust the one before it.
    fn compare(&self, other: &Self) -> Ordering {
        self.length.cmp(&other.length).then(other.travel.total_cmp(&self.travel))
    }
}

/// Returns, for each sample, whether it is in the chain.
fn choose(samples: &[Sample], thresholds: &Thresholds) -> Vec<bool> {
    let mut ends: Vec<End> = Vec::with_capacity(samples.len());
    for sample in samples {
        let alone = End { length: 1, travel: 0.0, from: None };
        let best = samples
            .iter()
            .zip(&ends)
            .enumerate()
            .filter(|(_, (earlier, _))| follows(earlier, sample, thresholds))
            .map(|(at, (earlier, end))| End {
                length: end.length + 1,
                travel: end.travel + (sample.value - earlier.value).abs(),
                from: Some(at),
            })
            // The last of equals is the nearest in time.
            .max_by(End::compare);
        ends.push(best.unwrap_or(alone));
    }
    let mut chosen = vec![false; samples.len()];
    let mut next = ends.iter().enumerate().max_by(|(_, a), (_, b)| a.compare(b)).map(|(at, _)| at);
    while let Some(at) = next {
        if let Some(slot) = chosen.get_mut(at) {
            *slot = true;
        }
        next = ends.get(at).and_then(|end| end.from);
    }
    chosen
}

/// Returns whether the depth can change from one reading to the other in the time between them.
fn follows(earlier: &Sample, later: &Sample, thresholds: &Thresholds) -> bool {
    #[expect(clippy::cast_precision_loss, reason = "hours of a series are far below 2^52")]
    let hours = later.at.since(earlier.at) as f64 / HOUR_MS as f64;
    // Readings of neighbouring hours can be minutes apart; less than an hour allows the change of an hour.
    let hours = hours.max(1.0);
    let days = (hours / 24.0).ceil();
    let allowed = |rate: f64| (rate * hours).min(thresholds.change_cm_per_day * days);
    let change = later.value - earlier.value;
    change <= allowed(thresholds.rise_cm_per_hour) && -change <= allowed(thresholds.fall_cm_per_hour)
}
