//! Resources shared by all lanes.

use std::sync::Arc;

use ::ingest::{Call, Meta, Pauses, Success};
use conditions_core::time::Timestamp;
use outbound::client::{Client, FetchError};
use outbound::robots::Robots;
use reqwest::Url;
use runtime::health::Aging;
use runtime::metrics::Metrics;
use runtime::status::Status;
use sources::lanes::old_ms;
use storage::Store;
use tokio::sync::Notify;

/// Reason in the metrics for a quantity that a network no longer reports.
const LOST: &str = "lost";

/// Resources shared by all lanes.
#[derive(Debug)]
pub struct Common {
    /// Store for evidence.
    pub store: Store,
    pub client: Client,
    /// Health of every lane, shown at `/readyz`.
    pub status: Arc<Status>,
    /// Metrics shown at `/metrics`.
    pub metrics: Arc<Metrics>,
    /// Wakes the publisher.
    pub wake: Arc<Notify>,
    /// Name of this process in leases.
    pub owner: String,
    /// Pauses between calls and after failures.
    pub pauses: Pauses,
    /// `robots.txt` rules of hosts.
    pub robots: Robots,
}

impl Common {
    /// Creates the resources of a lane that runs alone, with health and counters that are not shown and no publisher to
    /// wake.
    ///
    /// # Errors
    /// Returns the errors of [`Client::new`].
    pub fn standalone(store: Store, pauses: Pauses) -> Result<Self, FetchError> {
        Ok(Self {
            store,
            client: Client::new()?,
            status: Arc::default(),
            metrics: Arc::default(),
            wake: Arc::default(),
            owner: uuid::Uuid::new_v4().to_string(),
            pauses,
            robots: Robots::default(),
        })
    }

    /// Returns the client for a call. For a URL from a third party, the client reaches only the vetted public addresses of
    /// its host.
    pub(super) async fn client_for(&self, call: &Call, url: &Url) -> Result<Client, String> {
        if !call.is_guarded {
            return Ok(self.client.clone());
        }
        let addresses = self.robots.public(url).await?;
        self.client.at(url, &addresses).map_err(|error| error.to_string())
    }

    /// Lists a lane with its sources, ledgers and series.
    pub(super) fn register_lane(&self, meta: &Meta, sources: &[String], now: Timestamp) {
        sources.iter().for_each(|source| self.status.begun(meta.lane, source, now));
        self.status.counts_on(&meta.ledgers);
        self.metrics.lane(meta.lane, LOST);
    }

    /// Records that sources of a lane brought something usable, and logs when their newest values become old.
    pub(super) fn succeeded(&self, lane: &'static str, successes: &[Success], now: Timestamp) {
        for success in successes {
            let (source, newest) = (&success.health, success.newest_value_at);
            match self.status.succeeded(source, newest, old_ms(source), now) {
                Aging::BecameOld => {
                    let newest = newest.map_or_else(String::new, |at| at.to_string());
                    tracing::warn!(lane, %source, %newest, "the upstream repeats an old response");
                }
                Aging::IsRecentAgain => {
                    tracing::info!(lane, %source, "the upstream brings recent values again");
                }
                Aging::Unchanged => {}
            }
        }
    }
}
