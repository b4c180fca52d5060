//! After news that could not be published, because building a world with them broke: they are read again, ever more rarely,
//! while what is known goes on ageing.

/// Doublings of the pause at most: about a minute.
const MOST_DOUBLINGS: u32 = 6;

/// How often in a row it happened, and the polls until the next try.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Setback {
    times: u32,
    polls: u32,
}

impl Setback {
    /// It happened again.
    pub(super) fn again(self) -> Self {
        let times = self.times.saturating_add(1);
        Self { times, polls: 1 << times.min(MOST_DOUBLINGS) }
    }

    /// A poll; whether it comes too early for another try.
    pub(super) const fn waits(&mut self) -> bool {
        self.polls = self.polls.saturating_sub(1);
        self.polls > 0
    }
}

#[cfg(test)]
mod tests;
