//! Records of `newsnow`: depths of stations, and the measurements of a board or a heated gauge next to them.

use std::collections::{BTreeMap, HashMap};

use chrono::NaiveDate;
use conditions_core::time::{HOUR_MS, MINUTE_MS};
use sources::despike::Sample;

use crate::days;
use crate::folder::Folder;
use crate::labels;

/// The station with a snow board.
pub(crate) const BOARD: &str = "col_de_porte";
/// Hour at which its board is read, UTC.
const BOARD_HOUR: i64 = 6;
const STATIONS: &str = "stations_hourly.csv";

/// A station's depths as received, ascending.
pub(crate) struct Station {
    pub(crate) name: String,
    /// Hour of the UTC day at which its days begin.
    pub(crate) day_starts_h: i64,
    pub(crate) depths: Vec<Sample>,
    /// Air temperatures, °C, ascending.
    pub(crate) temps: Vec<Sample>,
    /// Relative humidities, percent, ascending.
    pub(crate) humidities: Vec<Sample>,
    /// Temperatures of the snow surface, °C, ascending.
    pub(crate) surfaces: Vec<Sample>,
}

/// Depths, air temperatures, humidities and surface temperatures.
type Readings = [Vec<Sample>; 4];

/// A day of the board; values may be unknown.
#[derive(Clone, Copy)]
pub(super) struct BoardDay {
    pub(super) new_snow_cm: Option<f64>,
    pub(super) snow_mm: Option<f64>,
    pub(super) rain_mm: Option<f64>,
}

/// Measurements against which new snow is scored.
#[derive(Default)]
pub(super) struct GroundTruth {
    pub(super) board: HashMap<NaiveDate, BoardDay>,
    /// The station with the heated gauge next to a station, by its name.
    pub(super) gauge_of: BTreeMap<String, String>,
    /// Catch of a gauge on a UTC day, millimetres, with the number of readings.
    pub(super) caught: HashMap<(String, NaiveDate), (f64, u32)>,
}

impl GroundTruth {
    /// Returns whether the gauge next to a station caught nothing on a day and the day before; false if unknown.
    pub(super) fn is_still(&self, station: &str, date: NaiveDate) -> bool {
        let Some(gauge) = self.gauge_of.get(station) else { return false };
        let dry = |date: Option<NaiveDate>| {
            let caught = date.and_then(|date| self.caught.get(&(gauge.clone(), date)));
            caught.is_some_and(|(mm, readings)| *mm < 0.1 && *readings >= 24)
        };
        dry(date.pred_opt()) && dry(Some(date))
    }
}

/// Returns every station with a depth, by name.
pub(crate) fn stations(folder: &Folder) -> Result<Vec<Station>, String> {
    let starts = day_starts(folder)?;
    let mut by_name: BTreeMap<String, Readings> = BTreeMap::new();
    for name in [STATIONS.to_owned()].into_iter().chain(folder.below("cdp_hourly")?) {
        let Some(file) = folder.file(&name)? else { continue };
        let station = if name == STATIONS { Some(file.column("station")?) } else { None };
        let (time, depth) = (file.column("time")?, file.column("depth_cm")?);
        let others = ["tair_c", "rh_pct", "surface_c"].map(|name| file.optional(name));
        let [temp, humidity, surface] = others;
        for row in file.rows() {
            let row = row?;
            let at = row.time(time)?;
            let name = station.map_or(BOARD, |station| row.text(station));
            let series = by_name.entry(name.to_owned()).or_default();
            for (samples, column) in series.iter_mut().zip([Some(depth), temp, humidity, surface]) {
                samples.extend(row.number(column)?.map(|value| Sample { at, value }));
            }
        }
    }
    by_name.retain(|_, [depths, ..]| !depths.is_empty());
    if by_name.is_empty() {
        return Err(format!(
            "neither {STATIONS} nor a file of cdp_hourly has a depth: is --data the right folder?"
        ));
    }
    let stations = by_name.into_iter().map(|(name, mut series)| {
        series.iter_mut().for_each(|samples| samples.sort_by_key(|sample| sample.at));
        let [depths, temps, humidities, surfaces] = series;
        let usual = if name == BOARD { BOARD_HOUR } else { 0 };
        let day_starts_h = starts.get(&name).copied().unwrap_or(usual);
        Station { name, day_starts_h, depths, temps, humidities, surfaces }
    });
    Ok(stations.collect())
}

/// Returns the hour at which the days of a station begin, as far as the list of stations states it.
fn day_starts(folder: &Folder) -> Result<BTreeMap<String, i64>, String> {
    let mut out = BTreeMap::new();
    let Some(file) = folder.file("stations.csv")? else { return Ok(out) };
    let (station, starts) = (file.column("station")?, file.optional("day_starts_utc_h"));
    for row in file.rows() {
        let row = row?;
        if let Some(hour) = row.number(starts)? {
            out.insert(row.text(station).to_owned(), hour as i64);
        }
    }
    Ok(out)
}

/// Reads the board's days and the catch of heated gauges.
pub(super) fn truths(folder: &Folder) -> Result<GroundTruth, String> {
    let mut truths = GroundTruth::default();
    if let Some(file) = folder.file("cdp_daily.csv")? {
        let (date, new_snow) = (file.column("date")?, file.optional("new_snow_cm"));
        let (snow, rain) = (file.optional("snow_mm"), file.optional("rain_mm"));
        labels::check_dating(
            folder,
            "the board's snow and its water",
            &file.daily(date, new_snow)?,
            &file.daily(date, snow)?,
        )?;
        for row in file.rows() {
            let row = row?;
            let board = BoardDay {
                new_snow_cm: row.number(new_snow)?,
                snow_mm: row.number(snow)?,
                rain_mm: row.number(rain)?,
            };
            truths.board.insert(row.date(date)?, board);
        }
    }
    if let Some(file) = folder.file("stations.csv")? {
        let (station, gauge) = (file.column("station")?, file.column("heated_gauge")?);
        let has_depth = file.column("has_depth")?;
        for row in file.rows() {
            let row = row?;
            if row.text(has_depth) == "yes" && !row.text(gauge).is_empty() {
                truths.gauge_of.insert(row.text(station).to_owned(), row.text(gauge).to_owned());
            }
        }
    }
    let Some(file) = folder.file(STATIONS)? else { return Ok(truths) };
    let (station, time, precipitation) =
        (file.column("station")?, file.column("time")?, file.optional("precip_mm"));
    for row in file.rows() {
        let row = row?;
        let name = row.text(station);
        if let Some(mm) = row.number(precipitation)?
            && truths.gauge_of.values().any(|gauge| gauge == name)
        {
            // The end of an interval at midnight belongs to the day before.
            let day = days::date(row.time(time)?.plus_millis(-MINUTE_MS));
            let caught = truths.caught.entry((name.to_owned(), day)).or_default();
            *caught = (caught.0 + mm, caught.1 + 1);
        }
    }
    Ok(truths)
}

/// Returns the number of the hour that ends at or after a reading, so that 11:00:01 to 12:00:00 are one hour.
pub(super) fn hour(sample: &Sample) -> i64 {
    (sample.at.millis() - 1).div_euclid(HOUR_MS)
}
