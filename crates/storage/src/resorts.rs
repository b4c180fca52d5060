//! Resorts that an operator added to the catalogue that ships with the service.

use conditions_core::time::Timestamp;
use diesel::upsert::excluded;
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};

use crate::changes;
use crate::conn::{Conn, on_db};
use crate::error::{StoreError, storable, storable_key};
use crate::schema::imported_resorts::dsl;
use crate::time::{micros, timestamp};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedResort {
    /// Resort slug.
    pub slug: String,
    /// Catalogue row as JSON; stored byte for byte, not parsed here.
    pub row_json: String,
    /// Time of the last import.
    pub imported_at: Timestamp,
}

/// Adds `resorts` and replaces those with the same slug; if two have one slug, the later one in the list stays.
///
/// # Errors
/// Returns [`StoreError::Invalid`] for an empty slug or a zero character; nothing is stored then.
pub fn upsert(conn: &mut Conn, resorts: &[ImportedResort]) -> Result<(), StoreError> {
    if resorts.is_empty() {
        return Ok(());
    }
    for resort in resorts {
        storable_key("slug", &resort.slug)?;
        storable("resort row", &resort.row_json)?;
    }
    changes::bump(conn, changes::RESORTS)?;
    for resort in resorts {
        on_db!(conn, |c| diesel::insert_into(dsl::imported_resorts)
            .values((
                dsl::slug.eq(&resort.slug),
                dsl::row_json.eq(&resort.row_json),
                dsl::imported_at.eq(micros(resort.imported_at)),
            ))
            .on_conflict(dsl::slug)
            .do_update()
            .set(
                (dsl::row_json.eq(excluded(dsl::row_json)), dsl::imported_at.eq(excluded(dsl::imported_at)),)
            )
            .execute(c))?;
    }
    Ok(())
}

/// Returns every imported resort, by slug.
///
/// # Errors
/// Returns an error if the database fails.
pub fn list(conn: &mut Conn) -> Result<Vec<ImportedResort>, StoreError> {
    let rows: Vec<(String, String, i64)> =
        on_db!(conn, |c| dsl::imported_resorts.select((dsl::slug, dsl::row_json, dsl::imported_at)).load(c))?;
    let mut resorts: Vec<_> = rows
        .into_iter()
        .map(|(slug, row_json, at)| ImportedResort { slug, row_json, imported_at: timestamp(at) })
        .collect();
    // Sorted here, because the order of text depends on the locale in PostgreSQL.
    resorts.sort_by(|a, b| a.slug.cmp(&b.slug));
    Ok(resorts)
}

/// Removes a resort; returns false if it does not exist.
///
/// # Errors
/// Returns an error if the database fails.
pub fn delete(conn: &mut Conn, slug: &str) -> Result<bool, StoreError> {
    changes::bump(conn, changes::RESORTS)?;
    Ok(on_db!(conn, |c| diesel::delete(dsl::imported_resorts.find(slug)).execute(c))? == 1)
}

/// Replaces the terrain of all resorts, pairs of slug and text; an empty list removes it.
///
/// # Errors
/// Returns errors like [`upsert`].
pub fn replace_terrain(
    conn: &mut Conn,
    terrain: &[(String, String)],
    now: Timestamp,
) -> Result<(), StoreError> {
    use crate::schema::resort_terrain::dsl;
    for (slug, text) in terrain {
        storable_key("slug", slug)?;
        storable("terrain", text)?;
    }
    changes::bump(conn, changes::RESORTS)?;
    on_db!(conn, |c| diesel::delete(dsl::resort_terrain).execute(c))?;
    for (slug, text) in terrain {
        let row = (dsl::slug.eq(slug), dsl::terrain.eq(text), dsl::imported_at.eq(micros(now)));
        on_db!(conn, |c| diesel::insert_into(dsl::resort_terrain).values(row).execute(c))?;
    }
    Ok(())
}

/// Returns the terrain of all resorts, pairs of slug and text, in no particular order.
///
/// # Errors
/// Returns an error if the database fails.
pub fn terrain(conn: &mut Conn) -> Result<Vec<(String, String)>, StoreError> {
    use crate::schema::resort_terrain::dsl;
    Ok(on_db!(conn, |c| dsl::resort_terrain.select((dsl::slug, dsl::terrain)).load(c))?)
}
