//! Drops readings that leave the depth in one step and come back to it in another: spikes, lost echoes, shifted levels.
//!
//! Runs for three lengths, shortest first, so that a spike never becomes the level with which a longer fault is
//! compared. The longer an excursion, the larger and the more alike its two steps must be: within hours snow falls,
//! settles and drifts.

use conditions_core::time::HOUR_MS;

use super::{DroppedSample, Sample, SpikeReason, Thresholds};

/// Longest time between the readings of one step, hours.
const STEP_HOURS: i64 = 3;

/// Limits of one kind of excursion.
struct Rule {
    /// Minimum size of both steps, cm.
    step_cm: f64,
    /// Longest time from the first reading away to the first one back, hours.
    reach_hours: i64,
    /// Largest distance of the depth after the excursion from the one before: centimetres at once, and per hour away.
    near_cm: Option<(f64, f64)>,
    /// Largest difference between the two steps, cm.
    match_cm: f64,
    why: SpikeReason,
}

/// Drops the readings of every excursion. The input is ascending.
pub(super) fn without(
    mut samples: Vec<Sample>,
    thresholds: &Thresholds,
    dropped: &mut Vec<DroppedSample>,
) -> Vec<Sample> {
    let rules = [
        Rule {
            step_cm: thresholds.spike_cm,
            reach_hours: thresholds.spike_reach_hours,
            near_cm: None,
            match_cm: f64::INFINITY,
            why: SpikeReason::Spike,
        },
        Rule {
            step_cm: thresholds.lost_cm,
            reach_hours: thresholds.lost_reach_hours,
            near_cm: Some((3.0, 0.5)),
            match_cm: f64::INFINITY,
            why: SpikeReason::Spike,
        },
        Rule {
            step_cm: thresholds.shift_cm,
            reach_hours: thresholds.shift_reach_hours,
            near_cm: Some((3.0, 0.3)),
            match_cm: thresholds.shift_match_cm,
            why: SpikeReason::Shift,
        },
    ];
    for rule in rules {
        samples = rule.without(&samples, thresholds, dropped);
    }
    samples
}

impl Rule {
    fn without(
        &self,
        samples: &[Sample],
        thresholds: &Thresholds,
        dropped: &mut Vec<DroppedSample>,
    ) -> Vec<Sample> {
        let highest = samples.iter().map(|sample| sample.value).fold(f64::MIN, f64::max);
        let mut kept: Vec<Sample> = Vec::with_capacity(samples.len());
        let mut rest = samples;
        while let Some((&first, tail)) = rest.split_first() {
            let length = kept.last().map_or(0, |before| self.length(*before, rest));
            if length == 0 {
                kept.push(first);
                rest = tail;
                continue;
            }
            let (away, back) = rest.split_at(length);
            let step = kept.last().map_or(0.0, |before| first.value - before.value);
            #[expect(clippy::float_cmp, reason = "full scale is one value, repeated to the last bit")]
            let frozen =
                length >= thresholds.frozen_readings && away.iter().all(|sample| sample.value == highest);
            let impossible = step > thresholds.rise_cm_per_hour || -step > thresholds.fall_cm_per_hour;
            let why = match self.why {
                _ if frozen && impossible => SpikeReason::FrozenAtMax,
                SpikeReason::Spike if impossible => SpikeReason::Jump,
                why => why,
            };
            dropped.extend(away.iter().map(|&sample| DroppedSample { sample, why }));
            rest = back;
        }
        kept
    }

    /// Returns how many of the readings after `before` are away from it; 0 if none is, or if they do not come back in
    /// time.
    fn length(&self, before: Sample, rest: &[Sample]) -> usize {
        let step_ms = STEP_HOURS * HOUR_MS;
        let Some(first) = rest.first().filter(|first| first.at.since(before.at) <= step_ms) else { return 0 };
        let out = first.value - before.value;
        let side = out.signum();
        if out.abs() <= self.step_cm {
            return 0;
        }
        for (length, pair) in rest.windows(2).enumerate() {
            let [last, sample] = pair else { break };
            if side * (last.value - before.value) <= self.step_cm
                || sample.at.since(first.at) > self.reach_hours * HOUR_MS
                || sample.at.since(last.at) > step_ms
            {
                return 0;
            }
            let back = sample.value - last.value;
            let hours = sample.at.since(before.at) as f64 / HOUR_MS as f64;
            let near = self
                .near_cm
                .is_none_or(|(once, hourly)| (sample.value - before.value).abs() <= once + hourly * hours);
            if -side * back > self.step_cm && near && (out + back).abs() <= self.match_cm {
                return length + 1;
            }
        }
        0
    }
}
