//! The audit log of accounts: each act and its actor. This module adds and reads lines; the database rejects every
//! other statement.
//!
//! A line names accounts by id and contains no email address, so it may outlive the account.

use accounts::AccountId;
use conditions_core::time::Timestamp;
use diesel::{ExpressionMethods, Insertable, QueryDsl, Queryable, RunQueryDsl, Selectable, SelectableHelper};
use uuid::Uuid;

use crate::conn::{Conn, on_db};
use crate::error::{StoreError, storable};
use crate::schema::audit_log::dsl;
use crate::time::{micros, timestamp};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Id; ids of later lines sort after it.
    pub id: Uuid,
    /// Time of the act, to the microsecond.
    pub at: Timestamp,
    /// Actor: `owner`, `admin` or `billing`.
    pub actor: String,
    /// Name of the act, such as `token_made`.
    pub act: String,
    /// Account that the act changed.
    pub account: Option<AccountId>,
    /// Further details, without secrets and addresses.
    pub detail: String,
}

#[derive(Insertable, Queryable, Selectable)]
#[diesel(table_name = crate::schema::audit_log)]
struct StoredLine {
    id: String,
    happened_at: i64,
    actor: String,
    act: String,
    account_id: Option<String>,
    detail: String,
}

/// Adds a line to the log.
///
/// # Errors
/// Returns an error if the database fails.
pub fn add(conn: &mut Conn, line: &Line) -> Result<(), StoreError> {
    storable("detail", &line.detail)?;
    let row = StoredLine {
        id: line.id.to_string(),
        happened_at: micros(line.at),
        actor: line.actor.clone(),
        act: line.act.clone(),
        account_id: line.account.map(|account| account.to_string()),
        detail: line.detail.clone(),
    };
    on_db!(conn, |c| diesel::insert_into(dsl::audit_log).values(&row).execute(c))?;
    Ok(())
}

/// Returns the newest lines, of one account or of all.
///
/// # Errors
/// Returns an error if the database fails.
pub fn newest(conn: &mut Conn, account: Option<AccountId>, most: i64) -> Result<Vec<Line>, StoreError> {
    let order = (dsl::happened_at.desc(), dsl::id.desc());
    let rows: Vec<StoredLine> = match account {
        Some(account) => on_db!(conn, |c| dsl::audit_log
            .filter(dsl::account_id.eq(account.to_string()))
            .order(order)
            .limit(most)
            .select(StoredLine::as_select())
            .load(c))?,
        None => {
            on_db!(conn, |c| dsl::audit_log.order(order).limit(most).select(StoredLine::as_select()).load(c))?
        }
    };
    let line = |row: StoredLine| {
        let account = row.account_id.as_deref().map(super::people::id).transpose()?;
        let id =
            Uuid::parse_str(&row.id).map_err(|_| StoreError::Invalid(format!("stored line `{}`", row.id)))?;
        let (at, actor, act, detail) = (timestamp(row.happened_at), row.actor, row.act, row.detail);
        Ok(Line { id, at, actor, act, account, detail })
    };
    rows.into_iter().map(line).collect()
}
