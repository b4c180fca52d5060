//! Clients that registered themselves.

use conditions_core::time::Timestamp;
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};

use super::schema::oauth_clients::dsl;
use crate::conn::{Conn, on_db};
use crate::error::{StoreError, storable};
use crate::time::micros;

/// Clients that nobody has allowed anything, at most.
const MOST_UNUSED: i64 = 1_000;

/// Keeps a client; false when too many are kept that nobody has allowed anything.
///
/// # Errors
/// What the database said.
pub fn keep(conn: &mut Conn, id: &str, metadata: &str, now: Timestamp) -> Result<bool, StoreError> {
    storable("client's metadata", metadata)?;
    let unused: i64 =
        on_db!(conn, |c| dsl::oauth_clients.filter(dsl::used_at.is_null()).count().get_result(c))?;
    if unused >= MOST_UNUSED {
        return Ok(false);
    }
    on_db!(conn, |c| diesel::insert_into(dsl::oauth_clients)
        .values((dsl::id.eq(id), dsl::metadata.eq(metadata), dsl::made_at.eq(micros(now))))
        .execute(c))?;
    Ok(true)
}

/// What a client registered.
///
/// # Errors
/// What the database said.
pub fn find(conn: &mut Conn, id: &str) -> Result<Option<String>, StoreError> {
    Ok(on_db!(conn, |c| dsl::oauth_clients.find(id).select(dsl::metadata).first(c).optional())?)
}

/// Notes that somebody has allowed it something.
///
/// # Errors
/// What the database said.
pub fn used(conn: &mut Conn, id: &str, now: Timestamp) -> Result<(), StoreError> {
    on_db!(conn, |c| diesel::update(dsl::oauth_clients.find(id))
        .set(dsl::used_at.eq(Some(micros(now))))
        .execute(c))?;
    Ok(())
}

/// Forgets those that registered before `before` and were never allowed anything.
pub(super) fn prune(conn: &mut Conn, before: Timestamp) -> Result<usize, StoreError> {
    let unused = dsl::oauth_clients.filter(dsl::used_at.is_null()).filter(dsl::made_at.lt(micros(before)));
    Ok(on_db!(conn, |c| diesel::delete(unused).execute(c))?)
}
