//! Change counters: one row per topic, increased in the transaction that changes something and polled by replicas.
//!
//! The row is updated before anything else is written, so writers of one topic wait for each other and versions become
//! visible in order: a reader that has seen version n has seen everything up to n.

use std::collections::BTreeMap;

use diesel::upsert::excluded;
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};

use crate::conn::{Conn, on_db};
use crate::error::StoreError;
use crate::schema::changes::dsl;

/// Topic of [`crate::evidence`].
pub const EVIDENCE: &str = "evidence";
/// Topic of [`crate::documents`].
pub const DOCUMENTS: &str = "documents";
/// Topic of [`crate::resorts`].
pub const RESORTS: &str = "resorts";
/// Topic of [`crate::climate`].
pub const CLIMATE: &str = "climate";
/// Topic of [`crate::settings`].
pub const SETTINGS: &str = "settings";

/// Topic of [`crate::verification`]: of its results, not of its inputs.
pub const VERIFICATION: &str = "verification";

/// Returns every topic's version, for replicas to poll; a topic that never changed is absent.
///
/// # Errors
/// Returns an error if the database fails.
pub fn versions(conn: &mut Conn) -> Result<BTreeMap<String, i64>, StoreError> {
    let rows: Vec<(String, i64)> = on_db!(conn, |c| dsl::changes.select((dsl::shard, dsl::version)).load(c))?;
    Ok(rows.into_iter().collect())
}

/// Returns one topic's version, 0 if it never changed.
///
/// # Errors
/// Returns an error if the database fails.
pub fn version(conn: &mut Conn, shard: &str) -> Result<i64, StoreError> {
    let row = on_db!(conn, |c| dsl::changes.find(shard).select(dsl::version).first(c).optional())?;
    Ok(row.unwrap_or(0))
}

/// Increases a topic's version by one, blocks its other writers until the transaction ends, and returns the new
/// version.
pub(crate) fn bump(conn: &mut Conn, shard: &str) -> Result<i64, StoreError> {
    Ok(on_db!(conn, |c| diesel::insert_into(dsl::changes)
        .values((dsl::shard.eq(shard), dsl::version.eq(1_i64)))
        .on_conflict(dsl::shard)
        .do_update()
        .set(dsl::version.eq(dsl::version + excluded(dsl::version)))
        .returning(dsl::version)
        .get_result(c))?)
}
