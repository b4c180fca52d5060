//! How often owners may ask for tests and redeliveries: per subscription, per client, per receiver and in all. Everybody can
//! make a subscription, so none of these may be reached by making many.
//!
//! A subscription whose receiver has taken no event yet may ask once a minute: nobody knows whether the receiver wants
//! anything.

use std::net::IpAddr;
use std::time::Duration;

use runtime::throttle::{Networks, Throttle};
use uuid::Uuid;
use webhooks::callback::Receiver;
use webhooks::subscriptions::Refusal;

/// Of a subscription whose receiver has taken no event yet, a minute.
const UNPROVEN: u32 = 1;
/// Of a client, for each one that a subscription may ask for.
const PER_CLIENT: u32 = 2;
/// To a receiver: a registrable domain, or the network of a judged address.
const PER_RECEIVER: u32 = 10;
/// In all.
const IN_ALL: u32 = 100;
/// Tests of one subscription that may wait at one time.
const WAITING: usize = 10;

/// The limits; none of them where the deployment has none.
#[derive(Debug)]
pub(super) struct SendLimits {
    unproven: Option<Throttle<Uuid>>,
    proven: Option<Throttle<Uuid>>,
    clients: Option<Networks>,
    receivers: Option<Throttle<String>>,
    all: Option<Throttle<()>>,
}

/// Who asks.
#[derive(Debug, Clone, Copy)]
pub(super) struct SendRequest {
    pub(super) subscription: Uuid,
    pub(super) client: IpAddr,
    pub(super) is_proven: bool,
}

impl SendLimits {
    /// So many for a subscription and minute; 0 for no limit at all.
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

    /// Tests of one subscription that may wait at one time.
    pub(super) fn waiting(&self) -> usize {
        if self.proven.is_some() { WAITING } else { usize::MAX }
    }

    /// Counts what is asked for, before whom it reaches is known; `now` as [`Throttle::admit`] has it.
    ///
    /// # Errors
    /// [`Refusal::TooMany`].
    pub(super) fn ask(&self, asking: SendRequest, now: Duration) -> Result<(), Refusal> {
        let own = if asking.is_proven { &self.proven } else { &self.unproven };
        // The subscription's first: who asks for one too often uses up nothing else.
        count(own.as_ref(), asking.subscription, now)?;
        let clients = self.clients.as_ref();
        clients.map_or(Ok(()), |clients| clients.admit(asking.client, now)).map_err(too_many)?;
        count(self.all.as_ref(), (), now)
    }

    /// Counts it for whom it reaches, in each of the ways in which that is counted.
    ///
    /// # Errors
    /// [`Refusal::TooMany`].
    pub(super) fn reach(&self, receiver: &Receiver, now: Duration) -> Result<(), Refusal> {
        let Some(receivers) = &self.receivers else { return Ok(()) };
        let keys = receiver.keys();
        keys.iter().try_for_each(|key| receivers.would_admit(key, now)).map_err(too_many)?;
        keys.into_iter().try_for_each(|key| receivers.admit(key, now)).map_err(too_many)
    }
}

fn count<K: Eq + std::hash::Hash>(limit: Option<&Throttle<K>>, key: K, now: Duration) -> Result<(), Refusal> {
    limit.map_or(Ok(()), |limit| limit.admit(key, now)).map_err(too_many)
}

fn too_many(wait: Duration) -> Refusal {
    Refusal::too_many("test deliveries and redeliveries", wait)
}

#[cfg(test)]
mod tests;
