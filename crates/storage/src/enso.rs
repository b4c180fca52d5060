//! The indices of El Niño: each is one row, because the past is restated and half a series is none.

use conditions_core::time::Timestamp;
use diesel::upsert::excluded;
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};

use crate::changes;
use crate::conn::{Conn, on_db};
use crate::error::{StoreError, storable, storable_key};
use crate::schema::enso_series::dsl;
use crate::time::{instant, micros};

/// One index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnsoSeries {
    /// Its name.
    pub name: String,
    /// When these values were first fetched.
    pub fetched_at: Timestamp,
    /// JSON; kept byte for byte, not read here.
    pub payload: String,
}

/// Replaces the index of that name as a whole; false, and nothing written, when it has this payload already.
///
/// # Errors
/// [`StoreError::Invalid`] for an empty name or a zero character.
pub fn replace(conn: &mut Conn, series: &EnsoSeries) -> Result<bool, StoreError> {
    storable_key("index", &series.name)?;
    storable("index's payload", &series.payload)?;
    let kept: Option<String> =
        on_db!(conn, |c| dsl::enso_series.find(&series.name).select(dsl::payload).first(c).optional())?;
    if kept.as_ref() == Some(&series.payload) {
        return Ok(false);
    }
    changes::bump(conn, changes::ENSO)?;
    on_db!(conn, |c| diesel::insert_into(dsl::enso_series)
        .values((
            dsl::name.eq(&series.name),
            dsl::fetched_at.eq(micros(series.fetched_at)),
            dsl::payload.eq(&series.payload),
        ))
        .on_conflict(dsl::name)
        .do_update()
        .set((dsl::fetched_at.eq(excluded(dsl::fetched_at)), dsl::payload.eq(excluded(dsl::payload))))
        .execute(c))?;
    Ok(true)
}

/// Every index, by name, and the version of [`changes::ENSO`] that they are of.
///
/// # Errors
/// What the database said.
pub fn list(conn: &mut Conn) -> Result<(i64, Vec<EnsoSeries>), StoreError> {
    let version = changes::version(conn, changes::ENSO)?;
    let rows: Vec<(String, i64, String)> =
        on_db!(conn, |c| dsl::enso_series.select((dsl::name, dsl::fetched_at, dsl::payload)).load(c))?;
    let mut series: Vec<EnsoSeries> = rows
        .into_iter()
        .map(|(name, at, payload)| EnsoSeries { name, fetched_at: instant(at), payload })
        .collect();
    // Sorted here: the order of text is a matter of locale in PostgreSQL.
    series.sort_by(|a, b| a.name.cmp(&b.name));
    Ok((version, series))
}
