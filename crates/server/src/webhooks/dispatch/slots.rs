//! What is under way and how much more may be: in all, per host, and for receivers that are slow or failed last.
//!
//! One bad receiver must not delay the others. Receivers known to be bad share a quarter of the slots, unknown ones share a
//! half. A receiver that turns bad is noticed by its running attempts: after a second they no longer count against others,
//! and count twice against their own host.

use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, Instant};

use storage::webhooks::outbox::{Claimed, Room};
use uuid::Uuid;

use super::pace::Pace;

/// From this age on an attempt is slow. A receiver that does its work afterwards, as the documentation asks, has
/// answered long before.
const SLOW_AFTER: Duration = Duration::from_secs(1);

/// Of so many slots one is for bad receivers.
const POOR_SHARE: usize = 4;
/// Of so many slots one is for receivers that were never asked before.
const NEW_SHARE: usize = 2;

/// What may be under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Attempts in all; slow ones may take as many again.
    pub slots: usize,
    /// Attempts per host.
    pub per_host: usize,
    /// Requests a second per host; 0 for no limit.
    pub per_second: u32,
}

/// What is under way.
#[derive(Debug)]
pub(super) struct Slots {
    limits: Limits,
    pace: Pace,
    /// By claim.
    held: HashMap<Uuid, Held>,
}

#[derive(Debug)]
struct Held {
    delivery: Uuid,
    host: String,
    poor: bool,
    is_new: bool,
    since: Instant,
}

impl Slots {
    pub(super) fn new(limits: Limits) -> Self {
        Self { limits, pace: Pace::new(limits.per_second), held: HashMap::new() }
    }

    /// How many are under way.
    pub(super) fn len(&self) -> usize {
        self.held.len()
    }

    /// An attempt begins.
    pub(super) fn begin(&mut self, claimed: &Claimed, now: Instant) {
        self.pace.spend(&claimed.host, now);
        let (delivery, host) = (claimed.delivery, claimed.host.clone());
        let held = Held { delivery, host, poor: claimed.poor, is_new: claimed.is_new, since: now };
        self.held.insert(claimed.claim, held);
    }

    /// An attempt has ended and is recorded, or nobody will record it.
    pub(super) fn end(&mut self, claim: Uuid) {
        self.held.remove(&claim);
    }

    /// How much more may begin.
    pub(super) fn room(&mut self, now: Instant) -> Room {
        let Limits { slots, per_host, .. } = self.limits;
        let mut under_way: BTreeMap<String, usize> = BTreeMap::new();
        let (mut quick, mut poor, mut new) = (0, 0, 0);
        for held in self.held.values() {
            let slow = is_slow(held, now);
            quick += usize::from(!slow);
            poor += usize::from(held.poor);
            new += usize::from(held.is_new);
            let at_host = under_way.entry(held.host.clone()).or_default();
            *at_host += if slow { 2 } else { 1 };
        }
        for (host, left) in self.pace.short(now) {
            // Storage knows of slots alone: those that the host's pace does not let it use are taken.
            let taken = under_way.entry(host.to_owned()).or_default();
            *taken = (*taken).max(per_host.saturating_sub(left));
        }
        Room {
            most: slots.saturating_sub(quick).min((2 * slots).saturating_sub(self.held.len())),
            most_poor: (slots / POOR_SHARE).max(1).saturating_sub(poor),
            most_new: Some((slots / NEW_SHARE).max(1).saturating_sub(new)),
            per_host,
            under_way,
            holding: self.held.values().map(|held| held.delivery).collect(),
        }
    }

    /// How long until there may be more room, by time alone.
    pub(super) fn next(&self, now: Instant) -> Option<Duration> {
        let full = self.held.len() >= self.limits.slots;
        let quick = self.held.values().filter(|held| full && !is_slow(held, now));
        let slow = quick.map(|held| SLOW_AFTER.saturating_sub(now.duration_since(held.since))).min();
        slow.into_iter().chain(self.pace.next(now)).min()
    }
}

fn is_slow(held: &Held, now: Instant) -> bool {
    now.duration_since(held.since) >= SLOW_AFTER
}

#[cfg(test)]
mod tests;
