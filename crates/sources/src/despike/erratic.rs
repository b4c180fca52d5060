//! Drops the readings of hours in which a gauge jumps to and fro.
//!
//! A depth that repeatedly rises and falls by centimetres within the hour follows wind, ice on the sensor or a failing
//! cable. Readings between two such steps may look calm and be just as wrong.

use conditions_core::time::HOUR_MS;

use super::{DroppedSample, Sample, SpikeReason, Thresholds};

/// A large step: the index of the reading after it, and its size.
type Step = (usize, f64);

/// Drops the readings from the first to before the last of many steps that change their direction. The input is
/// ascending.
pub(super) fn without(
    samples: Vec<Sample>,
    thresholds: &Thresholds,
    dropped: &mut Vec<DroppedSample>,
) -> Vec<Sample> {
    let near = |earlier: &Sample, later: &Sample| {
        later.at.since(earlier.at) <= thresholds.erratic_gap_hours * HOUR_MS
    };
    let mut wrong = vec![false; samples.len()];
    let mut run: Vec<Step> = Vec::new();
    for (place, pair) in samples.windows(2).enumerate() {
        let [before, after] = pair else { continue };
        let step = after.value - before.value;
        if step.abs() <= thresholds.erratic_cm || !near(before, after) {
            continue;
        }
        let last = run.last().and_then(|(place, _)| samples.get(*place));
        if last.is_some_and(|last| !near(last, after)) {
            mark(&run, thresholds, &mut wrong);
            run.clear();
        }
        run.push((place + 1, step));
    }
    mark(&run, thresholds, &mut wrong);
    let mut kept = Vec::with_capacity(samples.len());
    for (sample, is_wrong) in samples.into_iter().zip(wrong) {
        if is_wrong {
            dropped.push(DroppedSample { sample, why: SpikeReason::Erratic });
        } else {
            kept.push(sample);
        }
    }
    kept
}

/// Marks the readings of a run that is long enough and in which at least every second step changes direction: a storm
/// climbs, a fault wavers.
fn mark(run: &[Step], thresholds: &Thresholds, wrong: &mut [bool]) {
    let (Some((first, _)), Some((last, _))) = (run.first(), run.last()) else { return };
    let turns = run.windows(2).filter(|pair| matches!(pair, [(_, a), (_, b)] if a * b < 0.0)).count();
    if run.len() >= thresholds.erratic_steps && 2 * turns >= run.len() - 1 && turns >= 2 {
        wrong.iter_mut().take(*last).skip(*first).for_each(|slot| *slot = true);
    }
}
