//! Small data sets in one shared table: whole documents, each known by its kind and subject, each replaced as a whole.
//!
//! A data set that fits into some hundred documents needs no table and no migration of its own. Every write that changes
//! something moves one change counter, [`changes::DOCUMENTS`], and marks its rows with the counter's new version, so a
//! replica reads exactly what changed since the version that it holds. A removed document leaves its row without a payload
//! behind, because replicas must hear of the removal as well. What a payload means, and which version of its form it has,
//! is the caller's business.

use std::collections::BTreeMap;

use conditions_core::time::Timestamp;
use diesel::upsert::excluded;
use diesel::{ExpressionMethods, Insertable, OptionalExtension, QueryDsl, RunQueryDsl};

use crate::changes;
use crate::conn::{Conn, Driver, on_db};
use crate::error::{StoreError, storable, storable_key};
use crate::schema::documents::{self, dsl};
use crate::statement::paired;
use crate::time::{instant, micros};

/// Rows per statement on PostgreSQL: far below its 65 535 parameters.
const BATCH: usize = 500;

/// A document: the newest of its kind and subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// Which data set it belongs to.
    pub kind: String,
    /// What it is about; unique within its kind.
    pub subject: String,
    /// When this payload was first learned, in whole milliseconds.
    pub captured_at: Timestamp,
    /// Text, JSON as a rule; kept byte for byte, not read here.
    pub payload: String,
}

/// What changed after a version of the counter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Changes {
    /// The counter's version that `documents` and `removed` lead to: the argument of the next [`changed_since`].
    pub version: i64,
    /// Documents that are new or were replaced, by kind and subject.
    pub documents: Vec<Document>,
    /// Kind and subject of documents that were removed, in order.
    pub removed: Vec<(String, String)>,
}

#[derive(Insertable)]
#[diesel(table_name = documents)]
struct Row<'row> {
    kind: &'row str,
    subject: &'row str,
    version: i64,
    captured_at: i64,
    payload: Option<&'row str>,
}

type DocumentRow = (String, String, i64, Option<String>);

/// Puts `documents` in the place of those of the same kind and subject, all or none; how many of them changed something.
/// One whose payload is stored already is left as it is, with the instant at which that payload was first learned, and the
/// counter moves only when at least one changed. Of two with the same kind and subject the last counts.
///
/// # Errors
/// [`StoreError::Invalid`] for an empty kind or subject or a zero character.
pub fn put(conn: &mut Conn, documents: &[Document]) -> Result<usize, StoreError> {
    // Ordered, so that two writers cannot deadlock; each key once, because PostgreSQL refuses an upsert that meets one twice.
    let mut wanted: BTreeMap<(&str, &str), &Document> = BTreeMap::new();
    for document in documents {
        storable_key("document's kind", &document.kind)?;
        storable_key("document's subject", &document.subject)?;
        storable("document's payload", &document.payload)?;
        wanted.insert((&document.kind, &document.subject), document);
    }
    let kept: Vec<DocumentRow> = on_db!(conn, |c| dsl::documents
        .filter(paired((dsl::kind, dsl::subject), wanted.keys().copied()))
        .select((dsl::kind, dsl::subject, dsl::captured_at, dsl::payload))
        .load(c))?;
    for (kind, subject, _, payload) in &kept {
        let key = (kind.as_str(), subject.as_str());
        if wanted.get(&key).is_some_and(|new| payload.as_ref() == Some(&new.payload)) {
            wanted.remove(&key);
        }
    }
    if wanted.is_empty() {
        return Ok(0);
    }
    let version = changes::bump(conn, changes::DOCUMENTS)?;
    let rows: Vec<Row<'_>> = wanted
        .into_values()
        .map(|new| Row {
            kind: &new.kind,
            subject: &new.subject,
            version,
            captured_at: micros(new.captured_at),
            payload: Some(&new.payload),
        })
        .collect();
    upsert(conn, &rows)?;
    Ok(rows.len())
}

/// Removes a document; false, and the counter stays, when there is none.
///
/// # Errors
/// What the database said.
pub fn remove(conn: &mut Conn, kind: &str, subject: &str) -> Result<bool, StoreError> {
    if get(conn, kind, subject)?.is_none() {
        return Ok(false);
    }
    let version = changes::bump(conn, changes::DOCUMENTS)?;
    on_db!(conn, |c| diesel::update(dsl::documents.find((kind, subject)))
        .set((dsl::version.eq(version), dsl::payload.eq(None::<String>)))
        .execute(c))?;
    Ok(true)
}

/// One document.
///
/// # Errors
/// What the database said.
pub fn get(conn: &mut Conn, kind: &str, subject: &str) -> Result<Option<Document>, StoreError> {
    let row: Option<DocumentRow> = on_db!(conn, |c| dsl::documents
        .find((kind, subject))
        .select((dsl::kind, dsl::subject, dsl::captured_at, dsl::payload))
        .first(c)
        .optional())?;
    Ok(row.and_then(|row| document(row).ok()))
}

/// Every document of one kind, by subject.
///
/// # Errors
/// What the database said.
pub fn of_kind(conn: &mut Conn, kind: &str) -> Result<Vec<Document>, StoreError> {
    let rows: Vec<DocumentRow> = on_db!(conn, |c| dsl::documents
        .filter(dsl::kind.eq(kind))
        .select((dsl::kind, dsl::subject, dsl::captured_at, dsl::payload))
        .load(c))?;
    Ok(sorted(0, rows).documents)
}

/// The documents of every kind that changed after `version`; all of them for 0. All of them as well when the counter is
/// behind `version`: the database was restored from a backup, and what the caller holds may never have happened.
///
/// # Errors
/// What the database said.
pub fn changed_since(conn: &mut Conn, version: i64) -> Result<Changes, StoreError> {
    let current = changes::version(conn, changes::DOCUMENTS)?;
    let since = if version > current { 0 } else { version };
    if since == current {
        return Ok(Changes { version: current, ..Changes::default() });
    }
    let rows: Vec<DocumentRow> = on_db!(conn, |c| dsl::documents
        .filter(dsl::version.gt(since))
        .select((dsl::kind, dsl::subject, dsl::captured_at, dsl::payload))
        .load(c))?;
    Ok(sorted(current, rows))
}

/// Sorted here: the order of text is a matter of locale in PostgreSQL.
fn sorted(version: i64, mut rows: Vec<DocumentRow>) -> Changes {
    rows.sort_by(|a, b| (&a.0, &a.1).cmp(&(&b.0, &b.1)));
    let mut changes = Changes { version, ..Changes::default() };
    for row in rows {
        match document(row) {
            Ok(document) => changes.documents.push(document),
            Err(removed) => changes.removed.push(removed),
        }
    }
    changes
}

/// The document of a row, or kind and subject of the one that was removed.
fn document((kind, subject, captured_at, payload): DocumentRow) -> Result<Document, (String, String)> {
    match payload {
        Some(payload) => Ok(Document { kind, subject, captured_at: instant(captured_at), payload }),
        None => Err((kind, subject)),
    }
}

/// One body for the two arms, which differ in how many rows a statement takes.
macro_rules! upsert {
    ($connection:expr, $rows:expr) => {
        diesel::insert_into(dsl::documents)
            .values($rows)
            .on_conflict((dsl::kind, dsl::subject))
            .do_update()
            .set((
                dsl::version.eq(excluded(dsl::version)),
                dsl::captured_at.eq(excluded(dsl::captured_at)),
                dsl::payload.eq(excluded(dsl::payload)),
            ))
            .execute($connection)
    };
}

fn upsert(conn: &mut Conn, rows: &[Row<'_>]) -> Result<(), StoreError> {
    match &mut conn.0 {
        // diesel has no batch with ON CONFLICT for SQLite, where a statement costs microseconds anyway.
        Driver::Sqlite(c) => rows.iter().try_for_each(|row| upsert!(c, row).map(drop))?,
        Driver::Postgres(c) => rows.chunks(BATCH).try_for_each(|rows| upsert!(c, rows).map(drop))?,
    }
    Ok(())
}
