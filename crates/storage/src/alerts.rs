//! Alerts of accounts: requested alerts, the last reading of each resort, notices of alerts that fired, and the emails
//! that report them.
//!
//! A reading, its notices and their emails are written in one transaction, so a crash loses and repeats nothing. A
//! notice's key and an email's day are primary keys, so concurrent evaluations of the same evidence report it once.

pub mod channels;
pub mod emails;
pub mod morning;
pub mod notices;
pub mod owned;
pub mod readings;
mod schema;

use conditions_core::time::Timestamp;
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use uuid::Uuid;

use crate::conn::{Conn, on_db};
use crate::error::StoreError;
use schema::{alert_letters, alert_notices, alert_ways, alerts};

/// Blocks other evaluations until this transaction ends.
///
/// # Errors
/// Returns an error if the database fails.
pub fn lock(conn: &mut Conn, now: Timestamp) -> Result<(), StoreError> {
    crate::limits::lock(conn, "alerts", now).map(drop)
}

/// Deletes everything of an account.
///
/// # Errors
/// Returns an error if the database fails.
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
