//! The lane's lease: only its holder may query the upstream.

use runtime::metrics::Metrics;
use runtime::{clock, lease};
use storage::Store;

/// Acquires or renews the lease and returns whether `owner` holds it; false if storage fails.
pub(super) async fn hold(store: &Store, name: &'static str, owner: &str, metrics: &Metrics) -> bool {
    let held = lease::hold(store, name, owner, clock::now(), lease::LANE_TTL).await;
    held.unwrap_or_else(|error| {
        metrics.storage_failures.inc();
        tracing::warn!(lease = name, %error, "cannot acquire the ingest lease");
        false
    })
}

/// Releases a lease; one that cannot be released expires.
pub(super) async fn release(store: &Store, name: &'static str, owner: &str) {
    if let Err(error) = lease::release(store, name, owner).await {
        tracing::warn!(lease = name, %error, "cannot release the ingest lease; it expires instead");
    }
}
