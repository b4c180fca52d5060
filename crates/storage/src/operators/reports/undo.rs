//! Undoes a report: only the newest, and only for a limited time. The state before it is restored as new evidence.

use conditions_core::time::Timestamp;
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use uuid::Uuid;

use super::{Next, Places, ReportRows, ReportState, StoredReport, find_row, is_allowed, replace};
use crate::changes;
use crate::conn::{Conn, on_db};
use crate::error::StoreError;
use crate::operators::audit::{self, Entry};
use crate::schema::operator_reports;
use crate::time::{micros, timestamp};

/// Outcome of an undo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UndoOutcome {
    /// The report is undone.
    Done(StoredReport),
    /// There is no published report with this id.
    Unknown,
    /// A later report is in force: publish another one to correct it.
    Superseded,
    /// The time limit has passed.
    Late,
    /// The key is no longer valid.
    Denied,
}

/// A request to undo a report.
#[derive(Debug, Clone, Copy)]
pub struct UndoRequest<'a> {
    /// Slug of the resort.
    pub slug: &'a str,
    /// Id of the report.
    pub id: Uuid,
    /// Person or key that asks, as the audit log names it.
    pub author: &'a str,
    /// Digest of the key that must still be valid; `None` if another proof was given.
    pub key: Option<&'a str>,
    /// Maximum time since the report was published, in milliseconds.
    pub within_ms: i64,
}

/// Undoes the newest published report if it was published at most `within_ms` ago. `next` computes the new rows from
/// the state before the report, given as the payload.
///
/// # Errors
/// Returns an error if the database fails.
pub fn undo(
    conn: &mut Conn,
    undo: &UndoRequest<'_>,
    places: Places,
    next: &dyn Fn(ReportRows<'_>) -> Next,
    now: Timestamp,
) -> Result<UndoOutcome, StoreError> {
    let UndoRequest { slug, id, author, key, within_ms } = *undo;
    changes::bump(conn, changes::EVIDENCE)?;
    if !is_allowed(conn, key, slug, now)? {
        return Ok(UndoOutcome::Denied);
    }
    let Some(row) = find_row(conn, slug, id)? else { return Ok(UndoOutcome::Unknown) };
    if ReportState::parse(&row.state)? != ReportState::Published {
        return Ok(UndoOutcome::Unknown);
    }
    let newest: Option<i64> = on_db!(conn, |c| operator_reports::table
        .filter(operator_reports::slug.eq(slug))
        .filter(operator_reports::state.eq(ReportState::Published.as_str()))
        .select(diesel::dsl::max(operator_reports::sequence))
        .first(c))?;
    if newest != Some(row.sequence) {
        return Ok(UndoOutcome::Superseded);
    }
    let published = row.published_at.map_or(now, timestamp);
    if now.since(published) > within_ms {
        return Ok(UndoOutcome::Late);
    }
    let former = row.former.clone();
    let back = |standing: ReportRows<'_>| next(ReportRows { payload: former.as_deref(), ..standing });
    replace(conn, slug, places, &back, timestamp(row.observed_at), now)?;
    let text = id.to_string();
    on_db!(conn, |c| diesel::update(operator_reports::table.find((slug, &text)))
        .set((
            operator_reports::state.eq(ReportState::Undone.as_str()),
            operator_reports::ended_at.eq(Some(micros(now)))
        ))
        .execute(c))?;
    let entry = Entry {
        slug: slug.to_owned(),
        at: now,
        who: author.to_owned(),
        act: "undo_report".to_owned(),
        detail: text,
    };
    audit::add(conn, &entry)?;
    Ok(UndoOutcome::Done(StoredReport { state: ReportState::Undone, ended_at: Some(now), ..row.stored()? }))
}
