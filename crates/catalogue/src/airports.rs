//! Airports with scheduled service: those near a resort, and large ones from which people travel.
//!
//! They are one embedded table with its source and date in the head of the file. [`ourairports`] rebuilds it from the
//! register of OurAirports, and `origin.rs` resolves a user's text to an airport.

mod origin;
pub mod ourairports;

use std::sync::LazyLock;

use chrono::NaiveDate;
use conditions_core::geo::distance_km;
use serde::{Deserialize, Serialize};

use crate::geo::{Point, within};
use crate::{CatalogueError, barriers, comparable};

pub use origin::{Origin, OriginError};

const TABLE: &str = include_str!("../data/airports.csv");

/// Airports of the embedded table. The tests read it, so a build that passed the tests has a valid one.
static EMBEDDED: LazyLock<Airports> = LazyLock::new(|| Airports::parse(TABLE).unwrap_or_default());

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Airport {
    /// IATA code.
    pub iata: String,
    /// Name in international use.
    pub name: String,
    /// City or town served.
    pub city: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
    /// Metres above sea level; `None` if unknown.
    pub elevation_m: Option<i32>,
}

impl Airport {
    /// Returns its location.
    #[must_use]
    pub const fn point(&self) -> Point {
        (self.lat, self.lon)
    }

    fn validate(&self) -> Result<(), CatalogueError> {
        let wrong = if !is_iata(&self.iata) {
            "an airport needs an IATA code of three capital letters"
        } else if self.name.trim().is_empty() || self.city.trim().is_empty() {
            "an airport needs a name and a city"
        } else if self.country.len() != 2 || !self.country.bytes().all(|b| b.is_ascii_uppercase()) {
            "an airport needs the ISO code of its country"
        } else if !(-90.0..=90.0).contains(&self.lat) || !(-180.0..=180.0).contains(&self.lon) {
            "an airport needs coordinates on the globe"
        } else {
            return Ok(());
        };
        Err(CatalogueError::Row { slug: self.iata.clone(), reason: wrong.to_owned() })
    }
}

/// Returns whether a text has the form of an IATA code.
pub(crate) fn is_iata(text: &str) -> bool {
    text.len() == 3 && text.bytes().all(|b| b.is_ascii_uppercase())
}

/// A table of airports with its source.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Airports {
    source: String,
    dated: NaiveDate,
    /// Rows by IATA code.
    rows: Vec<Airport>,
    /// City and name of each row in comparable form.
    keys: Vec<(String, String)>,
}

/// Returns the embedded airports.
#[must_use]
pub fn airports() -> &'static Airports {
    &EMBEDDED
}

impl Airports {
    /// Parses a table: comments with `source` and `dated`, the names of the columns, and a row per airport.
    ///
    /// # Errors
    /// Returns [`CatalogueError::Row`] with the violation of the format: a column, a row, a missing source or date.
    pub fn parse(text: &str) -> Result<Self, CatalogueError> {
        let broken = |reason: String| CatalogueError::Row { slug: "airports".to_owned(), reason };
        let said = |name: &str| {
            let mut comments = text.lines().filter_map(|line| line.strip_prefix('#'));
            comments.find_map(|line| line.trim().strip_prefix(name)?.strip_prefix(':')).map(str::trim)
        };
        let source = said("source").ok_or_else(|| broken("no comment names the `source`".to_owned()))?;
        let dated = said("dated").and_then(|day| day.parse().ok());
        let dated =
            dated.ok_or_else(|| broken("no comment gives the day, `dated: YYYY-MM-DD`".to_owned()))?;
        let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text.as_bytes());
        let mut rows = Vec::with_capacity(1024);
        for row in reader.deserialize() {
            let airport: Airport = row.map_err(|error| broken(error.to_string()))?;
            airport.validate()?;
            rows.push(airport);
        }
        Self::new(source.to_owned(), dated, rows)
    }

    /// Makes a table from rows in any order.
    ///
    /// # Errors
    /// Returns [`CatalogueError::Row`] for a duplicate code.
    pub(crate) fn new(
        source: String,
        dated: NaiveDate,
        mut rows: Vec<Airport>,
    ) -> Result<Self, CatalogueError> {
        rows.sort_by(|a, b| a.iata.cmp(&b.iata));
        if let Some(twice) = rows.windows(2).find_map(|pair| match pair {
            [a, b] if a.iata == b.iata => Some(a.iata.clone()),
            _ => None,
        }) {
            return Err(CatalogueError::Row { slug: twice, reason: "code is used twice".to_owned() });
        }
        let keys = rows.iter().map(|row| (comparable(&row.city), comparable(&row.name))).collect();
        Ok(Self { source, dated, rows, keys })
    }

    /// Returns the source of the rows, such as `compiled:2026-11`.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns the day on which the rows were compiled.
    #[must_use]
    pub const fn dated(&self) -> NaiveDate {
        self.dated
    }

    /// Returns all airports, by IATA code.
    #[must_use]
    pub fn rows(&self) -> &[Airport] {
        &self.rows
    }

    /// Returns the airport with an IATA code in capital letters.
    #[must_use]
    pub fn find(&self, iata: &str) -> Option<&Airport> {
        let at = self.rows.binary_search_by(|row| row.iata.as_str().cmp(iata)).ok()?;
        self.rows.get(at)
    }

    /// Returns the nearest airports to a place within `km`, nearest first, ties by code, at most `most`. Airports that
    /// a sea or a closed border separates from the place are omitted.
    #[must_use]
    pub fn near(&self, place: Point, km: f64, most: usize) -> Vec<(f64, &Airport)> {
        let reachable = self.rows.iter().filter(|row| within(km, place, row.point()));
        let mut near: Vec<(f64, &Airport)> =
            reachable.map(|row| (distance_km(place, row.point()), row)).collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.iata.cmp(&b.1.iata)));
        let joined = near.into_iter().filter(|(_, row)| !barriers::are_separated(place, row.point()));
        joined.take(most).collect()
    }
}

#[cfg(test)]
mod tests;
