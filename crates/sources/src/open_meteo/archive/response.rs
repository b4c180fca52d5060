//! Reads a response of the archive as days: dates, centimetres, degrees and millimetres, converted from the unit in the
//! response. Missing values stay missing.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use chrono::NaiveDate;
use climate::{DATASET, Day, DayWeather};
use conditions_core::geo::degrees_apart;

use super::super::response::FARTHEST_CELL_DEG;
use super::super::split::split;
use super::super::times;
use super::super::wire::{Cell, Location, Section};
use super::error;
use super::request::{ArchiveCall, DEPTH, SNOWFALL, TEMP_MAX, TEMP_MIN, WATER};
use crate::error::{FaultPosition, Kind, ParseError, excerpt};

/// A remark about a response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArchiveNote {
    /// A column is absent.
    Absent(&'static str),
    /// A column is in an unknown unit, so it is not used.
    Unit(&'static str, String),
    /// Days that were not requested, or whose date is unreadable.
    Strange(usize),
    /// Dates that occur twice with different values: all of them are dropped.
    Repeated(usize),
    /// Requested days that are not in the response.
    Short(usize),
    /// The response continues after its end.
    Trailing,
}

impl fmt::Display for ArchiveNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent(column) => write!(f, "no column {column}"),
            Self::Unit(column, unit) => write!(f, "column {column} is in the unknown unit `{unit}`"),
            Self::Strange(days) => write!(f, "{days} days were not requested"),
            Self::Repeated(days) => write!(f, "{days} dates occur twice with different values"),
            Self::Short(days) => write!(f, "{days} days are missing"),
            Self::Trailing => f.write_str("text after the end"),
        }
    }
}

/// Content of a response.
#[derive(Debug, Clone, PartialEq)]
pub struct ArchiveReply {
    /// The days in the response, oldest first, without duplicates; snowfall at the archive's fixed seven of snow to ten
    /// of water.
    pub days: Vec<Day>,
    /// Remarks about the response.
    pub notes: Vec<ArchiveNote>,
}

impl ArchiveCall {
    /// Reads the body of a response to this call.
    ///
    /// # Errors
    /// Returns an error if nothing in it is usable: not JSON, a rejection, a truncated response, another place, no
    /// days.
    pub fn read(&self, body: &[u8]) -> Result<ArchiveReply, ParseError> {
        let split = split(body, super::META.bounds.records).map_err(ours)?;
        let [element] = split.elements.as_slice() else {
            return Err(error(FaultPosition::Body, Kind::Ambiguous));
        };
        let location = Location::read(*element, FaultPosition::Body).map_err(ours)?;
        self.is_near(&location)?;
        let offset = location.offset().map_err(|kind| error(FaultPosition::Body, kind))?;
        let malformed = |what: &str| error(FaultPosition::Body, Kind::Malformed(what.to_owned()));
        let daily = location.section("daily").ok_or_else(|| malformed("no daily values"))?;
        let axis = daily.column("time").ok_or_else(|| malformed("daily values without dates"))?;
        let mut notes = Vec::new();
        let snowfall =
            named(daily, SNOWFALL).and_then(|_| column(daily, SNOWFALL, centimetres_of_snowfall, &mut notes));
        let depth = column(daily, DEPTH, centimetres_of_depth, &mut notes);
        let weather = Weather::read(daily, &mut notes);
        if snowfall.is_none() && depth.is_none() && weather.water_mm.is_none() {
            return Err(malformed("neither precipitation nor snow in a known unit"));
        }
        let mut days: BTreeMap<NaiveDate, Day> = BTreeMap::new();
        let mut repeated = BTreeSet::new();
        let mut strange = 0;
        for (row, cell) in axis.iter().enumerate() {
            let date = times::date(cell, offset).filter(|date| (self.first..=self.last).contains(date));
            let Some(date) = date else {
                strange += 1;
                continue;
            };
            let (snowfall_cm, depth_cm) = (at(&snowfall, row), at(&depth, row));
            let day = Day { date, snowfall_cm, depth_cm, weather: weather.day(row) };
            let first = *days.entry(date).or_insert(day);
            if first != day {
                repeated.insert(date);
            }
        }
        days.retain(|date, _| !repeated.contains(date));
        if days.is_empty() {
            return Err(error(FaultPosition::Body, Kind::Times("none of the requested days".to_owned())));
        }
        let asked = self.last.signed_duration_since(self.first).num_days() + 1;
        let missing = usize::try_from(asked).unwrap_or(0).saturating_sub(days.len());
        let counts = [
            (strange, ArchiveNote::Strange(strange)),
            (repeated.len(), ArchiveNote::Repeated(repeated.len())),
            (missing, ArchiveNote::Short(missing)),
            (usize::from(split.fault.is_some()), ArchiveNote::Trailing),
        ];
        notes.extend(counts.into_iter().filter(|(count, _)| *count > 0).map(|(_, note)| note));
        Ok(ArchiveReply { days: days.into_values().collect(), notes })
    }

    /// Checks that the grid cell's centre is near the place: data of another place are worse than none.
    fn is_near(&self, location: &Location) -> Result<(), ParseError> {
        // A response without coordinates is taken for the requested place, since a call concerns only one.
        let Some(cell) = location.cell() else { return Ok(()) };
        let far = degrees_apart((self.place.lat, self.place.lon), cell);
        if far <= FARTHEST_CELL_DEG { Ok(()) } else { Err(error(FaultPosition::Body, Kind::TooFar(far))) }
    }
}

/// The cells of a variable; `None` if they are not usable.
type Cells = Option<Vec<Option<f64>>>;

fn at(column: &Cells, row: usize) -> Option<f64> {
    column.as_ref()?.get(row).copied().flatten()
}

/// The weather columns.
struct Weather {
    temp_min_c: Cells,
    temp_max_c: Cells,
    water_mm: Cells,
}

impl Weather {
    fn read(daily: &Section, notes: &mut Vec<ArchiveNote>) -> Self {
        Self {
            temp_min_c: column(daily, TEMP_MIN, celsius, notes),
            temp_max_c: column(daily, TEMP_MAX, celsius, notes),
            water_mm: column(daily, WATER, millimetres_of_water, notes),
        }
    }

    /// Returns the weather of a row. The upstream's extremes are those of the available hours, and its sum is null if
    /// one is missing: without the sum the day is unknown.
    fn day(&self, row: usize) -> DayWeather {
        let Some(water_mm) = at(&self.water_mm, row) else { return DayWeather::default() };
        let (temp_min_c, temp_max_c) = (at(&self.temp_min_c, row), at(&self.temp_max_c, row));
        DayWeather { temp_min_c, temp_max_c, water_mm: Some(water_mm) }
    }
}

/// Conversion of a unit to ours: a factor, and the value that is added before it.
type Scale = (f64, f64);

/// Returns the column of a variable, with or without the model's suffix, and its full name.
fn named<'d>(daily: &'d Section, name: &str) -> Option<(String, &'d [Cell])> {
    let suffixed = format!("{name}_{DATASET}");
    [name.to_owned(), suffixed].into_iter().find_map(|key| daily.column(&key).map(|cells| (key, cells)))
}

/// Returns the cells of a variable, with or without the model's suffix, in our unit.
fn column(
    daily: &Section,
    name: &'static str,
    scale: fn(&str) -> Option<Scale>,
    notes: &mut Vec<ArchiveNote>,
) -> Cells {
    let Some((key, cells)) = named(daily, name) else {
        notes.push(ArchiveNote::Absent(name));
        return None;
    };
    // A column that the model does not have is in the unit "undefined".
    let unit = daily.unit(&key).unwrap_or("");
    let Some((factor, before)) = scale(unit) else {
        notes.push(ArchiveNote::Unit(name, excerpt(unit, 40)));
        return None;
    };
    Some(cells.iter().map(|cell| cell.number().map(|value| (value + before) * factor)).collect())
}

fn centimetres_of_snowfall(unit: &str) -> Option<Scale> {
    match unit {
        "cm" => Some((1.0, 0.0)),
        "inch" => Some((2.54, 0.0)),
        _ => None,
    }
}

fn centimetres_of_depth(unit: &str) -> Option<Scale> {
    match unit {
        "m" => Some((100.0, 0.0)),
        "cm" => Some((1.0, 0.0)),
        "ft" => Some((30.48, 0.0)),
        _ => None,
    }
}

fn celsius(unit: &str) -> Option<Scale> {
    match unit {
        "°C" => Some((1.0, 0.0)),
        "°F" => Some((5.0 / 9.0, -32.0)),
        _ => None,
    }
}

fn millimetres_of_water(unit: &str) -> Option<Scale> {
    match unit {
        "mm" => Some((1.0, 0.0)),
        "inch" => Some((25.4, 0.0)),
        _ => None,
    }
}

/// Converts an error to this lane's name.
fn ours(fault: ParseError) -> ParseError {
    ParseError { lane: super::LANE, ..fault }
}

#[cfg(test)]
mod tests;
