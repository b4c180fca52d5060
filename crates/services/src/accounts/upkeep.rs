//! Cleanup of accounts: expired data is deleted every ten minutes.

use std::time::Duration;

use accounts::browser_mark;
use accounts::passkey;
use accounts::session::{ABSOLUTE_MS, IDLE_MS};
use conditions_core::time::{DAY_MS, HOUR_MS, Timestamp};
use runtime::clock;
use storage::accounts::{billing, browsers, ceremonies, challenges, sessions};
use storage::alerts::{emails, notices};
use storage::{Store, StoreError, limits, oauth};
use tokio::sync::watch;

use crate::mail::file::{Folder, KEPT_MS};

const EVERY: Duration = Duration::from_secs(600);
/// Retention of challenges: the operator's links are valid for a day.
const CHALLENGES_MS: i64 = 25 * HOUR_MS;
/// Retention of limits, which look back an hour.
const LIMITS_MS: i64 = 2 * HOUR_MS;
/// Retention of event ids: the provider repeats an event for days, and its signature is valid for minutes.
const EVENTS_MS: i64 = 30 * DAY_MS;

/// Retention of the owner's alert history: more than a winter.
const FIRED_MS: i64 = 400 * DAY_MS;

/// Runs until `stop` is set.
pub async fn run(store: Store, mails: Folder, mut stop: watch::Receiver<bool>) {
    let mut every = tokio::time::interval(EVERY);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = stop.changed() => return,
            _ = every.tick() => {}
        }
        if let Err(error) = once(&store, clock::now()).await {
            tracing::warn!(%error, "cleanup of accounts failed; retrying in ten minutes");
        }
        let (folder, before) = (mails.clone(), clock::now().plus_millis(-KEPT_MS));
        if let Ok(Err(error)) = tokio::task::spawn_blocking(move || folder.expire(before)).await {
            tracing::warn!(%error, folder = %mails.path().display(), "cannot delete expired email files");
        }
    }
}

/// Runs one cleanup.
///
/// # Errors
/// Returns the database error if the cleanup fails.
pub async fn once(store: &Store, now: Timestamp) -> Result<(), StoreError> {
    let before = move |ms: i64| now.plus_millis(-ms);
    store.run(move |conn| challenges::prune(conn, before(CHALLENGES_MS))).await?;
    store.run(move |conn| ceremonies::prune(conn, before(passkey::HOLDS_MS))).await?;
    store.run(move |conn| sessions::prune(conn, before(IDLE_MS), before(ABSOLUTE_MS))).await?;
    store.run(move |conn| browsers::prune(conn, before(browser_mark::HOLDS_MS))).await?;
    store.run(move |conn| billing::prune(conn, before(EVENTS_MS))).await?;
    store.run(move |conn| limits::prune(conn, before(LIMITS_MS))).await?;
    store.run(move |conn| notices::prune(conn, before(FIRED_MS))).await?;
    store.run(move |conn| emails::prune(conn, before(FIRED_MS))).await?;
    store.run(move |conn| oauth::prune(conn, before(DAY_MS), now)).await?;
    Ok(())
}
