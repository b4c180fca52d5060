//! Processed events of the billing provider. A repeated event changes nothing, and neither does one that is older than
//! another event of its account.

use accounts::AccountId;
use conditions_core::time::Timestamp;
use diesel::query_dsl::methods::FilterDsl;
use diesel::upsert::excluded;
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};

use crate::conn::{Conn, on_db};
use crate::error::{StoreError, storable_key};
use crate::schema::billing_events::dsl;
use crate::schema::billing_newest::dsl as newest;
use crate::time::micros;

/// Records an event; returns false if it was recorded before. Call it in the transaction that applies the event, so
/// that both happen or neither.
///
/// # Errors
/// Returns an error if the database fails.
pub fn record_event(conn: &mut Conn, id: &str, now: Timestamp) -> Result<bool, StoreError> {
    storable_key("event's id", id)?;
    let taken = on_db!(conn, |c| diesel::insert_into(dsl::billing_events)
        .values((dsl::id.eq(id), dsl::received_at.eq(micros(now))))
        .on_conflict(dsl::id)
        .do_nothing()
        .execute(c))?;
    Ok(taken == 1)
}

/// Records the time that an event refers to; returns false if a newer event of the account was recorded before. Call it
/// in the transaction that applies the event.
///
/// # Errors
/// Returns an error if the database fails.
pub fn is_newest(conn: &mut Conn, account: AccountId, said_at: Timestamp) -> Result<bool, StoreError> {
    let upsert = diesel::insert_into(newest::billing_newest)
        .values((newest::account_id.eq(account.to_string()), newest::said_at.eq(micros(said_at))))
        .on_conflict(newest::account_id)
        .do_update()
        .set(newest::said_at.eq(excluded(newest::said_at)));
    let upsert = FilterDsl::filter(upsert, newest::said_at.le(excluded(newest::said_at)));
    Ok(on_db!(conn, |c| upsert.execute(c))? == 1)
}

/// Deletes the records of an account.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) fn delete(conn: &mut Conn, account: AccountId) -> Result<(), StoreError> {
    on_db!(conn, |c| diesel::delete(newest::billing_newest.find(account.to_string())).execute(c))?;
    Ok(())
}

/// Deletes events that were recorded before `before`.
///
/// # Errors
/// Returns an error if the database fails.
pub fn prune(conn: &mut Conn, before: Timestamp) -> Result<usize, StoreError> {
    let old = QueryDsl::filter(dsl::billing_events, dsl::received_at.lt(micros(before)));
    Ok(on_db!(conn, |c| diesel::delete(old).execute(c))?)
}
