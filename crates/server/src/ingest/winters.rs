//! The running winter, kept up to date by itself: once a day, for every resort that has winters on record, the days that
//! the archive has come to know. Which those are, [`running`] says; how they are asked, counted and kept is the backfill's.
//!
//! Nothing but the rows says what is still to be asked, so a process that ends anywhere leaves the rest to the next one, and
//! a winter that ends becomes a finished one without anybody's doing. It has a lease of its own: a backfill may run for
//! weeks, and what both write is laid together.

use std::time::Duration;

use ::ingest::winters::running::running;
use ::ingest::winters::spans::{Span, most_weight};
use catalogue::Resort;
use conditions_core::time::{DAY_MS, HOUR_MS, Timestamp};
use tokio::sync::watch;

use super::backfill::{Backfill, BackfillError, LANE};
use super::outcome::{rest_ms, until_then};
use crate::{clock, store};

/// Who may ask.
pub const LEASE: &str = "running-winter";
/// The archive has typically come to know its newest day by noon, UTC.
const NEW_DAY_MS: i64 = 12 * HOUR_MS;
/// Rest while somebody else asks, or storage fails.
const REST: Duration = Duration::from_secs(60);

/// The lane.
#[derive(Debug)]
pub struct RunningWinters {
    /// How the archive is asked.
    pub archive: Backfill,
    /// Resorts that are served.
    pub resorts: Vec<Resort>,
}

impl RunningWinters {
    /// Asks until `stop` is set.
    pub async fn run(self, mut stop: watch::Receiver<bool>) {
        let mut failures = 0;
        loop {
            let rest = tokio::select! {
                _ = stop.changed() => break,
                rest = self.round(&mut failures) => rest,
            };
            tokio::select! {
                _ = stop.changed() => break,
                () = tokio::time::sleep(rest) => {}
            }
        }
        self.archive.let_go().await;
    }

    /// Asks for what is due and says how long to rest. `failures` counts failed rounds in a row.
    async fn round(&self, failures: &mut u32) -> Duration {
        let pauses = &self.archive.common.pauses;
        let ran = match self.due().await {
            Ok(spans) if spans.is_empty() => {
                *failures = 0;
                let now = clock::now();
                return until_then(next_day(now), now).min(millis(pauses.slow_ms));
            }
            Ok(spans) => self.archive.run(&spans).await,
            Err(error) => Err(error),
        };
        match ran {
            Ok(outcome) => {
                tracing::info!(
                    lane = LANE,
                    winters = outcome.kept,
                    short = outcome.short,
                    "running winters told"
                );
                if outcome.failed.is_empty() {
                    // What came short is due again, and what is new by now.
                    return pauses.rest;
                }
                tracing::warn!(
                    lane = LANE,
                    resorts = outcome.failed.join(", "),
                    "not answered; asked again later"
                );
            }
            Err(BackfillError::Taken) => return REST.min(millis(pauses.slow_ms)),
            Err(error) => tracing::warn!(lane = LANE, %error, "the running winter waits"),
        }
        let rest = rest_ms(*failures, pauses.failed_rest_ms, pauses.slow_ms);
        *failures = failures.saturating_add(1);
        millis(rest)
    }

    async fn due(&self) -> Result<Vec<Span>, BackfillError> {
        let asked = store::winters_asked(&self.archive.common.store).await?;
        let today = clock::now().plus_millis(-NEW_DAY_MS).utc().date_naive();
        Ok(running(&self.resorts, asked, today, most_weight(self.archive.share)))
    }
}

/// When there is a new day to ask for.
const fn next_day(now: Timestamp) -> Timestamp {
    let into = (now.millis() - NEW_DAY_MS).rem_euclid(DAY_MS);
    now.plus_millis(DAY_MS - into)
}

fn millis(ms: i64) -> Duration {
    Duration::from_millis(u64::try_from(ms).unwrap_or(0))
}

#[cfg(test)]
mod tests;
