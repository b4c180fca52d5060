//! Records of `snowpack`: days and hours of Col de Porte.

use std::collections::BTreeMap;

use chrono::{Datelike, NaiveDate};
use conditions_core::time::Timestamp;

use super::date_of;
use crate::days::Daily;
use crate::folder::{Column, File, Folder};
use crate::labels;
use crate::measure::mean;

const DAILY: &str = "cdp_daily.csv";
/// Minimum number of hours of a day; with fewer, its extremes are used.
const LEAST_HOURS: usize = 20;
/// Number of days of a season needed to decide whether it is the cold one.
const LEAST_DAYS: usize = 20;

/// A winter of the record.
#[derive(Default)]
pub(super) struct Winter {
    pub(super) days: BTreeMap<NaiveDate, ObservedDay>,
    /// Hours by the day that they belong to.
    pub(super) hours: BTreeMap<NaiveDate, Vec<Hour>>,
}

impl Winter {
    /// Returns the hours of a date, if the weather of enough of them is known: rows without values are not weather.
    pub(super) fn hours_of(&self, date: NaiveDate) -> Option<&[Hour]> {
        let hours = self.hours.get(&date).map(Vec::as_slice)?;
        let known = hours.iter().filter(|hour| hour.temp_c.is_some() && hour.water_mm.is_some());
        (known.count() >= LEAST_HOURS).then_some(hours)
    }

    /// Returns whether the weather of a date is known by hours or by its extremes.
    pub(super) fn is_known(&self, date: NaiveDate) -> bool {
        let by_day = self.days.get(&date).is_some_and(|day| {
            day.water_mm.is_some() && (day.temp_min_c.is_some() || day.temp_max_c.is_some())
        });
        by_day || self.hours_of(date).is_some()
    }

    /// Returns a note for the reader of its scores.
    pub(super) fn shortcoming(&self) -> Option<String> {
        if self.days.values().all(|day| day.depth_cm.is_none()) {
            return Some("no depth to begin with, so it was not modelled".to_owned());
        }
        // Days before and after the known weather do not matter.
        let known = || self.days.keys().filter(|date| self.is_known(**date));
        let (first, last) = (known().next()?, known().next_back()?);
        let unknown = first.iter_days().take_while(|date| date <= last).filter(|date| !self.is_known(*date));
        let unknown = unknown.count();
        (unknown > 0).then(|| format!("{unknown} days of unknown weather between known ones"))
    }
}

/// The observations at the start of a day, and its weather.
#[derive(Clone, Copy)]
pub(super) struct ObservedDay {
    pub(super) depth_cm: Option<f64>,
    /// Snow water equivalent by the sensor.
    pub(super) swe_mm: Option<f64>,
    /// Snow water equivalent measured by hand.
    pub(super) pit_swe_mm: Option<f64>,
    pub(super) temp_min_c: Option<f64>,
    pub(super) temp_max_c: Option<f64>,
    pub(super) water_mm: Option<f64>,
    /// Part of the water that the station classified as snow; only for the baseline.
    pub(super) snow_mm: Option<f64>,
}

/// An hour's weather.
#[derive(Clone, Copy)]
pub(super) struct Hour {
    pub(super) temp_c: Option<f64>,
    pub(super) humidity_pct: Option<f64>,
    pub(super) water_mm: Option<f64>,
}

/// Returns the winters by name.
pub(super) fn winters(folder: &Folder) -> Result<BTreeMap<String, Winter>, String> {
    let Some(file) = folder.file(DAILY)? else { return Err(format!("{DAILY} is not in the folder")) };
    let (name, date, depth) = (file.column("winter")?, file.column("date")?, file.column("depth_cm")?);
    let (swe, pit) = (file.optional("swe_mm"), file.optional("pit_swe_mm"));
    let (low, high) = (file.optional("tmin_c"), file.optional("tmax_c"));
    let (water, snow) = (file.optional("precip_mm"), file.optional("snow_mm"));
    let mut out: BTreeMap<String, Winter> = BTreeMap::new();
    for row in file.rows() {
        let row = row?;
        let observed = ObservedDay {
            depth_cm: row.number(depth)?.filter(|cm| *cm >= 0.0),
            swe_mm: row.number(swe)?,
            pit_swe_mm: row.number(pit)?,
            temp_min_c: row.number(low)?,
            temp_max_c: row.number(high)?,
            water_mm: row.number(water)?,
            snow_mm: row.number(snow)?,
        };
        out.entry(row.text(name).to_owned()).or_default().days.insert(row.date(date)?, observed);
    }
    let hours = hours(folder)?;
    for winter in out.values_mut() {
        let (Some(first), Some(last)) = (winter.days.keys().next(), winter.days.keys().next_back()) else {
            continue;
        };
        let of_day = hours.range(*first..=*last);
        winter.hours = of_day.map(|(date, hours)| (*date, hours.values().copied().collect())).collect();
    }
    out.retain(|name, winter| {
        let is_known = winter.days.keys().any(|date| winter.is_known(*date));
        if !is_known {
            folder.note(format!("{DAILY}: winter {name} has no weather, so it was not modelled"));
        }
        is_known
    });
    dated_alike(folder, &out, &file, date)?;
    Ok(out)
}

/// Returns whether the cold season is the southern one. A record without a summer is classified by the frost of June to
/// August.
pub(super) fn is_southern(winters: &BTreeMap<String, Winter>) -> bool {
    let days = || winters.values().flat_map(|winter| &winter.days);
    let mean_of = |months: [u32; 3]| {
        let temps = days().filter(|(date, _)| months.contains(&date.month()));
        let temps: Vec<f64> = temps.filter_map(|(_, day)| day.temp_min_c).collect();
        (temps.len() >= LEAST_DAYS).then(|| mean(temps))
    };
    match (mean_of([12, 1, 2]), mean_of([6, 7, 8])) {
        (Some(december), Some(june)) => june < december,
        (None, Some(june)) => june < 0.0,
        (Some(_) | None, None) => false,
    }
}

/// Rejects columns with different dating.
fn dated_alike(
    folder: &Folder,
    winters: &BTreeMap<String, Winter>,
    file: &File,
    date: Column,
) -> Result<(), String> {
    let (mut by_day, mut by_hour) = (Daily::new(), Daily::new());
    for winter in winters.values() {
        by_day.extend(winter.days.iter().filter_map(|(date, day)| Some((*date, day.water_mm?))));
        by_hour.extend(winter.hours.iter().filter_map(|(date, hours)| {
            let sum: Option<f64> = hours.iter().map(|hour| hour.water_mm).sum();
            Some((*date, sum.filter(|_| hours.len() >= 24)?))
        }));
    }
    labels::check_dating(folder, "Col de Porte: water by day and by hour", &by_day, &by_hour)?;
    let column = |name: &str| file.daily(date, file.optional(name));
    let rises = labels::gains(&column("depth_cm")?);
    labels::check_dating(
        folder,
        "Col de Porte: new snow and the rise of the depth",
        &column("new_snow_cm")?,
        &rises,
    )?;
    labels::check_dating(
        folder,
        "Col de Porte: snowfall and the rise of the depth",
        &column("snow_mm")?,
        &rises,
    )
}

/// Returns hours by the day that they belong to, each once, from any file.
fn hours(folder: &Folder) -> Result<BTreeMap<NaiveDate, BTreeMap<Timestamp, Hour>>, String> {
    let mut out: BTreeMap<NaiveDate, BTreeMap<Timestamp, Hour>> = BTreeMap::new();
    for path in folder.below("cdp_hourly")? {
        let Some(file) = folder.file(&path)? else { continue };
        let (time, temp, humidity) = (file.column("time")?, file.column("tair_c")?, file.optional("rh_pct"));
        let (rain, snow) = (file.column("rain_mm")?, file.column("snow_mm")?);
        for row in file.rows() {
            let row = row?;
            let water_mm = row.number(rain)?.zip(row.number(snow)?).map(|(rain, snow)| rain + snow);
            let hour = Hour { temp_c: row.number(temp)?, humidity_pct: row.number(humidity)?, water_mm };
            let at = row.time(time)?;
            out.entry(date_of(at.utc().naive_utc())).or_default().insert(at, hour);
        }
    }
    Ok(out)
}
