//! `qc`: wrong readings among a station's hourly depths. The service's rule is `sources::despike` over the readings
//! that the lanes store, each checked by the last run that includes it, as when new readings arrive.

mod score;

use std::collections::{BTreeMap, BTreeSet};

use conditions_core::time::{DAY_MS, Timestamp};
use sources::despike::{OtherSeries, Sample, despike};

use crate::Outcome;
use crate::folder::Folder;
use crate::newsnow::limits;
use crate::table::Predictions;

const RECORD: &str = "depth_faults_hourly.csv";
/// Time for which a reading is stored and checked again, days.
const KEPT_DAYS: i64 = 7;

/// A depth with its true value.
struct LabelledSample {
    sample: Sample,
    /// True depth; NaN if the record does not state it.
    truth: f64,
    /// Injected fault; empty if none.
    fault: String,
}

pub(crate) fn run(folder: &Folder) -> Result<Outcome, String> {
    let stations = stations(folder)?;
    let mut predictions = Predictions::new(&["station", "time", "rejected"]);
    let mut rejected = BTreeMap::new();
    for (name, readings) in &stations {
        let wrong = rejects(readings);
        for judged in readings {
            let at = judged.sample.at;
            let time = at.utc().format("%Y-%m-%dT%H:%MZ").to_string();
            predictions.row([name.clone(), time, u8::from(wrong.contains(&at)).to_string()]);
        }
        rejected.insert(name.clone(), wrong);
    }
    Ok(Outcome { predictions, scores: vec![score::table(&stations, &rejected)] })
}

fn stations(folder: &Folder) -> Result<BTreeMap<String, Vec<LabelledSample>>, String> {
    let Some(file) = folder.file(RECORD)? else { return Err(format!("{RECORD} is not in the folder")) };
    let (station, time) = (file.column("station")?, file.column("time")?);
    let (raw, truth, fault) =
        (file.column("depth_raw_cm")?, file.optional("depth_true_cm"), file.optional("fault"));
    let mut out: BTreeMap<String, Vec<LabelledSample>> = BTreeMap::new();
    for row in file.rows() {
        let row = row?;
        let Some(value) = row.number(raw)? else { continue };
        let judged = LabelledSample {
            sample: Sample { at: row.time(time)?, value },
            truth: row.number(truth)?.unwrap_or(f64::NAN),
            fault: row.text(fault).to_owned(),
        };
        out.entry(row.text(station).to_owned()).or_default().push(judged);
    }
    for readings in out.values_mut() {
        readings.sort_by_key(|judged| judged.sample.at);
    }
    Ok(out)
}

/// Returns the times whose depth is rejected. A day is checked when it is [`KEPT_DAYS`] days old less one: with the
/// earlier days that are still stored, and all later ones.
fn rejects(readings: &[LabelledSample]) -> BTreeSet<Timestamp> {
    let mut out = BTreeSet::new();
    let samples: Vec<Sample> = readings.iter().map(|judged| judged.sample).collect();
    let (Some(first), Some(last)) = (samples.first(), samples.last()) else { return out };
    // UTC days, so that the first hour of the record does not matter.
    let mut day = first.at.plus_millis(-first.at.millis().rem_euclid(DAY_MS));
    while day <= last.at {
        let (before, after) =
            (day.plus_millis(-DAY_MS * KEPT_DAYS / 2), day.plus_millis(DAY_MS * (KEPT_DAYS + 1) / 2));
        let from = samples.partition_point(|sample| sample.at < before);
        let to = samples.partition_point(|sample| sample.at < after);
        let thresholds = limits(samples.get(..to).unwrap_or_default());
        let dropped =
            despike(samples.get(from..to).unwrap_or_default(), OtherSeries::default(), &thresholds).dropped;
        let end = day.plus_millis(DAY_MS);
        out.extend(dropped.iter().map(|dropped| dropped.sample.at).filter(|at| *at >= day && *at < end));
        day = end;
    }
    out
}

#[cfg(test)]
mod tests;
