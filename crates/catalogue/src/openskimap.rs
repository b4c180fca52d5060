//! Converts OpenSkiMap's ski areas to catalogue rows, which a running service adds to the embedded resorts on request.
//!
//! Reads the live GeoJSON and CSV and the archived CSV with other columns, plain or gzip, detected by content. An area
//! becomes a resort only if it is in operation, has downhill skiing, a name, coordinates, a base below its summit, at
//! least one lift, a known country, continent and time zone, and is not in the catalogue yet. Everything else is listed
//! with the reason. The terrain of an area (lifts by type, runs, kilometres, ability, longest run) is returned apart from
//! the rows, also for resorts of the catalogue: it ranks below what a row states.

mod area;
mod bytes;
mod csv;
mod duplicates;
mod enrich;
mod geojson;
mod name;
mod place;
mod rules;
mod sections;
mod stream;

use std::collections::BTreeMap;

use chrono::NaiveDate;

pub(crate) use area::{Area, SourceId};
pub use bytes::Format;
pub(crate) use name::split as split_name;
pub use sections::Details;

use crate::{MappedTerrain, Resort};

/// Additional input of an import.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// Embedded resorts, which must not be duplicated.
    pub catalogue: &'a [Resort],
    /// Resorts of the previous import; an area among them keeps its slug.
    pub earlier: &'a [Resort],
    /// Today, for the member `dated` of the rows.
    pub imported_on: NaiveDate,
    /// Date of the data if the caller knows it (`Last-Modified`); `None` is written as `undated`.
    pub data_date: Option<NaiveDate>,
    /// Runs and lifts of the same build, as far as their files are given.
    pub details: &'a Details,
}

/// The result of an import.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportResult {
    /// New resorts, sorted by slug; all are valid by [`Resort::validate`].
    pub resorts: Vec<Resort>,
    /// Terrain by slug, of resorts of the catalogue and of new ones.
    pub terrain: BTreeMap<String, MappedTerrain>,
    /// Skipped areas: unreadable rows first, then in the order of the file.
    pub skipped: Vec<SkippedArea>,
}

/// A skipped area.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkippedArea {
    /// Name as in the file, or the source's identifier if it has none.
    pub area: String,
    /// Position in the file: `line 12` or `feature 12`.
    pub at: String,
    /// Human-readable reason, in one clause.
    pub reason: String,
}

/// A file that cannot be read; no part of it is imported.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// An empty file.
    #[error("the file is empty")]
    Empty,
    /// Damaged or truncated gzip data.
    #[error("gzip data is damaged or cut short after {after} unpacked bytes: {reason}")]
    Compressed {
        /// Bytes that could be unpacked.
        after: usize,
        /// Error of the decompressor.
        reason: String,
    },
    /// Too large for such a file.
    #[error("the file unpacks to more than {limit} bytes")]
    TooLarge {
        /// Maximum size in bytes.
        limit: usize,
    },
    /// A CSV file without the required columns.
    #[error("not a table of ski areas: no column {missing}; the first line has: {found}")]
    Header {
        /// Missing columns, each with its possible names.
        missing: String,
        /// Columns found.
        found: String,
    },
    /// An invalid CSV file.
    #[error("line {line}: {reason}")]
    Csv {
        /// Line, from 1.
        line: u64,
        /// Error of the parser.
        reason: String,
    },
    /// An invalid JSON file.
    #[error("line {line}, column {column}, after {features} features: {reason}")]
    Json {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// Number of features read before the error.
        features: usize,
        /// Error of the parser.
        reason: String,
    },
    /// A file that the system cannot read, or damaged gzip data.
    #[error("the file cannot be read: {0}")]
    Unread(String),
    /// Valid JSON with other content.
    #[error("not a GeoJSON FeatureCollection of {wanted}: {reason}")]
    OtherKind {
        /// Expected content.
        wanted: &'static str,
        /// Difference from it.
        reason: String,
    },
}

/// The areas of a file, and its rows that are not areas.
#[derive(Debug, Default)]
pub(crate) struct ReadAreas {
    pub(crate) areas: Vec<Area>,
    pub(crate) skipped: Vec<SkippedArea>,
}

/// Converts an OpenSkiMap file to catalogue rows.
///
/// # Errors
/// Returns an error with the position for a file that is empty, damaged, truncated or of another kind.
pub fn import(bytes: &[u8], format: Format, context: Context<'_>) -> Result<ImportResult, ImportError> {
    let ReadAreas { areas, skipped } = read(bytes, format)?;
    Ok(rules::resorts(&areas, skipped, context))
}

/// Returns the areas of a file; only the format is checked.
pub(crate) fn read(bytes: &[u8], format: Format) -> Result<ReadAreas, ImportError> {
    let unpacked = bytes::unpack(bytes)?;
    match format.or_detect(&unpacked.text) {
        bytes::Kind::Csv => csv::read(&unpacked),
        bytes::Kind::GeoJson => geojson::read(&unpacked.text),
    }
}

#[cfg(test)]
mod tests;
