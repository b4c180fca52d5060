//! Backoff after changes that could not be published because building a world with them panicked: they are read again
//! at growing intervals, while the known world continues to age.

/// Maximum number of doublings of the pause: about a minute.
const MOST_DOUBLINGS: u32 = 6;

/// Number of consecutive failures, and the polls until the next try.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Setback {
    times: u32,
    polls: u32,
}

impl Setback {
    /// Records another failure.
    pub(super) fn again(self) -> Self {
        let times = self.times.saturating_add(1);
        Self { times, polls: 1 << times.min(MOST_DOUBLINGS) }
    }

    /// Counts a poll; returns whether it is too early for another try.
    pub(super) const fn waits(&mut self) -> bool {
        self.polls = self.polls.saturating_sub(1);
        self.polls > 0
    }
}

#[cfg(test)]
mod tests;
