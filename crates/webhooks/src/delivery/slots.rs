//! Limits how many attempts may start: in total, per host, and to receivers that are slow or failed last.
//!
//! One bad receiver must not use the time of the others. Receivers known to be bad share a quarter of the slots,
//! receivers without an earlier attempt a half. The latter are served round-robin over the clients that created them,
//! so a client with thousands of subscriptions delays only itself. A receiver that turns bad is recognised by its
//! attempts: after one second they no longer use slots of others, and they count twice against their own host.
//!
//! `now` is the time since any fixed start, by a monotonic clock.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

use uuid::Uuid;

use super::pace::Pace;

/// Age from which an attempt is slow. A receiver that responds before it does its work, as the documentation asks, has
/// responded long before.
const SLOW_AFTER: Duration = Duration::from_secs(1);

/// Divisor of the slots for the share of bad receivers.
const POOR_SHARE: usize = 4;
/// Divisor of the slots for the share of receivers without an earlier attempt.
const NEW_SHARE: usize = 2;
/// Divisor of that share for clients in one neighbourhood, so that many subscriptions do not use all of it.
const NEIGHBOURS_SHARE: usize = 8;
/// Divisor of that share for the part reserved for client neighbourhoods that were not served recently.
const FIRST_TURN_SHARE: usize = 4;
/// Time for which a turn is remembered.
const TURN: Duration = Duration::from_secs(60);

/// The limits of attempts in flight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Attempts in total; slow ones may use the same number again.
    pub slots: usize,
    /// Attempts per host.
    pub per_host: usize,
    /// Requests per second and host; 0 disables the limit.
    pub per_second: u32,
}

/// The number of deliveries that a dispatcher can start.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Capacity {
    /// Deliveries in total.
    pub most: usize,
    /// Maximum within `most` for receivers that are slow or failed last.
    pub most_poor: usize,
    /// Maximum within `most` for receivers without an earlier attempt, served round-robin; `None` if they have no
    /// separate limit.
    pub new: Option<NewCapacity>,
    /// Attempts in flight to one receiver, by this dispatcher.
    pub per_host: usize,
    /// This dispatcher's attempts in flight, by site and by network.
    pub under_way: BTreeMap<String, usize>,
    /// Networks that hosts share with others, by host. They count in addition to the host's site.
    pub networks: BTreeMap<String, Vec<String>>,
    /// Deliveries in flight: never handed out again, even if a clock that jumped ends their leases.
    pub holding: BTreeSet<Uuid>,
}

/// The capacity for receivers without an earlier attempt, served round-robin over the clients that created them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NewCapacity {
    /// Deliveries in total.
    pub most: usize,
    /// Maximum within `most` for clients that were served recently.
    pub most_again: usize,
    /// Attempts in flight for clients in one neighbourhood.
    pub per_maker: usize,
    /// Attempts in flight, by client.
    pub under_way: BTreeMap<String, usize>,
    /// Clients that were served recently, with the time since any fixed start.
    pub turns: BTreeMap<String, Duration>,
}

/// The attempts in flight.
#[derive(Debug)]
pub struct Slots {
    limits: Limits,
    pace: Pace,
    /// Occupied slots, by claim.
    held: HashMap<Uuid, HeldSlot>,
    /// Last turns of the clients that created new receivers.
    turns: BTreeMap<String, Duration>,
}

/// An attempt that starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StartedAttempt {
    /// Id of the delivery.
    pub delivery: Uuid,
    /// Site of the receiver.
    pub site: String,
    /// Network neighbourhood of the client that created the subscription.
    pub maker: String,
    /// Whether the receiver is slow or failed last.
    pub poor: bool,
    /// Whether the receiver has no finished attempt yet.
    pub is_new: bool,
}

#[derive(Debug)]
struct HeldSlot {
    attempt: StartedAttempt,
    since: Duration,
}

impl Slots {
    /// Returns free slots within `limits`.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self { limits, pace: Pace::new(limits.per_second), held: HashMap::new(), turns: BTreeMap::new() }
    }

    /// Returns the number of attempts in flight.
    #[must_use]
    pub fn len(&self) -> usize {
        self.held.len()
    }

    /// Returns whether no attempt is in flight.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.held.is_empty()
    }

    /// Records the start of an attempt under a claim.
    pub fn begin(&mut self, claim: Uuid, attempt: StartedAttempt, now: Duration) {
        self.pace.spend(&attempt.site, now);
        if attempt.is_new {
            self.turns.insert(attempt.maker.clone(), now);
        }
        self.held.insert(claim, HeldSlot { attempt, since: now });
    }

    /// Releases the slot of an attempt that is recorded or never will be.
    pub fn end(&mut self, claim: Uuid) {
        self.held.remove(&claim);
    }

    /// Returns how many more attempts may start.
    #[must_use]
    pub fn capacity(&mut self, now: Duration) -> Capacity {
        let Limits { slots, per_host, .. } = self.limits;
        let mut under_way: BTreeMap<String, usize> = BTreeMap::new();
        let (mut quick, mut poor) = (0, 0);
        for held in self.held.values() {
            let slow = is_slow(held, now);
            quick += usize::from(!slow);
            poor += usize::from(held.attempt.poor);
            let at_host = under_way.entry(held.attempt.site.clone()).or_default();
            *at_host += if slow { 2 } else { 1 };
        }
        for (host, left) in self.pace.short(now) {
            // Storage knows only slots, so slots that the host's rate forbids count as taken.
            let taken = under_way.entry(host.to_owned()).or_default();
            *taken = (*taken).max(per_host.saturating_sub(left));
        }
        Capacity {
            most: slots.saturating_sub(quick).min((2 * slots).saturating_sub(self.held.len())),
            most_poor: (slots / POOR_SHARE).max(1).saturating_sub(poor),
            new: Some(self.new_room(now)),
            per_host,
            under_way,
            networks: BTreeMap::new(),
            holding: self.held.values().map(|held| held.attempt.delivery).collect(),
        }
    }

    fn new_room(&mut self, now: Duration) -> NewCapacity {
        self.turns.retain(|_, at| now.saturating_sub(*at) < TURN);
        let share = (self.limits.slots / NEW_SHARE).max(1);
        let kept = share / FIRST_TURN_SHARE;
        let (mut held_in_all, mut under_way) = (0_usize, BTreeMap::new());
        for held in self.held.values().filter(|held| held.attempt.is_new) {
            held_in_all += 1;
            *under_way.entry(held.attempt.maker.clone()).or_default() += 1;
        }
        NewCapacity {
            most: share.saturating_sub(held_in_all),
            most_again: (share - kept).saturating_sub(held_in_all),
            per_maker: (share / NEIGHBOURS_SHARE).max(1),
            under_way,
            turns: self.turns.clone(),
        }
    }

    /// Returns how long until capacity may become free without an attempt ending.
    #[must_use]
    pub fn next(&self, now: Duration) -> Option<Duration> {
        let full = self.held.len() >= self.limits.slots;
        let quick = self.held.values().filter(|held| full && !is_slow(held, now));
        let slow = quick.map(|held| SLOW_AFTER.saturating_sub(now.saturating_sub(held.since))).min();
        slow.into_iter().chain(self.pace.next(now)).min()
    }
}

fn is_slow(held: &HeldSlot, now: Duration) -> bool {
    now.saturating_sub(held.since) >= SLOW_AFTER
}

#[cfg(test)]
mod tests;
