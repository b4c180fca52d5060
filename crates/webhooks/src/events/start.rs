//! From when on events are evaluated after a start: not while the world may still be filling, because what is read for the
//! first time would look like a change.

use conditions_core::time::Timestamp;

use crate::policy::EventPolicy;

/// How far a process has come since its start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Start {
    began_at: Timestamp,
    ready_at: Option<Timestamp>,
}

impl Start {
    /// A process that starts at `began_at`.
    #[must_use]
    pub const fn at(began_at: Timestamp) -> Self {
        Self { began_at, ready_at: None }
    }

    /// Whether a publication of `published_at` is evaluated at `now`. `every_lane` says whether every lane has had its
    /// first round, with or without success; after a while it no longer matters. What the last round brought is in
    /// publications that are a little later.
    pub fn allows(
        &mut self,
        policy: &EventPolicy,
        every_lane: bool,
        now: Timestamp,
        published_at: Timestamp,
    ) -> bool {
        // A clock that was set back counts as a while.
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
