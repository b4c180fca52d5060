//! Storage access of grading, one function per transaction.

use std::sync::Arc;

use conditions_core::policy::{ModelWeight, Policy};
use conditions_core::time::Timestamp;
use storage::verification::{ArchivedForecast, MeasuredSnow};
use storage::{Conn, Store, StoreError, verification as rows};
use verification::report::Report;
use verification::{ArchivedIssue, Grading, Issue, MeasuredSnowfall, Place, grade as grade_rows, learn};

use super::in_force::{self, InForce, KeptWeights, LearnedChances, LearnedParameters, SCORES, WEIGHTS};
use super::maps::{maps_at, oldest_measured};
use super::{date_of, day_number};

/// Returns the learnt parameters in force at `at`.
///
/// # Errors
/// Returns an error if the database fails.
pub fn weights_at(conn: &mut Conn, at: Timestamp) -> Result<Option<LearnedParameters>, StoreError> {
    Ok(rows::in_force(conn, WEIGHTS, at)?.and_then(|(since, text)| in_force::weights(since, &text)))
}

/// Returns the newest results, whatever the time of this process: the process that stores them has its own clock.
///
/// # Errors
/// Returns an error if the database fails.
pub fn newest(conn: &mut Conn) -> Result<InForce, StoreError> {
    let ever = Timestamp::from_millis(i64::MAX);
    let scores = rows::in_force(conn, SCORES, ever)?;
    let report = scores.and_then(|(_, text)| in_force::report(&text)).map(Arc::new);
    Ok(InForce { weights: weights_at(conn, ever)?, report, maps: maps_at(conn, ever)? })
}

/// Returns all forecasts and measurements since `since` in the form that grading needs. Unreadable rows are left out.
///
/// # Errors
/// Returns an error if the database fails.
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

/// Grades all stored forecasts, for the command line.
///
/// # Errors
/// Returns an error if the database fails.
pub fn grade_blocking(store: &Store, places: Vec<Place>, now: Timestamp) -> Result<Report, StoreError> {
    let (issues, measured) = store.read_blocking(move |conn| archive(conn, oldest(now)))?;
    Ok(graded(&places, &issues, &measured, now))
}

/// Grades all stored forecasts, puts the learnt parameters into force, and returns the report.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn grade(store: &Store, places: Vec<Place>, now: Timestamp) -> Result<Report, StoreError> {
    // Read in one transaction and written in another: grading takes seconds, and no database thread waits for it.
    let (issues, measured) = store.read(move |conn| archive(conn, oldest(now))).await?;
    let work = move || graded(&places, &issues, &measured, now);
    let Ok(report) = tokio::task::spawn_blocking(work).await else {
        return Err(StoreError::Invalid("grading ended without a report".to_owned()));
    };
    let kept = report.clone();
    store.run(move |conn| concluded(conn, &kept, now)).await?;
    Ok(report)
}

/// Returns the first graded day.
fn oldest(now: Timestamp) -> i64 {
    day_number(now.utc().date_naive()) - Grading::STANDARD.keep_days
}

/// Grades with the defaults, not with the parameters in force: learning does not depend on earlier learning.
fn graded(
    places: &[Place],
    issues: &[ArchivedIssue],
    measured: &[MeasuredSnowfall],
    now: Timestamp,
) -> Report {
    grade_rows(&Grading::STANDARD, &Policy::CONTRACT, places, issues, measured, now.utc().date_naive())
}

/// Stores a report as the newest scores, and the learnt parameters if they differ from those in force.
///
/// # Errors
/// Returns an error if the database fails.
pub fn concluded(conn: &mut Conn, report: &Report, now: Timestamp) -> Result<(), StoreError> {
    // Our own types have string keys and finite numbers, so writing to memory cannot fail.
    let scores = serde_json::to_string(report).unwrap_or_default();
    rows::conclude(conn, SCORES, now, &scores, true)?;
    let weights: Option<Vec<ModelWeight>> = learn::model_weights(&report.weights);
    let chances = report.chances.as_ref().and_then(LearnedChances::from_calibration);
    let is_default = weights.is_none() && chances.is_none();
    let kept = serde_json::to_string(&KeptWeights { weights, chances }).unwrap_or_default();
    let former = rows::in_force(conn, WEIGHTS, now)?.map(|(_, text)| text);
    if former.as_ref() == Some(&kept) || (former.is_none() && is_default) {
        return Ok(());
    }
    rows::conclude(conn, WEIGHTS, now, &kept, false)
}

/// Deletes rows older than the archive's retention, in small transactions; returns their number.
///
/// # Errors
/// Returns an error if the database fails.
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
