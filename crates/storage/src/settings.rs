//! Settings: small values that outlive a process.

use std::collections::BTreeMap;

use diesel::upsert::excluded;
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};

use crate::changes;
use crate::conn::{Conn, on_db};
use crate::error::{StoreError, storable, storable_key};
use crate::schema::settings::dsl;

/// Sets `key` to `value`.
///
/// # Errors
/// Returns [`StoreError::Invalid`] for an empty key or a zero character.
pub fn set(conn: &mut Conn, key: &str, value: &str) -> Result<(), StoreError> {
    storable_key("setting", key)?;
    storable("setting's value", value)?;
    changes::bump(conn, changes::SETTINGS)?;
    on_db!(conn, |c| diesel::insert_into(dsl::settings)
        .values((dsl::key.eq(key), dsl::value.eq(value)))
        .on_conflict(dsl::key)
        .do_update()
        .set(dsl::value.eq(excluded(dsl::value)))
        .execute(c))?;
    Ok(())
}

/// Returns the value of `key`.
///
/// # Errors
/// Returns an error if the database fails.
pub fn get(conn: &mut Conn, key: &str) -> Result<Option<String>, StoreError> {
    Ok(on_db!(conn, |c| dsl::settings.find(key).select(dsl::value).first(c).optional())?)
}

/// Returns every setting.
///
/// # Errors
/// Returns an error if the database fails.
pub fn list(conn: &mut Conn) -> Result<BTreeMap<String, String>, StoreError> {
    let rows: Vec<(String, String)> = on_db!(conn, |c| dsl::settings.select((dsl::key, dsl::value)).load(c))?;
    Ok(rows.into_iter().collect())
}

/// Removes `key`; returns false if it does not exist.
///
/// # Errors
/// Returns an error if the database fails.
pub fn delete(conn: &mut Conn, key: &str) -> Result<bool, StoreError> {
    changes::bump(conn, changes::SETTINGS)?;
    Ok(on_db!(conn, |c| diesel::delete(dsl::settings.find(key)).execute(c))? == 1)
}
