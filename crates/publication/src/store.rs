//! Storage access of the publication: one function per transaction.

use conditions_core::time::Timestamp;
use storage::climate::FormerDays;
use storage::evidence::EvidenceRow;
use storage::{Conn, Store, StoreError, changes, climate, deployment, documents, evidence};

use crate::grading;
use crate::grading::LearnedParameters;
use crate::publisher::News;
use crate::versions::Versions;

/// Reads the changes since `since`: one snapshot of all that the world is built from; everything for the initial
/// versions.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn changed(store: &Store, since: Versions) -> Result<(Versions, News), StoreError> {
    store.read(move |conn| changed_in(conn, since)).await
}

/// Reads the changes like [`changed`], in an open transaction.
///
/// # Errors
/// Returns an error if the database fails.
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

/// Returns the change counters with which PostgreSQL's timeline began, if they are stored.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn promoted_at(store: &Store) -> Result<Option<Versions>, StoreError> {
    let topics = deployment::counters_at_promotion(store).await?;
    Ok(topics.map(|topics| Versions::of_topics(&topics)))
}

/// The data known at a past time.
#[derive(Debug)]
pub struct StoredPast {
    /// The newest row of each lane of the resort that was captured by then.
    pub rows: Vec<EvidenceRow>,
    /// Winters of the resort that have been replaced since, in their former state.
    pub winters: Vec<FormerDays>,
    /// The learnt weights in force then.
    pub learnt: Option<LearnedParameters>,
}

/// Returns the data of one resort known at `at`.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn known_at(store: &Store, slug: String, at: Timestamp) -> Result<StoredPast, StoreError> {
    let read = move |conn: &mut Conn| {
        Ok(StoredPast {
            rows: evidence::as_of(conn, &slug, at)?,
            winters: climate::former_at(conn, ::climate::DATASET, &slug, at)?,
            learnt: grading::weights_at(conn, at)?,
        })
    };
    store.read(read).await
}

/// Deletes former states of winters that were replaced before `before`.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn forget_winters(store: &Store, before: Timestamp) -> Result<usize, StoreError> {
    store.run(move |conn| climate::forget_former(conn, before)).await
}

/// Deletes evidence older than `before` in small transactions, so that writers never wait long; evidence in force then
/// stays, for replay.
///
/// # Errors
/// Returns an error if the database fails.
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
