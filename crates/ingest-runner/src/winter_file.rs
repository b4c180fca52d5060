//! Exports the stored winters to a compressed file, and imports such a file in one transaction.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ::climate::exchange::{self, ExchangeError, Header, Reader, SharedWinter, StoredState, Writer};
use ::climate::{DATASET, Hemisphere, Winter, site};
use catalogue::Resort;
use conditions_core::time::Timestamp;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use sources::lanes;
use storage::climate::{self, WinterRow};
use storage::{Store, StoreError};

/// Largest distance, in degrees, between the place of a file's winter and the resort of the same slug.
const SAME_PLACE_DEGREES: f64 = 0.05;
/// Largest difference of their elevations, metres: the archive's temperatures apply to the elevation of the query.
const SAME_ELEVATION_M: f64 = 50.0;

/// Reason why winters were not exported or imported.
#[derive(Debug, thiserror::Error)]
pub enum WinterFileError {
    /// The file is not valid; nothing was imported.
    #[error("{path}: {source}; nothing was imported", path = .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Part of the file that is not valid.
        #[source]
        source: ExchangeError,
    },
    /// The file cannot be written.
    #[error("{path}: cannot write: {source}", path = .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Error of the file system.
        #[source]
        source: std::io::Error,
    },
    /// The database failed; nothing was imported.
    #[error(transparent)]
    Storage(#[from] StoreError),
}

/// Result of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ExportCounts {
    /// Number of resorts with winters.
    pub resorts: usize,
    /// Number of winters.
    pub winters: usize,
}

/// Result of an import.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ImportCounts {
    /// Winters that were not on record.
    pub added: usize,
    /// Winters on record that the file completed.
    pub completed: usize,
    /// Winters on record that are at least as good as the file's.
    pub kept: usize,
    /// Winters of resorts that are not on record here.
    pub unknown: usize,
    /// Winters of resorts that are on record at another place or elevation.
    pub elsewhere: usize,
}

/// Writes the winters of all resorts to a file. It replaces an existing one only when it is complete.
///
/// # Errors
/// Returns an error if the database cannot be read or the file cannot be written.
pub fn export(
    store: &Store,
    resorts: &[Resort],
    path: &Path,
    now: Timestamp,
) -> Result<ExportCounts, WinterFileError> {
    let failed = |source| WinterFileError::Write { path: path.to_owned(), source };
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    let exported = (|| {
        let file = File::create(&partial).map_err(failed)?;
        let years = store.read_blocking(|conn| climate::years(conn, DATASET))?;
        let packed = GzEncoder::new(BufWriter::new(file), Compression::default());
        let mut writer = Writer::new(packed, &header(years, now)).map_err(failed)?;
        let mut exported = ExportCounts::default();
        for resort in resorts {
            let slug = resort.slug.clone();
            let rows = store.read_blocking(move |conn| climate::of_resort(conn, DATASET, &slug))?;
            exported.resorts += usize::from(!rows.is_empty());
            for row in rows {
                if let Some(winter) = shared(resort, row) {
                    writer.winter(&winter).map_err(failed)?;
                }
            }
        }
        let (packed, winters) = writer.finish().map_err(failed)?;
        packed.finish().and_then(|mut file| file.flush()).map_err(failed)?;
        std::fs::rename(&partial, path).map_err(failed)?;
        Ok(ExportCounts { winters, ..exported })
    })();
    if exported.is_err() {
        // The export has failed already; a remainder is overwritten by the next one.
        drop(std::fs::remove_file(&partial));
    }
    exported
}

fn header(years: Option<(i32, i32)>, now: Timestamp) -> Header {
    let meta = lanes::CLIMATE.meta();
    let credits: Vec<&str> =
        std::iter::once(&meta.credit).chain(meta.providers).map(|credit| credit.text).collect();
    Header {
        dataset: DATASET.to_owned(),
        licence: meta.credit.licence.to_owned(),
        credit: credits.join("; "),
        period: years.map_or_else(|| "empty".to_owned(), |(first, last)| format!("{first}-{last}")),
        method: meta.measures.to_owned(),
        made: now.to_string(),
    }
}

fn shared(resort: &Resort, row: WinterRow) -> Option<SharedWinter> {
    Some(SharedWinter {
        slug: row.slug,
        lat: resort.lat,
        lon: resort.lon,
        asked_m: asked_m(resort),
        winter: Winter::new(Hemisphere::from_latitude(resort.lat), row.winter)?,
        asked_through: row.asked_through,
        came_short: row.came_short,
        days: row.days,
    })
}

fn asked_m(resort: &Resort) -> Option<f64> {
    site::asked_m(&resort.profile().elevation_m)
}

/// Imports the winters of a file, all or nothing. The file is read twice: damage is found before the database is written.
///
/// # Errors
/// Returns an error for a file that is damaged, foreign or of another dataset, and if the database fails.
pub fn import(
    store: &Store,
    resorts: &[Resort],
    path: &Path,
    now: Timestamp,
) -> Result<(Header, ImportCounts), WinterFileError> {
    let invalid = |source| WinterFileError::File { path: path.to_owned(), source };
    let mut reader = open(path, now).map_err(invalid)?;
    while reader.winter().map_err(invalid)?.is_some() {}
    let header = reader.header().clone();
    let places =
        resorts.iter().map(|resort| (resort.slug.clone(), (resort.lat, resort.lon, asked_m(resort))));
    let places: Arc<HashMap<String, Place>> = Arc::new(places.collect());
    let path = path.to_owned();
    let imported = store.run_blocking(move |conn| {
        let changed = |error: ExchangeError| {
            StoreError::Invalid(format!("the file changed while it was read: {error}"))
        };
        let mut reader = open(&path, now).map_err(changed)?;
        let mut imported = ImportCounts::default();
        let mut batch: Vec<SharedWinter> = Vec::new();
        while let Some(winter) = reader.winter().map_err(changed)? {
            match places.get(&winter.slug) {
                None => imported.unknown += 1,
                Some(place) if !is_same(*place, &winter) => imported.elsewhere += 1,
                Some(_) => {
                    if batch.first().is_some_and(|first| first.slug != winter.slug) {
                        store_batch(conn, &batch, now, &mut imported)?;
                        batch.clear();
                    }
                    batch.push(winter);
                }
            }
        }
        store_batch(conn, &batch, now, &mut imported)?;
        Ok(imported)
    })?;
    Ok((header, imported))
}

/// Degrees north and east, and the elevation of the query.
type Place = (f64, f64, Option<f64>);

fn is_same((lat, lon, asked_m): Place, winter: &SharedWinter) -> bool {
    let is_near = |a: f64, b: f64| (a - b).abs() <= SAME_PLACE_DEGREES;
    let is_level = match (asked_m, winter.asked_m) {
        (Some(own), Some(other)) => (own - other).abs() <= SAME_ELEVATION_M,
        (own, other) => own.is_none() && other.is_none(),
    };
    is_near(lat, winter.lat) && is_near(lon, winter.lon) && is_level
}

fn open(path: &Path, now: Timestamp) -> Result<Reader<BufReader<GzDecoder<BufReader<File>>>>, ExchangeError> {
    let file = BufReader::new(File::open(path)?);
    let today = now.utc().date_naive();
    Reader::new(BufReader::with_capacity(1 << 16, GzDecoder::new(file)), DATASET, today)
}

/// Stores the winters of one resort.
fn store_batch(
    conn: &mut storage::Conn,
    batch: &[SharedWinter],
    now: Timestamp,
    imported: &mut ImportCounts,
) -> Result<(), StoreError> {
    let Some(first) = batch.first() else { return Ok(()) };
    let stored = climate::of_resort(conn, DATASET, &first.slug)?;
    let mut rows = Vec::with_capacity(batch.len());
    for winter in batch {
        let new = |(days, asked_through, came_short)| WinterRow {
            slug: winter.slug.clone(),
            dataset: DATASET.to_owned(),
            winter: winter.winter.year(),
            days,
            asked_through,
            came_short,
            fetched_at: now,
        };
        match stored.iter().find(|row| row.winter == winter.winter.year()) {
            None => {
                imported.added += 1;
                rows.push(new((winter.days.clone(), winter.asked_through, winter.came_short)));
            }
            Some(row) => {
                let WinterRow { days, asked_through, came_short, .. } = row;
                let known = StoredState { days, asked_through: *asked_through, came_short: *came_short };
                let merged = exchange::merged(known, winter);
                if merged == (days.clone(), *asked_through, *came_short) {
                    imported.kept += 1;
                } else {
                    imported.completed += 1;
                    rows.push(new(merged));
                }
            }
        }
    }
    climate::merge(conn, &rows, |_, new| new.clone())?;
    Ok(())
}

#[cfg(test)]
mod tests;
