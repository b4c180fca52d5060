//! Converts the register of OurAirports (`airports.csv`, public domain) to the embedded table: selects its rows, and
//! counts why the others are omitted.
//!
//! Airports with scheduled service and an IATA code are included: large ones everywhere, medium ones within
//! [`REACH_KM`] of a resort. Columns are found by name, so older files without some of them can be read too. An empty
//! elevation stays unknown.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use chrono::NaiveDate;
use csv::{ReaderBuilder, StringRecord};

use super::{Airport, Airports, is_iata};
use crate::geo::within;
use crate::{CatalogueError, Resort};

/// Maximum distance of a medium airport from the nearest resort, in kilometres.
pub const REACH_KM: f64 = 300.0;

/// Metres per foot.
const FOOT_M: f64 = 0.3048;

/// Names of the columns that are read.
const COLUMNS: [&str; 9] = [
    "type",
    "name",
    "latitude_deg",
    "longitude_deg",
    "elevation_ft",
    "iso_country",
    "municipality",
    "scheduled_service",
    "iata_code",
];

/// The result of reading a register.
#[derive(Debug, Clone, PartialEq)]
pub struct Register {
    /// Included airports.
    pub airports: Airports,
    /// Number of omitted rows by reason.
    pub left_out: BTreeMap<&'static str, usize>,
}

/// Parses a register as of `dated`.
///
/// # Errors
/// Returns [`CatalogueError::Row`] for a file that is not such a register, or without airports to include.
pub fn read(text: &[u8], resorts: &[Resort], dated: NaiveDate) -> Result<Register, CatalogueError> {
    let broken = |reason: String| CatalogueError::Row { slug: "airports".to_owned(), reason };
    let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text);
    let mut records = reader.records();
    let header = match records.next() {
        Some(record) => record.map_err(|error| broken(error.to_string()))?,
        None => return Err(broken("the file is empty".to_owned())),
    };
    let columns = Columns::from_header(&header).map_err(broken)?;
    let mut left_out = BTreeMap::new();
    let mut rows: BTreeMap<String, (bool, Airport)> = BTreeMap::new();
    for record in records {
        let record = record.map_err(|error| broken(error.to_string()))?;
        match columns.airport(&record, resorts) {
            Err(reason) => *left_out.entry(reason).or_insert(0) += 1,
            // If two rows share a code, the larger airport wins, else the first.
            Ok((large, airport)) => match rows.get(&airport.iata) {
                Some((known, _)) if *known || !large => {
                    *left_out.entry("its code is taken").or_insert(0) += 1
                }
                _ => drop(rows.insert(airport.iata.clone(), (large, airport))),
            },
        }
    }
    if rows.is_empty() {
        return Err(broken("no airport with scheduled service and an IATA code is in the file".to_owned()));
    }
    let rows = rows.into_values().map(|(_, airport)| airport).collect();
    Ok(Register { airports: Airports::new(format!("ourairports:{dated}"), dated, rows)?, left_out })
}

impl Airports {
    /// Returns the text of the embedded table, which [`Airports::parse`] reads.
    #[must_use]
    pub fn table(&self) -> String {
        let mut text = format!(
            "# Airports with scheduled service: gateways in reach of the catalogue's resorts, and large ones that people set out from.\n\
             # source: {}\n# dated: {}\n\
             # licence: facts, under the terms in LICENSE.md. Positions to 0.01 degree; metres above sea level, rounded from feet.\n\
             iata,name,city,country,lat,lon,elevation_m\n",
            self.source, self.dated
        );
        for row in &self.rows {
            let Airport { iata, country, lat, lon, .. } = row;
            let height = row.elevation_m.map(|height| height.to_string()).unwrap_or_default();
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{iata},{},{},{country},{lat:.2},{lon:.2},{height}",
                quoted(&row.name),
                quoted(&row.city)
            );
        }
        text
    }
}

/// Returns a field of a table, quoted if necessary.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text.to_owned()
}

/// Positions of the columns in a file.
struct Columns([usize; COLUMNS.len()]);

impl Columns {
    fn from_header(header: &StringRecord) -> Result<Self, String> {
        let mut at = [0; COLUMNS.len()];
        for (slot, name) in at.iter_mut().zip(COLUMNS) {
            let found = header.iter().position(|column| column.trim_start_matches('\u{feff}').trim() == name);
            *slot = found.ok_or_else(|| format!("not a register of OurAirports: no column `{name}`"))?;
        }
        Ok(Self(at))
    }

    fn get<'r>(&self, record: &'r StringRecord, name: &str) -> &'r str {
        let column = COLUMNS.iter().position(|column| *column == name).and_then(|column| self.0.get(column));
        column.and_then(|at| record.get(*at)).unwrap_or_default().trim()
    }

    /// Returns the airport of a row and whether it is a large one, or why it is omitted.
    fn airport(&self, record: &StringRecord, resorts: &[Resort]) -> Result<(bool, Airport), &'static str> {
        let large = match self.get(record, "type") {
            "large_airport" => true,
            "medium_airport" => false,
            "closed" => return Err("it is closed"),
            _ => return Err("it is neither large nor medium"),
        };
        if self.get(record, "scheduled_service") != "yes" {
            return Err("it has no scheduled service");
        }
        let iata = self.get(record, "iata_code");
        if !is_iata(iata) {
            return Err("it has no IATA code");
        }
        let degrees =
            |name: &str| self.get(record, name).parse::<f64>().ok().filter(|value| value.is_finite());
        let (Some(lat), Some(lon)) = (degrees("latitude_deg"), degrees("longitude_deg")) else {
            return Err("its coordinates do not read");
        };
        if !large && !resorts.iter().any(|resort| within(REACH_KM, (lat, lon), (resort.lat, resort.lon))) {
            return Err("no resort is in its reach");
        }
        let name = self.get(record, "name");
        // Some towns are written with their province or state: `Milan (VA)`.
        let town = self.get(record, "municipality").split(['(', '/']).next().unwrap_or_default().trim();
        let airport = Airport {
            iata: iata.to_owned(),
            name: name.to_owned(),
            city: if town.is_empty() { name } else { town }.to_owned(),
            country: self.get(record, "iso_country").to_owned(),
            lat: hundredth(lat),
            lon: hundredth(lon),
            elevation_m: degrees("elevation_ft").and_then(metres),
        };
        airport.validate().map_err(|_| "its row breaks the rules of the table")?;
        Ok((large, airport))
    }
}

fn hundredth(degrees: f64) -> f64 {
    (degrees * 100.0).round() / 100.0
}

/// Converts feet to whole metres; returns `None` for an impossible height of an airport.
fn metres(feet: f64) -> Option<i32> {
    let metres = (feet * FOOT_M).round();
    #[expect(clippy::cast_possible_truncation, reason = "in bounds, and whole")]
    (-500.0..=6_000.0).contains(&metres).then_some(metres as i32)
}

#[cfg(test)]
mod tests;
