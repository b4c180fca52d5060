//! Decides when the world is rebuilt from scratch: once after the database may have been replaced.
//!
//! After a lost connection another server may answer, one that lacks the last rows of the previous one (an asynchronous
//! standby that was promoted) and whose change counters refer to other rows. The current world is then not a valid
//! base. The rebuild waits for some polls, because lost connections are found one after the other. The number of polls
//! varies by replica, because each rebuild reads everything. A risen timeline or a counter that went back is certain and
//! does not wait: see `Look::covered`.

use std::ops::RangeInclusive;

/// Number of polls between a loss and the rebuild, drawn again each time.
const POLLS: RangeInclusive<u128> = 4..=9;

/// Tracks whether a rebuild is due.
#[derive(Debug)]
pub(super) struct Rebuild {
    losses: u64,
    polls: Option<u128>,
}

impl Rebuild {
    /// Creates a tracker for data read after `losses` lost connections; nothing is due.
    pub(super) const fn new(losses: u64) -> Self {
        Self { losses, polls: None }
    }

    /// Counts a poll made after `losses` lost connections; returns whether it must read everything. `random` draws the
    /// number of polls after a loss.
    pub(super) fn is_due(&mut self, losses: u64, random: impl FnOnce() -> u128) -> bool {
        if losses != self.losses {
            self.losses = losses;
            self.polls.get_or_insert_with(|| drawn(random()));
        }
        self.polls = self.polls.map(|polls| polls.saturating_sub(1));
        self.polls == Some(0)
    }

    /// Records that everything was read, beginning after `losses` lost connections.
    pub(super) const fn done(&mut self, losses: u64) {
        *self = Self::new(losses);
    }
}

fn drawn(random: u128) -> u128 {
    let width = POLLS.end() - POLLS.start() + 1;
    POLLS.start() + random % width
}

#[cfg(test)]
mod tests;
