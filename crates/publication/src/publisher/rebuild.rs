//! When the world is built anew from nothing: once after the database may have become another one.
//!
//! After a lost connection another server may answer, one that lacks the last rows of the one before (an asynchronous standby
//! that was promoted) and whose change counters mean other rows. What was read before is then no ground to build on. The
//! rebuilding waits for some polls, because connections are found to be lost one after the other, and not for the same number
//! in every replica, because each reads everything at it.

use std::ops::RangeInclusive;

use uuid::Uuid;

/// Polls between a loss and the rebuilding, drawn anew each time.
const POLLS: RangeInclusive<u128> = 4..=9;

/// Whether a rebuilding is due.
#[derive(Debug)]
pub(super) struct Rebuild {
    losses: u64,
    polls: Option<u128>,
}

impl Rebuild {
    /// None is due after what is read from now on, when `losses` connections have been lost.
    pub(super) const fn new(losses: u64) -> Self {
        Self { losses, polls: None }
    }

    /// A poll, made when `losses` connections have been lost; whether it is the one that reads everything.
    pub(super) fn is_due(&mut self, losses: u64) -> bool {
        if losses != self.losses {
            self.losses = losses;
            self.polls.get_or_insert_with(drawn);
        }
        self.polls = self.polls.map(|polls| polls.saturating_sub(1));
        self.polls == Some(0)
    }

    /// A counter is behind what was read of it: the next poll reads everything.
    pub(super) const fn ask(&mut self) {
        self.polls = Some(1);
    }

    /// Everything was read, begun when `losses` connections had been lost.
    pub(super) const fn done(&mut self, losses: u64) {
        *self = Self::new(losses);
    }
}

fn drawn() -> u128 {
    let width = POLLS.end() - POLLS.start() + 1;
    POLLS.start() + Uuid::new_v4().as_u128() % width
}

#[cfg(test)]
mod tests;
