//! Operator reports: each is stored permanently, its evidence is written in the same transaction, and it can be undone
//! for some time.
//!
//! The transaction moves the counter of evidence before it reads anything, so reports of one resort are serialised and
//! the second sees the effect of the first. The key is also checked inside: a key that was revoked while a request was
//! in flight writes nothing.

mod undo;

use conditions_core::policy::Policy;
use conditions_core::time::Timestamp;
use diesel::{
    ExpressionMethods, Insertable, OptionalExtension, QueryDsl, Queryable, RunQueryDsl, Selectable,
    SelectableHelper,
};
use serde::{Serialize, Serializer};
use uuid::Uuid;

use super::access;
use super::audit::{self, Entry};
use crate::changes;
use crate::conn::{Conn, on_db};
use crate::documents;
use crate::error::{StoreError, storable, storable_key};
use crate::evidence::{self, NewEvidence};
use crate::schema::{latest_evidence, operator_reports};
use crate::time::{micros, timestamp};

pub use undo::{UndoOutcome, UndoRequest, undo};

/// State of a stored report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportState {
    /// Only the resort sees it.
    Draft,
    /// In force, or superseded by a later report.
    Published,
    Undone,
}

impl ReportState {
    const ALL: [Self; 3] = [Self::Draft, Self::Published, Self::Undone];

    /// Returns the stored word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Published => "published",
            Self::Undone => "undone",
        }
    }

    fn parse(text: &str) -> Result<Self, StoreError> {
        let found = Self::ALL.into_iter().find(|state| state.as_str() == text);
        found.ok_or_else(|| StoreError::Invalid(format!("stored report state `{text}`")))
    }
}

impl Serialize for ReportState {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// A report to store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewReport {
    /// Id made by the application; the same for a repeated request, so that one request is one report.
    pub id: Uuid,
    pub slug: String,
    /// Channel that the report came through.
    pub channel: String,
    /// Author, as the audit log names it.
    pub author: String,
    /// Digest of the key that must be valid; `None` if another proof was given.
    pub key: Option<String>,
    /// Digest of the request: a different request with the same id is rejected.
    pub request: String,
    /// Time that the report describes.
    pub observed_at: Timestamp,
    pub report: String,
}

/// A stored report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredReport {
    pub id: Uuid,
    /// Position among published reports; 0 for a draft.
    pub sequence: i64,
    pub state: ReportState,
    /// Channel that the report came through.
    pub channel: String,
    /// Author of the report.
    pub author: String,
    /// Digest of the request.
    pub request: String,
    /// Time that the report describes.
    pub observed_at: Timestamp,
    /// Time when it was sent.
    pub made_at: Timestamp,
    pub published_at: Option<Timestamp>,
    /// Time when it was undone.
    pub ended_at: Option<Timestamp>,
    pub report: String,
}

/// Outcome of a draft or publication.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReportOutcome {
    /// The report is stored.
    New(StoredReport),
    /// An earlier identical request; contains its current state.
    Repeated(StoredReport),
    /// Another request has this id.
    Conflict,
    /// The key is no longer valid.
    Denied,
}

/// The rows of a resort that a report changes.
#[derive(Debug, Clone, Copy)]
pub struct ReportRows<'a> {
    /// Payload of its lane, if any.
    pub payload: Option<&'a str>,
    /// Payload of its document, if any.
    pub document: Option<&'a str>,
}

/// The new contents of those rows.
#[derive(Debug, Clone)]
pub struct Next {
    /// Payload of its lane.
    pub payload: String,
    /// Payload of its document.
    pub document: String,
}

/// The lane and document that store evidence of reports.
#[derive(Debug, Clone, Copy)]
pub struct Places {
    pub lane: &'static str,
    /// Kind of its rows.
    pub kind: &'static str,
    /// Kind of the document; its subject is the slug.
    pub document: &'static str,
}

#[derive(Insertable, Queryable, Selectable)]
#[diesel(table_name = operator_reports)]
struct Row {
    slug: String,
    id: String,
    sequence: i64,
    state: String,
    channel: String,
    author: String,
    request: String,
    observed_at: i64,
    made_at: i64,
    published_at: Option<i64>,
    ended_at: Option<i64>,
    report: String,
    former: Option<String>,
}

impl Row {
    fn new(new: &NewReport, state: ReportState, now: Timestamp) -> Self {
        Self {
            slug: new.slug.clone(),
            id: new.id.to_string(),
            sequence: 0,
            state: state.as_str().to_owned(),
            channel: new.channel.clone(),
            author: new.author.clone(),
            request: new.request.clone(),
            observed_at: micros(new.observed_at),
            made_at: micros(now),
            published_at: None,
            ended_at: None,
            report: new.report.clone(),
            former: None,
        }
    }

    fn stored(self) -> Result<StoredReport, StoreError> {
        let id = Uuid::parse_str(&self.id)
            .map_err(|_| StoreError::Invalid(format!("stored report id `{}`", self.id)))?;
        Ok(StoredReport {
            id,
            sequence: self.sequence,
            state: ReportState::parse(&self.state)?,
            channel: self.channel,
            author: self.author,
            request: self.request,
            observed_at: timestamp(self.observed_at),
            made_at: timestamp(self.made_at),
            published_at: self.published_at.map(timestamp),
            ended_at: self.ended_at.map(timestamp),
            report: self.report,
        })
    }
}

/// Returns whether the presented key is still valid for the resort.
fn is_allowed(conn: &mut Conn, key: Option<&str>, slug: &str, now: Timestamp) -> Result<bool, StoreError> {
    let Some(digest) = key else { return Ok(true) };
    Ok(access::holding_in(conn, digest, now)?.is_some_and(|key| key.slug == slug))
}

fn find_row(conn: &mut Conn, slug: &str, id: Uuid) -> Result<Option<Row>, StoreError> {
    let id = id.to_string();
    Ok(on_db!(conn, |c| operator_reports::table
        .find((slug, &id))
        .select(Row::as_select())
        .first(c)
        .optional())?)
}

fn insert(conn: &mut Conn, row: &Row) -> Result<(), StoreError> {
    on_db!(conn, |c| diesel::insert_into(operator_reports::table).values(row).execute(c))?;
    Ok(())
}

fn checked(new: &NewReport) -> Result<(), StoreError> {
    storable_key("slug", &new.slug)?;
    storable("author", &new.author)?;
    storable("report", &new.report)?;
    Ok(())
}

/// Stores a draft.
///
/// # Errors
/// Returns [`StoreError::Invalid`] for an empty slug or a zero character.
pub fn draft(conn: &mut Conn, new: &NewReport, now: Timestamp) -> Result<ReportOutcome, StoreError> {
    checked(new)?;
    changes::bump(conn, changes::EVIDENCE)?;
    if !is_allowed(conn, new.key.as_deref(), &new.slug, now)? {
        return Ok(ReportOutcome::Denied);
    }
    if let Some(row) = find_row(conn, &new.slug, new.id)? {
        let is_same = row.request == new.request;
        return if is_same {
            Ok(ReportOutcome::Repeated(row.stored()?))
        } else {
            Ok(ReportOutcome::Conflict)
        };
    }
    let row = Row::new(new, ReportState::Draft, now);
    insert(conn, &row)?;
    note(conn, new, "draft_report", now)?;
    Ok(ReportOutcome::New(row.stored()?))
}

/// Publishes a report or the draft with its id: `next` computes the resort's new rows.
///
/// # Errors
/// Returns [`StoreError::Invalid`] for an empty slug or a zero character.
pub fn publish(
    conn: &mut Conn,
    new: &NewReport,
    places: Places,
    next: &dyn Fn(ReportRows<'_>) -> Next,
    now: Timestamp,
) -> Result<ReportOutcome, StoreError> {
    checked(new)?;
    changes::bump(conn, changes::EVIDENCE)?;
    if !is_allowed(conn, new.key.as_deref(), &new.slug, now)? {
        return Ok(ReportOutcome::Denied);
    }
    if let Some(row) = find_row(conn, &new.slug, new.id)? {
        let stored = row.stored()?;
        if stored.state != ReportState::Draft {
            let is_same = stored.request == new.request;
            return Ok(if is_same { ReportOutcome::Repeated(stored) } else { ReportOutcome::Conflict });
        }
        let id = new.id.to_string();
        on_db!(conn, |c| diesel::delete(operator_reports::table.find((&new.slug, &id))).execute(c))?;
    }
    let last: Option<i64> = on_db!(conn, |c| operator_reports::table
        .filter(operator_reports::slug.eq(&new.slug))
        .select(diesel::dsl::max(operator_reports::sequence))
        .first(c))?;
    let former = replace(conn, &new.slug, places, next, new.observed_at, now)?;
    let row = Row {
        sequence: last.unwrap_or(0) + 1,
        published_at: Some(micros(now)),
        former,
        ..Row::new(new, ReportState::Published, now)
    };
    insert(conn, &row)?;
    note(conn, new, "publish_report", now)?;
    Ok(ReportOutcome::New(row.stored()?))
}

/// Replaces the rows and returns the former payload of the lane.
fn replace(
    conn: &mut Conn,
    slug: &str,
    places: Places,
    next: &dyn Fn(ReportRows<'_>) -> Next,
    observed_at: Timestamp,
    now: Timestamp,
) -> Result<Option<String>, StoreError> {
    let row: Option<(i64, String)> = on_db!(conn, |c| latest_evidence::table
        .find((slug, places.lane))
        .select((latest_evidence::captured_at, latest_evidence::payload))
        .first(c)
        .optional())?;
    let (captured, former) = row.unzip();
    let document = documents::get(conn, places.document, slug)?.map(|document| document.payload);
    let Next { payload, document: newer } =
        next(ReportRows { payload: former.as_deref(), document: document.as_deref() });
    // Later than the row that it replaces, even if the clock of another replica is fast.
    let after = captured.map(timestamp).filter(|at| !Policy::CONTRACT.is_in_future(*at, now));
    let captured_at = after.map_or(now, |at| now.max(at.plus_millis(1)));
    let row = NewEvidence {
        id: evidence::new_id(captured_at),
        slug: slug.to_owned(),
        lane: places.lane.to_owned(),
        kind: places.kind.to_owned(),
        observed_at: Some(observed_at),
        captured_at,
        payload,
    };
    evidence::append(conn, &[row], now)?;
    let newer = documents::Document {
        kind: places.document.to_owned(),
        subject: slug.to_owned(),
        captured_at: now,
        payload: newer,
    };
    documents::store(conn, &[newer])?;
    Ok(former)
}

fn note(conn: &mut Conn, new: &NewReport, act: &str, now: Timestamp) -> Result<(), StoreError> {
    let entry = Entry {
        slug: new.slug.clone(),
        at: now,
        who: new.author.clone(),
        act: act.to_owned(),
        detail: format!("{} by {}", new.id, new.channel),
    };
    audit::add(conn, &entry)
}

/// Returns the newest published reports of a resort, undone ones included, newest first.
///
/// # Errors
/// Returns an error if the database fails.
pub fn newest(conn: &mut Conn, slug: &str, most: i64) -> Result<Vec<StoredReport>, StoreError> {
    let rows: Vec<Row> = on_db!(conn, |c| operator_reports::table
        .filter(operator_reports::slug.eq(slug))
        .filter(operator_reports::sequence.gt(0))
        .order(operator_reports::sequence.desc())
        .limit(most)
        .select(Row::as_select())
        .load(c))?;
    rows.into_iter().map(Row::stored).collect()
}

/// Returns the newest drafts of a resort.
///
/// # Errors
/// Returns an error if the database fails.
pub fn drafts(conn: &mut Conn, slug: &str, most: i64) -> Result<Vec<StoredReport>, StoreError> {
    let rows: Vec<Row> = on_db!(conn, |c| operator_reports::table
        .filter(operator_reports::slug.eq(slug))
        .filter(operator_reports::sequence.eq(0))
        .order((operator_reports::made_at.desc(), operator_reports::id))
        .limit(most)
        .select(Row::as_select())
        .load(c))?;
    rows.into_iter().map(Row::stored).collect()
}

/// Returns one report or draft.
///
/// # Errors
/// Returns an error if the database fails.
pub fn find(conn: &mut Conn, slug: &str, id: Uuid) -> Result<Option<StoredReport>, StoreError> {
    find_row(conn, slug, id)?.map(Row::stored).transpose()
}
