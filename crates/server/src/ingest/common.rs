//! What every lane works with.

use std::sync::Arc;

use ::ingest::Pauses;
use storage::Store;
use tokio::sync::Notify;

use super::client::{Client, FetchError};
use super::robots::Robots;
use crate::metrics::Metrics;
use crate::status::Status;

/// What every lane works with.
#[derive(Debug)]
pub struct Common {
    /// Where evidence goes.
    pub store: Store,
    /// The HTTP client.
    pub client: Client,
    /// Health of every lane, shown at `/readyz`.
    pub status: Arc<Status>,
    /// The counters shown at `/metrics`.
    pub metrics: Arc<Metrics>,
    /// Wakes the publisher.
    pub wake: Arc<Notify>,
    /// This process, for the leases.
    pub owner: String,
    /// How long to wait, and when.
    pub pauses: Pauses,
    /// What hosts allow robots.
    pub robots: Robots,
}

impl Common {
    /// What a lane works with that runs by itself: nobody looks at its health and counters, and nobody is woken.
    ///
    /// # Errors
    /// As [`Client::new`].
    pub fn alone(store: Store, pauses: Pauses) -> Result<Self, FetchError> {
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
}
