//! Small datasets in one shared table: whole documents, each identified by its kind and subject and replaced as a
//! whole.
//!
//! A dataset that fits into some hundred documents needs no separate table or migration. Every write that changes
//! something moves one change counter, [`changes::DOCUMENTS`], and marks its rows with the counter's new version, so a
//! replica reads exactly what changed since its own version. A removed document leaves a row without a payload, because
//! replicas must see the removal as well. The meaning of a payload and the version of its form are up to the caller.

use std::collections::BTreeMap;

use conditions_core::time::Timestamp;
use diesel::upsert::excluded;
use diesel::{ExpressionMethods, Insertable, OptionalExtension, QueryDsl, RunQueryDsl};

use crate::changes;
use crate::conn::{Conn, Driver, on_db};
use crate::error::{StoreError, storable, storable_key};
use crate::schema::documents::{self, dsl};
use crate::statement::paired;
use crate::time::{micros, timestamp};

/// Rows per statement on PostgreSQL: far below its 65 535 parameters.
const BATCH: usize = 500;

/// The newest document of its kind and subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// Dataset that it belongs to.
    pub kind: String,
    /// Subject, unique within its kind.
    pub subject: String,
    /// Time when this payload was first learned, in whole milliseconds.
    pub captured_at: Timestamp,
    /// Text, usually JSON; stored byte for byte, not parsed here.
    pub payload: String,
}

/// Changes after a version of the counter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Changes {
    /// Version of the counter that `documents` and `removed` lead to: the argument of the next [`changed_since`].
    pub version: i64,
    /// New and replaced documents, by kind and subject.
    pub documents: Vec<Document>,
    /// Kind and subject of removed documents, in order.
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

/// Stores `documents` in place of those with the same kind and subject, all or none; returns how many changed
/// something. A document with an unchanged payload is left alone, including the time when that payload was first
/// learned, and the counter moves only if at least one changed. If two have the same kind and subject, the last one
/// counts.
///
/// # Errors
/// Returns [`StoreError::Invalid`] for an empty kind or subject or a zero character.
pub fn store(conn: &mut Conn, documents: &[Document]) -> Result<usize, StoreError> {
    // Ordered, so that two writers cannot deadlock; each key once, because PostgreSQL rejects an upsert with a
    // duplicate key.
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

/// Removes a document; returns false, and leaves the counter unchanged, if it does not exist.
///
/// # Errors
/// Returns an error if the database fails.
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

/// Returns one document.
///
/// # Errors
/// Returns an error if the database fails.
pub fn get(conn: &mut Conn, kind: &str, subject: &str) -> Result<Option<Document>, StoreError> {
    let row: Option<DocumentRow> = on_db!(conn, |c| dsl::documents
        .find((kind, subject))
        .select((dsl::kind, dsl::subject, dsl::captured_at, dsl::payload))
        .first(c)
        .optional())?;
    Ok(row.and_then(|row| document(row).ok()))
}

/// Returns every document of one kind, by subject.
///
/// # Errors
/// Returns an error if the database fails.
pub fn of_kind(conn: &mut Conn, kind: &str) -> Result<Vec<Document>, StoreError> {
    let rows: Vec<DocumentRow> = on_db!(conn, |c| dsl::documents
        .filter(dsl::kind.eq(kind))
        .select((dsl::kind, dsl::subject, dsl::captured_at, dsl::payload))
        .load(c))?;
    Ok(sorted(0, rows).documents)
}

/// Returns the documents of every kind that changed after `version`; all of them for 0. All of them as well if the
/// counter is lower than `version`: the database was then restored from a backup, and the caller's data may never have
/// existed.
///
/// # Errors
/// Returns an error if the database fails.
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

/// Sorted here, because the order of text depends on the locale in PostgreSQL.
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

/// Converts a row into a document, or into kind and subject of a removed one.
fn document((kind, subject, captured_at, payload): DocumentRow) -> Result<Document, (String, String)> {
    match payload {
        Some(payload) => Ok(Document { kind, subject, captured_at: timestamp(captured_at), payload }),
        None => Err((kind, subject)),
    }
}

/// One body for the two arms, which differ in the number of rows per statement.
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
        // diesel has no batch with ON CONFLICT for SQLite, but a statement costs microseconds there.
        Driver::Sqlite(c) => rows.iter().try_for_each(|row| upsert!(c, row).map(drop))?,
        Driver::Postgres(c) => rows.chunks(BATCH).try_for_each(|rows| upsert!(c, rows).map(drop))?,
    }
    Ok(())
}
