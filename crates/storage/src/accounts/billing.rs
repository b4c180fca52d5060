//! Events of the billing provider that were taken. One that comes again changes nothing.

use conditions_core::time::Timestamp;
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};

use crate::conn::{Conn, on_db};
use crate::error::{StoreError, storable_key};
use crate::schema::billing_events::dsl;
use crate::time::micros;

/// Notes an event; false when it was taken before. In the transaction of what it changes: an event is taken and acted on, or
/// neither.
///
/// # Errors
/// What the database said.
pub fn take(conn: &mut Conn, id: &str, now: Timestamp) -> Result<bool, StoreError> {
    storable_key("event's id", id)?;
    let taken = on_db!(conn, |c| diesel::insert_into(dsl::billing_events)
        .values((dsl::id.eq(id), dsl::received_at.eq(micros(now))))
        .on_conflict(dsl::id)
        .do_nothing()
        .execute(c))?;
    Ok(taken == 1)
}

/// Forgets events that were taken before an instant.
///
/// # Errors
/// What the database said.
pub fn prune(conn: &mut Conn, before: Timestamp) -> Result<usize, StoreError> {
    let old = dsl::billing_events.filter(dsl::received_at.lt(micros(before)));
    Ok(on_db!(conn, |c| diesel::delete(old).execute(c))?)
}
