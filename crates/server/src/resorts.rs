//! Which resorts this deployment has: those that ship with the service, and those that were imported into its database.

use std::collections::BTreeMap;

use catalogue::Resort;
use catalogue::search::SearchIndex;
use conditions_core::time::Timestamp;
use storage::{Conn, Store, StoreError, resorts};

use crate::config::Config;
use crate::database;
use crate::database::OpenError;
use crate::error::one_line;

/// Imported resorts: slug and row.
///
/// # Errors
/// What the database says.
pub(crate) async fn stored(store: &Store) -> Result<Vec<(String, String)>, StoreError> {
    store.read(list_imported).await
}

/// The same for the command line.
///
/// # Errors
/// What the database says.
pub(crate) fn stored_blocking(store: &Store) -> Result<Vec<(String, String)>, StoreError> {
    store.read_blocking(list_imported)
}

fn list_imported(conn: &mut Conn) -> Result<Vec<(String, String)>, StoreError> {
    Ok(resorts::list(conn)?.into_iter().map(|row| (row.slug, row.row_json)).collect())
}

/// Replaces every imported resort, in one transaction.
///
/// # Errors
/// What the database says; then the former ones stay.
pub(crate) fn replace_imported_blocking(
    store: &Store,
    rows: Vec<(String, String)>,
    now: Timestamp,
) -> Result<(), StoreError> {
    let newer: Vec<resorts::ImportedResort> = rows
        .into_iter()
        .map(|(slug, row_json)| resorts::ImportedResort { slug, row_json, imported_at: now })
        .collect();
    store.run_blocking(move |conn| {
        for row in resorts::list(conn)? {
            if !newer.iter().any(|kept| kept.slug == row.slug) {
                resorts::delete(conn, &row.slug)?;
            }
        }
        resorts::upsert(conn, &newer)
    })
}

/// All resorts, sorted by slug.
///
/// # Errors
/// Storage that cannot be read.
pub(crate) async fn all(store: &Store) -> Result<Vec<Resort>, String> {
    with_imported(stored(store).await.map_err(one_line)?)
}

/// All resorts of a deployment whose storage is not open yet; those of the catalogue if it has none.
///
/// # Errors
/// Storage that cannot be opened or read.
pub(crate) fn of_deployment(config: &Config) -> Result<Vec<Resort>, String> {
    match database::existing(config) {
        Ok(store) => all_blocking(&store),
        Err(OpenError::Storage(absent @ StoreError::Absent { .. })) => {
            eprintln!("{absent}; going on with the catalogue");
            with_imported(Vec::new())
        }
        Err(error) => Err(one_line(error)),
    }
}

/// All resorts, for the command line.
///
/// # Errors
/// Storage that cannot be read.
pub(crate) fn all_blocking(store: &Store) -> Result<Vec<Resort>, String> {
    with_imported(stored_blocking(store).map_err(one_line)?)
}

/// Rows of an import, slug and JSON. A row that cannot be read is logged and left out.
pub(crate) fn imported(rows: Vec<(String, String)>) -> Vec<Resort> {
    let read = |(slug, text): (String, String)| {
        serde_json::from_str::<Resort>(&text)
            .inspect_err(|error| tracing::warn!(slug, %error, "imported resort cannot be read; import again"))
            .ok()
    };
    rows.into_iter().filter_map(read).collect()
}

/// One line for a slug that no resort has, with the nearest ones where there are any.
pub(crate) fn not_on_record(slug: &str, index: &SearchIndex) -> String {
    let nearest = index.suggest(slug).join(", ");
    let nearest = if nearest.is_empty() { nearest } else { format!("; nearest: {nearest}") };
    format!("no resort `{slug}` is on record{nearest}")
}

/// The embedded and the imported resorts. An embedded row overrides an imported one with the same slug.
pub(crate) fn with_imported(rows: Vec<(String, String)>) -> Result<Vec<Resort>, String> {
    let embedded = catalogue::embedded().map_err(one_line)?;
    let rows = imported(rows).into_iter().chain(embedded);
    let resorts: BTreeMap<String, Resort> = rows.map(|resort| (resort.slug.clone(), resort)).collect();
    Ok(resorts.into_values().collect())
}

#[cfg(test)]
mod tests;
