//! Refunds calls that were counted but never sent.

use ::ingest::Meta;
use conditions_core::time::Timestamp;

use super::common::Common;
use super::store;

/// Refunds the call that was counted at `counted_at`. If the database fails it stays counted, which errs on the careful
/// side.
pub(super) async fn give_back(common: &Common, meta: &Meta, counted_at: Option<Timestamp>, weight: f64) {
    let Some(at) = counted_at.filter(|_| weight > 0.0 && !meta.ledgers.is_empty()) else { return };
    if let Err(error) = store::give_back(&common.store, &meta.ledgers, at, weight).await {
        common.metrics.storage_failures.inc();
        tracing::warn!(lane = meta.lane, %error, "cannot refund a call that was not sent");
    }
}
