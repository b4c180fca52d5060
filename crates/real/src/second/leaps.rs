//! `leaps` of the second set: the depth that the service publishes at each reading, from the readings up to it.
//!
//! A leap is a climb of more than 20 cm between two readings without snowfall. While it lasts, a published depth must
//! not exceed the reading before it by more than 20 cm, or must be flagged.

use conditions_core::policy::Policy;
use conditions_core::time::{HOUR_MS, Timestamp};
use sources::despike::snowfall::WINDOWS;
use sources::despike::{Sample, Thresholds, despike};

use crate::Outcome;
use crate::folder::Folder;
use crate::newsnow::records::{self, Station};
use crate::table::{Predictions, Table, percent};

/// Storage time of depths in the lanes.
const STORED_MS: i64 = (WINDOWS[2] as i64 + 2) * HOUR_MS;
/// Largest believable excess over the reading before a leap, cm.
const MOST_CM: f64 = 20.0;
/// Time for which a leap without an end counts.
const OPEN_MS: i64 = 72 * HOUR_MS;

/// The depth published at a reading.
#[derive(Clone, Copy)]
struct PublishedDepth {
    at: Timestamp,
    cm: Option<f64>,
    is_flagged: bool,
}

struct Leap {
    station: String,
    at: Timestamp,
    until: Timestamp,
    before_cm: f64,
}

pub(crate) fn run(folder: &Folder) -> Result<Outcome, String> {
    let mut stations = records::stations(folder)?;
    // Other series are cleaned by their source.
    stations.retain(|station| station.name != records::BOARD && !station.name.starts_with("snotel"));
    let leaps = leaps(folder)?;
    let mut predictions = Predictions::new(&["station", "time", "depth_cm", "flagged"]);
    let (mut shown, mut hours, mut readings, mut flagged) = (0, 0, 0, 0);
    for station in &stations {
        let published = published(station);
        for one in &published {
            let time = one.at.utc().format("%Y-%m-%dT%H:%MZ").to_string();
            let cm = one.cm.map_or_else(String::new, |cm| format!("{cm:.1}"));
            predictions.row([station.name.clone(), time, cm, u8::from(one.is_flagged).to_string()]);
        }
        let of_station = || leaps.iter().filter(|leap| leap.station == station.name);
        for leap in of_station() {
            let wrong = published.iter().filter(|one| one.at >= leap.at && one.at < leap.until);
            let wrong = wrong.filter(|one| !one.is_flagged && one.cm > Some(leap.before_cm + MOST_CM));
            let mut wrong: Vec<i64> = wrong.map(|one| one.at.millis().div_euclid(HOUR_MS)).collect();
            wrong.dedup();
            shown += usize::from(!wrong.is_empty());
            hours += wrong.len();
        }
        let apart = |one: &&PublishedDepth| of_station().all(|leap| one.at < leap.at || one.at > leap.until);
        readings += published.iter().filter(apart).count();
        flagged += published.iter().filter(apart).filter(|one| one.is_flagged).count();
    }
    let title = format!("Leaps of the depth sensor: {} of more than 20 cm without snowfall", leaps.len());
    let header = ["rule", "published without a flag", "hours", "other readings flagged"];
    let mut table = Table::new(title, &header);
    let figures = [format!("{shown} of {}", leaps.len()), hours.to_string(), percent(flagged, readings)];
    table.row("**ours**", figures);
    Ok(Outcome { predictions, scores: vec![table] })
}

/// Returns what the service publishes at each reading.
fn published(station: &Station) -> Vec<PublishedDepth> {
    let thresholds = Thresholds::standard();
    let flagged_ms = Policy::CONTRACT.readings.doubted_ms;
    let known = station.depths.iter().enumerate().map(|(nth, reading)| {
        let since = reading.at.plus_millis(-STORED_MS);
        let from = station.depths.partition_point(|sample| sample.at < since);
        let stored: &[Sample] = station.depths.get(from..=nth).unwrap_or_default();
        let series = despike(stored, station.weather_between(since, reading.at), &thresholds);
        let since = reading.at.plus_millis(-flagged_ms);
        PublishedDepth {
            at: reading.at,
            cm: series.kept.last().map(|sample| sample.value),
            is_flagged: series.dropped.iter().any(|dropped| dropped.sample.at >= since),
        }
    });
    known.collect()
}

fn leaps(folder: &Folder) -> Result<Vec<Leap>, String> {
    let file = folder.required("truth_leaps.csv")?;
    let (station, time) = (file.column("station")?, file.column("time")?);
    let (before, back) = (file.column("before_cm")?, file.column("back_at")?);
    let mut out = Vec::new();
    for row in file.rows() {
        let row = row?;
        let at = row.time(time)?;
        let until = if row.text(back).is_empty() { at.plus_millis(OPEN_MS) } else { row.time(back)? };
        let before_cm = row.number(before)?.unwrap_or(0.0);
        out.push(Leap { station: row.text(station).to_owned(), at, until, before_cm });
    }
    Ok(out)
}
