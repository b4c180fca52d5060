//! The call under way: how often it went out, what it counts the next time, and how long it waits.

use conditions_core::time::Timestamp;

use crate::call::Call;
use crate::upstream::Failure;

/// The call under way.
#[derive(Debug)]
pub(super) struct Pending {
    pub(super) call: Call,
    /// Attempts so far.
    pub(super) attempts: u32,
    /// Those of them that reached the upstream, which has counted them.
    pub(super) reached: u32,
    pub(super) not_before: Timestamp,
    /// How often it was found to be heavier than the whole allowance.
    pub(super) too_heavy: u32,
    /// Whether the breaker let it pass.
    pub(super) is_permitted: bool,
    /// What the last attempt failed with.
    pub(super) failure: Option<Failure>,
}

impl Pending {
    /// What is counted before the next attempt: once for the whole call, then for each repeat of what was counted already.
    pub(super) const fn counts(&self) -> f64 {
        if self.reached == 0 { self.call.counted } else { self.call.weight }
    }

    pub(super) const fn new(call: Call, now: Timestamp) -> Self {
        Self {
            call,
            attempts: 0,
            reached: 0,
            not_before: now,
            too_heavy: 0,
            is_permitted: false,
            failure: None,
        }
    }
}
