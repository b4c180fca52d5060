//! What every lane makes of a call that failed: counted, shown, and either tried again or left to the breaker.

use std::time::Duration;

pub(super) use ::ingest::Failure;
use ::ingest::rest::fraction;
pub(super) use ::ingest::rest::rest_ms;
use conditions_core::time::Timestamp;
use sources::ParseError;
use sources::breaker::{Breaker, State};
use sources::open_meteo::RequestUrl;
use sources::retry::{self, Backoff, Verdict};
use storage::Store;

use super::client::Client;
use crate::metrics::Metrics;
use crate::status::Status;
use crate::{clock, store};

/// How long a lease holds without a sign of life.
pub(super) const LEASE_TTL: Duration = Duration::from_secs(180);

/// Asks `url` once and reads the answer.
pub(super) async fn once<T>(
    client: &Client,
    url: &RequestUrl,
    read: impl FnOnce(&[u8]) -> Result<T, ParseError>,
) -> Result<T, Failure> {
    let fetched = client.get(&url.reveal()).await.map_err(|error| Failure {
        what: url.scrub(&error.to_string()),
        error: None,
        verdict: Verdict::Retry { not_before: None },
    })?;
    let read = read(&fetched.body);
    let kind = read.as_ref().err().map(|error| &error.kind);
    let verdict = retry::classify(fetched.status, fetched.retry_after.as_deref(), kind, clock::now());
    match (read, verdict) {
        (Ok(answer), Verdict::Accept) => Ok(answer),
        (Ok(_), verdict) => Err(Failure { what: format!("HTTP {}", fetched.status), error: None, verdict }),
        (Err(error), verdict) => Err(Failure {
            what: url.scrub(&format!("HTTP {}: {error}", fetched.status)),
            error: Some(error),
            verdict,
        }),
    }
}

/// Where the fate of a lane's calls is written down.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ledger<'a> {
    /// The lane, for the counters.
    pub(super) lane: &'static str,
    /// Whose health it is: the lane's, or that of one feed of it.
    pub(super) health: &'a str,
    /// Health of every lane, shown at `/readyz`.
    pub(super) status: &'a Status,
    /// The counters shown at `/metrics`.
    pub(super) metrics: &'a Metrics,
    /// When to try again.
    pub(super) backoff: &'a Backoff,
}

impl Ledger<'_> {
    /// A call of `weight` succeeded.
    pub(super) fn succeeded(self, breaker: &mut Breaker, weight: f64) {
        breaker.success();
        self.metrics.fetch(self.lane, "ok", weight);
    }

    /// Attempt number `attempt`, from 1, failed. The instant to try again, or `None` when it is over: then the
    /// breaker knows.
    pub(super) fn failed(
        self,
        breaker: &mut Breaker,
        weight: f64,
        attempt: u32,
        failure: &Failure,
        now: Timestamp,
    ) -> Option<Timestamp> {
        self.metrics.fetch(self.lane, "failed", weight);
        self.status.failed(self.health, now, &failure.what);
        let random = fraction(u64::from(attempt) ^ now.millis().unsigned_abs());
        // A probe asks once: repeats belong to an upstream that is known to answer.
        let probing = matches!(breaker.state(), State::HalfOpen { .. });
        let again = match failure.verdict {
            Verdict::Retry { .. } if probing => None,
            Verdict::Retry { not_before } => {
                self.backoff.next(attempt.saturating_sub(1), random, not_before, now)
            }
            Verdict::Breaker { until } => {
                breaker.trip(until, now);
                None
            }
            Verdict::Accept | Verdict::GiveUp => None,
        };
        if again.is_none() {
            breaker.failure(now);
        }
        again
    }
}

/// Whether `owner` holds the lease now; a storage that cannot say counts as no.
pub(super) async fn hold_lease(store: &Store, name: &'static str, owner: &str, metrics: &Metrics) -> bool {
    let held = store::hold_lease(store, name, owner, clock::now(), LEASE_TTL).await;
    held.unwrap_or_else(|error| {
        metrics.storage_failures.inc();
        tracing::warn!(lease = name, %error, "cannot ask for the ingest lease");
        false
    })
}

/// Lets go of a lease; one that cannot be released runs out by itself.
pub(super) async fn release_lease(store: &Store, name: &'static str, owner: &str) {
    if let Err(error) = store::release_lease(store, name, owner).await {
        tracing::warn!(lease = name, %error, "cannot release the ingest lease; it runs out by itself");
    }
}

/// How long it is until then, at least a moment.
pub(super) fn until_then(until: Timestamp, now: Timestamp) -> Duration {
    Duration::from_millis(u64::try_from(until.since(now)).unwrap_or(0).max(50))
}
