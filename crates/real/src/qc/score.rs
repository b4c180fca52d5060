//! Counts of faults found, good depths lost, and hours of real snowfall lost.

use std::collections::{BTreeMap, BTreeSet};

use conditions_core::time::{HOUR_MS, Timestamp};

use super::LabelledSample;
use crate::measure::median;
use crate::table::{Table, percent};

/// Minimum real rise that must not be lost, centimetres per hour.
const RISE_CM: f64 = 3.0;

type FaultTimes = BTreeSet<Timestamp>;

pub(super) fn table(
    stations: &BTreeMap<String, Vec<LabelledSample>>,
    ours: &BTreeMap<String, FaultTimes>,
) -> Table {
    let all: usize = stations.values().map(Vec::len).sum();
    let faulty = stations.values().flatten().filter(|judged| !judged.fault.is_empty()).count();
    let title = format!("Quality check: {all} hourly depths, {faulty} of them with injected faults");
    let header = [
        "rule",
        "precision",
        "recall",
        "dropout",
        "jitter",
        "offset",
        "spike down",
        "spike up",
        "good ones lost",
        "rises >= 3 cm/h lost",
    ];
    let mut table = Table::new(title, &header);
    let by = |rule: fn(&[LabelledSample]) -> FaultTimes| -> BTreeMap<String, FaultTimes> {
        stations.iter().map(|(name, readings)| (name.clone(), rule(readings))).collect()
    };
    table.row("faster than 20 cm/h", figures(stations, &by(too_fast)));
    table.row("5 cm off the 7 h median", figures(stations, &by(off_median)));
    table.row("**ours**", figures(stations, ours));
    table
}

fn figures(
    stations: &BTreeMap<String, Vec<LabelledSample>>,
    wrong: &BTreeMap<String, FaultTimes>,
) -> Vec<String> {
    let kinds = ["dropout", "jitter", "offset", "spike_down", "spike_up"];
    // The last one is for faults of any other kind: they count, but have no column.
    let (mut hit, mut total) = ([0_usize; 6], [0_usize; 6]);
    let (mut lost, mut good, mut rises_lost, mut rises) = (0, 0, 0, 0);
    for (name, readings) in stations {
        let Some(wrong) = wrong.get(name) else { continue };
        let mut before = None;
        for judged in readings {
            let is_out = usize::from(wrong.contains(&judged.sample.at));
            if judged.fault.is_empty() {
                good += 1;
                lost += is_out;
                if before.is_some_and(|before| judged.truth - before >= RISE_CM) {
                    rises += 1;
                    rises_lost += is_out;
                }
            } else {
                let kind = kinds.iter().position(|kind| *kind == judged.fault).unwrap_or(kinds.len());
                if let (Some(hit), Some(total)) = (hit.get_mut(kind), total.get_mut(kind)) {
                    *hit += is_out;
                    *total += 1;
                }
            }
            before = Some(judged.truth);
        }
    }
    let (found, faults): (usize, usize) = (hit.iter().sum(), total.iter().sum());
    let share = |part: usize, whole: usize| format!("{:.3}", part as f64 / whole.max(1) as f64);
    let mut out = vec![share(found, found + lost), share(found, faults)];
    out.extend(hit.iter().zip(total).take(kinds.len()).map(|(hit, total)| percent(*hit, total)));
    out.extend([percent(lost, good), format!("{rises_lost} of {rises}")]);
    out
}

/// Returns depths further from the last good one than 20 cm per hour; after six hours without a good one the next is
/// accepted.
fn too_fast(readings: &[LabelledSample]) -> FaultTimes {
    let mut wrong = FaultTimes::new();
    let mut last: Option<(Timestamp, f64)> = None;
    for LabelledSample { sample, .. } in readings {
        let hours = |at: Timestamp| sample.at.since(at) as f64 / HOUR_MS as f64;
        let is_out = last.is_some_and(|(at, cm)| (sample.value - cm).abs() > 20.0 * hours(at).max(1.0));
        if is_out {
            wrong.insert(sample.at);
        }
        if !is_out || last.is_some_and(|(at, _)| hours(at) > 6.0) {
            last = Some((sample.at, sample.value));
        }
    }
    wrong
}

fn off_median(readings: &[LabelledSample]) -> FaultTimes {
    let by_time: BTreeMap<Timestamp, f64> =
        readings.iter().map(|judged| (judged.sample.at, judged.sample.value)).collect();
    let mut wrong = FaultTimes::new();
    for (at, cm) in &by_time {
        let near = (-3..=3).filter_map(|hour| by_time.get(&at.plus_millis(hour * HOUR_MS)).copied());
        let near: Vec<f64> = near.collect();
        if near.len() >= 4 && median(near).is_some_and(|middle| (cm - middle).abs() > 5.0) {
            wrong.insert(*at);
        }
    }
    wrong
}
