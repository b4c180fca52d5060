//! State of the deployment: one row per source, one row per process, one row per PostgreSQL system. The process that queries a source writes its row, and
//! every process reads all rows, so that all of them report the same.

use std::collections::BTreeMap;

use conditions_core::time::{HOUR_MS, Timestamp};
use diesel::query_dsl::methods::FilterDsl;
use diesel::upsert::excluded;
use diesel::{BoolExpressionMethods, ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};

use crate::conn::{Conn, SingleRead, on_db};
use crate::error::{StoreError, storable_key};
use crate::lanes::storable_error;
use crate::schema::{service_processes, source_states, timelines};
use crate::store::Store;
use crate::time::{micros, timestamp};

/// A row that is newer than the one that replaces it by more than this was written by a wrong clock.
const AHEAD_MILLIS: i64 = HOUR_MS;

/// Health of one source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceState {
    pub source: String,
    pub lane: String,
    /// Time of the newest event in this row.
    pub changed_at: Timestamp,
    pub last_success_at: Option<Timestamp>,
    pub newest_value_at: Option<Timestamp>,
    pub last_failure_at: Option<Timestamp>,
    /// Name of the class of the last failure.
    pub failure_class: Option<String>,
    pub last_failure: Option<String>,
    /// Failures since the last success.
    pub consecutive_failures: u32,
    /// Reason why the source must not be queried.
    pub not_asked: Option<String>,
    pub next_due_at: Option<Timestamp>,
    /// Process that queries the source.
    pub holder: String,
}

/// One process of the deployment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProcessState {
    pub id: String,
    pub version: String,
    pub started_at: Timestamp,
    pub last_seen_at: Timestamp,
    /// PostgreSQL timeline of its last connection; `None` if unknown.
    pub timeline: Option<i64>,
    /// Change counters of its publication, as JSON.
    pub counters: String,
    /// Time of its last publication.
    pub published_at: Option<Timestamp>,
    /// Names of the sources that it is configured to query, as JSON.
    pub sources: String,
}

type SourceRow = (
    String,
    String,
    i64,
    Option<i64>,
    Option<i64>,
    Option<i64>,
    Option<String>,
    Option<String>,
    i64,
    Option<String>,
    Option<i64>,
    String,
);
type ProcessRow = (String, String, i64, i64, Option<i64>, String, Option<i64>, String);

/// Replaces the row of a source, unless it describes a later event: a holder that stalled and wakes up does not
/// overwrite the state that its successor has written.
///
/// # Errors
/// Returns [`StoreError::Invalid`] for an empty source, lane or holder.
pub fn put_source(conn: &mut Conn, state: &SourceState) -> Result<(), StoreError> {
    use source_states::dsl;
    for (what, key) in [("source", &state.source), ("lane", &state.lane), ("holder", &state.holder)] {
        storable_key(what, key)?;
    }
    let text = |text: &Option<String>| text.as_deref().map(storable_error);
    let (changed, ahead) = (micros(state.changed_at), micros(state.changed_at.plus_millis(AHEAD_MILLIS)));
    let values = (
        (
            dsl::lane.eq(&state.lane),
            dsl::changed_at.eq(changed),
            dsl::last_success_at.eq(state.last_success_at.map(micros)),
            dsl::newest_value_at.eq(state.newest_value_at.map(micros)),
            dsl::last_failure_at.eq(state.last_failure_at.map(micros)),
            dsl::failure_class.eq(state.failure_class.as_deref()),
        ),
        (
            dsl::last_failure.eq(text(&state.last_failure)),
            dsl::consecutive_failures.eq(i64::from(state.consecutive_failures)),
            dsl::not_asked.eq(text(&state.not_asked)),
            dsl::next_due_at.eq(state.next_due_at.map(micros)),
            dsl::holder.eq(&state.holder),
        ),
    );
    let replaceable = dsl::changed_at.le(changed).or(dsl::changed_at.gt(ahead));
    let upsert = diesel::insert_into(dsl::source_states)
        .values((dsl::source.eq(&state.source), values.clone()))
        .on_conflict(dsl::source)
        .do_update()
        .set(values);
    let upsert = FilterDsl::filter(upsert, replaceable);
    on_db!(conn, |c| upsert.execute(c))?;
    Ok(())
}

/// Returns the state of every source, by name.
///
/// # Errors
/// Returns an error if the database fails.
pub fn sources(read: SingleRead<'_>) -> Result<Vec<SourceState>, StoreError> {
    let rows: Vec<SourceRow> = on_db!(read.0, |c| source_states::table.load(c))?;
    let mut states: Vec<_> = rows.into_iter().map(source).collect();
    states.sort_by(|a, b| a.source.cmp(&b.source));
    Ok(states)
}

/// Writes the row of a process.
///
/// # Errors
/// Returns [`StoreError::Invalid`] for an empty id.
pub fn put_process(conn: &mut Conn, state: &ProcessState) -> Result<(), StoreError> {
    use service_processes::dsl;
    storable_key("process", &state.id)?;
    let row = (
        dsl::id.eq(&state.id),
        dsl::version.eq(&state.version),
        dsl::started_at.eq(micros(state.started_at)),
        dsl::last_seen_at.eq(micros(state.last_seen_at)),
        dsl::timeline.eq(state.timeline),
        dsl::counters.eq(&state.counters),
        dsl::published_at.eq(state.published_at.map(micros)),
        dsl::sources.eq(&state.sources),
    );
    on_db!(conn, |c| diesel::insert_into(dsl::service_processes)
        .values(row)
        .on_conflict(dsl::id)
        .do_update()
        .set((
            dsl::last_seen_at.eq(excluded(dsl::last_seen_at)),
            dsl::timeline.eq(excluded(dsl::timeline)),
            dsl::counters.eq(excluded(dsl::counters)),
            dsl::published_at.eq(excluded(dsl::published_at)),
            dsl::sources.eq(excluded(dsl::sources)),
        ))
        .execute(c))?;
    Ok(())
}

/// Returns every process that has a row, the oldest first.
///
/// # Errors
/// Returns an error if the database fails.
pub fn processes(read: SingleRead<'_>) -> Result<Vec<ProcessState>, StoreError> {
    let rows: Vec<ProcessRow> = on_db!(read.0, |c| service_processes::table.load(c))?;
    let mut states: Vec<_> = rows.into_iter().map(process).collect();
    states.sort_by(|a, b| (a.started_at, &a.id).cmp(&(b.started_at, &b.id)));
    Ok(states)
}

/// Returns the change counters with which PostgreSQL's timeline began, by topic: of a promoted standby, before anything
/// was written to it. `None` on SQLite, on engines without timelines, and if the first process did not store them.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn counters_at_promotion(store: &Store) -> Result<Option<BTreeMap<String, i64>>, StoreError> {
    let Some(timeline) = store.connector().and_then(|connector| connector.timeline()) else {
        return Ok(None);
    };
    let read = move |conn: &mut Conn| {
        let row = QueryDsl::find(timelines::table, timeline.system.to_string());
        let row: Option<(String, i64, Option<String>)> = on_db!(conn, |c| row.first(c).optional())?;
        let current = row.filter(|(_, number, _)| *number == i64::from(timeline.number));
        let counters = current.and_then(|(_, _, counters)| counters);
        Ok(counters.and_then(|counters| serde_json::from_str(&counters).ok()))
    };
    store.read(read).await
}

/// Deletes processes that were last seen, and sources that last changed, before the given times.
///
/// # Errors
/// Returns an error if the database fails.
pub fn prune(conn: &mut Conn, seen: Timestamp, changed: Timestamp) -> Result<(), StoreError> {
    let ended = service_processes::last_seen_at.lt(micros(seen));
    let ended = FilterDsl::filter(service_processes::table, ended);
    on_db!(conn, |c| diesel::delete(ended).execute(c))?;
    let unused = FilterDsl::filter(source_states::table, source_states::changed_at.lt(micros(changed)));
    on_db!(conn, |c| diesel::delete(unused).execute(c))?;
    Ok(())
}

fn source(row: SourceRow) -> SourceState {
    let (source, lane, changed, success, newest, failure, class, why, failures, not_asked, due, holder) = row;
    SourceState {
        source,
        lane,
        changed_at: timestamp(changed),
        last_success_at: success.map(timestamp),
        newest_value_at: newest.map(timestamp),
        last_failure_at: failure.map(timestamp),
        failure_class: class,
        last_failure: why,
        consecutive_failures: u32::try_from(failures).unwrap_or(u32::MAX),
        not_asked,
        next_due_at: due.map(timestamp),
        holder,
    }
}

fn process(row: ProcessRow) -> ProcessState {
    let (id, version, started, seen, timeline, counters, published, sources) = row;
    ProcessState {
        id,
        version,
        started_at: timestamp(started),
        last_seen_at: timestamp(seen),
        timeline,
        counters,
        published_at: published.map(timestamp),
        sources,
    }
}
