//! The resorts of this deployment: those that ship with the service and those imported into its database.

use std::collections::{BTreeMap, BTreeSet};

use catalogue::search::SearchIndex;
use catalogue::{CatalogueError, Resort};
use conditions_core::time::Timestamp;
use storage::{Conn, Store, StoreError, resorts};

/// Reason why the resorts of a deployment cannot be listed.
#[derive(Debug, thiserror::Error)]
pub enum ResortsError {
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] StoreError),
    /// The embedded catalogue cannot be read.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
}

/// Imported rows and terrain, pairs of slug and JSON.
#[derive(Debug, Clone, Default)]
pub struct StoredResorts {
    /// Rows of imported resorts.
    pub rows: Vec<(String, String)>,
    /// Terrain of a map, also of resorts of the catalogue.
    pub terrain: Vec<(String, String)>,
}

/// Reads what was imported.
///
/// # Errors
/// Returns the database error if it cannot be read.
pub async fn stored(store: &Store) -> Result<StoredResorts, StoreError> {
    store.read(list_imported).await
}

/// Like [`stored`], but blocking, for the command line.
///
/// # Errors
/// Returns the database error if it cannot be read.
pub fn stored_blocking(store: &Store) -> Result<StoredResorts, StoreError> {
    store.read_blocking(list_imported)
}

fn list_imported(conn: &mut Conn) -> Result<StoredResorts, StoreError> {
    let rows = resorts::list(conn)?.into_iter().map(|row| (row.slug, row.row_json)).collect();
    Ok(StoredResorts { rows, terrain: resorts::terrain(conn)? })
}

/// Replaces all imported resorts and all terrain in one transaction.
///
/// # Errors
/// Returns the database error if they cannot be written; the previous import then stays.
pub fn replace_imported_blocking(
    store: &Store,
    imported: StoredResorts,
    now: Timestamp,
) -> Result<(), StoreError> {
    let StoredResorts { rows, terrain } = imported;
    let newer: Vec<resorts::ImportedResort> = rows
        .into_iter()
        .map(|(slug, row_json)| resorts::ImportedResort { slug, row_json, imported_at: now })
        .collect();
    store.run_blocking(move |conn| {
        let kept: BTreeSet<&str> = newer.iter().map(|row| row.slug.as_str()).collect();
        for row in resorts::list(conn)? {
            if !kept.contains(row.slug.as_str()) {
                resorts::delete(conn, &row.slug)?;
            }
        }
        resorts::upsert(conn, &newer)?;
        resorts::replace_terrain(conn, &terrain, now)
    })
}

/// Returns all resorts, sorted by slug.
///
/// # Errors
/// Returns an error if the storage cannot be read.
pub async fn all(store: &Store) -> Result<Vec<Resort>, ResortsError> {
    with_imported(stored(store).await?)
}

/// Returns all resorts, for the command line.
///
/// # Errors
/// Returns an error if the storage cannot be read.
pub fn all_blocking(store: &Store) -> Result<Vec<Resort>, ResortsError> {
    with_imported(stored_blocking(store)?)
}

/// Parses imported rows of slug and JSON. A row that cannot be read is logged and left out.
#[must_use]
pub fn imported(rows: Vec<(String, String)>) -> Vec<Resort> {
    let read = |(slug, text): (String, String)| {
        serde_json::from_str::<Resort>(&text)
            .inspect_err(|error| tracing::warn!(slug, %error, "cannot read an imported resort; import again"))
            .ok()
    };
    rows.into_iter().filter_map(read).collect()
}

/// Formats a one-line message for an unknown slug, with the nearest slugs if there are any.
#[must_use]
pub fn not_on_record(slug: &str, index: &SearchIndex) -> String {
    let nearest = index.suggest(slug).join(", ");
    let nearest = if nearest.is_empty() { nearest } else { format!("; nearest: {nearest}") };
    format!("no resort `{slug}` is on record{nearest}")
}

/// Combines the embedded and the imported resorts, and fills both from the terrain of the map. An embedded resort
/// overrides an imported one with the same slug. Terrain that cannot be read is logged and left out.
///
/// # Errors
/// Returns an error if the catalogue cannot be read.
pub fn with_imported(stored: StoredResorts) -> Result<Vec<Resort>, ResortsError> {
    let embedded = catalogue::embedded()?;
    let rows = imported(stored.rows).into_iter().chain(embedded);
    let mut resorts: BTreeMap<String, Resort> = rows.map(|resort| (resort.slug.clone(), resort)).collect();
    for slug in catalogue::enrich(&mut resorts, stored.terrain) {
        tracing::warn!(slug, "cannot read the imported terrain of a resort; import again");
    }
    Ok(resorts.into_values().collect())
}

#[cfg(test)]
mod tests;
