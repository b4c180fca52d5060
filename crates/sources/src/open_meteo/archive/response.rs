//! An answer of the archive as days: dates and centimetres, whatever unit it came in; what is missing stays missing.

use std::collections::BTreeMap;
use std::fmt;

use chrono::NaiveDate;
use climate::{DATASET, Day};
use conditions_core::geo::degrees_apart;

use super::super::response::FARTHEST_CELL_DEG;
use super::super::split::split;
use super::super::times;
use super::super::wire::{Location, Section};
use super::error;
use super::request::{ArchiveCall, DEPTH, SNOWFALL};
use crate::error::{At, Kind, ParseError, excerpt};

/// What was odd about an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArchiveNote {
    /// A column is not there.
    Absent(&'static str),
    /// A column is in a unit that is not known, so it is not used.
    Unit(&'static str, String),
    /// Days that were not asked for, or whose date does not read.
    Strange(usize),
    /// A date that comes twice with different values; the first stands.
    Repeated(usize),
    /// Days that were asked for and are not in the answer.
    Short(usize),
    /// The answer goes on after its end.
    Trailing,
}

impl fmt::Display for ArchiveNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent(column) => write!(f, "no column {column}"),
            Self::Unit(column, unit) => write!(f, "column {column} is in `{unit}`, which is not known"),
            Self::Strange(days) => write!(f, "{days} days were not asked for"),
            Self::Repeated(days) => write!(f, "{days} dates come twice"),
            Self::Short(days) => write!(f, "{days} days are missing"),
            Self::Trailing => f.write_str("text after the end"),
        }
    }
}

/// What was read of an answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Archived {
    /// The days that came, oldest first, none twice; snowfall at the archive's fixed seven of snow to ten of water.
    pub days: Vec<Day>,
    /// What was odd.
    pub notes: Vec<ArchiveNote>,
}

impl ArchiveCall {
    /// Reads the body of an answer to this call.
    ///
    /// # Errors
    /// When nothing of it can be used: no JSON, a refusal, an answer cut short, another place, no days.
    pub fn read(&self, body: &[u8]) -> Result<Archived, ParseError> {
        let split = split(body, super::META.bounds.records).map_err(ours)?;
        let [element] = split.elements.as_slice() else {
            return Err(error(At::Body, Kind::Ambiguous));
        };
        let location = Location::read(*element, At::Body).map_err(ours)?;
        self.is_near(&location)?;
        let offset = location.offset().map_err(|kind| error(At::Body, kind))?;
        let malformed = |what: &str| error(At::Body, Kind::Malformed(what.to_owned()));
        let daily = location.section("daily").ok_or_else(|| malformed("no daily values"))?;
        let axis = daily.column("time").ok_or_else(|| malformed("daily values without dates"))?;
        let mut notes = Vec::new();
        let snowfall = column(daily, SNOWFALL, centimetres_of_snowfall, &mut notes);
        let depth = column(daily, DEPTH, centimetres_of_depth, &mut notes);
        if snowfall.is_none() && depth.is_none() {
            return Err(malformed("neither snowfall nor depth in a known unit"));
        }
        let at = |column: &Option<Vec<Option<f64>>>, row: usize| column.as_ref()?.get(row).copied().flatten();
        let mut days: BTreeMap<NaiveDate, Day> = BTreeMap::new();
        let (mut strange, mut repeated) = (0, 0);
        for (row, cell) in axis.iter().enumerate() {
            let date = times::date(cell, offset).filter(|date| (self.first..=self.last).contains(date));
            let Some(date) = date else {
                strange += 1;
                continue;
            };
            let day = Day { date, snowfall_cm: at(&snowfall, row), depth_cm: at(&depth, row) };
            let first = *days.entry(date).or_insert(day);
            repeated += usize::from(first != day);
        }
        if days.is_empty() {
            return Err(error(At::Body, Kind::Times("no day of those asked for".to_owned())));
        }
        let asked = self.last.signed_duration_since(self.first).num_days() + 1;
        let missing = usize::try_from(asked).unwrap_or(0).saturating_sub(days.len());
        let counts = [
            (strange, ArchiveNote::Strange(strange)),
            (repeated, ArchiveNote::Repeated(repeated)),
            (missing, ArchiveNote::Short(missing)),
            (usize::from(split.fault.is_some()), ArchiveNote::Trailing),
        ];
        notes.extend(counts.into_iter().filter(|(count, _)| *count > 0).map(|(_, note)| note));
        Ok(Archived { days: days.into_values().collect(), notes })
    }

    /// The grid cell's centre lies near the place: an answer for another one is worse than none.
    fn is_near(&self, location: &Location) -> Result<(), ParseError> {
        let (Some(lat), Some(lon)) = (location.lat, location.lon) else {
            return Err(error(At::Body, Kind::Malformed("no coordinates".to_owned())));
        };
        let far = degrees_apart((self.place.lat, self.place.lon), (lat, lon));
        if far <= FARTHEST_CELL_DEG { Ok(()) } else { Err(error(At::Body, Kind::TooFar(far))) }
    }
}

/// The cells of a variable, with the model's suffix or without, in centimetres.
fn column(
    daily: &Section,
    name: &'static str,
    factor: fn(&str) -> Option<f64>,
    notes: &mut Vec<ArchiveNote>,
) -> Option<Vec<Option<f64>>> {
    let suffixed = format!("{name}_{DATASET}");
    let found = [name, &suffixed].into_iter().find_map(|key| Some((key, daily.column(key)?)));
    let Some((key, cells)) = found else {
        notes.push(ArchiveNote::Absent(name));
        return None;
    };
    // A column that the model does not have is in the unit "undefined".
    let unit = daily.unit(key).unwrap_or("");
    let Some(to_cm) = factor(unit) else {
        notes.push(ArchiveNote::Unit(name, excerpt(unit, 40)));
        return None;
    };
    Some(cells.iter().map(|cell| cell.number().map(|value| value * to_cm)).collect())
}

fn centimetres_of_snowfall(unit: &str) -> Option<f64> {
    match unit {
        "cm" => Some(1.0),
        "inch" => Some(2.54),
        _ => None,
    }
}

fn centimetres_of_depth(unit: &str) -> Option<f64> {
    match unit {
        "m" => Some(100.0),
        "cm" => Some(1.0),
        "ft" => Some(30.48),
        _ => None,
    }
}

/// The same finding under this lane's name.
fn ours(fault: ParseError) -> ParseError {
    ParseError { lane: super::LANE, ..fault }
}

#[cfg(test)]
mod tests;
