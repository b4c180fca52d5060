//! The indices of El Niño at work: asked once a day, replaced whole when they changed.
//!
//! An answer that broke off, is a page, or has lost seasons that are known is a failure, and what is known stands. The
//! attempt is noted before a call goes out, so that neither a restart nor another replica asks earlier.

use std::sync::Arc;
use std::time::Duration;

use climate::enso::Series;
use conditions_core::time::Timestamp;
use evidence::{ElNinoIndex, Form as _};
use sources::breaker::{Breaker, Permit};
use sources::enso::{Index, LANE};
use sources::retry::{self, Verdict};
use storage::enso::EnsoSeries;
use tokio::sync::watch;

use super::common::Common;
use super::outcome::{self, Failure, Ledger, left_alone_until, rest_ms, until_then};
use crate::store::enso as kept;
use crate::{clock, store};
use ::ingest::Validators;

/// Who may ask.
const LEASE: &str = LANE;
/// How long to rest when there is nothing to do: often enough to keep the lease.
const REST: Duration = Duration::from_secs(30);

/// The lane.
pub struct Indices {
    common: Arc<Common>,
    base_url: String,
}

/// What is known while the lease is held.
struct State {
    next: Timestamp,
    breaker: Breaker,
    /// Failed rounds in a row.
    failures: u32,
    /// In the order of [`Index::ALL`]: the series, and how the upstream calls its version.
    known: [(Option<Series>, Validators); 2],
}

impl Indices {
    /// The lane at an address.
    #[must_use]
    pub const fn new(common: Arc<Common>, base_url: String) -> Self {
        Self { common, base_url }
    }

    /// Asks until `stop` is set.
    pub async fn run(self, mut stop: watch::Receiver<bool>) {
        let mut state = None;
        loop {
            let rest = tokio::select! {
                _ = stop.changed() => break,
                rest = self.round(&mut state) => rest,
            };
            tokio::select! {
                _ = stop.changed() => break,
                () = tokio::time::sleep(rest) => {}
            }
        }
        outcome::release_lease(&self.common.store, LEASE, &self.common.owner).await;
    }

    /// Asks when it is time and says how long to rest.
    async fn round(&self, state: &mut Option<State>) -> Duration {
        let common = &self.common;
        if !outcome::hold_lease(&common.store, LEASE, &common.owner, &common.metrics).await {
            // Whoever asks now knows more than this process does.
            *state = None;
            return REST;
        }
        if state.is_none() {
            *state = self.load().await;
        }
        let Some(state) = state else { return REST };
        if state.next <= clock::now() {
            self.turn(state).await;
        }
        until_then(state.next, clock::now()).min(REST)
    }

    /// What storage knows.
    async fn load(&self) -> Option<State> {
        let known = match kept::known(&self.common.store).await {
            Ok(known) => known,
            Err(error) => {
                self.common.metrics.storage_failures.inc();
                tracing::warn!(%error, "cannot read what is known of El Niño");
                return None;
            }
        };
        let now = clock::now();
        let pauses = &self.common.pauses;
        let next = known.asked.map_or(now, |(at, heard)| {
            let rest = if heard { pauses.slow_ms } else { pauses.failed_rest_ms };
            // A clock that was set back must not hold the lane up for longer than its rest.
            at.plus_millis(rest).min(now.plus_millis(rest))
        });
        let of = |index: Index| {
            let row = known.series.iter().find(|row| row.name == index.name());
            (row.and_then(|row| ElNinoIndex::decode(&row.payload).ok()), Validators::default())
        };
        let breaker = Breaker::new(self.common.pauses.breaker);
        Some(State { next, breaker, failures: 0, known: Index::ALL.map(of) })
    }

    /// Asks for both indices. Whatever becomes of it, the next turn is not at once.
    async fn turn(&self, state: &mut State) {
        let pauses = &self.common.pauses;
        if let Permit::NotBefore(until) = state.breaker.permit(clock::now()) {
            state.next = until;
            return;
        }
        let asked_at = clock::now();
        state.next = asked_at.plus_millis(pauses.slow_ms);
        if let Err(error) = store::feed_asked(&self.common.store, LANE.to_owned(), asked_at).await {
            self.common.metrics.storage_failures.inc();
            tracing::warn!(lane = LANE, %error, "cannot note a call, so none goes out");
            return;
        }
        let mut alone_until = None;
        for (index, known) in Index::ALL.into_iter().zip(&mut state.known) {
            let health = format!("{LANE}/{}", index.name());
            let ledger = Ledger {
                lane: LANE,
                health: &health,
                status: &self.common.status,
                metrics: &self.common.metrics,
                backoff: &pauses.backoff,
            };
            let heard = self.once(index, known).await;
            let now = clock::now();
            match heard {
                Ok(()) => {
                    ledger.succeeded(&mut state.breaker, 1.0);
                    self.common.status.succeeded(&health, now);
                    self.common.metrics.succeeded(LANE, now.millis() as f64 / 1000.0);
                }
                Err(failure) => {
                    tracing::warn!(lane = LANE, index = index.name(), what = %failure.what, "an index failed");
                    // The repeats that others make at once are this lane's next turns.
                    ledger.failed(&mut state.breaker, 1.0, state.failures + 1, &failure, now);
                    let until = left_alone_until(&failure, &state.breaker, now);
                    alone_until = alone_until.max(Some(until));
                }
            }
        }
        let now = clock::now();
        let Some(alone_until) = alone_until else {
            state.failures = 0;
            if let Err(error) = store::feed_heard(&self.common.store, LANE.to_owned(), now).await {
                self.common.metrics.storage_failures.inc();
                tracing::warn!(lane = LANE, %error, "cannot note that the indices were heard");
            }
            return;
        };
        state.next =
            alone_until.max(now.plus_millis(rest_ms(state.failures, pauses.failed_rest_ms, pauses.slow_ms)));
        state.failures = state.failures.saturating_add(1);
    }

    /// One call, and what becomes of its answer.
    async fn once(
        &self,
        index: Index,
        (known, validators): &mut (Option<Series>, Validators),
    ) -> Result<(), Failure> {
        let url = format!("{}{}", self.base_url, index.request().path);
        let again = Verdict::Retry { not_before: None };
        let fetched = self
            .common
            .client
            .get_unless(&url, None, validators)
            .await
            .map_err(|error| failure(error.to_string(), again))?;
        if fetched.status == 304 && known.is_some() {
            return Ok(());
        }
        let read = sources::enso::read(&fetched.body);
        let kind = read.as_ref().err().map(|error| &error.kind);
        let status = fetched.status;
        let verdict = retry::classify(status, fetched.retry_after.as_deref(), kind, clock::now());
        let series = match (verdict, read) {
            (Verdict::Accept, Ok(_)) if !fetched.complete => {
                return Err(failure("the connection ended before the answer did".to_owned(), again));
            }
            (Verdict::Accept, Ok(series)) => series,
            (verdict, Ok(_)) => return Err(failure(format!("HTTP {status}"), verdict)),
            (verdict, Err(error)) => {
                let what = format!("HTTP {status}: {error}");
                return Err(Failure { what, error: Some(error), verdict });
            }
        };
        if let Some(lost) = known.as_ref().and_then(|known| sources::enso::lost(&series, known)) {
            return Err(failure(format!("the index has lost seasons: {lost}"), Verdict::GiveUp));
        }
        self.keep(index, &series).await?;
        (*known, *validators) = (Some(series), fetched.validators);
        Ok(())
    }

    async fn keep(&self, index: Index, series: &Series) -> Result<(), Failure> {
        let row = EnsoSeries {
            name: index.name().to_owned(),
            fetched_at: clock::now(),
            payload: ElNinoIndex::encode(series),
        };
        match kept::replace(&self.common.store, row).await {
            Ok(true) => {
                tracing::info!(
                    lane = LANE,
                    index = index.name(),
                    seasons = series.anomalies.len(),
                    "index kept"
                );
                self.common.wake.notify_one();
                Ok(())
            }
            Ok(false) => Ok(()),
            Err(error) => {
                self.common.metrics.storage_failures.inc();
                Err(failure(format!("cannot keep the index: {error}"), Verdict::Retry { not_before: None }))
            }
        }
    }
}

fn failure(what: String, verdict: Verdict) -> Failure {
    Failure { what, error: None, verdict }
}

#[cfg(test)]
mod tests;
