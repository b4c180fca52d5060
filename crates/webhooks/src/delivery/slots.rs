//! How many attempts may begin beside those under way: in all, per host, and to receivers that are slow or failed last.
//!
//! One bad receiver must not take the time of the others. Receivers that are known to be bad share a quarter of the
//! slots, those without an earlier attempt a half; they take turns by who made them, so that whoever makes thousands waits
//! for himself alone. A receiver that turns bad is recognised by its attempts: after a
//! second they no longer take slots from others, and count twice against their own host.
//!
//! `now` is a time since any fixed instant, by a clock that only goes forward.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

use uuid::Uuid;

use super::pace::Pace;

/// Age from which an attempt is slow. A receiver that answers before it works, as the documentation asks, has answered
/// long before.
const SLOW_AFTER: Duration = Duration::from_secs(1);

/// One in so many slots is for bad receivers.
const POOR_SHARE: usize = 4;
/// One in so many slots is for receivers without an earlier attempt.
const NEW_SHARE: usize = 2;
/// Of these, one in so many for those whose makers are neighbours: nobody takes them all by making many.
const NEIGHBOURS_SHARE: usize = 8;
/// Of these, one in so many is kept for those whose makers' neighbourhood had no turn lately.
const FIRST_TURN_SHARE: usize = 4;
/// How long a turn is remembered.
const TURN: Duration = Duration::from_secs(60);

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

/// How much a dispatcher can take.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Capacity {
    /// Deliveries in all.
    pub most: usize,
    /// Of these, for receivers that are slow or failed last.
    pub most_poor: usize,
    /// Of these, for receivers without an earlier attempt, which then take turns; `None` without a limit of its own.
    pub new: Option<NewCapacity>,
    /// Under way at one time to one receiver, by this dispatcher.
    pub per_host: usize,
    /// What this dispatcher has under way, by site and by network.
    pub under_way: BTreeMap<String, usize>,
    /// Networks that hosts share with others, by host: they count beside the host's site.
    pub networks: BTreeMap<String, Vec<String>>,
    /// The same by delivery: never handed out again, even when a clock that jumped ends their leases.
    pub holding: BTreeSet<Uuid>,
}

/// How much a dispatcher can take for receivers without an earlier attempt. They take turns by who made them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NewCapacity {
    /// Deliveries in all.
    pub most: usize,
    /// Of these, for makers that had a turn lately.
    pub most_again: usize,
    /// Under way at one time for makers that are neighbours.
    pub per_maker: usize,
    /// What is under way, by maker.
    pub under_way: BTreeMap<String, usize>,
    /// Makers that had a turn lately, and when: a time since any fixed instant.
    pub turns: BTreeMap<String, Duration>,
}

/// The attempts under way.
#[derive(Debug)]
pub struct Slots {
    limits: Limits,
    pace: Pace,
    /// By claim.
    held: HashMap<Uuid, HeldSlot>,
    /// Last turns of the makers of new receivers.
    turns: BTreeMap<String, Duration>,
}

/// An attempt that begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StartedAttempt {
    /// Its delivery.
    pub delivery: Uuid,
    /// The site it goes to.
    pub site: String,
    /// The neighbourhood of the client that made the subscription.
    pub maker: String,
    /// Whether the receiver is slow or failed last.
    pub poor: bool,
    /// Whether no attempt to the receiver has ended yet.
    pub is_new: bool,
}

#[derive(Debug)]
struct HeldSlot {
    attempt: StartedAttempt,
    since: Duration,
}

impl Slots {
    /// Free slots.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self { limits, pace: Pace::new(limits.per_second), held: HashMap::new(), turns: BTreeMap::new() }
    }

    /// How many attempts are under way.
    #[must_use]
    pub fn len(&self) -> usize {
        self.held.len()
    }

    /// Whether none is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.held.is_empty()
    }

    /// An attempt begins under a claim.
    pub fn begin(&mut self, claim: Uuid, attempt: StartedAttempt, now: Duration) {
        self.pace.spend(&attempt.site, now);
        if attempt.is_new {
            self.turns.insert(attempt.maker.clone(), now);
        }
        self.held.insert(claim, HeldSlot { attempt, since: now });
    }

    /// An attempt has ended and is recorded, or never will be.
    pub fn end(&mut self, claim: Uuid) {
        self.held.remove(&claim);
    }

    /// How much more may begin.
    #[must_use]
    pub fn room(&mut self, now: Duration) -> Capacity {
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
            // Storage knows slots only, so those that the host's pace forbids count as taken.
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

    /// How long until there may be more room, by time alone.
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
