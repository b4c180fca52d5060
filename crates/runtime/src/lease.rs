//! Leases on work that only one replica may do at a time.

use std::time::Duration;

use conditions_core::time::Timestamp;
use storage::{Store, StoreError, leases};
use tokio::time::Instant;

/// Duration of a lane's lease without renewal.
pub const LANE_TTL: Duration = Duration::from_secs(180);
/// Time for which a confirmed lease is trusted: a fraction of its duration, so that a holder without a database stops
/// long before another process takes over. The rest is for a clock of the database that jumps.
pub const TRUSTED: Duration = Duration::from_secs(20);

/// A lease that the database confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConfirmedLease {
    asked: Instant,
}

impl ConfirmedLease {
    /// Records a confirmation by its request's time: an answer may arrive much later.
    #[must_use]
    pub const fn of_request(asked: Instant) -> Self {
        Self { asked }
    }

    /// Returns whether the holder may act at `now` without another confirmation.
    #[must_use]
    pub fn is_trusted(self, now: Instant) -> bool {
        now.saturating_duration_since(self.asked) < TRUSTED
    }
}

/// Acquires or renews the lease `name` for `owner` for `ttl`, and returns whether that succeeded. `now` counts only with
/// SQLite ([`leases::time`]).
///
/// # Errors
/// Returns an error if the database fails.
pub async fn hold(
    store: &Store,
    name: &'static str,
    owner: &str,
    now: Timestamp,
    ttl: Duration,
) -> Result<bool, StoreError> {
    let owner = owner.to_owned();
    let millis = i64::try_from(ttl.as_millis()).unwrap_or(i64::MAX);
    let lease = store.run(move |conn| {
        let now = leases::time(conn, now)?;
        leases::acquire(conn, name, &owner, now, millis)
    });
    Ok(lease.await?.is_granted())
}

/// Releases a lease.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn release(store: &Store, name: &'static str, owner: &str) -> Result<(), StoreError> {
    let owner = owner.to_owned();
    store.run(move |conn| leases::release(conn, name, &owner)).await.map(|_| ())
}

#[cfg(test)]
mod tests;
