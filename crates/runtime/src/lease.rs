//! Leases on work that only one replica may do at a time.

use std::time::Duration;

use conditions_core::time::Timestamp;
use storage::{Store, StoreError, leases};

/// Acquires or renews the lease `name` for `owner`, from `now` for `ttl`, and returns whether that succeeded.
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
    let lease = store.run(move |conn| leases::acquire(conn, name, &owner, now, millis)).await?;
    Ok(lease.is_granted())
}

/// Releases a lease.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn release(store: &Store, name: &'static str, owner: &str) -> Result<(), StoreError> {
    let owner = owner.to_owned();
    store.run(move |conn| leases::release(conn, name, &owner)).await.map(|_| ())
}
