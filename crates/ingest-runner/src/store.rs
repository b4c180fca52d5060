//! Storage access of the lanes' driver: the initial state of a lane, and the results of a response, in one transaction
//! each.

use std::collections::BTreeMap;

use ::ingest::store_batch::{IssuedForecast, MeasuredDay, Row, StoreBatch};
use ::ingest::stored_state::{KnownRow, StateQuery, StoredState};
use ::ingest::winters::answers::Answer;
use ::ingest::winters::stored::{self, Coverage};
use conditions_core::time::Timestamp;
use storage::budget::{Limits, Spend};
use storage::climate::WinterRow;
use storage::documents::Document;
use storage::evidence::NewEvidence;
use storage::verification::{ArchivedForecast, MeasuredSnow};
use storage::{Conn, Store, StoreError, budget, climate, documents, evidence, lanes, settings, verification};

/// Reads the stored state that a lane needs.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn load(store: &Store, wants: StateQuery) -> Result<StoredState, StoreError> {
    store.read(move |conn| read(conn, &wants)).await
}

fn read(conn: &mut Conn, wants: &StateQuery) -> Result<StoredState, StoreError> {
    let mut known = StoredState::default();
    if let Some((lane, kind)) = wants.rows {
        let rows = evidence::latest_of(conn, lane, kind)?;
        if let Some(since) = wants.past_since {
            for row in &rows {
                let past = evidence::since(conn, &row.slug, lane, since)?;
                known.past.extend(past.into_iter().filter(|row| row.kind == kind).map(|row| row.payload));
            }
        }
        let row = |NewEvidence { slug, captured_at, payload, .. }| KnownRow {
            slug,
            captured_at: Some(captured_at),
            payload,
        };
        known.rows = rows.into_iter().map(row).collect();
    }
    let mut asked = BTreeMap::new();
    for name in &wants.asked {
        if let Some(state) = lanes::get(conn, name)? {
            asked.insert(name.clone(), (state.last_attempt_at, state.consecutive_failures == 0));
        }
    }
    known.asked = asked;
    if let Some(key) = &wants.setting {
        known.setting = settings::get(conn, key)?;
    }
    if let Some(kind) = wants.documents {
        let documents = documents::of_kind(conn, kind)?.into_iter();
        known.documents = documents.map(|document| (document.subject, document.payload)).collect();
    }
    if wants.winters {
        known.winters = winters_on_record_in(conn)?;
    }
    Ok(known)
}

/// Returns the coverage of the stored winters.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) fn winters_on_record_in(conn: &mut Conn) -> Result<Vec<Coverage>, StoreError> {
    let own = |row: climate::Coverage| {
        let climate::Coverage { slug, winter, asked_through, came_short, begins } = row;
        Coverage { slug, winter, asked_through, came_short, has_weather: begins }
    };
    Ok(climate::coverage(conn, ::climate::DATASET, ::climate::pack::WITH_WEATHER)?
        .into_iter()
        .map(own)
        .collect())
}

/// Stores a batch, all or nothing, learned at `now`; returns whether something is new to the world.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn store(store: &Store, keep: StoreBatch, now: Timestamp) -> Result<bool, StoreError> {
    let StoreBatch {
        rows,
        archived,
        measured: days,
        setting,
        documents,
        winters,
        asked,
        healthy: _,
        summary: _,
    } = keep;
    let rows: Vec<NewEvidence> = rows.into_iter().map(|new| row(new, now)).collect();
    let archived: Vec<ArchivedForecast> = archived.into_iter().map(issued).collect();
    let days: Vec<MeasuredSnow> = days.into_iter().map(|day| measured(day, now)).collect();
    let document = |(kind, subject, payload): (&str, String, String)| Document {
        kind: kind.to_owned(),
        subject,
        captured_at: now,
        payload,
    };
    let documents: Vec<Document> = documents.into_iter().map(document).collect();
    let write = move |conn: &mut Conn| {
        for (name, heard) in &asked {
            if *heard {
                lanes::succeeded(conn, name, now)?;
            } else {
                lanes::failed(conn, name, now, "no response was usable")?;
            }
        }
        if let Some((key, value)) = &setting {
            settings::set(conn, key, value)?;
        }
        if !rows.is_empty() {
            evidence::append(conn, &rows, now)?;
        }
        verification::archive(conn, &archived)?;
        verification::measure(conn, &days)?;
        let replaced = if documents.is_empty() { 0 } else { documents::store(conn, &documents)? };
        if let Some(answer) = &winters {
            merge_winters(conn, answer)?;
        }
        Ok(!rows.is_empty() || !days.is_empty() || replaced > 0 || winters.is_some())
    };
    store.run(write).await
}

/// Merges the winters of a response into the stored ones. An unreadable stored winter is replaced.
fn merge_winters(conn: &mut Conn, answer: &Answer) -> Result<(), StoreError> {
    let stored = |row: stored::Row| {
        let stored::Row { winter, days, asked_through, came_short, fetched_at } = row;
        let (slug, dataset) = (answer.slug().to_owned(), ::climate::DATASET.to_owned());
        WinterRow { slug, dataset, winter, days, asked_through, came_short, fetched_at }
    };
    let own = |row: &WinterRow| stored::Row {
        winter: row.winter,
        days: row.days.clone(),
        asked_through: row.asked_through,
        came_short: row.came_short,
        fetched_at: row.fetched_at,
    };
    let merged = |known: &WinterRow, new: &WinterRow| {
        answer.merged(&own(known), &own(new)).map(stored).unwrap_or_else(|error| {
            tracing::warn!(slug = new.slug, winter = new.winter, %error, "replacing an unreadable stored winter");
            new.clone()
        })
    };
    let rows: Vec<WinterRow> = answer.rows().into_iter().map(stored).collect();
    climate::merge(conn, &rows, merged)?;
    Ok(())
}

/// Converts a row of evidence learned at `now`.
#[must_use]
pub fn row(row: Row, now: Timestamp) -> NewEvidence {
    let Row { slug, lane, kind, observed_at, payload } = row;
    NewEvidence {
        id: evidence::new_id(now),
        slug,
        lane: lane.to_owned(),
        kind: kind.to_owned(),
        observed_at,
        captured_at: now,
        payload,
    }
}

/// Converts a measured day learned at `now`.
#[must_use]
pub fn measured(day: MeasuredDay, now: Timestamp) -> MeasuredSnow {
    let MeasuredDay { slug, day, network, station, elevation_m, new_snow_mm } = day;
    MeasuredSnow { slug, day, network, station, elevation_m, new_snow_mm, learned_at: now }
}

/// Converts a forecast for the archive.
#[must_use]
pub fn issued(of: IssuedForecast) -> ArchivedForecast {
    let IssuedForecast { slug, issued_on, captured_at, payload } = of;
    ArchivedForecast { slug, issued_on, captured_at, payload }
}

/// Counts a call on several ledgers before it is sent, on all or on none.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn spend_all(
    store: &Store,
    ledgers: &[(&'static str, sources::budget::Limits)],
    now: Timestamp,
    weight: f64,
) -> Result<Spend, StoreError> {
    let whole = |limit: Option<f64>| limit.map(|calls| calls as u32);
    let limits = |of: sources::budget::Limits| Limits {
        minute: whole(of.minute),
        hour: whole(of.hour),
        day: whole(of.day),
    };
    let ledgers: Vec<_> = ledgers.iter().map(|(name, of)| (*name, limits(*of))).collect();
    store.run(move |conn| budget::spend_all(conn, &ledgers, now, millis(weight))).await
}

/// Refunds a call that was counted at `at` and never sent, on the ledgers on which it was counted.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn give_back(
    store: &Store,
    ledgers: &[(&'static str, sources::budget::Limits)],
    at: Timestamp,
    weight: f64,
) -> Result<(), StoreError> {
    let names: Vec<&'static str> = ledgers.iter().map(|(name, _)| *name).collect();
    store.run(move |conn| budget::give_back(conn, &names, at, millis(weight))).await
}

/// Returns thousandths of a call, rounded up: the spending never exceeds the count.
fn millis(weight: f64) -> u32 {
    (weight * 1000.0).ceil() as u32
}

/// Returns the coverage of the stored winters.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn winters_on_record(store: &Store) -> Result<Vec<Coverage>, StoreError> {
    store.read(winters_on_record_in).await
}

/// Records, before a call is sent, that it is made at `at`, so that a process that ends during the call does not repeat
/// it at once.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn record_call(store: &Store, name: String, at: Timestamp) -> Result<(), StoreError> {
    store.run(move |conn| lanes::failed(conn, &name, at, "call sent, no usable response yet")).await
}
