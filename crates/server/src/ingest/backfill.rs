//! The archive lane at work: the days that are not on record, one call after another, within what the forecasts leave of
//! the allowance. A backfill brings finished winters, [`running`] keeps the running one up to date.
//!
//! The stored answers are the progress: the winters of one answer are stored in one transaction, so an interrupted backfill
//! resumes at the first call without an answer. One process at a time, by a lease.

use std::sync::Arc;
use std::time::Duration;

use ::ingest::winters::answers::Answer;
use ::ingest::winters::running;
use ::ingest::winters::spans::Span;
use conditions_core::time::Timestamp;
use sources::breaker::{Breaker, Permit};
use sources::budget::Limits;
use sources::open_meteo::archive::{self, ArchiveCall, ArchiveConfig, Archived, request};
use sources::open_meteo::{ConfigError, Secret};
use sources::retry::Verdict;
use storage::budget::Spend;

use super::common::Common;
use super::forecast;
use super::outcome::{self, Failure, Ledger, hold_lease, once, until_then};
use super::progress::Progress;
use crate::config::OpenMeteo;
use crate::{clock, store};

/// The lane's name in storage, logs and metrics, and of its share of the allowance.
pub const LANE: &str = archive::LANE;

/// Who may backfill.
pub const LEASE: &str = "backfill";
/// Failed calls in a row after which the archive is left for another day.
const PATIENCE: usize = 5;
/// How long it rests at most before it renews its lease.
const STEP: Duration = Duration::from_secs(60);
/// Of minute and hour it takes at most this share, so that a refresh of the forecasts never waits long for it.
const SHARE_OF_PACE: f64 = 0.5;
/// Of a day it may always have this share, however much the forecasts want.
const LEAST_OF_DAY: f64 = 0.02;

/// Of a day's share a backfill may always have this part, however many running winters come before it.
const LEAST_OF_SHARE: f64 = 0.5;

/// What the lane works with.
#[derive(Debug)]
pub struct Backfill {
    /// What every lane works with.
    pub common: Arc<Common>,
    /// How the archive is asked.
    pub config: ArchiveConfig,
    /// Who may: the lease's name.
    pub lease: &'static str,
    /// Its share of the allowance.
    pub share: Limits,
    /// The whole allowance, which it counts against as well.
    pub whole: Limits,
}

/// What came of the calls.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outcome {
    /// Winters kept.
    pub kept: usize,
    /// Of these, winters of which the archive answered too few days; they are asked again another time.
    pub short: usize,
    /// Slugs whose call failed for good; they are asked again another time.
    pub failed: Vec<String>,
}

/// Why a backfill ended before its end. What was answered is kept.
#[derive(Debug, thiserror::Error)]
pub enum BackfillError {
    /// Another process holds the lease.
    #[error("another backfill is at work, or ended without a word in the last three minutes; try again then")]
    Taken,
    /// The archive fails again and again.
    #[error("the archive does not answer: {0}; what came is kept, run backfill again later")]
    Silent(String),
    /// One call is heavier than a day's share.
    #[error(
        "one call counts more than the whole share of the allowance; set --open-meteo-daily-calls higher"
    )]
    TooHeavy,
    /// The database cannot be read or written.
    #[error(transparent)]
    Storage(#[from] storage::StoreError),
}

/// How the archive is asked, from the configuration.
///
/// # Errors
/// An address that cannot be one.
pub fn upstream(config: &OpenMeteo) -> Result<ArchiveConfig, ConfigError> {
    // The public services have the archive on a host of its own; one's own server has both on one.
    let own =
        config.base_url.as_deref().filter(|base| !base.trim_end_matches('/').ends_with(".open-meteo.com"));
    let base = config.archive_url.as_deref().or(own);
    ArchiveConfig::new(base, config.api_key.as_deref().map(Secret::new))
}

/// What the forecasts of `resorts` leave of the allowance.
///
/// # Errors
/// As [`forecast::upstream`].
pub fn share(config: &OpenMeteo, resorts: usize) -> Result<Limits, ConfigError> {
    let whole = forecast::limits(config);
    let forecasts = forecast::plan(config, resorts)?.per_day();
    let pace = |limit: Option<f64>| limit.map(|calls| calls * SHARE_OF_PACE);
    Ok(Limits {
        minute: pace(whole.minute),
        hour: pace(whole.hour),
        day: whole.day.map(|day| (day - forecasts).max(day * LEAST_OF_DAY).floor()),
    })
}

/// What the running winters of `resorts` leave of the archive's share: they come before the past, which can wait, and leave
/// it half a day's share however many they are. What counts is the same ledger, so nothing is held back while nobody asks.
#[must_use]
pub fn behind_running(share: Limits, resorts: usize) -> Limits {
    let daily = resorts as f64 * request::weight_of(running::TAIL_DAYS as usize);
    Limits { day: share.day.map(|day| (day - daily).max(day * LEAST_OF_SHARE).floor()), ..share }
}

/// The lane for a deployment of `resorts` resorts.
///
/// # Errors
/// As [`upstream`].
pub fn lane(
    common: Arc<Common>,
    config: &OpenMeteo,
    resorts: usize,
    lease: &'static str,
) -> Result<Backfill, ConfigError> {
    let (share, whole) = (share(config, resorts)?, forecast::limits(config));
    Ok(Backfill { common, config: upstream(config)?, lease, share, whole })
}

impl Backfill {
    /// Fetches the spans, in their order.
    ///
    /// # Errors
    /// [`BackfillError`].
    pub async fn run(&self, spans: &[Span]) -> Result<Outcome, BackfillError> {
        if spans.is_empty() {
            return Ok(Outcome::default());
        }
        let mut breaker = Breaker::new(self.common.pauses.breaker);
        let ran = self.fetch_all(spans, &mut breaker).await;
        if !matches!(ran, Err(BackfillError::Taken)) {
            self.let_go().await;
        }
        ran
    }

    /// Lets another process begin at once, when this one is told to stop.
    pub async fn let_go(&self) {
        outcome::release_lease(&self.common.store, self.lease, &self.common.owner).await;
    }

    async fn fetch_all(&self, spans: &[Span], breaker: &mut Breaker) -> Result<Outcome, BackfillError> {
        let mut progress =
            Progress::new("winters", "winters", spans.iter().map(|span| span.winters.len()).sum());
        let mut outcome = Outcome::default();
        let mut failures = 0;
        for span in spans {
            let Some(call) = request::call(&self.config, &span.place, span.first, span.last) else {
                tracing::warn!(lane = LANE, slug = span.place.id, "the resort's place cannot be asked for");
                outcome.failed.push(span.place.id.clone());
                continue;
            };
            match self.fetch(&call, breaker).await? {
                Ok(archived) => {
                    failures = 0;
                    let (kept, short) = self.keep(span, &archived).await?;
                    outcome.kept += kept;
                    outcome.short += short;
                }
                Err(failure) => {
                    failures += 1;
                    tracing::warn!(
                        lane = LANE,
                        slug = span.place.id,
                        what = failure.what,
                        "no winters this time"
                    );
                    if failures >= PATIENCE {
                        return Err(BackfillError::Silent(failure.what));
                    }
                    if !outcome.failed.contains(&span.place.id) {
                        outcome.failed.push(span.place.id.clone());
                    }
                }
            }
            progress.advance(span.winters.len());
        }
        Ok(outcome)
    }

    /// One call with its repeats and pauses. The inner `Err` is a call that failed for good.
    async fn fetch(
        &self,
        call: &ArchiveCall,
        breaker: &mut Breaker,
    ) -> Result<Result<Archived, Failure>, BackfillError> {
        let ledger = Ledger {
            lane: LANE,
            health: LANE,
            status: &self.common.status,
            metrics: &self.common.metrics,
            backoff: &self.common.pauses.backoff,
        };
        let mut attempt = 0;
        let mut trips = 0;
        loop {
            if let Permit::NotBefore(until) = breaker.permit(clock::now()) {
                self.rest(until).await?;
                continue;
            }
            self.afford(call.weight).await?;
            attempt += 1;
            let failure = match once(&self.common.client, &call.url, |body| call.read(body)).await {
                Ok(archived) => {
                    ledger.succeeded(breaker, call.weight);
                    return Ok(Ok(archived));
                }
                Err(failure) => failure,
            };
            let now = clock::now();
            match ledger.failed(breaker, call.weight, attempt, &failure, now) {
                Some(at) => self.rest(at).await?,
                // A limit of the upstream passes by itself: the same call waits for it, a few times.
                None if matches!(failure.verdict, Verdict::Breaker { .. }) && trips < PATIENCE => {
                    trips += 1;
                    attempt = 0;
                }
                None => return Ok(Err(failure)),
            }
        }
    }

    /// Counts a call before it goes out, on its own share and on the whole, and waits until both have room.
    async fn afford(&self, weight: f64) -> Result<(), BackfillError> {
        loop {
            let now = clock::now();
            self.hold().await?;
            let ledgers = [(LANE, self.share), (forecast::LANE, self.whole)];
            match store::spend_all(&self.common.store, &ledgers, now, weight).await? {
                Spend::Granted => return Ok(()),
                Spend::Never { .. } => return Err(BackfillError::TooHeavy),
                Spend::Wait { until } => {
                    if until.since(now) > 2 * 60_000 {
                        tracing::info!(lane = LANE, %until, "the share of the allowance is used up for now");
                    }
                    self.rest(until).await?;
                }
            }
        }
    }

    /// Rests until an instant, keeping the lease.
    async fn rest(&self, until: Timestamp) -> Result<(), BackfillError> {
        loop {
            self.hold().await?;
            let now = clock::now();
            if now >= until {
                return Ok(());
            }
            tokio::time::sleep(until_then(until, now).min(STEP)).await;
        }
    }

    async fn hold(&self) -> Result<(), BackfillError> {
        if hold_lease(&self.common.store, self.lease, &self.common.owner, &self.common.metrics).await {
            Ok(())
        } else {
            Err(BackfillError::Taken)
        }
    }

    /// Keeps the winters of an answer; how many they are, and how many of them came short.
    async fn keep(&self, span: &Span, archived: &Archived) -> Result<(usize, usize), BackfillError> {
        let Common { store, metrics, status, wake, .. } = &*self.common;
        let slug = &span.place.id;
        metrics.notes(LANE, archived.notes.len());
        for note in &archived.notes {
            tracing::info!(lane = LANE, slug, %note, "the archive's answer is odd");
        }
        let now = clock::now();
        let (answer, cleaned) = Answer::new(span, archived, now);
        if cleaned.implausible + cleaned.ice > 0 {
            metrics.notes(LANE, cleaned.implausible + cleaned.ice);
            tracing::info!(lane = LANE, slug, ?cleaned, "values of the archive are left out");
        }
        let kept = store::merge_winters(store, answer).await?;
        status.succeeded(LANE, now);
        metrics.succeeded(LANE, now.millis() as f64 / 1000.0);
        wake.notify_one();
        Ok((kept.len(), kept.iter().filter(|row| row.came_short > 0).count()))
    }
}
