//! OpenSkiMap's ski areas as catalogue rows: what a running service adds to the embedded resorts on request.
//!
//! Reads the live GeoJSON and CSV and the archived CSV of another column set, plain or gzip, told apart by content.
//! An area becomes a resort only when it is in operation, has downhill skiing, a name, coordinates, a base below its
//! summit, at least one lift, a known country, continent and time zone, and is not a resort that the catalogue has.
//! Everything else is listed with the reason. A number of run segments never becomes a number of runs.

mod area;
mod bytes;
mod csv;
mod geojson;
mod known;
mod name;
mod place;
mod rules;

use chrono::NaiveDate;

pub(crate) use area::{Area, SourceId};
pub use bytes::Format;
pub(crate) use name::split as split_name;

use crate::Resort;

/// What an import knows besides the file.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// Resorts that must not come twice: the embedded ones.
    pub catalogue: &'a [Resort],
    /// Resorts of the import before this one; an area that was among them keeps its slug.
    pub earlier: &'a [Resort],
    /// Today, the `dated` day of the rows.
    pub imported_on: NaiveDate,
    /// Date of the data where the caller knows it (`Last-Modified`); `None` is written as `undated`.
    pub data_date: Option<NaiveDate>,
}

/// The result of an import.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportResult {
    /// New resorts, sorted by slug; each one keeps the rules of [`Resort::validate`].
    pub resorts: Vec<Resort>,
    /// Areas left out: rows that cannot be read first, then in the order of the file.
    pub skipped: Vec<SkippedArea>,
}

/// An area that was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkippedArea {
    /// Name as in the file, or the source's identifier where there is none.
    pub area: String,
    /// Where in the file: `line 12` or `feature 12`.
    pub at: String,
    /// Why the area was left out, one clause for people.
    pub reason: String,
}

/// A file that cannot be read; no part of it is taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// Nothing in it.
    #[error("the file is empty")]
    Empty,
    /// Damaged or cut gzip data.
    #[error("gzip data is damaged or cut short after {after} unpacked bytes: {reason}")]
    Compressed {
        /// Bytes that could be unpacked.
        after: usize,
        /// What the unpacker says.
        reason: String,
    },
    /// More than any such file holds.
    #[error("the file unpacks to more than {limit} bytes")]
    TooLarge {
        /// Largest size taken.
        limit: usize,
    },
    /// A CSV file without the columns that are needed.
    #[error("not a table of ski areas: no column {missing}; the first line has: {found}")]
    Header {
        /// Missing columns, each with the names it may have.
        missing: String,
        /// The columns that are there.
        found: String,
    },
    /// A CSV file that stops making sense.
    #[error("line {line}: {reason}")]
    Csv {
        /// Line, from 1.
        line: u64,
        /// What is wrong.
        reason: String,
    },
    /// A JSON file that stops making sense.
    #[error("line {line}, column {column}, after {features} features: {reason}")]
    Json {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// Features read before it.
        features: usize,
        /// What is wrong.
        reason: String,
    },
    /// JSON, but of something else.
    #[error("not a GeoJSON FeatureCollection of ski areas: {0}")]
    NotSkiAreas(String),
}

/// Areas of a file, and the rows of it that are no areas.
#[derive(Debug, Default)]
pub(crate) struct ReadAreas {
    pub(crate) areas: Vec<Area>,
    pub(crate) skipped: Vec<SkippedArea>,
}

/// Makes catalogue rows of an OpenSkiMap file.
///
/// # Errors
/// A file that is empty, damaged, cut short or of another kind, with the place.
pub fn import(bytes: &[u8], format: Format, context: Context<'_>) -> Result<ImportResult, ImportError> {
    let ReadAreas { areas, skipped } = read(bytes, format)?;
    Ok(rules::resorts(&areas, skipped, context))
}

/// The areas of a file, before any rule but the format.
pub(crate) fn read(bytes: &[u8], format: Format) -> Result<ReadAreas, ImportError> {
    let unpacked = bytes::unpack(bytes)?;
    match format.or_detect(&unpacked.text) {
        bytes::Kind::Csv => csv::read(&unpacked),
        bytes::Kind::GeoJson => geojson::read(&unpacked.text),
    }
}

#[cfg(test)]
mod tests;
