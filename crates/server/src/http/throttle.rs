//! A limit of requests per client and minute, in memory, off unless the operator sets it.
//!
//! Generic cell rate: one number per client says when it will have used up what it is owed. A burst of one minute's
//! worth is fine; after it, requests come through at the steady rate. Each replica counts for itself.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::client_address::subscriber;

/// Clients remembered at most. Past it those who owe nothing are forgotten, at most once a second; while all of them
/// owe, newcomers are let in uncounted, since refusing them would be the outage that the crowd is after.
const CLIENTS_MAX: usize = 100_000;
const SECOND_US: u64 = 1_000_000;
const MINUTE_US: u64 = 60_000_000;

/// The limit.
#[derive(Debug)]
pub struct Throttle {
    /// Microseconds that one request uses up.
    cost_us: u64,
    ledger: Mutex<Ledger>,
}

/// In microseconds of the caller's clock.
#[derive(Debug, Default)]
struct Ledger {
    /// When each client's debt is paid.
    paid_at: HashMap<IpAddr, u64>,
    /// When it may be cleared again.
    clear_from: u64,
}

impl Throttle {
    /// At most this many requests a minute; `None` for no limit.
    #[must_use]
    pub fn per_minute(requests: u32) -> Option<Self> {
        let cost_us = MINUTE_US.checked_div(u64::from(requests))?.max(1);
        Some(Self { cost_us, ledger: Mutex::default() })
    }

    /// Counts a request of `client` at `now`, a time since any fixed instant. `Err` is how long to wait.
    ///
    /// # Errors
    /// The client has used up its minute.
    pub fn admit(&self, client: IpAddr, now: Duration) -> Result<(), Duration> {
        let now = u64::try_from(now.as_micros()).unwrap_or(u64::MAX);
        // A panic while holding the lock leaves a count that is at worst one short.
        let mut ledger = self.ledger.lock().unwrap_or_else(PoisonError::into_inner);
        let client = subscriber(client);
        if ledger.paid_at.len() >= CLIENTS_MAX && !ledger.paid_at.contains_key(&client) {
            if now < ledger.clear_from {
                return Ok(());
            }
            ledger.clear_from = now.saturating_add(SECOND_US);
            ledger.paid_at.retain(|_, paid_at| *paid_at > now);
        }
        let paid_at = ledger.paid_at.entry(client).or_default();
        let after = (*paid_at).max(now).saturating_add(self.cost_us);
        let latest = now.saturating_add(MINUTE_US);
        if after > latest {
            return Err(Duration::from_micros(after - latest));
        }
        *paid_at = after;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
