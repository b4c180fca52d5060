//! Who may ask an upstream: the process that holds the lane's lease.

use std::time::Duration;

use runtime::metrics::Metrics;
use runtime::{clock, lease};
use storage::Store;

/// How long a lease holds without a sign of life.
const LEASE_TTL: Duration = Duration::from_secs(180);

/// Whether `owner` holds the lease now; a storage that cannot say counts as no.
pub(super) async fn hold(store: &Store, name: &'static str, owner: &str, metrics: &Metrics) -> bool {
    let held = lease::hold(store, name, owner, clock::now(), LEASE_TTL).await;
    held.unwrap_or_else(|error| {
        metrics.storage_failures.inc();
        tracing::warn!(lease = name, %error, "cannot ask for the ingest lease");
        false
    })
}

/// Lets go of a lease; one that cannot be released runs out by itself.
pub(super) async fn release(store: &Store, name: &'static str, owner: &str) {
    if let Err(error) = lease::release(store, name, owner).await {
        tracing::warn!(lease = name, %error, "cannot release the ingest lease; it runs out by itself");
    }
}
