//! What every lane works with.

use std::sync::Arc;

use storage::Store;
use tokio::sync::Notify;

use super::client::Client;
use super::pauses::Pauses;
use crate::metrics::Metrics;
use crate::status::Status;

/// What every lane works with.
#[derive(Debug)]
pub struct Common {
    /// Where evidence goes.
    pub store: Store,
    /// The HTTP client.
    pub client: Client,
    /// Health.
    pub status: Arc<Status>,
    /// Counters.
    pub metrics: Arc<Metrics>,
    /// Wakes the publisher.
    pub wake: Arc<Notify>,
    /// This process, for the leases.
    pub owner: String,
    /// How long to wait, and when.
    pub pauses: Pauses,
}
