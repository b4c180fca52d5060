//! Alerts of accounts: what is asked for, what was seen of each resort last, what fired, and the letters that tell it.
//!
//! A reading, the notices of what it fired and the letters that they go into are written in one transaction: a crash in between
//! loses and repeats nothing. A notice's key and a letter's day are primary keys, so that two that evaluate the same evidence
//! tell it once.

pub mod asked;
pub mod letters;
pub mod notices;
pub mod readings;
mod schema;
pub mod ways;

use conditions_core::time::Timestamp;
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use uuid::Uuid;

use crate::conn::{Conn, on_db};
use crate::error::StoreError;
use schema::{alert_letters, alert_notices, alert_ways, alerts};

/// Waits until nobody else evaluates, until this transaction ends.
///
/// # Errors
/// What the database said.
pub fn lock(conn: &mut Conn, now: Timestamp) -> Result<(), StoreError> {
    crate::limits::lock(conn, "alerts", now).map(drop)
}

/// Deletes everything of an account.
///
/// # Errors
/// What the database said.
pub fn forget_account(conn: &mut Conn, account: Uuid) -> Result<(), StoreError> {
    let key = account.to_string();
    on_db!(conn, |c| {
        diesel::delete(alerts::table.filter(alerts::account_id.eq(&key))).execute(c)?;
        diesel::delete(alert_notices::table.filter(alert_notices::account_id.eq(&key))).execute(c)?;
        diesel::delete(alert_letters::table.filter(alert_letters::account_id.eq(&key))).execute(c)?;
        diesel::delete(alert_ways::table.filter(alert_ways::account_id.eq(&key))).execute(c)
    })?;
    Ok(())
}
