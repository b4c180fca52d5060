//! What `snowpack` reads: days and hours of Col de Porte.

use std::collections::BTreeMap;

use chrono::NaiveDate;

use super::date_of;
use crate::folder::Folder;
use crate::labels::{self, Daily};

const DAILY: &str = "cdp_daily.csv";

/// A winter of the record.
#[derive(Default)]
pub(super) struct Winter {
    pub(super) days: BTreeMap<NaiveDate, Observed>,
    /// Hours by the day that they belong to.
    pub(super) hours: BTreeMap<NaiveDate, Vec<Hour>>,
}

/// What was observed at the start of a day, and its weather.
#[derive(Clone, Copy)]
pub(super) struct Observed {
    pub(super) depth_cm: Option<f64>,
    /// By the sensor.
    pub(super) swe_mm: Option<f64>,
    /// By hand.
    pub(super) pit_swe_mm: Option<f64>,
    pub(super) temp_min_c: Option<f64>,
    pub(super) temp_max_c: Option<f64>,
    pub(super) water_mm: Option<f64>,
    /// The part of the water that the station took for snow; for the baseline alone.
    pub(super) snow_mm: Option<f64>,
}

/// An hour's weather.
pub(super) struct Hour {
    pub(super) temp_c: Option<f64>,
    pub(super) humidity_pct: Option<f64>,
    pub(super) water_mm: Option<f64>,
}

/// The winters by name.
pub(super) fn winters(folder: &Folder) -> Result<BTreeMap<String, Winter>, String> {
    let Some(file) = folder.file(DAILY)? else { return Err(format!("{DAILY} is not in the folder")) };
    let (name, date, depth) = (file.column("winter")?, file.column("date")?, file.column("depth_cm")?);
    let (swe, pit) = (file.column("swe_mm")?, file.column("pit_swe_mm")?);
    let (low, high) = (file.column("tmin_c")?, file.column("tmax_c")?);
    let (water, snow) = (file.column("precip_mm")?, file.column("snow_mm")?);
    let mut out: BTreeMap<String, Winter> = BTreeMap::new();
    for row in file.rows() {
        let row = row?;
        let observed = Observed {
            depth_cm: row.number(depth)?,
            swe_mm: row.number(swe)?,
            pit_swe_mm: row.number(pit)?,
            temp_min_c: row.number(low)?,
            temp_max_c: row.number(high)?,
            water_mm: row.number(water)?,
            snow_mm: row.number(snow)?,
        };
        out.entry(row.text(name).to_owned()).or_default().days.insert(row.date(date)?, observed);
    }
    for path in folder.below("cdp_hourly")? {
        let name = path.trim_start_matches("cdp_hourly/").trim_end_matches(".csv");
        if let Some(winter) = out.get_mut(name) {
            hours(folder, &path, winter)?;
        }
    }
    dated_alike(&out)?;
    Ok(out)
}

/// Refuses hours and days of which one is dated otherwise than the other.
fn dated_alike(winters: &BTreeMap<String, Winter>) -> Result<(), String> {
    let (mut by_day, mut by_hour) = (Daily::new(), Daily::new());
    for winter in winters.values() {
        by_day.extend(winter.days.iter().filter_map(|(date, day)| Some((*date, day.water_mm?))));
        by_hour.extend(winter.hours.iter().filter_map(|(date, hours)| {
            let sum: Option<f64> = hours.iter().map(|hour| hour.water_mm).sum();
            Some((*date, sum.filter(|_| hours.len() == 24)?))
        }));
    }
    labels::alike("Col de Porte: water by day and by hour", &by_day, &by_hour)
}

fn hours(folder: &Folder, path: &str, winter: &mut Winter) -> Result<(), String> {
    let Some(file) = folder.file(path)? else { return Ok(()) };
    let (time, temp, humidity) = (file.column("time")?, file.column("tair_c")?, file.column("rh_pct")?);
    let (rain, snow) = (file.column("rain_mm")?, file.column("snow_mm")?);
    for row in file.rows() {
        let row = row?;
        let water_mm = row.number(rain)?.zip(row.number(snow)?).map(|(rain, snow)| rain + snow);
        let hour = Hour { temp_c: row.number(temp)?, humidity_pct: row.number(humidity)?, water_mm };
        winter.hours.entry(date_of(row.time(time)?.utc().naive_utc())).or_default().push(hour);
    }
    Ok(())
}
