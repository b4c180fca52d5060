//! Winters of the second set, with their weather by hours and by days.

use std::collections::BTreeMap;

use chrono::{NaiveDate, TimeDelta};

use crate::folder::Folder;

/// A winter of a site.
pub(super) struct Winter {
    pub(super) site: String,
    pub(super) name: String,
    pub(super) lat: f64,
    pub(super) elevation_m: f64,
    /// Water and depth on the first day, mm and cm.
    pub(super) start: (f64, f64),
    /// Hours by the day that they belong to.
    pub(super) hours: BTreeMap<NaiveDate, Vec<WeatherHour>>,
    /// Lowest and highest temperature, and precipitation.
    pub(super) days: BTreeMap<NaiveDate, [Option<f64>; 3]>,
}

/// The weather of the hour before a time.
pub(super) struct WeatherHour {
    /// The time, as in the record.
    pub(super) time: String,
    pub(super) temp_c: Option<f64>,
    pub(super) humidity_pct: Option<f64>,
    pub(super) water_mm: Option<f64>,
}

/// Reads every winter, in the order of the list.
pub(super) fn winters(folder: &Folder) -> Result<Vec<Winter>, String> {
    let mut days = by_days(folder)?;
    let file = folder.required("winters.csv")?;
    let (site, name) = (file.column("site")?, file.column("winter")?);
    let [lat, elevation, starts, water, depth] =
        ["lat", "elevation_m", "day_starts_utc_h", "start_swe_mm", "start_depth_cm"]
            .map(|name| file.column(name));
    let (lat, elevation, starts, water, depth) = (lat?, elevation?, starts?, water?, depth?);
    let mut out = Vec::new();
    for row in file.rows() {
        let row = row?;
        let (site, name) = (row.text(site).to_owned(), row.text(name).to_owned());
        let number = |column| row.number(column).map(|number| number.unwrap_or(0.0));
        let hours = by_hours(folder, &format!("weather_hourly/{site}_{name}.csv"), number(starts)? as i64)?;
        out.push(Winter {
            lat: number(lat)?,
            elevation_m: number(elevation)?,
            start: (number(water)?, number(depth)?),
            hours,
            days: days.remove(&(site.clone(), name.clone())).unwrap_or_default(),
            site,
            name,
        });
    }
    Ok(out)
}

type Days = BTreeMap<NaiveDate, [Option<f64>; 3]>;

fn by_days(folder: &Folder) -> Result<BTreeMap<(String, String), Days>, String> {
    let file = folder.required("weather_daily.csv")?;
    let (site, winter, date) = (file.column("site")?, file.column("winter")?, file.column("date")?);
    let (low, high, water) = (file.column("tmin_c")?, file.column("tmax_c")?, file.column("precip_mm")?);
    let mut out: BTreeMap<(String, String), Days> = BTreeMap::new();
    for row in file.rows() {
        let row = row?;
        let weather = [row.number(low)?, row.number(high)?, row.number(water)?];
        let key = (row.text(site).to_owned(), row.text(winter).to_owned());
        out.entry(key).or_default().insert(row.date(date)?, weather);
    }
    Ok(out)
}

fn by_hours(
    folder: &Folder,
    path: &str,
    day_starts_h: i64,
) -> Result<BTreeMap<NaiveDate, Vec<WeatherHour>>, String> {
    let mut out: BTreeMap<NaiveDate, Vec<WeatherHour>> = BTreeMap::new();
    let Some(file) = folder.file(path)? else { return Ok(out) };
    let (time, temp, water) = (file.column("time")?, file.column("tair_c")?, file.column("precip_mm")?);
    let humidity = file.optional("rh_pct");
    for row in file.rows() {
        let row = row?;
        let end = row.time(time)?.utc().naive_utc();
        let day = (end - TimeDelta::hours(day_starts_h) - TimeDelta::minutes(1)).date();
        out.entry(day).or_default().push(WeatherHour {
            time: row.text(time).to_owned(),
            temp_c: row.number(temp)?,
            humidity_pct: row.number(humidity)?,
            water_mm: row.number(water)?,
        });
    }
    Ok(out)
}
