//! Forecasts as issued, the stations paired with them, and the stations' measurements.

use std::collections::BTreeMap;

use chrono::NaiveDate;

use super::CM_PER_MM;
use crate::folder::Folder;
use crate::labels::check_forecast_dating;
use crate::measure::{Pair as Told, mean};

const FORECASTS: &str = "forecasts_openmeteo_2026.csv";
const MEASURED: &str = "obs_snotel_2026.csv";
const PAIRS: &str = "pairs.csv";
/// Number of days of an issue.
const LEADS: usize = 16;
/// Number of days of an issue whose forecasts are good enough to check whether they are dated like the stations.
const LEADS_TOLD: usize = 4;
const DAY_H: f64 = 24.0;

/// A forecast place and the station that scores it.
pub(super) struct Pair {
    pub(super) place: String,
    pub(super) station: String,
    /// Whether the station measures water; otherwise its rise of depth is converted at the forecast's ratio.
    pub(super) is_water: bool,
    /// Share of the station's day in the next UTC day; negative if in the one before.
    pub(super) late: f64,
}

/// A forecast issued at one time for one place.
pub(super) struct Issue {
    /// Time of issue, as in the record.
    pub(super) at: String,
    /// Water by UTC day, mm.
    pub(super) days: [Option<f64>; LEADS],
}

/// The records; days are counted from 1970.
pub(super) struct Records {
    pub(super) pairs: Vec<Pair>,
    /// Issues by place and day of issue.
    pub(super) issues: BTreeMap<String, BTreeMap<i64, Issue>>,
    /// Measured or converted water, by station and day, mm.
    pub(super) measured: BTreeMap<String, BTreeMap<i64, f64>>,
}

/// Formats a date as in the records.
pub(crate) fn date(day: i64) -> String {
    let date = i32::try_from(day).ok().and_then(NaiveDate::from_epoch_days);
    date.map(|date| date.to_string()).unwrap_or_default()
}

fn number(date: NaiveDate) -> i64 {
    i64::from(date.to_epoch_days())
}

impl Records {
    pub(super) fn read(folder: &Folder) -> Result<Self, String> {
        let pairs = pairs(folder)?;
        let records = Self { issues: issues(folder, &pairs)?, measured: measured(folder, &pairs)?, pairs };
        if records.issues.is_empty() {
            return Err(format!("no row of {FORECASTS} has a place that {PAIRS} pairs with a station"));
        }
        check_forecast_dating("the forecasts and what the stations measured", |lag| records.pairs_at(lag))?;
        Ok(records)
    }

    /// Returns the first day of issue.
    pub(super) fn first_issue(&self) -> Option<i64> {
        self.issues.values().filter_map(|issues| issues.keys().next().copied()).min()
    }

    /// Returns forecasts of the first days of each issue with the measurements `lag` days later, each relative to the
    /// usual amount of its place and lead.
    fn pairs_at(&self, lag: i64) -> Vec<Told> {
        let mut out = Vec::new();
        for pair in &self.pairs {
            let Some(truth) = self.measured.get(&pair.station) else { continue };
            let usual = Scale::from_values(truth.values().copied());
            for lead in 0..LEADS_TOLD {
                let of_lead = |(issued, issue): (&i64, &Issue)| {
                    let day = issued + lead as i64;
                    Some((issue.of_station(pair.late).get(lead).copied().flatten()?, day))
                };
                let told: Vec<(f64, i64)> =
                    self.issues.get(&pair.place).into_iter().flatten().filter_map(of_lead).collect();
                let scale = Scale::from_values(told.iter().map(|(mm, _)| *mm));
                out.extend(told.iter().filter_map(|(mm, day)| {
                    Some((scale.of_one(*mm)?, usual.of_one(*truth.get(&(day + lag))?)?))
                }));
            }
        }
        out
    }
}

/// Mean and variation of a quantity at a place.
struct Scale {
    mean: f64,
    deviation: f64,
}

impl Scale {
    fn from_values(values: impl Iterator<Item = f64> + Clone) -> Self {
        let middle = mean(values.clone());
        Self { mean: middle, deviation: mean(values.map(|value| (value - middle).powi(2))).sqrt() }
    }

    /// Returns the normalised distance from the mean; `None` if all values are equal.
    fn of_one(&self, value: f64) -> Option<f64> {
        (self.deviation > 0.0).then(|| (value - self.mean) / self.deviation)
    }
}

fn pairs(folder: &Folder) -> Result<Vec<Pair>, String> {
    let file = folder.file(PAIRS)?.ok_or_else(|| format!("{PAIRS} is not in the folder"))?;
    let (place, station, usage) = (file.column("place")?, file.column("station")?, file.column("use")?);
    let (starts, measures) = (file.column("day_starts_utc_h")?, file.column("measures")?);
    let mut out: BTreeMap<(String, String), Pair> = BTreeMap::new();
    for row in file.rows() {
        let row = row?;
        if row.text(usage) == "primary" {
            let (place, station) = (row.text(place).to_owned(), row.text(station).to_owned());
            let is_water = row.text(measures).contains("swe");
            let hours = row.number(starts)?.unwrap_or(0.0);
            if hours.abs() >= DAY_H {
                return Err(format!(
                    "{PAIRS}: the day of {station} begins {hours} h off the UTC day of its date, on another date"
                ));
            }
            out.insert(
                (place.clone(), station.clone()),
                Pair { place, station, is_water, late: hours / DAY_H },
            );
        }
    }
    if out.is_empty() {
        return Err(format!("{PAIRS}: no pair has primary use, so no forecast has a station"));
    }
    Ok(out.into_values().collect())
}

fn issues(folder: &Folder, pairs: &[Pair]) -> Result<BTreeMap<String, BTreeMap<i64, Issue>>, String> {
    let file = folder.file(FORECASTS)?.ok_or_else(|| format!("{FORECASTS} is not in the folder"))?;
    let (issued, place, date, lead, snow) = (
        file.column("issued_at")?,
        file.column("place")?,
        file.column("date")?,
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
        let on = number(row.date(issued)?);
        let Some(lead) = row.number(lead)?.filter(|lead| *lead >= 0.0 && lead.fract() == 0.0) else {
            continue;
        };
        let days = number(row.date(date)?) - on;
        if days != lead as i64 {
            return Err(format!(
                "{FORECASTS}: {at} has, as lead {lead}, a day {days} days after it: days must be named by the date of their beginning"
            ));
        }
        let issue = out
            .entry(row.text(place).to_owned())
            .or_default()
            .entry(on)
            .or_insert_with(|| Issue { at: at.clone(), days: [None; LEADS] });
        // The first of several issues of a day counts.
        if at < issue.at {
            *issue = Issue { at: at.clone(), days: [None; LEADS] };
        }
        if at == issue.at
            && let (Some(day), Some(cm)) = (issue.days.get_mut(lead as usize), row.number(snow)?)
        {
            *day = Some(cm.max(0.0) / CM_PER_MM);
        }
    }
    Ok(out)
}

fn measured(folder: &Folder, pairs: &[Pair]) -> Result<BTreeMap<String, BTreeMap<i64, f64>>, String> {
    // Without measurements nothing is learnt, and the default coefficients are used.
    let Some(file) = folder.file(MEASURED)? else { return Ok(BTreeMap::new()) };
    let (station, date, water, rise) =
        (file.column("station")?, file.column("date")?, file.optional("dswe_mm"), file.optional("rise_cm"));
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
