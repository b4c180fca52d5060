//! Delays the evaluation of events after a start: while the world is still being filled, values read for the first time
//! would look like changes.

use conditions_core::time::Timestamp;

use crate::policy::EventPolicy;

/// The progress of a process since its start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Start {
    began_at: Timestamp,
    ready_at: Option<Timestamp>,
}

impl Start {
    /// Returns the progress of a process that starts at `began_at`.
    #[must_use]
    pub const fn at(began_at: Timestamp) -> Self {
        Self { began_at, ready_at: None }
    }

    /// Returns whether a publication of `published_at` is evaluated at `now`. `every_lane` says whether every lane has
    /// finished its first round, successful or not; after a while it no longer matters. The results of the last round
    /// are in publications that follow a little later.
    pub fn allows(
        &mut self,
        policy: &EventPolicy,
        every_lane: bool,
        now: Timestamp,
        published_at: Timestamp,
    ) -> bool {
        // If the clock was set back, the wait counts as over.
        let waited_enough = !(0..policy.first_rounds_ms).contains(&now.since(self.began_at));
        if self.ready_at.is_none() && (every_lane || waited_enough) {
            self.ready_at = Some(now);
        }
        self.ready_at
            .is_some_and(|ready_at| published_at.since(ready_at) >= policy.published_ms || now < ready_at)
    }
}

#[cfg(test)]
mod tests;
