//! The last alert reading of each resort.

use std::collections::BTreeMap;

use accounts::alerts::Reading;
use diesel::upsert::excluded;
use diesel::{ExpressionMethods, RunQueryDsl};

use super::schema::alert_readings::dsl;
use crate::conn::{Conn, on_db};
use crate::error::{StoreError, storable_key};

/// Returns every reading by slug. A reading that cannot be parsed is left out, so the next evaluation of that resort is
/// a first one.
///
/// # Errors
/// Returns an error if the database fails.
pub fn all(conn: &mut Conn) -> Result<BTreeMap<String, Reading>, StoreError> {
    let rows: Vec<(String, String)> = on_db!(conn, |c| dsl::alert_readings.load(c))?;
    let mut readings = BTreeMap::new();
    for (slug, value) in rows {
        match serde_json::from_str(&value) {
            Ok(reading) => drop(readings.insert(slug, reading)),
            Err(error) => tracing::warn!(slug, %error, "ignoring an unreadable stored reading"),
        }
    }
    Ok(readings)
}

/// Stores a resort's reading in place of the previous one.
///
/// # Errors
/// Returns an error if the database fails.
pub fn store(conn: &mut Conn, slug: &str, reading: &Reading) -> Result<(), StoreError> {
    storable_key("slug", slug)?;
    let value = serde_json::to_string(reading)
        .map_err(|error| StoreError::Invalid(format!("a reading as JSON: {error}")))?;
    on_db!(conn, |c| diesel::insert_into(dsl::alert_readings)
        .values((dsl::slug.eq(slug), dsl::value.eq(&value)))
        .on_conflict(dsl::slug)
        .do_update()
        .set(dsl::value.eq(excluded(dsl::value)))
        .execute(c))?;
    Ok(())
}
