//! What grading asks of storage, one function per transaction.

use std::sync::Arc;

use conditions_core::policy::{ModelWeight, Policy};
use conditions_core::time::Timestamp;
use storage::verification::{ArchivedForecast, MeasuredSnow};
use storage::{Conn, Store, StoreError, verification as rows};
use verification::report::Report;
use verification::{ArchivedIssue, Grading, Issue, MeasuredSnowfall, Place, grade as grade_rows, learn};

use super::in_force::{self, InForce, KeptWeights, Learnt, LearntChances, SCORES, WEIGHTS};
use super::maps::{maps_at, oldest_measured};
use super::{date_of, day_number};

/// What was learnt and is in force at `at`.
///
/// # Errors
/// What the database says.
pub fn weights_at(conn: &mut Conn, at: Timestamp) -> Result<Option<Learnt>, StoreError> {
    Ok(rows::in_force(conn, WEIGHTS, at)?.and_then(|(since, text)| in_force::weights(since, &text)))
}

/// The newest results, whatever this process takes the time to be: who keeps them has a clock of its own.
///
/// # Errors
/// What the database says.
pub fn newest(conn: &mut Conn) -> Result<InForce, StoreError> {
    let ever = Timestamp::from_millis(i64::MAX);
    let scores = rows::in_force(conn, SCORES, ever)?;
    let report = scores.and_then(|(_, text)| in_force::report(&text)).map(Arc::new);
    Ok(InForce { weights: weights_at(conn, ever)?, report, maps: maps_at(conn, ever)? })
}

/// Everything that was forecast and measured since `since`, as it is graded. Rows that do not read are left out.
///
/// # Errors
/// What the database says.
pub fn archive(
    conn: &mut Conn,
    since: i64,
) -> Result<(Vec<ArchivedIssue>, Vec<MeasuredSnowfall>), StoreError> {
    let issued = |row: ArchivedForecast| {
        Some(ArchivedIssue {
            day: date_of(row.issued_on)?,
            issue: Issue::decode(&row.payload)?,
            slug: row.slug,
        })
    };
    let measured = |row: MeasuredSnow| {
        Some(MeasuredSnowfall {
            day: date_of(row.day)?,
            slug: row.slug,
            network: row.network,
            station: row.station,
            elevation_m: row.elevation_m.map(|metres| metres as f64),
            cm: row.new_snow_mm as f64 / 10.0,
        })
    };
    let issues = rows::archived_since(conn, since)?.into_iter().filter_map(issued).collect();
    Ok((issues, rows::measured_since(conn, since)?.into_iter().filter_map(measured).collect()))
}

/// Grades everything that is kept, for the command line.
///
/// # Errors
/// What the database says.
pub fn grade_blocking(store: &Store, places: Vec<Place>, now: Timestamp) -> Result<Report, StoreError> {
    let (issues, measured) = store.read_blocking(move |conn| archive(conn, oldest(now)))?;
    Ok(graded(&places, &issues, &measured, now))
}

/// Grades everything that is kept and puts what was learnt into force; the report.
///
/// # Errors
/// What the database says.
pub async fn grade(store: &Store, places: Vec<Place>, now: Timestamp) -> Result<Report, StoreError> {
    // Read in one transaction and written in another: grading takes seconds, and no thread of the database waits for it.
    let (issues, measured) = store.read(move |conn| archive(conn, oldest(now))).await?;
    let work = move || graded(&places, &issues, &measured, now);
    let Ok(report) = tokio::task::spawn_blocking(work).await else {
        return Err(StoreError::Invalid("grading ended without a report".to_owned()));
    };
    let kept = report.clone();
    store.run(move |conn| concluded(conn, &kept, now)).await?;
    Ok(report)
}

/// The first day that is graded.
fn oldest(now: Timestamp) -> i64 {
    day_number(now.utc().date_naive()) - Grading::STANDARD.keep_days
}

/// By the defaults, not by what is in force: what is learnt does not depend on what was learnt before.
fn graded(
    places: &[Place],
    issues: &[ArchivedIssue],
    measured: &[MeasuredSnowfall],
    now: Timestamp,
) -> Report {
    grade_rows(&Grading::STANDARD, &Policy::CONTRACT, places, issues, measured, now.utc().date_naive())
}

/// Keeps a report as the newest scores, and what was learnt when it differs from what is in force.
///
/// # Errors
/// What the database says.
pub fn concluded(conn: &mut Conn, report: &Report, now: Timestamp) -> Result<(), StoreError> {
    // Our own types have string keys and finite numbers, so writing to memory cannot fail.
    let scores = serde_json::to_string(report).unwrap_or_default();
    rows::conclude(conn, SCORES, now, &scores, true)?;
    let weights: Option<Vec<ModelWeight>> = learn::model_weights(&report.weights);
    let chances = report.chances.as_ref().and_then(LearntChances::of);
    let is_default = weights.is_none() && chances.is_none();
    let kept = serde_json::to_string(&KeptWeights { weights, chances }).unwrap_or_default();
    let former = rows::in_force(conn, WEIGHTS, now)?.map(|(_, text)| text);
    if former.as_ref() == Some(&kept) || (former.is_none() && is_default) {
        return Ok(());
    }
    rows::conclude(conn, WEIGHTS, now, &kept, false)
}

/// Drops what is older than the archive is kept, in small transactions; how many rows.
///
/// # Errors
/// What the database says.
pub async fn prune(store: &Store, now: Timestamp) -> Result<usize, StoreError> {
    const BATCH: u32 = 1_000;
    let before = rows::RetentionStart { forecasts: oldest(now), measured: oldest_measured(now) };
    let mut dropped = 0;
    loop {
        let rows = store.run(move |conn| rows::prune(conn, before, BATCH)).await?;
        dropped += rows;
        if rows == 0 {
            return Ok(dropped);
        }
    }
}
