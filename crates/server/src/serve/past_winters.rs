//! Fetches past winters in the background if the settings request them.

use std::sync::Arc;

use ingest_runner::common::Common;
use ingest_runner::filling::keep_reading;
use runtime::supervise::Tasks;
use tokio::sync::watch;

use super::Parts;
use crate::commands::backfill::{self, BackfillError};
use crate::config::{self, Config};
use crate::error::one_line;

/// Starts fetching the configured winters.
pub(super) fn fetch(
    config: &Config,
    common: &Arc<Common>,
    stopped: &watch::Receiver<bool>,
    tasks: &mut Tasks,
) {
    if let Some(asked) = config.backfill.clone() {
        let work = backfilled(Arc::clone(common), config.clone(), asked, stopped.clone());
        tasks.once("backfill", work);
    }
}

/// Starts reading the progress of filling past winters, which every replica shows.
pub(super) fn show_progress(parts: Parts<'_>, tasks: &mut Tasks) {
    let Parts { config, store, latest, status, .. } = parts;
    let (store, options, latest) = (store.clone(), backfill::filling(config), Arc::clone(latest));
    let (status, until) = (Arc::clone(status), tasks.stopped().clone());
    tasks.again("progress of past winters", move || {
        let (latest, status) = (Arc::clone(&latest), Arc::clone(&status));
        keep_reading(store.clone(), options.clone(), latest, status, until.clone())
    });
}

/// Fetches winters in the background; failures are logged and block nothing.
async fn backfilled(
    common: Arc<Common>,
    config: Config,
    wanted: config::Backfill,
    stop: watch::Receiver<bool>,
) {
    let plan = match backfill::plan(&common.store, &config, &wanted).await {
        Ok(plan) => plan,
        Err(error) => return tracing::warn!(error, "cannot fetch past winters"),
    };
    match plan.fetch(common, &config, stop).await {
        Ok(outcome) => tracing::info!(winters = outcome.kept, "past winters fetched"),
        Err(BackfillError::Stopped) => {}
        Err(error) => tracing::warn!(error = one_line(error), "cannot fetch past winters"),
    }
}
