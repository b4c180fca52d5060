//! Ceremonies with passkeys that were begun. Each is used up by its first answer, right or wrong, on whichever replica.

use accounts::{AccountId, Digest, passkey};
use conditions_core::time::Timestamp;
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};

use crate::conn::{Conn, on_db};
use crate::error::StoreError;
use crate::schema::account_ceremonies::dsl;
use crate::time::{instant, micros};

/// Stores what was begun: a sign-in, or, with an account, adding a passkey to it. An account adds one at a time, so that there are
/// never more of those than accounts; sign-ins are counted before they are begun.
///
/// # Errors
/// What the database said.
pub fn begin(
    conn: &mut Conn,
    digest: Digest,
    account: Option<AccountId>,
    state: &str,
    now: Timestamp,
) -> Result<(), StoreError> {
    if let Some(account) = account {
        forget(conn, account)?;
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

/// Uses up what was begun under a name; its state, when it was begun for this and still counts.
///
/// # Errors
/// What the database said.
pub fn take(
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
    let counting = row.filter(|(of, _, made_at)| *of == wanted && passkey::holds(instant(*made_at), now));
    Ok(counting.map(|(_, state, _)| state))
}

/// Forgets what an account has begun.
///
/// # Errors
/// What the database said.
pub fn forget(conn: &mut Conn, account: AccountId) -> Result<usize, StoreError> {
    let own = dsl::account_ceremonies.filter(dsl::account_id.eq(account.to_string()));
    Ok(on_db!(conn, |c| diesel::delete(own).execute(c))?)
}

/// Forgets what was begun before an instant; how many.
///
/// # Errors
/// What the database said.
pub fn prune(conn: &mut Conn, before: Timestamp) -> Result<usize, StoreError> {
    let old = dsl::account_ceremonies.filter(dsl::made_at.lt(micros(before)));
    Ok(on_db!(conn, |c| diesel::delete(old).execute(c))?)
}
