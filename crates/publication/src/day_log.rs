//! The log of days: once a day the published state of every resort is stored, for later reviews of the season.
//!
//! It is stored late in the morning, UTC, when every ski resort has the same date. A day that was missed at that time
//! is not stored and is not reconstructed later, because its state is then unknown.

use std::sync::Arc;
use std::time::Duration;

use chrono::{Days, Timelike};
use conditions_core::time::Timestamp;
use evidence::{DayLog, Form as _};
use runtime::clock;
use storage::documents::{self, Document};
use storage::{Store, StoreError};
use tokio::sync::watch;
use world::{View, World, logged};

use crate::published::Latest;

/// Interval at which the log checks whether the day is stored.
const LOOK: Duration = Duration::from_secs(600);
/// Hours of the day at which it is stored, UTC.
const HOURS: std::ops::Range<u32> = 10..13;
/// Retention of a day, in days: a season and a month.
const KEEP_DAYS: u64 = 230;
/// Days beyond the retention that are also pruned, in case the service was not running.
const LATE_DAYS: u64 = 60;

/// Stores every day until `stop` is set.
pub async fn run(store: Store, latest: Arc<Latest>, mut stop: watch::Receiver<bool>) {
    let mut every = tokio::time::interval(LOOK);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = stop.changed() => return,
            _ = every.tick() => {}
        }
        let Some(published) = latest.current() else { continue };
        match store_if_due(&store, &published.world, clock::now()).await {
            Ok(false) => {}
            Ok(true) => tracing::info!("stored today's state of every resort"),
            Err(error) => {
                tracing::warn!(%error, "cannot store today's state of every resort; retrying later")
            }
        }
    }
}

/// Stores the day of `now` if it is time and it is not stored yet; returns whether it did. A world without forecasts is
/// not stored.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn store_if_due(store: &Store, world: &World, now: Timestamp) -> Result<bool, StoreError> {
    if !HOURS.contains(&now.utc().hour()) {
        return Ok(false);
    }
    let day = now.utc().date_naive();
    let subject = day.to_string();
    let known = subject.clone();
    if store.read(move |conn| documents::get(conn, DayLog::NAME, &known)).await?.is_some() {
        return Ok(false);
    }
    #[expect(clippy::disallowed_methods, reason = "the public state is stored")]
    let view = View::public(world);
    if !view.resorts().any(|seen| seen.has_forecast()) {
        return Ok(false);
    }
    let payload = DayLog::encode(&logged(&view));
    let document = Document { kind: DayLog::NAME.to_owned(), subject, captured_at: now, payload };
    store
        .run(move |conn| {
            documents::store(conn, std::slice::from_ref(&document))?;
            for late in 0..LATE_DAYS {
                if let Some(old) = day.checked_sub_days(Days::new(KEEP_DAYS + late)) {
                    documents::remove(conn, DayLog::NAME, &old.to_string())?;
                }
            }
            Ok(true)
        })
        .await
}
