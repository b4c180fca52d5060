//! What the service asks of storage, in its own words: one function per transaction.

use ::ingest::winters::on_record::Coverage;
use conditions_core::time::Timestamp;
use runtime::clock;
use storage::budget::{Limits, Spend};
use storage::climate::Former;
use storage::evidence::EvidenceRow;
use storage::{
    Conn, Store, StoreError, budget, changes, climate, documents, evidence, lanes, resorts, settings,
};

use crate::grading;
use crate::grading::Learnt;
use crate::publisher::News;
use crate::versions::Versions;

pub mod ingest;

/// What changed since `since`: one snapshot of all that the world is built from; since the beginning, all of it.
///
/// # Errors
/// What the database says.
pub async fn changed(store: &Store, since: Versions) -> Result<(Versions, News), StoreError> {
    store.read(move |conn| changed_in(conn, since)).await
}

/// The same in a transaction that is open.
///
/// # Errors
/// What the database says.
pub fn changed_in(conn: &mut Conn, since: Versions) -> Result<(Versions, News), StoreError> {
    let evidence = evidence::changed_since(conn, since.evidence)?;
    let winters = climate::changed_since(conn, ::climate::DATASET, since.winters)?;
    let documents = documents::changed_since(conn, since.documents)?;
    let graded = changes::version(conn, changes::VERIFICATION)?;
    let grades = (graded != since.grades).then(|| grading::newest(conn)).transpose()?;
    let versions = Versions {
        evidence: evidence.version,
        winters: winters.version,
        documents: documents.version,
        grades: graded,
    };
    Ok((versions, News { evidence: evidence.rows, winters: winters.rows, documents, grades }))
}

/// What was known at an instant.
#[derive(Debug)]
pub struct Then {
    /// The newest row of each lane of the resort that was captured by then.
    pub rows: Vec<EvidenceRow>,
    /// Winters of the resort that have been told anew since, as they were.
    pub winters: Vec<Former>,
    /// The learnt weights that were in force.
    pub learnt: Option<Learnt>,
}

/// What was known of one resort at `at`.
///
/// # Errors
/// What the database says.
pub async fn known_at(store: &Store, slug: String, at: Timestamp) -> Result<Then, StoreError> {
    let read = move |conn: &mut Conn| {
        Ok(Then {
            rows: evidence::as_of(conn, &slug, at)?,
            winters: climate::former_at(conn, ::climate::DATASET, &slug, at)?,
            learnt: grading::weights_at(conn, at)?,
        })
    };
    store.read(read).await
}

/// Forgets what winters were until an instant before `before`.
///
/// # Errors
/// What the database says.
pub async fn forget_winters(store: &Store, before: Timestamp) -> Result<usize, StoreError> {
    store.run(move |conn| climate::forget_former(conn, before)).await
}

/// Drops evidence older than `before` in small transactions, so that writers never wait long; what was in force then
/// stays, for replay.
///
/// # Errors
/// What the database says.
pub async fn prune_evidence(store: &Store, before: Timestamp) -> Result<usize, StoreError> {
    const BATCH: u32 = 1_000;
    let mut dropped = 0;
    loop {
        let rows = store.run(move |conn| evidence::prune(conn, before, true, BATCH)).await?;
        dropped += rows;
        if rows < BATCH as usize {
            return Ok(dropped);
        }
    }
}

/// Counts a call on several ledgers before it goes out, on all or on none.
///
/// # Errors
/// What the database says.
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

/// Takes a call that was counted at `at` and never went out off the ledgers that it was counted on.
///
/// # Errors
/// What the database says.
pub async fn give_back(
    store: &Store,
    ledgers: &[(&'static str, sources::budget::Limits)],
    at: Timestamp,
    weight: f64,
) -> Result<(), StoreError> {
    let names: Vec<&'static str> = ledgers.iter().map(|(name, _)| *name).collect();
    store.run(move |conn| budget::give_back(conn, &names, at, millis(weight))).await
}

/// Thousandths of a call, rounded up: what is spent is never more than what was counted.
fn millis(weight: f64) -> u32 {
    (weight * 1000.0).ceil() as u32
}

/// How far the winters on record have been asked for.
///
/// # Errors
/// What the database says.
pub async fn winters_on_record(store: &Store) -> Result<Vec<Coverage>, StoreError> {
    store.read(ingest::winters_on_record).await
}

/// Imported resorts: slug and row.
///
/// # Errors
/// What the database says.
pub async fn imported(store: &Store) -> Result<Vec<(String, String)>, StoreError> {
    store.read(list_imported).await
}

/// The same for the command line.
///
/// # Errors
/// What the database says.
pub fn imported_blocking(store: &Store) -> Result<Vec<(String, String)>, StoreError> {
    store.read_blocking(list_imported)
}

fn list_imported(conn: &mut Conn) -> Result<Vec<(String, String)>, StoreError> {
    Ok(resorts::list(conn)?.into_iter().map(|row| (row.slug, row.row_json)).collect())
}

/// Replaces every imported resort, in one transaction.
///
/// # Errors
/// What the database says; then the former ones stay.
pub fn replace_imported_blocking(
    store: &Store,
    rows: Vec<(String, String)>,
    now: Timestamp,
) -> Result<(), StoreError> {
    let newer: Vec<resorts::ImportedResort> = rows
        .into_iter()
        .map(|(slug, row_json)| resorts::ImportedResort { slug, row_json, imported_at: now })
        .collect();
    store.run_blocking(move |conn| {
        for row in resorts::list(conn)? {
            if !newer.iter().any(|kept| kept.slug == row.slug) {
                resorts::delete(conn, &row.slug)?;
            }
        }
        resorts::upsert(conn, &newer)
    })
}

/// Notes before a call goes out that it is made at `at`, so that a process that ends in the middle of it does not ask again at
/// once.
///
/// # Errors
/// What the database says.
pub async fn asked(store: &Store, name: String, at: Timestamp) -> Result<(), StoreError> {
    store.run(move |conn| lanes::failed(conn, &name, at, "asked, no usable answer yet")).await
}

/// What is stored of the stations around one resort.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StationsOfResort {
    /// Lane and kept list of stations of every network.
    pub directories: Vec<(&'static str, Option<String>)>,
    /// The newest evidence of the resort, of every lane.
    pub rows: Vec<EvidenceRow>,
}

/// For the command line: the kept lists of stations of these lanes, and the newest evidence of one resort.
///
/// # Errors
/// What the database says.
pub fn stations_of_resort_blocking(
    store: &Store,
    lanes: Vec<&'static str>,
    slug: String,
) -> Result<StationsOfResort, StoreError> {
    let now = clock::now();
    store.read_blocking(move |conn| {
        let kept = lanes
            .iter()
            .map(|lane| Ok((*lane, settings::get(conn, &::ingest::stations::directory::key(lane))?)))
            .collect::<Result<Vec<_>, StoreError>>()?;
        Ok(StationsOfResort { directories: kept, rows: evidence::as_of(conn, &slug, now)? })
    })
}
