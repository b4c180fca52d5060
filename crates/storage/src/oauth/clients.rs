//! Clients that registered themselves.

use conditions_core::time::Timestamp;
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};

use super::schema::oauth_clients::dsl;
use crate::conn::{Conn, on_db};
use crate::error::{StoreError, storable};
use crate::time::micros;

/// Maximum number of clients without a grant.
const MOST_UNUSED: i64 = 1_000;

/// Stores a client. If there are too many clients without a grant, the oldest are deleted, so a flood of registrations
/// blocks no new client.
///
/// # Errors
/// Returns an error if the database fails.
pub fn store(conn: &mut Conn, id: &str, metadata: &str, now: Timestamp) -> Result<(), StoreError> {
    storable("client's metadata", metadata)?;
    let unused = dsl::oauth_clients.filter(dsl::used_at.is_null());
    let newest = unused.order((dsl::made_at.desc(), dsl::id)).offset(MOST_UNUSED - 1).limit(i64::MAX);
    let old: Vec<String> = on_db!(conn, |c| newest.select(dsl::id).load(c))?;
    for one in old {
        on_db!(conn, |c| diesel::delete(dsl::oauth_clients.find(one)).execute(c))?;
    }
    on_db!(conn, |c| diesel::insert_into(dsl::oauth_clients)
        .values((dsl::id.eq(id), dsl::metadata.eq(metadata), dsl::made_at.eq(micros(now))))
        .execute(c))?;
    Ok(())
}

/// Returns the registered metadata of a client.
///
/// # Errors
/// Returns an error if the database fails.
pub fn find(conn: &mut Conn, id: &str) -> Result<Option<String>, StoreError> {
    Ok(on_db!(conn, |c| dsl::oauth_clients.find(id).select(dsl::metadata).first(c).optional())?)
}

/// Records that a client got a grant.
///
/// # Errors
/// Returns an error if the database fails.
pub fn used(conn: &mut Conn, id: &str, now: Timestamp) -> Result<(), StoreError> {
    on_db!(conn, |c| diesel::update(dsl::oauth_clients.find(id))
        .set(dsl::used_at.eq(Some(micros(now))))
        .execute(c))?;
    Ok(())
}

/// Deletes clients that registered before `before` and never got a grant.
pub(super) fn prune(conn: &mut Conn, before: Timestamp) -> Result<usize, StoreError> {
    let unused = dsl::oauth_clients.filter(dsl::used_at.is_null()).filter(dsl::made_at.lt(micros(before)));
    Ok(on_db!(conn, |c| diesel::delete(unused).execute(c))?)
}
