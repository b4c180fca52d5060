//! Events of the billing provider that were taken. One that comes again changes nothing, nor does one that is older than another
//! of its account.

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

/// Notes of which instant an event speaks; false when a newer one of the account was noted before. In the transaction of what it
/// changes.
///
/// # Errors
/// What the database said.
pub fn is_newest(conn: &mut Conn, account: AccountId, said_at: Timestamp) -> Result<bool, StoreError> {
    let upsert = diesel::insert_into(newest::billing_newest)
        .values((newest::account_id.eq(account.to_string()), newest::said_at.eq(micros(said_at))))
        .on_conflict(newest::account_id)
        .do_update()
        .set(newest::said_at.eq(excluded(newest::said_at)));
    let upsert = FilterDsl::filter(upsert, newest::said_at.le(excluded(newest::said_at)));
    Ok(on_db!(conn, |c| upsert.execute(c))? == 1)
}

/// Forgets what was noted of an account.
///
/// # Errors
/// What the database said.
pub(super) fn forget(conn: &mut Conn, account: AccountId) -> Result<(), StoreError> {
    on_db!(conn, |c| diesel::delete(newest::billing_newest.find(account.to_string())).execute(c))?;
    Ok(())
}

/// Forgets events that were taken before an instant.
///
/// # Errors
/// What the database said.
pub fn prune(conn: &mut Conn, before: Timestamp) -> Result<usize, StoreError> {
    let old = QueryDsl::filter(dsl::billing_events, dsl::received_at.lt(micros(before)));
    Ok(on_db!(conn, |c| diesel::delete(old).execute(c))?)
}
