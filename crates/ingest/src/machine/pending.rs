//! The call in flight: the number of its attempts, the weight of the next one, and its waiting time.

use conditions_core::time::Timestamp;

use crate::call::Call;
use crate::upstream::Failure;

#[derive(Debug)]
pub(super) struct Pending {
    pub(super) call: Call,
    /// Number of attempts so far.
    pub(super) attempts: u32,
    /// Number of attempts that reached the upstream, which has counted them.
    pub(super) reached: u32,
    pub(super) not_before: Timestamp,
    /// Number of times it was found to be heavier than the whole allowance.
    pub(super) too_heavy: u32,
    /// Whether the breaker permitted it.
    pub(super) is_permitted: bool,
    /// Failure of the last attempt.
    pub(super) failure: Option<Failure>,
}

impl Pending {
    /// Returns the weight counted before the next attempt: once for the whole call, then for each repeat of an attempt
    /// that was counted.
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
