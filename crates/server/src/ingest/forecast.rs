//! The forecast lane at work: which resorts are due, in which batches, within which allowance.
//!
//! One replica at a time fetches: the holder of the ingest lease. A batch that fails is tried again by itself and
//! never holds another one up. What was spent is counted in storage before the call goes out, so that a restart, or a
//! second replica, spends no more.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use conditions_core::evidence::ForecastSnapshot;
use conditions_core::hourly;
use conditions_core::policy::Policy;
use evidence::{Forecast, Form as _};
use sources::ParseError;
use sources::breaker::{self, Breaker, Permit};
use sources::budget::{Limits, Plan};
use sources::open_meteo::{self, Answer, Batch, Call, Part, Secret};
use storage::budget::Spend;
use storage::evidence::NewEvidence;
use tokio::sync::watch;

use super::common::Common;
use super::outcome::{self, Failure, Ledger, hold_lease, once, until_then};
use super::progress::Progress;
use super::queue::{Queue, Target};
use crate::config::OpenMeteo;
use crate::published::Board;
use crate::{clock, grading, store};

/// The lane's name in storage, logs and metrics.
pub const LANE: &str = open_meteo::LANE;

/// Counted calls a day that the plan keeps back for repeats.
const RESERVE_FRACTION: f64 = 0.02;
/// Who may fetch.
const LEASE: &str = "ingest";

/// What the lane works with.
#[derive(Debug)]
pub struct Forecasts {
    /// What every lane works with.
    pub common: Arc<Common>,
    /// How the upstream is asked.
    pub config: open_meteo::Config,
    /// The allowance.
    pub limits: Limits,
    /// The period.
    pub plan: Plan,
    /// What is published.
    pub board: Arc<Board>,
}

/// How the upstream is asked, from the configuration.
///
/// # Errors
/// An address or a model name that cannot be one.
pub fn upstream(config: &OpenMeteo) -> Result<open_meteo::Config, open_meteo::ConfigError> {
    let models: Vec<&str> = config.models.iter().map(String::as_str).collect();
    let context: Vec<&str> =
        open_meteo::config::CONTEXT_MODELS.iter().copied().filter(|model| models.contains(model)).collect();
    open_meteo::Config::new(
        config.base_url.as_deref(),
        config.api_key.as_deref().map(Secret::new),
        &models,
        &context,
    )
}

/// The allowance, from the configuration: minute and hour in the free tier's proportion to the day.
#[must_use]
pub fn limits(config: &OpenMeteo) -> Limits {
    match config.daily_calls.map(f64::from) {
        None => Limits::NONE,
        Some(day) => Limits {
            minute: Some((day * 0.06).max(200.0)),
            hour: Some((day * 0.5).max(200.0)),
            day: Some(day),
        },
    }
}

/// The plan for a number of resorts.
///
/// # Errors
/// As [`upstream`].
pub fn plan(config: &OpenMeteo, resorts: usize) -> Result<Plan, open_meteo::ConfigError> {
    let asked = upstream(config)?;
    let limits = limits(config);
    let parts = [Part::Core, Part::Context].map(|part| (part.name(), part.weight(&asked)));
    let reserve = limits.day.unwrap_or(0.0) * RESERVE_FRACTION;
    Ok(Plan::new(resorts, parts.to_vec(), limits, reserve))
}

impl Forecasts {
    /// Fetches what is due until `stop` is set.
    pub async fn run(self, targets: Vec<Target>, mut stop: watch::Receiver<bool>) {
        let mut queue = Queue {
            targets: targets.into_iter().map(|target| (target.profile.slug.clone(), target)).collect(),
            not_before: HashMap::new(),
            period_ms: self.plan.period_ms(),
        };
        let mut breaker = Breaker::new(self.common.pauses.breaker);
        loop {
            let rest = tokio::select! {
                _ = stop.changed() => break,
                rest = self.round(&mut queue, &mut breaker) => rest,
            };
            if rest.is_some() {
                self.common.status.round_ended(LANE);
            }
            let rest = rest.unwrap_or(self.common.pauses.rest);
            tokio::select! {
                _ = stop.changed() => break,
                () = tokio::time::sleep(rest) => {}
            }
        }
        outcome::release_lease(&self.common.store, LEASE, &self.common.owner).await;
    }

    /// Works through what is due now and says how long to rest; `None` while another replica does.
    async fn round(&self, queue: &mut Queue, breaker: &mut Breaker) -> Option<Duration> {
        if let Some(published) = self.board.current() {
            queue.learn(&published.world);
        }
        let mut due = queue.due(clock::now());
        if due.is_empty() {
            return Some(self.common.pauses.rest);
        }
        let mut progress = Progress::new("forecasts", "resorts", due.len());
        while !due.is_empty() {
            if !hold_lease(&self.common.store, LEASE, &self.common.owner, &self.common.metrics).await {
                return None;
            }
            let now = clock::now();
            if let Permit::NotBefore(until) = breaker.permit(now) {
                return Some(until_then(until, now));
            }
            let slugs: Vec<String> = due.drain(..due.len().min(open_meteo::request::BATCH)).collect();
            for batch in open_meteo::plan(&self.config, &queue.places(&slugs)).batches {
                match self.batch(queue, &batch, breaker).await {
                    Ok(kept) => progress.advance(kept),
                    Err(wait) => return Some(wait),
                }
            }
        }
        Some(self.common.pauses.rest)
    }

    /// Fetches one batch and says for how many resorts it kept a forecast. `Err` is how long to leave the upstream
    /// alone.
    async fn batch(
        &self,
        queue: &mut Queue,
        batch: &Batch,
        breaker: &mut Breaker,
    ) -> Result<usize, Duration> {
        let weight = batch.core.weight + batch.context.as_ref().map_or(0.0, |call| call.weight);
        self.afford(weight).await?;
        let core = self.call(&batch.core, breaker).await;
        let core = match core {
            Ok(answer) => answer,
            Err(failure) => return self.failed(queue, batch, &failure, breaker),
        };
        let context = match &batch.context {
            None => None,
            Some(call) => match self.call(call, breaker).await {
                Ok(answer) => Some(Ok(answer)),
                Err(failure) => {
                    tracing::warn!(lane = LANE, what = %failure.what, "wind, cloud and depth are missing this time");
                    failure.error.map(Err)
                }
            },
        };
        Ok(self.keep(queue, batch, &core, context.as_ref()).await)
    }

    /// Counts a call before it goes out; waits while a wait is short, else says how long it is.
    async fn afford(&self, weight: f64) -> Result<(), Duration> {
        const PATIENCE: Duration = Duration::from_secs(90);
        loop {
            let now = clock::now();
            match store::spend(&self.common.store, LANE, now, weight, allowance(self.limits)).await {
                Ok(Spend::Granted) => return Ok(()),
                Ok(Spend::Wait { until }) => {
                    let wait = until_then(until, now);
                    if wait > PATIENCE {
                        tracing::info!(lane = LANE, %until, "the allowance is used up for now");
                        return Err(wait.min(Duration::from_secs(600)));
                    }
                    tokio::time::sleep(wait).await;
                }
                Ok(Spend::Never { .. }) => {
                    tracing::error!(
                        lane = LANE,
                        weight,
                        "one batch is heavier than the whole allowance; raise it"
                    );
                    return Err(Duration::from_secs(600));
                }
                Err(error) => {
                    self.common.metrics.storage_failures.inc();
                    tracing::warn!(%error, "cannot count a call, so none goes out");
                    return Err(self.common.pauses.rest);
                }
            }
        }
    }

    /// One call with its repeats. Every repeat is counted as well.
    async fn call(&self, call: &Call, breaker: &mut Breaker) -> Result<Answer, Failure> {
        let ledger = Ledger {
            lane: LANE,
            health: LANE,
            status: &self.common.status,
            metrics: &self.common.metrics,
            backoff: &self.common.pauses.backoff,
        };
        let mut attempt = 0;
        loop {
            attempt += 1;
            let failure = match once(&self.common.client, &call.url, |body| call.read(body)).await {
                Ok(answer) => {
                    ledger.succeeded(breaker, call.weight);
                    return Ok(answer);
                }
                Err(failure) => failure,
            };
            let now = clock::now();
            let Some(at) = ledger.failed(breaker, call.weight, attempt, &failure, now) else {
                return Err(failure);
            };
            tracing::info!(lane = LANE, part = call.part.name(), attempt, what = %failure.what, "trying again");
            tokio::time::sleep(until_then(at, now)).await;
            if self.afford(call.weight).await.is_err() {
                return Err(failure);
            }
        }
    }

    /// A batch that failed: its resorts rest, the others go on.
    fn failed(
        &self,
        queue: &mut Queue,
        batch: &Batch,
        failure: &Failure,
        breaker: &mut Breaker,
    ) -> Result<usize, Duration> {
        let now = clock::now();
        tracing::warn!(lane = LANE, resorts = batch.places.len(), what = %failure.what, "a batch failed");
        for place in &batch.places {
            queue.not_before.insert(place.id.clone(), now.plus_millis(self.common.pauses.failed_rest_ms));
        }
        match breaker.state() {
            breaker::State::Open { until } => Err(until_then(until, now)),
            breaker::State::Closed { .. } | breaker::State::HalfOpen { .. } => Ok(0),
        }
    }

    /// Turns an answer into snapshots and keeps them in one transaction.
    async fn keep(
        &self,
        queue: &mut Queue,
        batch: &Batch,
        core: &Answer,
        context: Option<&Result<Answer, ParseError>>,
    ) -> usize {
        let captured_at = clock::now();
        let mut rows = Vec::with_capacity(batch.places.len());
        let mut archived = Vec::new();
        // What is archived is the blend as it is published: by the weights in force.
        let policy = self.board.current().map(|published| Arc::clone(&published.world.policy));
        let mut notes = core.notes.len();
        for (place, merged) in batch.places.iter().zip(open_meteo::merge(core, context)) {
            let Some(target) = queue.targets.get(&place.id) else { continue };
            match merged {
                Ok(forecast) => {
                    notes += forecast.notes.len();
                    let snapshot = hourly::snapshot(captured_at, &target.profile, &forecast.series);
                    rows.push(row(&place.id, &snapshot));
                    let asked = self.config.models().len();
                    let keep =
                        |policy: &Arc<Policy>| grading::archived(policy, &target.profile, &snapshot, asked);
                    archived.extend(policy.as_ref().and_then(keep));
                }
                Err(error) => {
                    notes += 1;
                    tracing::warn!(lane = LANE, slug = place.id, %error, "no forecast for this resort this time");
                    queue
                        .not_before
                        .insert(place.id.clone(), captured_at.plus_millis(self.common.pauses.failed_rest_ms));
                }
            }
        }
        self.common.metrics.notes(LANE, notes);
        // Learned when it is kept: a replay of an instant before that must not know of it.
        let learned_at = clock::now();
        rows.iter_mut().for_each(|row| row.captured_at = learned_at);
        let slugs: Vec<String> = rows.iter().map(|row| row.slug.clone()).collect();
        if let Err(error) = grading::append_forecasts(&self.common.store, rows, archived).await {
            self.common.metrics.storage_failures.inc();
            tracing::error!(%error, "cannot keep forecasts; they are fetched again");
            return 0;
        }
        for slug in &slugs {
            if let Some(target) = queue.targets.get_mut(slug) {
                target.captured_at = Some(captured_at);
            }
        }
        self.common.metrics.evidence_rows.inc_by(slugs.len() as u64);
        if !slugs.is_empty() {
            self.common.status.succeeded(LANE, captured_at);
            self.common.metrics.succeeded(LANE, captured_at.millis() as f64 / 1000.0);
            self.common.wake.notify_one();
        }
        slugs.len()
    }
}

/// A snapshot as a row of evidence.
#[must_use]
pub fn row(slug: &str, snapshot: &ForecastSnapshot) -> NewEvidence {
    NewEvidence {
        id: storage::evidence::new_id(snapshot.captured_at),
        slug: slug.to_owned(),
        lane: LANE.to_owned(),
        kind: Forecast::NAME.to_owned(),
        observed_at: Some(snapshot.captured_at),
        captured_at: snapshot.captured_at,
        payload: Forecast::encode(snapshot),
    }
}

/// The allowance as storage counts it.
pub(super) fn allowance(limits: Limits) -> storage::budget::Limits {
    let whole = |limit: Option<f64>| limit.map(|calls| calls as u32);
    storage::budget::Limits { minute: whole(limits.minute), hour: whole(limits.hour), day: whole(limits.day) }
}
