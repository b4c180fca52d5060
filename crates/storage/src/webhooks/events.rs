//! Baselines, events that happen once per key, and their fan-out into deliveries.
//!
//! An evaluation reads baselines, stores new ones, records events and fans out the first of their deliveries in one
//! transaction. Two evaluations of the same change create the same key, and the second one finds it known; a baseline's
//! version only increases, so the second evaluation does not undo the first.

use std::collections::BTreeMap;

use conditions_core::time::Timestamp;
use diesel::query_dsl::methods::FilterDsl;
use diesel::upsert::excluded;
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl, TextExpressionMethods};
use serde::Serialize;
use serde::de::DeserializeOwned;
use uuid::Uuid;
use webhooks::events::{Baseline, Occurrence};

use crate::conn::{Conn, on_db};
use crate::error::{StoreError, storable, storable_key};
use crate::schema::{webhook_baselines, webhook_events};
use crate::time::micros;
use crate::webhooks::{clock, text};

mod fan_out;

pub(super) use fan_out::prune;
pub use fan_out::{FannedOut, fan_out};

/// Maximum number of subjects per statement, far below the limit of either database.
const SUBJECTS: usize = 500;

/// Outcome of recording an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordOutcome {
    /// The event is new; [`fan_out()`] delivers it to its subscriptions.
    New,
    /// The key is known; nothing was written.
    Known,
}

/// Returns the baseline of one subject. A baseline that cannot be read (a newer program wrote it) counts as absent, so
/// the next evaluation is a first one; [`begin_baseline()`] then replaces it.
///
/// # Errors
/// Returns an error if the database fails.
pub fn baseline<T: DeserializeOwned>(
    conn: &mut Conn,
    subject: &str,
) -> Result<Option<Baseline<T>>, StoreError> {
    Ok(baselines(conn, &[subject])?.remove(subject))
}

/// Returns the baselines of many subjects, like [`baseline`]; a subject without one is absent.
///
/// # Errors
/// Returns an error if the database fails.
pub fn baselines<T: DeserializeOwned>(
    conn: &mut Conn,
    subjects: &[&str],
) -> Result<BTreeMap<String, Baseline<T>>, StoreError> {
    use webhook_baselines::dsl;
    let mut found = BTreeMap::new();
    for subjects in subjects.chunks(SUBJECTS) {
        let rows: Vec<(String, i64, String)> =
            on_db!(conn, |c| QueryDsl::filter(dsl::webhook_baselines, dsl::subject.eq_any(subjects))
                .load(c))?;
        for (subject, version, value) in rows {
            match serde_json::from_str(&value) {
                Ok(value) => {
                    let version = u64::try_from(version).unwrap_or(0);
                    found.insert(subject, Baseline { version, value });
                }
                Err(error) => {
                    tracing::warn!(subject, %error, "ignoring an unreadable stored baseline");
                }
            }
        }
    }
    Ok(found)
}

/// Stores the first value of a subject whose baseline is missing or unreadable; returns whether it was stored. Its
/// version is greater than every known one, both of the row that it replaces and, if that row is lost, of events whose
/// key begins with `keys`: a repeated version would create a known key, and its change would never be reported.
///
/// # Errors
/// Returns the errors of [`keep_baseline()`].
pub fn begin_baseline<T: Serialize + ?Sized>(
    conn: &mut Conn,
    subject: &str,
    keys: Option<&str>,
    value: &T,
) -> Result<bool, StoreError> {
    use webhook_baselines::dsl;
    let row: Option<i64> = on_db!(conn, |c| QueryDsl::find(dsl::webhook_baselines, subject)
        .select(dsl::version)
        .first(c)
        .optional())?;
    let row = row.and_then(|version| u64::try_from(version).ok());
    let highest = match (row, keys) {
        (Some(version), _) => Some(version),
        (None, Some(keys)) => highest(conn, keys)?,
        (None, None) => None,
    };
    let version = highest.map_or(0, |version| version.saturating_add(1));
    keep_baseline(conn, subject, &Baseline { version, value })
}

/// Returns the highest version among keys with this prefix.
fn highest(conn: &mut Conn, keys: &str) -> Result<Option<u64>, StoreError> {
    use webhook_events::dsl;
    // Other matches of the pattern are not such keys, or have no number at the end.
    let known: Vec<String> =
        on_db!(conn, |c| QueryDsl::filter(dsl::webhook_events, dsl::dedupe_key.like(format!("{keys}%")))
            .select(dsl::dedupe_key)
            .load(c))?;
    Ok(known.iter().filter_map(|key| key.strip_prefix(keys)?.parse().ok()).max())
}

/// Stores the baseline of a subject unless the stored version is equal or later; returns whether it was stored.
///
/// # Errors
/// Returns [`StoreError::Invalid`] for an empty subject or a value that cannot be written as JSON.
pub fn keep_baseline<T: Serialize>(
    conn: &mut Conn,
    subject: &str,
    baseline: &Baseline<T>,
) -> Result<bool, StoreError> {
    use webhook_baselines::dsl;
    storable_key("subject", subject)?;
    let value = json(&baseline.value)?;
    let version = i64::try_from(baseline.version).unwrap_or(i64::MAX);
    let upsert = diesel::insert_into(dsl::webhook_baselines)
        .values((dsl::subject.eq(subject), dsl::version.eq(version), dsl::value.eq(&value)))
        .on_conflict(dsl::subject)
        .do_update()
        .set((dsl::version.eq(excluded(dsl::version)), dsl::value.eq(excluded(dsl::value))));
    let upsert = FilterDsl::filter(upsert, dsl::version.lt(excluded(dsl::version)));
    Ok(on_db!(conn, |c| upsert.execute(c))? == 1)
}

/// Records an event under `id` unless its key is known.
///
/// # Errors
/// Returns [`StoreError::Invalid`] for an empty key or data that cannot be written as JSON.
pub fn record<D: Serialize>(
    conn: &mut Conn,
    id: Uuid,
    occurrence: &Occurrence<D>,
    now: Timestamp,
) -> Result<RecordOutcome, StoreError> {
    use webhook_events::dsl;
    storable_key("event's key", &occurrence.dedupe_key)?;
    storable("event's resort", &occurrence.resort_slug)?;
    let data = json(&occurrence.data)?;
    let now = micros(clock::now(conn, now)?);
    // Later than every event that still waits for its fan-out, whether from the same millisecond or from a clock that
    // was ahead.
    let waiting: Option<i64> =
        on_db!(conn, |c| QueryDsl::filter(dsl::webhook_events, dsl::fanned_out_at.is_null())
            .order(dsl::recorded_at.desc())
            .select(dsl::recorded_at)
            .first(c)
            .optional())?;
    let recorded_at = waiting.map_or(now, |waiting| now.max(waiting.saturating_add(1)));
    let inserted = on_db!(conn, |c| diesel::insert_into(dsl::webhook_events)
        .values((
            dsl::dedupe_key.eq(&occurrence.dedupe_key),
            dsl::id.eq(id.to_string()),
            dsl::event.eq(occurrence.event.wire()),
            dsl::resort_slug.eq(&occurrence.resort_slug),
            dsl::audience.eq(text::of_audience(occurrence.audience)),
            dsl::data.eq(&data),
            dsl::happened_at.eq(micros(occurrence.created_at)),
            dsl::recorded_at.eq(recorded_at),
        ))
        .on_conflict_do_nothing()
        .execute(c))?;
    Ok(if inserted == 0 { RecordOutcome::Known } else { RecordOutcome::New })
}

fn json<T: Serialize + ?Sized>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Invalid(format!("as JSON: {error}")))
}
