//! Reads every value of any Open-Meteo response, forecast or archive, without knowing the request.

use super::split::{MOST_LOCATIONS, split};
use super::wire::{Cell, Location, Section};
use super::{models, times};
use crate::error::{FaultPosition, ParseError, note};
use crate::parsed_value::{Observations, ParsedValue, ValueTime};

/// Reads a response: hourly, daily, 15-minutely, current; any variable; one model or several.
///
/// # Errors
/// Returns an error if no location is readable.
pub fn read(lane: &'static str, body: &[u8]) -> Result<Observations, ParseError> {
    let split = split(body, MOST_LOCATIONS)?;
    let single = split.elements.len() == 1;
    let mut locations = Vec::with_capacity(split.elements.len());
    let mut faults: Vec<ParseError> = Vec::new();
    for (position, element) in split.elements.iter().enumerate() {
        match Location::read(
            *element,
            if single { FaultPosition::Body } else { FaultPosition::Location(position) },
        ) {
            Ok(location) => locations.push((location.id.ok().flatten().unwrap_or(position), location)),
            Err(fault) => note(&mut faults, [fault]),
        }
    }
    if let (true, Some(fault)) = (locations.is_empty(), faults.first()) {
        return Err(fault.clone());
    }
    for (index, location) in &locations {
        if let Err(kind) = location.offset() {
            note(&mut faults, [super::error(FaultPosition::Location(*index), kind)]);
        }
    }
    faults.extend(split.fault);
    let values = locations.into_iter().flat_map(move |(index, location)| of_location(lane, index, &location));
    Ok(Observations::new(Box::new(values), faults))
}

fn of_location(lane: &'static str, index: usize, location: &Location) -> Vec<ParsedValue> {
    let Ok(offset) = location.offset() else { return Vec::new() };
    let of_section = |section| of_section(lane, index, location, section, offset);
    location.sections.iter().flat_map(of_section).collect()
}

fn of_section(
    lane: &'static str,
    index: usize,
    location: &Location,
    section: &Section,
    offset: i64,
) -> Vec<ParsedValue> {
    let Some(axis) = section.column("time") else { return Vec::new() };
    let daily = section.name == "daily";
    let when: Vec<Option<ValueTime>> = axis
        .iter()
        .map(|cell| {
            if daily {
                times::date(cell, offset).map(ValueTime::Date)
            } else {
                times::parse_time(cell, offset).map(ValueTime::Instant)
            }
        })
        .collect();
    // `interval` is the length of a current value, not a value.
    let columns: Vec<_> =
        section.columns.iter().filter(|(name, _)| name != "time" && name != "interval").collect();
    let keys: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
    let mut out = Vec::with_capacity(columns.len() * when.len());
    for ((key, cells), (variable, model)) in columns.iter().zip(models::split_all(&keys)) {
        let unit = section.unit(key);
        let is_time = matches!(unit, Some("iso8601" | "unixtime"))
            || (unit.is_none() && cells.iter().any(|cell| times::parse_time(&text_only(cell), 0).is_some()));
        for (time, cell) in when.iter().zip(cells) {
            let Some(time) = time else { continue };
            let value = if is_time { seconds(cell, offset) } else { cell.number() };
            out.push(ParsedValue {
                lane,
                location: index,
                lat: location.lat,
                lon: location.lon,
                model: model.map(str::to_owned),
                interval: section.name.clone(),
                time: *time,
                variable: variable.to_owned(),
                value,
                unit: if is_time { Some("unixtime".to_owned()) } else { unit.map(str::to_owned) },
            });
        }
    }
    out
}

fn text_only(cell: &Cell) -> Cell {
    cell.text().map_or(Cell::Null, |text| Cell::Text(text.to_owned()))
}

/// Converts sunrise and similar times to seconds since the Unix epoch.
fn seconds(cell: &Cell, offset: i64) -> Option<f64> {
    times::parse_time(cell, offset).map(|time| time.millis() as f64 / 1_000.0)
}

#[cfg(test)]
mod tests;
