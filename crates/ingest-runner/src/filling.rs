//! Reads the progress of filling past winters from the database, for `/status`, `/readyz` and `backfill --watch`.

use std::sync::Arc;
use std::time::Duration;

use ::ingest::winters::filling::{FetchedWinter, Filling};
use ::ingest::winters::share::Shares;
use ::ingest::winters::spans::most_weight;
use ::ingest::winters::{BACKFILL_LEASE, LANE};
use catalogue::Resort;
use conditions_core::time::{DAY_MS, Timestamp};
use publication::published::Latest;
use runtime::clock;
use runtime::status::Status;
use runtime::winter_progress::WinterProgress;
use sources::open_meteo::ConfigError;
use storage::{Conn, Store, StoreError, budget, climate, leases};
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;

use crate::archive_lane::shares;
use crate::options::OpenMeteo;
use crate::store::winters_on_record_in;

/// Interval at which the service reads the progress.
const READ: Duration = Duration::from_secs(15);
/// Time limit of a read.
const PATIENCE: Duration = Duration::from_secs(5);
/// Interval of the lines of [`print_progress`].
const LINE: Duration = Duration::from_secs(60);

/// The settings that decide what is missing and how fast it may come.
#[derive(Debug, Clone)]
pub struct FillingOptions {
    pub open_meteo: OpenMeteo,
    /// Whether the service keeps current winters up to date, which costs a part of the allowance.
    pub winter_refresh: bool,
}

/// Reads the progress for `resorts`.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn read(
    store: &Store,
    options: &FillingOptions,
    resorts: Vec<Resort>,
    now: Timestamp,
) -> Result<WinterProgress, ProgressError> {
    let whole = shares(&options.open_meteo, &resorts)?;
    let past = if options.winter_refresh {
        whole.clone().after_current_winters(resorts.len())
    } else {
        whole.clone()
    };
    let progress = store.read(move |conn| read_in(conn, &resorts, &whole, &past, now)).await?;
    Ok(progress)
}

/// Reason why the progress cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ProgressError {
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error(transparent)]
    Storage(#[from] StoreError),
}

fn read_in(
    conn: &mut Conn,
    resorts: &[Resort],
    whole: &Shares,
    past: &Shares,
    now: Timestamp,
) -> Result<WinterProgress, StoreError> {
    let fetched = climate::fetched_since(conn, ::climate::DATASET, now.plus_millis(-DAY_MS))?;
    let fetched: Vec<FetchedWinter> = fetched
        .into_iter()
        .map(|climate::FetchedWinter { slug, winter, fetched_at }| FetchedWinter { slug, winter, fetched_at })
        .collect();
    let asked = winters_on_record_in(conn)?;
    let today = now.utc().date_naive();
    let most = most_weight(past.on(today).share);
    let filling = Filling::new(resorts, &asked, &fetched, now, most);
    let lease_now = leases::time(conn, now)?;
    let is_filling = filling.lacks_first && leases::holder(conn, BACKFILL_LEASE, lease_now)?.is_some();
    let share = |shares: &Shares| if is_filling { shares.few_on(today) } else { shares.on(today) }.share.day;
    Ok(WinterProgress {
        resorts: filling.resorts,
        current_winter: filling.current,
        ten_winters: filling.ten,
        thirty_winters: filling.thirty,
        winters_missing: filling.missing,
        winters_last_day: filling.lately,
        calls_last_day: budget::used(conn, LANE, now)?.day as f64 / 1_000.0,
        // Current winters use the same ledger, so its limit is the whole share.
        calls_per_day: share(whole),
        has_smaller_forecasts: is_filling && whole.has_smaller_forecasts(),
        done_at: filling.done_at(now, share(past)),
    })
}

/// Reads the progress for the resorts of the service into its status, until it stops. Nothing is read again while no
/// winter and no allowance has changed.
pub async fn keep_reading(
    store: Store,
    options: FillingOptions,
    latest: Arc<Latest>,
    status: Arc<Status>,
    mut stop: watch::Receiver<bool>,
) {
    let store = store.within(PATIENCE);
    let mut every = tokio::time::interval(READ);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = stop.changed() => return,
            _ = every.tick() => {}
        }
        let Some(published) = latest.current() else { continue };
        let resorts = published.world.resorts().map(|held| held.resort.clone()).collect();
        match read(&store, &options, resorts, clock::now()).await {
            Ok(progress) => {
                log_smaller_forecasts(&status, &progress);
                status.winters_filled(progress);
            }
            // The publisher reports a database that does not answer.
            Err(error) => tracing::debug!(%error, "cannot read the progress of past winters"),
        }
    }
}

/// Logs that forecasts get smaller, or whole again.
fn log_smaller_forecasts(status: &Status, progress: &WinterProgress) {
    let before = status.winter_progress().is_some_and(|progress| progress.has_smaller_forecasts);
    match (before, progress.has_smaller_forecasts) {
        (false, true) => tracing::info!(
            "wind, cloud and depth come from one model instead of two, so that the first ten winters arrive sooner"
        ),
        (true, false) => tracing::info!("wind, cloud and depth come from two models again"),
        (false, false) | (true, true) => {}
    }
}

/// Prints a line now and then every minute, until nothing is missing.
///
/// # Errors
/// Returns an error if the database fails or a line cannot be written.
pub async fn print_progress(
    store: &Store,
    options: &FillingOptions,
    resorts: &[Resort],
    print: impl Fn(&str) -> Result<(), String>,
) -> Result<(), String> {
    let mut every = tokio::time::interval(LINE);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        every.tick().await;
        let (line, is_complete) = present(store, options, resorts).await?;
        print(&line)?;
        if is_complete {
            return Ok(());
        }
    }
}

/// Returns the present progress in one line, and whether nothing is missing.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn present(
    store: &Store,
    options: &FillingOptions,
    resorts: &[Resort],
) -> Result<(String, bool), String> {
    let now = clock::now();
    let progress = read(store, options, resorts.to_vec(), now).await.map_err(|error| error.to_string())?;
    Ok((line(&progress, now), progress.winters_missing == 0))
}

/// Describes the progress at a time in one line.
#[must_use]
pub fn line(progress: &WinterProgress, now: Timestamp) -> String {
    let WinterProgress { resorts, current_winter, ten_winters, thirty_winters, .. } = progress;
    let limit = progress.calls_per_day.map_or_else(String::new, |limit| format!(" of {limit:.0}"));
    let end = match (progress.winters_missing, progress.done_at) {
        (0, _) => "complete".to_owned(),
        (missing, Some(at)) => {
            format!(
                "{missing} winters missing, complete about {} at this rate",
                at.utc().format("%Y-%m-%d %H:%M UTC")
            )
        }
        (missing, None) => {
            format!("{missing} winters missing, no finished winter fetched in the last 24 hours")
        }
    };
    format!(
        "{}: of {resorts} resorts {current_winter} have the current winter, {ten_winters} ten winters, {thirty_winters} \
         thirty; {:.0}{limit} calls counted in 24 hours; {end}",
        now.utc().format("%Y-%m-%d %H:%M UTC"),
        progress.calls_last_day,
    )
}

#[cfg(test)]
mod tests;
