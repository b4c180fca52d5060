//! Forecasts as they were issued, the stations that they are paired with, and what these measured.

use std::collections::BTreeMap;

use chrono::NaiveDate;

use super::CM_PER_MM;
use crate::folder::Folder;

const FORECASTS: &str = "forecasts_openmeteo_2026.csv";
const MEASURED: &str = "obs_snotel_2026.csv";
const PAIRS: &str = "pairs.csv";
/// Days of an issue.
const LEADS: usize = 16;

/// A forecast place and the station that it is judged by.
pub(super) struct Pair {
    pub(super) place: String,
    pub(super) station: String,
    /// Whether the station measures water; else the rise of its depth stands for it at the forecast's ratio.
    pub(super) is_water: bool,
    /// Share of the station's day that lies in the next UTC day; below 0 in the one before.
    pub(super) late: f64,
}

/// What was forecast at one instant for one place.
pub(super) struct Issue {
    /// The instant, as the record has it.
    pub(super) at: String,
    /// Water by UTC day, mm.
    pub(super) days: [Option<f64>; LEADS],
}

/// Days of the records are counted from 1970.
pub(super) struct Records {
    pub(super) pairs: Vec<Pair>,
    /// By place and day of issue.
    pub(super) issues: BTreeMap<String, BTreeMap<i64, Issue>>,
    /// Water or what stands for it, by station and day, mm.
    pub(super) measured: BTreeMap<String, BTreeMap<i64, f64>>,
}

/// A date as the records write it.
pub(super) fn date(day: i64) -> String {
    let date = i32::try_from(day).ok().and_then(NaiveDate::from_epoch_days);
    date.map(|date| date.to_string()).unwrap_or_default()
}

fn number(date: NaiveDate) -> i64 {
    i64::from(date.to_epoch_days())
}

impl Records {
    pub(super) fn read(folder: &Folder) -> Result<Self, String> {
        let pairs = pairs(folder)?;
        Ok(Self { issues: issues(folder, &pairs)?, measured: measured(folder, &pairs)?, pairs })
    }
}

fn pairs(folder: &Folder) -> Result<Vec<Pair>, String> {
    let file = folder.file(PAIRS)?.ok_or_else(|| format!("{PAIRS} is not in the folder"))?;
    let (place, station, usage) = (file.column("place")?, file.column("station")?, file.column("use")?);
    let (starts, measures) = (file.column("day_starts_utc_h")?, file.column("measures")?);
    let mut out = Vec::new();
    for row in file.rows() {
        let row = row?;
        if row.text(usage) == "primary" {
            out.push(Pair {
                place: row.text(place).to_owned(),
                station: row.text(station).to_owned(),
                is_water: row.text(measures).contains("swe"),
                late: row.number(starts)?.unwrap_or(0.0) / 24.0,
            });
        }
    }
    Ok(out)
}

fn issues(folder: &Folder, pairs: &[Pair]) -> Result<BTreeMap<String, BTreeMap<i64, Issue>>, String> {
    let file = folder.file(FORECASTS)?.ok_or_else(|| format!("{FORECASTS} is not in the folder"))?;
    let (issued, place, lead, snow) = (
        file.column("issued_at")?,
        file.column("place")?,
        file.column("lead_day")?,
        file.column("snowfall_cm")?,
    );
    let mut out: BTreeMap<String, BTreeMap<i64, Issue>> = BTreeMap::new();
    for row in file.rows() {
        let row = row?;
        if !pairs.iter().any(|pair| pair.place == row.text(place)) {
            continue;
        }
        let at = row.text(issued).to_owned();
        let issue = out
            .entry(row.text(place).to_owned())
            .or_default()
            .entry(number(row.date(issued)?))
            .or_insert_with(|| Issue { at, days: [None; LEADS] });
        let lead = row.number(lead)?.unwrap_or(-1.0);
        let day = if lead >= 0.0 { issue.days.get_mut(lead as usize) } else { None };
        if let (Some(day), Some(cm)) = (day, row.number(snow)?) {
            *day = Some(cm / CM_PER_MM);
        }
    }
    Ok(out)
}

fn measured(folder: &Folder, pairs: &[Pair]) -> Result<BTreeMap<String, BTreeMap<i64, f64>>, String> {
    let file = folder.file(MEASURED)?.ok_or_else(|| format!("{MEASURED} is not in the folder"))?;
    let (station, date, water, rise) =
        (file.column("station")?, file.column("date")?, file.column("dswe_mm")?, file.column("rise_cm")?);
    let mut out: BTreeMap<String, BTreeMap<i64, f64>> = BTreeMap::new();
    for row in file.rows() {
        let row = row?;
        let Some(pair) = pairs.iter().find(|pair| pair.station == row.text(station)) else { continue };
        let mm = if pair.is_water { row.number(water)? } else { row.number(rise)?.map(|cm| cm / CM_PER_MM) };
        if let Some(mm) = mm {
            let days = out.entry(pair.station.clone()).or_default();
            days.insert(number(row.date(date)?), mm.max(0.0));
        }
    }
    Ok(out)
}
