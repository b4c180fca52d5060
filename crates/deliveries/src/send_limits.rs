//! Limits on the tests and redeliveries that owners request: per subscription, per client, per receiver and in total.
//! Everyone can create a subscription, so creating many must not help to get past these limits.
//!
//! A subscription whose receiver has accepted no event yet gets one request per minute: it is unknown whether the
//! receiver wants anything.

use std::net::IpAddr;
use std::time::Duration;

use runtime::throttle::{Networks, Throttle};
use uuid::Uuid;
use webhooks::callback::Receiver;
use webhooks::subscriptions::Rejection;

/// Requests per minute of a subscription whose receiver has accepted no event yet.
const UNPROVEN: u32 = 1;
/// Limit of a client, as a multiple of the limit of a subscription.
const PER_CLIENT: u32 = 2;
/// Requests per minute to a receiver: a registrable domain, or the network of a vetted address.
const PER_RECEIVER: u32 = 10;
/// Total requests per minute.
const IN_ALL: u32 = 100;
/// Maximum number of pending tests of one subscription.
const WAITING: usize = 10;

/// The limits; all absent if the deployment has none.
#[derive(Debug)]
pub(super) struct SendLimits {
    unproven: Option<Throttle<Uuid>>,
    proven: Option<Throttle<Uuid>>,
    clients: Option<Networks>,
    receivers: Option<Throttle<String>>,
    all: Option<Throttle<()>>,
}

/// The subscription and client of a request.
#[derive(Debug, Clone, Copy)]
pub(super) struct SendRequest {
    pub(super) subscription: Uuid,
    pub(super) client: IpAddr,
    pub(super) is_proven: bool,
}

impl SendLimits {
    /// Creates the limits from the number per subscription and minute; 0 for no limits at all.
    pub(super) fn per_minute(each: u32) -> Self {
        let times = |factor: u32| each.saturating_mul(factor);
        Self {
            unproven: Throttle::per_minute(each.min(UNPROVEN)),
            proven: Throttle::per_minute(each),
            clients: Networks::per_minute(times(PER_CLIENT)),
            receivers: Throttle::per_minute(times(PER_RECEIVER)),
            all: Throttle::per_minute(times(IN_ALL)),
        }
    }

    /// Returns the maximum number of pending tests of one subscription.
    pub(super) fn waiting(&self) -> usize {
        if self.proven.is_some() { WAITING } else { usize::MAX }
    }

    /// Counts a request before its receiver is known; `now` is as in [`Throttle::admit`].
    ///
    /// # Errors
    /// Returns [`Rejection::TooMany`] if a limit is reached.
    pub(super) fn ask(&self, asking: SendRequest, now: Duration) -> Result<(), Rejection> {
        let own = if asking.is_proven { &self.proven } else { &self.unproven };
        // The subscription's limit first: too many requests for one subscription use up nothing else.
        count(own.as_ref(), asking.subscription, now)?;
        let clients = self.clients.as_ref();
        clients.map_or(Ok(()), |clients| clients.admit(asking.client, now)).map_err(too_many)?;
        count(self.all.as_ref(), (), now)
    }

    /// Counts a request for its receiver, by domain and by network.
    ///
    /// # Errors
    /// Returns [`Rejection::TooMany`] if a limit is reached.
    pub(super) fn reach(&self, receiver: &Receiver, now: Duration) -> Result<(), Rejection> {
        let Some(receivers) = &self.receivers else { return Ok(()) };
        let keys = receiver.keys();
        keys.iter().try_for_each(|key| receivers.would_admit(key, now)).map_err(too_many)?;
        keys.into_iter().try_for_each(|key| receivers.admit(key, now)).map_err(too_many)
    }
}

fn count<K: Eq + std::hash::Hash>(
    limit: Option<&Throttle<K>>,
    key: K,
    now: Duration,
) -> Result<(), Rejection> {
    limit.map_or(Ok(()), |limit| limit.admit(key, now)).map_err(too_many)
}

fn too_many(wait: Duration) -> Rejection {
    Rejection::too_many("test deliveries and redeliveries", wait)
}

#[cfg(test)]
mod tests;
