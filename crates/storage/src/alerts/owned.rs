//! Alerts that accounts have asked for.

use std::collections::BTreeMap;

use accounts::alerts::{Alert, Kind, QuietHours};
use diesel::{BoolExpressionMethods, ExpressionMethods, NullableExpressionMethods, QueryDsl, RunQueryDsl};
use uuid::Uuid;

use super::schema::alerts::dsl;
use crate::conn::{Conn, on_db};
use crate::error::{StoreError, storable};
use crate::statement::among;
use crate::time::{micros, timestamp};

type Row = (String, String, String, Option<String>, Option<i64>, Option<i64>, String, i64);

/// An alert and its account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnedAlert {
    pub account: Uuid,
    pub alert: Alert,
}

fn from_row(
    (id, account, kind, slug, threshold, window, quiet, created_at): Row,
) -> Result<OwnedAlert, StoreError> {
    let unreadable = || StoreError::Invalid(format!("stored alert `{id}`"));
    let alert = Alert {
        id: Uuid::parse_str(&id).map_err(|_| unreadable())?,
        kind: Kind::of_word(&kind).ok_or_else(unreadable)?,
        slug,
        threshold_cm: threshold.and_then(|cm| u16::try_from(cm).ok()),
        window_days: window.and_then(|days| u8::try_from(days).ok()),
        quiet: quiet.parse::<QuietHours>().map_err(|_| unreadable())?,
        created_at: timestamp(created_at),
    };
    Ok(OwnedAlert { account: Uuid::parse_str(&account).map_err(|_| unreadable())?, alert })
}

/// Lists the alerts of an account, oldest first. An alert that cannot be read (a newer program wrote it) is left out.
///
/// # Errors
/// Returns an error if the database fails.
pub fn of_account(conn: &mut Conn, account: Uuid) -> Result<Vec<Alert>, StoreError> {
    let rows: Vec<Row> = on_db!(conn, |c| dsl::alerts
        .filter(dsl::account_id.eq(account.to_string()))
        .order((dsl::created_at, dsl::id))
        .load(c))?;
    Ok(read(rows).map(|asked| asked.alert).collect())
}

/// Returns the alerts of some resorts by slug; alerts for any resort are under the empty slug.
///
/// # Errors
/// Returns an error if the database fails.
pub fn of_resorts(conn: &mut Conn, slugs: &[&str]) -> Result<BTreeMap<String, Vec<OwnedAlert>>, StoreError> {
    let rows: Vec<Row> = on_db!(conn, |c| dsl::alerts
        .filter(dsl::slug.is_null().or(among(dsl::slug.assume_not_null(), slugs)))
        .order(dsl::id)
        .load(c))?;
    let mut by_slug: BTreeMap<String, Vec<OwnedAlert>> = BTreeMap::new();
    for asked in read(rows) {
        by_slug.entry(asked.alert.slug.clone().unwrap_or_default()).or_default().push(asked);
    }
    Ok(by_slug)
}

fn read(rows: Vec<Row>) -> impl Iterator<Item = OwnedAlert> {
    rows.into_iter().filter_map(|row| match from_row(row) {
        Ok(asked) => Some(asked),
        Err(error) => {
            tracing::warn!(%error, "skipping an unreadable alert");
            None
        }
    })
}

/// Stores an alert of an account in place of one of the same kind and resort; returns false if the account has `most`
/// already.
///
/// # Errors
/// Returns an error if the database fails.
pub fn store(conn: &mut Conn, account: Uuid, alert: &Alert, most: usize) -> Result<bool, StoreError> {
    if let Some(slug) = &alert.slug {
        storable("slug", slug)?;
    }
    crate::limits::lock(conn, &format!("alerts:{account}"), alert.created_at)?;
    let known = of_account(conn, account)?;
    let id = known.iter().find(|known| known.is_like(alert)).map(|known| known.id);
    if id.is_none() && known.len() >= most {
        return Ok(false);
    }
    if let Some(id) = id {
        on_db!(conn, |c| diesel::delete(dsl::alerts.find(id.to_string())).execute(c))?;
    }
    on_db!(conn, |c| diesel::insert_into(dsl::alerts)
        .values((
            dsl::id.eq(id.unwrap_or(alert.id).to_string()),
            dsl::account_id.eq(account.to_string()),
            dsl::kind.eq(alert.kind.as_str()),
            dsl::slug.eq(&alert.slug),
            dsl::threshold_cm.eq(alert.threshold_cm.map(i64::from)),
            dsl::window_days.eq(alert.window_days.map(i64::from)),
            dsl::quiet.eq(alert.quiet.to_string()),
            dsl::created_at.eq(micros(alert.created_at)),
        ))
        .execute(c))?;
    Ok(true)
}

/// Removes an alert of an account and its unsent notices; returns false if the account has no alert with this id.
///
/// # Errors
/// Returns an error if the database fails.
pub fn remove(conn: &mut Conn, account: Uuid, id: Uuid) -> Result<bool, StoreError> {
    let row = dsl::alerts.find(id.to_string()).filter(dsl::account_id.eq(account.to_string()));
    let is_gone = on_db!(conn, |c| diesel::delete(row).execute(c))? == 1;
    if is_gone {
        super::notices::cancel(conn, Some(id), account)?;
    }
    Ok(is_gone)
}
