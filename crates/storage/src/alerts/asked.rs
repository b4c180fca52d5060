//! What accounts want to be told of.

use std::collections::BTreeMap;

use accounts::alerts::{Alert, Kind, Quiet};
use diesel::{BoolExpressionMethods, ExpressionMethods, NullableExpressionMethods, QueryDsl, RunQueryDsl};
use uuid::Uuid;

use super::schema::alerts::dsl;
use crate::conn::{Conn, on_db};
use crate::error::{StoreError, storable};
use crate::statement::among;
use crate::time::{instant, micros};

type Row = (String, String, String, Option<String>, Option<i64>, Option<i64>, String, i64);

/// An alert and whose it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnedAlert {
    /// The account.
    pub account: Uuid,
    /// The alert.
    pub alert: Alert,
}

fn asked(
    (id, account, kind, slug, threshold, window, quiet, created_at): Row,
) -> Result<OwnedAlert, StoreError> {
    let unreadable = || StoreError::Invalid(format!("stored alert `{id}`"));
    let alert = Alert {
        id: Uuid::parse_str(&id).map_err(|_| unreadable())?,
        kind: Kind::of_word(&kind).ok_or_else(unreadable)?,
        slug,
        threshold_cm: threshold.and_then(|cm| u16::try_from(cm).ok()),
        window_days: window.and_then(|days| u8::try_from(days).ok()),
        quiet: quiet.parse::<Quiet>().map_err(|_| unreadable())?,
        created_at: instant(created_at),
    };
    Ok(OwnedAlert { account: Uuid::parse_str(&account).map_err(|_| unreadable())?, alert })
}

/// The alerts of an account, oldest first. One that cannot be read (a newer program wrote it) is left out.
///
/// # Errors
/// What the database said.
pub fn of_account(conn: &mut Conn, account: Uuid) -> Result<Vec<Alert>, StoreError> {
    let rows: Vec<Row> = on_db!(conn, |c| dsl::alerts
        .filter(dsl::account_id.eq(account.to_string()))
        .order((dsl::created_at, dsl::id))
        .load(c))?;
    Ok(read(rows).map(|asked| asked.alert).collect())
}

/// The alerts of some resorts and of any, by resort; those of any are under the empty name.
///
/// # Errors
/// What the database said.
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
    rows.into_iter().filter_map(|row| match asked(row) {
        Ok(asked) => Some(asked),
        Err(error) => {
            tracing::warn!(%error, "an alert cannot be read; it is passed over");
            None
        }
    })
}

/// Keeps an alert of an account, in the place of the one of its kind and resort where there is one; false when the account
/// has `most` already.
///
/// # Errors
/// What the database said.
pub fn keep(conn: &mut Conn, account: Uuid, alert: &Alert, most: usize) -> Result<bool, StoreError> {
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
            dsl::kind.eq(alert.kind.word()),
            dsl::slug.eq(&alert.slug),
            dsl::threshold_cm.eq(alert.threshold_cm.map(i64::from)),
            dsl::window_days.eq(alert.window_days.map(i64::from)),
            dsl::quiet.eq(alert.quiet.to_string()),
            dsl::created_at.eq(micros(alert.created_at)),
        ))
        .execute(c))?;
    Ok(true)
}

/// Ends an alert of an account, and what it has not told; false when the account has none of this id.
///
/// # Errors
/// What the database said.
pub fn remove(conn: &mut Conn, account: Uuid, id: Uuid) -> Result<bool, StoreError> {
    let row = dsl::alerts.find(id.to_string()).filter(dsl::account_id.eq(account.to_string()));
    let is_gone = on_db!(conn, |c| diesel::delete(row).execute(c))? == 1;
    if is_gone {
        super::notices::hush(conn, Some(id), account)?;
    }
    Ok(is_gone)
}
