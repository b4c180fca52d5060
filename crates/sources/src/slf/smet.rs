//! SMET, the text format of the same stations in research files: a header of `key = value`, then columns.
//!
//! Values are stored as logged; the meaning is `value × multiplier + offset`, in SI units. The number for a missing
//! value is compared before the conversion.

mod header;

use conditions_core::time::Timestamp;

use super::{LANE, Values, fill};
use crate::error::{FaultPosition, Kind, ParseError, excerpt, note};
use crate::json_cut::Number;
use crate::parsed_value::{Observations, ParsedValue, ValueTime};
use crate::station::{ParsedItems, Reading, Station, clock};
use header::Header;

const ZERO_CELSIUS_K: f64 = 273.15;
const CM_PER_M: f64 = 100.0;

/// A SMET file.
#[derive(Debug, Clone, PartialEq)]
pub struct Smet {
    /// The station that the header describes.
    pub station: Station,
    fields: Vec<Field>,
    nodata: f64,
    lines: Vec<Line>,
    faults: Vec<ParseError>,
}

#[derive(Debug, Clone, PartialEq)]
struct Field {
    name: String,
    multiplier: f64,
    offset: f64,
}

#[derive(Debug, Clone, PartialEq)]
struct Line {
    index: usize,
    time: Timestamp,
    /// One value per field, null if the file marks it as missing.
    values: Vec<Number>,
}

/// Returns whether `body` begins like a SMET file.
pub(super) fn is_smet(body: &[u8]) -> bool {
    body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body).trim_ascii_start().starts_with(b"SMET")
}

impl Smet {
    /// Reads a file.
    ///
    /// # Errors
    /// Returns an error if it is not SMET text, or its header lacks a key that defines the columns.
    pub fn read(body: &[u8]) -> Result<Self, ParseError> {
        let text = String::from_utf8_lossy(body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body));
        let fail = |kind| ParseError { lane: LANE, at: FaultPosition::Body, kind };
        let header = Header::read(&text).map_err(fail)?;
        let mut smet = Self {
            station: header.station().map_err(fail)?,
            fields: header.fields().map_err(fail)?,
            nodata: header.nodata().map_err(fail)?,
            lines: Vec::new(),
            faults: Vec::new(),
        };
        let Some(data) = header.data else { return Err(fail(Kind::Truncated)) };
        // A last line without a line end may have lost digits.
        let complete = data.rfind('\n').map_or("", |end| data.get(..end).unwrap_or_default());
        for (index, line) in complete.lines().enumerate() {
            smet.push(index, line);
        }
        let rest = data.get(complete.len()..).unwrap_or_default().trim();
        if !rest.is_empty() {
            smet.fault(complete.lines().count(), Kind::Truncated);
        }
        match smet.faults.first() {
            Some(fault) if smet.lines.is_empty() => Err(fault.clone()),
            _ => Ok(smet),
        }
    }

    /// Returns the readings, and the errors of the unreadable lines.
    #[must_use]
    pub fn readings(&self) -> ParsedItems<Reading> {
        let reading = |line: &Line| {
            let mut reading = Reading::new(&self.station.id, line.time);
            fill(&mut reading, &self.values(line));
            reading
        };
        let items = self.lines.iter().map(reading).filter(|reading| !reading.is_empty()).collect();
        ParsedItems { items, faults: self.faults.clone() }
    }

    fn fault(&mut self, line: usize, kind: Kind) {
        note(&mut self.faults, [ParseError { lane: LANE, at: FaultPosition::Location(line), kind }]);
    }

    fn push(&mut self, index: usize, line: &str) {
        let line = without_comment(line);
        if line.is_empty() {
            return;
        }
        let cells: Vec<&str> = line.split_ascii_whitespace().collect();
        if cells.len() != self.fields.len() {
            let kind = Kind::Malformed(format!("{} columns instead of {}", cells.len(), self.fields.len()));
            return self.fault(index, kind);
        }
        match self.time(&cells) {
            Some(time) => {
                let values = cells.iter().map(|cell| number(cell, self.nodata)).collect();
                self.lines.push(Line { index, time, values });
            }
            None => self.fault(index, Kind::Times(excerpt(line, 40))),
        }
    }

    fn time(&self, cells: &[&str]) -> Option<Timestamp> {
        let offset = self.station.utc_offset_s.unwrap_or(0);
        let (field, cell) = self.fields.iter().zip(cells).find(|(field, _)| field.is_time())?;
        if field.name == "timestamp" {
            return clock::parse_time(cell, offset);
        }
        let days = cell.parse::<f64>().ok()? - 2_440_587.5;
        // A day number with decimals has no exact seconds.
        clock::unix((days * 86_400.0 - f64::from(offset)).round())
    }

    /// Returns the value of a field in SI units.
    fn si(&self, line: &Line, name: &str) -> Number {
        let mut cells = self.fields.iter().zip(&line.values);
        cells.find(|(field, _)| field.name == name).map_or(Number::Null, |(field, cell)| field.apply(*cell))
    }

    fn values(&self, line: &Line) -> Values {
        let scaled = |name: &str, to: fn(f64) -> f64| match self.si(line, name) {
            Number::Is(value) => Number::Is(to(value)),
            other => other,
        };
        let celsius = |kelvin: f64| kelvin - ZERO_CELSIUS_K;
        Values {
            depth_cm: scaled("HS", |metres| metres * CM_PER_M),
            new_snow_cm: Number::Null,
            temp_c: scaled("TA", celsius),
            humidity_pct: scaled("RH", |share| share * 100.0),
            surface_c: scaled("TSS", celsius),
            wind_mps: self.si(line, "VW"),
            gust_mps: self.si(line, "VW_MAX"),
        }
    }

    /// Returns every value, in the units that the format prescribes.
    pub(super) fn observations(self) -> Observations {
        let mut out = Vec::with_capacity(self.lines.len() * self.fields.len());
        for line in &self.lines {
            for (field, cell) in self.fields.iter().zip(&line.values).filter(|(field, _)| !field.is_time()) {
                out.push(ParsedValue {
                    lane: LANE,
                    location: line.index,
                    lat: Some(self.station.lat),
                    lon: Some(self.station.lon),
                    model: None,
                    interval: format!("{} smet", self.station.id),
                    time: ValueTime::Instant(line.time),
                    variable: field.name.clone(),
                    value: field.apply(*cell).get(),
                    unit: unit(&field.name).map(str::to_owned),
                });
            }
        }
        Observations::new(Box::new(out.into_iter()), self.faults)
    }
}

impl Field {
    fn is_time(&self) -> bool {
        matches!(self.name.as_str(), "timestamp" | "julian")
    }

    fn apply(&self, cell: Number) -> Number {
        match cell {
            Number::Is(value) => Number::Is(value * self.multiplier + self.offset),
            other => other,
        }
    }
}

/// Parses a cell; null if it is the number for a missing value.
fn number(cell: &str, nodata: f64) -> Number {
    match cell.parse::<f64>() {
        Ok(value) if value == nodata => Number::Null,
        Ok(value) if value.is_finite() => Number::Is(value),
        Ok(_) | Err(_) => Number::Unreadable,
    }
}

/// Returns a line up to its comment, trimmed.
fn without_comment(line: &str) -> &str {
    line.split(['#', ';']).next().unwrap_or_default().trim()
}

/// Returns the unit that the format prescribes for a field.
fn unit(field: &str) -> Option<&'static str> {
    match field {
        "HS" => Some("m"),
        "RH" => Some("1"),
        "VW" | "VW_MAX" => Some("m/s"),
        "DW" => Some("°"),
        "ISWR" | "RSWR" | "ILWR" | "OLWR" => Some("W/m²"),
        "PSUM" => Some("kg/m²"),
        "P" => Some("Pa"),
        _ if field.starts_with('T') => Some("K"),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
