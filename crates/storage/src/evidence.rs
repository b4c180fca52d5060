//! Evidence: append-only rows, a copy of the newest row of each resort and lane, and replay.
//!
//! `latest_evidence` stores a copy of the newest row per (resort, lane), payload included, written in the transaction
//! that appends it: a start reads one small table however long the history is, and a replica reads changes by an index
//! on the version. The newest row is the one with the latest capture and, at equal times, the greater id. A capture in
//! the future was written by a wrong clock, and any row replaces it.

use std::collections::BTreeMap;

use conditions_core::policy::Policy;
use conditions_core::time::Timestamp;
use diesel::upsert::excluded;
use diesel::{
    BoolExpressionMethods, ExpressionMethods, Insertable, OptionalExtension, QueryDsl, Queryable,
    RunQueryDsl, Selectable, SelectableHelper,
};
use uuid::{NoContext, Uuid};

use crate::changes;
use crate::conn::{Conn, Driver, on_db};
use crate::error::{StoreError, storable, storable_key};
use crate::schema::{evidence, latest_evidence};
use crate::time::{micros, timestamp};

mod prune;

pub use prune::prune;

/// Rows per statement on PostgreSQL: far below its 65 535 parameters.
const BATCH: usize = 500;

/// A row to append.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEvidence {
    /// Id made once by the application: the same row appended twice is one row. See [`new_id`].
    pub id: Uuid,
    /// Resort slug.
    pub slug: String,
    /// Lane that fetched it.
    pub lane: String,
    /// Kind of evidence, defined by the caller.
    pub kind: String,
    /// Time of the observation, if the source states it.
    pub observed_at: Option<Timestamp>,
    /// Time when the service learned it.
    pub captured_at: Timestamp,
    /// JSON; stored byte for byte, not parsed here.
    pub payload: String,
}

/// A stored row: the same shape, with times in whole milliseconds.
pub type EvidenceRow = NewEvidence;

/// The effect of an append.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AppendOutcome {
    /// Version of the counter afterwards.
    pub version: i64,
    /// Number of new rows.
    pub inserted: usize,
}

/// The newest rows that changed and the version that they lead to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changes {
    /// Version to pass to the next [`changed_since`].
    pub version: i64,
    /// The newest row of each (resort, lane) that changed, by slug and lane.
    pub rows: Vec<EvidenceRow>,
}

/// The columns of the newest rows, in the order of [`StoredRow`].
const LATEST: (
    latest_evidence::slug,
    latest_evidence::lane,
    latest_evidence::captured_at,
    latest_evidence::id,
    latest_evidence::kind,
    latest_evidence::observed_at,
    latest_evidence::payload,
) = (
    latest_evidence::slug,
    latest_evidence::lane,
    latest_evidence::captured_at,
    latest_evidence::id,
    latest_evidence::kind,
    latest_evidence::observed_at,
    latest_evidence::payload,
);

#[derive(Insertable, Queryable, Selectable)]
#[diesel(table_name = evidence)]
struct StoredRow {
    slug: String,
    lane: String,
    captured_at: i64,
    id: String,
    kind: String,
    observed_at: Option<i64>,
    payload: String,
}

#[derive(Insertable)]
#[diesel(table_name = evidence)]
struct Row<'row> {
    slug: &'row str,
    lane: &'row str,
    captured_at: i64,
    id: &'row str,
    kind: &'row str,
    observed_at: Option<i64>,
    payload: &'row str,
}

#[derive(Insertable)]
#[diesel(table_name = latest_evidence)]
struct LatestRow<'row> {
    slug: &'row str,
    lane: &'row str,
    captured_at: i64,
    id: &'row str,
    kind: &'row str,
    observed_at: Option<i64>,
    payload: &'row str,
    version: i64,
}

/// Returns a new version-7 id made from `now` and random bits.
#[must_use]
pub fn new_id(now: Timestamp) -> Uuid {
    let millis = u64::try_from(now.millis()).unwrap_or(0);
    let nanos = u32::try_from(millis % 1_000).unwrap_or(0) * 1_000_000;
    Uuid::new_v7(uuid::Timestamp::from_unix(NoContext, millis / 1_000, nanos))
}

/// Appends `rows` at `now` and increases the `evidence` counter, all or nothing. A row that exists already is left
/// alone.
///
/// # Errors
/// Returns [`StoreError::Invalid`] for an empty slug or lane or a zero character.
pub fn append(conn: &mut Conn, rows: &[NewEvidence], now: Timestamp) -> Result<AppendOutcome, StoreError> {
    if rows.is_empty() {
        return Ok(AppendOutcome { version: changes::version(conn, changes::EVIDENCE)?, inserted: 0 });
    }
    for row in rows {
        storable_key("slug", &row.slug)?;
        storable_key("lane", &row.lane)?;
        storable("kind", &row.kind)?;
        storable("payload", &row.payload)?;
    }
    let version = changes::bump(conn, changes::EVIDENCE)?;
    let ids: Vec<String> = rows.iter().map(|row| row.id.to_string()).collect();
    let rows: Vec<Row<'_>> = rows
        .iter()
        .zip(&ids)
        .map(|(row, id)| Row {
            slug: &row.slug,
            lane: &row.lane,
            captured_at: micros(row.captured_at),
            id,
            kind: &row.kind,
            observed_at: row.observed_at.map(micros),
            payload: &row.payload,
        })
        .collect();
    // PostgreSQL rejects an upsert with a duplicate key, and ordered keys cannot deadlock.
    let mut newest: BTreeMap<(&str, &str), &Row<'_>> = BTreeMap::new();
    for row in &rows {
        let kept = newest.entry((row.slug, row.lane)).or_insert(row);
        if (row.captured_at, row.id) > (kept.captured_at, kept.id) {
            *kept = row;
        }
    }
    let latest: Vec<LatestRow<'_>> = newest.into_values().map(|row| row.latest(version)).collect();
    let inserted = insert(conn, &rows)?;
    upsert_latest(conn, &latest, micros(now.plus_millis(Policy::CONTRACT.future_tolerance_ms)))?;
    Ok(AppendOutcome { version, inserted })
}

impl<'row> Row<'row> {
    const fn latest(&self, version: i64) -> LatestRow<'row> {
        let Self { slug, lane, captured_at, id, kind, observed_at, payload } = *self;
        LatestRow { slug, lane, captured_at, id, kind, observed_at, payload, version }
    }
}

fn insert(conn: &mut Conn, rows: &[Row<'_>]) -> Result<usize, StoreError> {
    let mut inserted = 0;
    match &mut conn.0 {
        Driver::Sqlite(c) => {
            // diesel has no batch with ON CONFLICT for SQLite, but a statement costs microseconds there.
            for row in rows {
                inserted +=
                    diesel::insert_into(evidence::table).values(row).on_conflict_do_nothing().execute(c)?;
            }
        }
        Driver::Postgres(c) => {
            for rows in rows.chunks(BATCH) {
                inserted +=
                    diesel::insert_into(evidence::table).values(rows).on_conflict_do_nothing().execute(c)?;
            }
        }
    }
    Ok(inserted)
}

/// The upsert of `latest_evidence`: one body for the two arms, which differ in the number of rows per statement.
macro_rules! upsert_latest {
    ($connection:expr, $rows:expr, $ahead:expr) => {{
        use latest_evidence::dsl;
        let upsert = diesel::insert_into(dsl::latest_evidence)
            .values($rows)
            .on_conflict((dsl::slug, dsl::lane))
            .do_update()
            .set((
                dsl::captured_at.eq(excluded(dsl::captured_at)),
                dsl::id.eq(excluded(dsl::id)),
                dsl::kind.eq(excluded(dsl::kind)),
                dsl::observed_at.eq(excluded(dsl::observed_at)),
                dsl::payload.eq(excluded(dsl::payload)),
                dsl::version.eq(excluded(dsl::version)),
            ));
        let same_instant = dsl::captured_at.eq(excluded(dsl::captured_at));
        let newer = dsl::captured_at
            .lt(excluded(dsl::captured_at))
            .or(same_instant.and(dsl::id.lt(excluded(dsl::id))))
            .or(dsl::captured_at.gt($ahead));
        diesel::query_dsl::methods::FilterDsl::filter(upsert, newer).execute($connection)
    }};
}

/// Writes the newest rows. A stored capture from `ahead` on is in the future and is replaced.
fn upsert_latest(conn: &mut Conn, rows: &[LatestRow<'_>], ahead: i64) -> Result<(), StoreError> {
    match &mut conn.0 {
        Driver::Sqlite(c) => {
            for row in rows {
                upsert_latest!(c, row, ahead)?;
            }
        }
        Driver::Postgres(c) => {
            for rows in rows.chunks(BATCH) {
                upsert_latest!(c, rows, ahead)?;
            }
        }
    }
    Ok(())
}

/// Returns the newest row of every (resort, lane): the data that a start reads.
///
/// # Errors
/// Returns an error if the database fails.
pub fn latest(conn: &mut Conn) -> Result<Changes, StoreError> {
    changed_since(conn, 0)
}

/// Returns the newest row of every (resort, lane) that changed after `version`. Returns all rows if the counter is
/// lower than `version`: the database was then restored from a backup, and the caller's data may never have existed.
///
/// # Errors
/// Returns an error if the database fails.
pub fn changed_since(conn: &mut Conn, version: i64) -> Result<Changes, StoreError> {
    use latest_evidence::dsl;
    let current = changes::version(conn, changes::EVIDENCE)?;
    let since = if version > current { 0 } else { version };
    if since == current {
        return Ok(Changes { version: current, rows: Vec::new() });
    }
    let stored: Vec<StoredRow> =
        on_db!(conn, |c| dsl::latest_evidence.filter(dsl::version.gt(since)).select(LATEST).load(c))?;
    Ok(Changes { version: current, rows: by_slug_and_lane(stored)? })
}

/// Sorted here, because the order of text depends on the locale in PostgreSQL.
fn by_slug_and_lane(stored: Vec<StoredRow>) -> Result<Vec<EvidenceRow>, StoreError> {
    let mut rows = stored.into_iter().map(row).collect::<Result<Vec<_>, _>>()?;
    rows.sort_by(|a, b| (&a.slug, &a.lane).cmp(&(&b.slug, &b.lane)));
    Ok(rows)
}

/// Returns the newest row of every resort from one lane if it is of `kind`, by slug.
///
/// # Errors
/// Returns an error if the database fails.
pub fn latest_of(conn: &mut Conn, lane: &str, kind: &str) -> Result<Vec<EvidenceRow>, StoreError> {
    use latest_evidence::dsl;
    let stored: Vec<StoredRow> = on_db!(conn, |c| dsl::latest_evidence
        .filter(dsl::lane.eq(lane))
        .filter(dsl::kind.eq(kind))
        .select(LATEST)
        .load(c))?;
    by_slug_and_lane(stored)
}

/// Returns the newest row per lane of one resort that was captured at `at` or before: what the service knew then.
///
/// # Errors
/// Returns an error if the database fails.
pub fn as_of(conn: &mut Conn, slug: &str, at: Timestamp) -> Result<Vec<EvidenceRow>, StoreError> {
    let lanes: Vec<String> = on_db!(conn, |c| latest_evidence::table
        .filter(latest_evidence::slug.eq(slug))
        .select(latest_evidence::lane)
        .load(c))?;
    let mut rows = Vec::with_capacity(lanes.len());
    // One step into the primary key per lane; a window function would scan the resort's whole history.
    for lane in &lanes {
        let found: Option<StoredRow> = on_db!(conn, |c| evidence::table
            .filter(evidence::slug.eq(slug))
            .filter(evidence::lane.eq(lane))
            .filter(evidence::captured_at.le(micros(at)))
            .order((evidence::captured_at.desc(), evidence::id.desc()))
            .select(StoredRow::as_select())
            .first(c)
            .optional())?;
        rows.extend(found.map(row).transpose()?);
    }
    rows.sort_by(|a, b| a.lane.cmp(&b.lane));
    Ok(rows)
}

/// Returns the rows of one resort and lane captured at `from` or after, oldest first.
///
/// # Errors
/// Returns an error if the database fails.
pub fn since(
    conn: &mut Conn,
    slug: &str,
    lane: &str,
    from: Timestamp,
) -> Result<Vec<EvidenceRow>, StoreError> {
    let found: Vec<StoredRow> = on_db!(conn, |c| evidence::table
        .filter(evidence::slug.eq(slug))
        .filter(evidence::lane.eq(lane))
        .filter(evidence::captured_at.ge(micros(from)))
        .order((evidence::captured_at.asc(), evidence::id.asc()))
        .select(StoredRow::as_select())
        .load(c))?;
    found.into_iter().map(row).collect()
}

fn row(stored: StoredRow) -> Result<EvidenceRow, StoreError> {
    let StoredRow { slug, lane, captured_at, id, kind, observed_at, payload } = stored;
    let id = Uuid::parse_str(&id).map_err(|_| StoreError::Invalid(format!("stored evidence id `{id}`")))?;
    let (captured_at, observed_at) = (timestamp(captured_at), observed_at.map(timestamp));
    Ok(EvidenceRow { id, slug, lane, kind, observed_at, captured_at, payload })
}
