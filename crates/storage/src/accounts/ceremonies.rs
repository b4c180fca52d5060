//! Pending passkey ceremonies. Each ends with its first answer, right or wrong, on any replica.

use accounts::{AccountId, Digest, passkey};
use conditions_core::time::Timestamp;
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};

use crate::conn::{Conn, on_db};
use crate::error::StoreError;
use crate::schema::account_ceremonies::dsl;
use crate::time::{micros, timestamp};

/// Stores a pending ceremony: a sign-in or, with an account, the addition of a passkey to it. An account has at most
/// one pending addition, so there are never more of those than accounts; sign-ins are counted before they begin.
///
/// # Errors
/// Returns an error if the database fails.
pub fn begin(
    conn: &mut Conn,
    digest: Digest,
    account: Option<AccountId>,
    state: &str,
    now: Timestamp,
) -> Result<(), StoreError> {
    if let Some(account) = account {
        delete(conn, account)?;
    }
    on_db!(conn, |c| diesel::insert_into(dsl::account_ceremonies)
        .values((
            dsl::digest.eq(digest.hex()),
            dsl::account_id.eq(account.map(|account| account.to_string())),
            dsl::state.eq(state),
            dsl::made_at.eq(micros(now)),
        ))
        .execute(c))?;
    Ok(())
}

/// Removes the ceremony with this digest and returns its state if it was begun for this purpose and is still valid.
///
/// # Errors
/// Returns an error if the database fails.
pub fn remove(
    conn: &mut Conn,
    digest: Digest,
    account: Option<AccountId>,
    now: Timestamp,
) -> Result<Option<String>, StoreError> {
    type Row = (Option<String>, String, i64);
    let row: Option<Row> = on_db!(conn, |c| diesel::delete(dsl::account_ceremonies.find(digest.hex()))
        .returning((dsl::account_id, dsl::state, dsl::made_at))
        .get_result(c)
        .optional())?;
    let wanted = account.map(|account| account.to_string());
    let counting =
        row.filter(|(of, _, made_at)| *of == wanted && passkey::is_valid(timestamp(*made_at), now));
    Ok(counting.map(|(_, state, _)| state))
}

/// Deletes the pending ceremonies of an account.
///
/// # Errors
/// Returns an error if the database fails.
pub fn delete(conn: &mut Conn, account: AccountId) -> Result<usize, StoreError> {
    let own = dsl::account_ceremonies.filter(dsl::account_id.eq(account.to_string()));
    Ok(on_db!(conn, |c| diesel::delete(own).execute(c))?)
}

/// Deletes ceremonies that were begun before `before`; returns their number.
///
/// # Errors
/// Returns an error if the database fails.
pub fn prune(conn: &mut Conn, before: Timestamp) -> Result<usize, StoreError> {
    let old = dsl::account_ceremonies.filter(dsl::made_at.lt(micros(before)));
    Ok(on_db!(conn, |c| diesel::delete(old).execute(c))?)
}
