//! The effect of finished deliveries on their subscription. The eighth failure in a row drops it, any success resets
//! the count, and a dropped or removed subscription never becomes active again. A receiver that never responds with
//! success is also given up after a while, whatever was sent to it.

use conditions_core::time::Timestamp;

use crate::policy::DeliveryPolicy;

/// The state of a subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum State {
    /// Deliveries are sent.
    #[default]
    Active,
    /// Too many deliveries in a row failed.
    Dropped,
    /// Its owner ended it.
    Removed,
}

/// The part of a subscription that deliveries decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SubscriptionState {
    /// Whether deliveries are sent.
    pub state: State,
    /// Failed deliveries in a row, in the order in which they ended.
    pub consecutive_failures: u32,
}

impl SubscriptionState {
    /// Returns the state after a successful delivery. Late responses to a subscription that has ended change nothing.
    #[must_use]
    pub const fn delivered(self) -> Self {
        match self.state {
            State::Active => Self { state: State::Active, consecutive_failures: 0 },
            State::Dropped | State::Removed => self,
        }
    }

    /// Returns the state after a delivery failed with all its attempts.
    #[must_use]
    pub const fn failed(self, policy: &DeliveryPolicy) -> Self {
        match self.state {
            State::Active => {
                let consecutive_failures = self.consecutive_failures.saturating_add(1);
                let drops = consecutive_failures >= policy.drop_after;
                Self { state: if drops { State::Dropped } else { State::Active }, consecutive_failures }
            }
            State::Dropped | State::Removed => self,
        }
    }

    /// Returns the state after the owner removed the subscription.
    #[must_use]
    pub const fn removed(self) -> Self {
        Self { state: State::Removed, ..self }
    }

    /// Returns whether deliveries are sent.
    #[must_use]
    pub const fn is_active(self) -> bool {
        matches!(self.state, State::Active)
    }
}

/// The history of a receiver's successful responses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Proof {
    /// Time of the first successful response, including tests.
    pub answered_at: Option<Timestamp>,
    /// Time of the first successful delivery of an event.
    pub delivered_at: Option<Timestamp>,
    /// Time at which the subscription is given up unless it has responded with success. Set by the first attempt
    /// without success, and cleared for good by the first success.
    pub unanswered_until: Option<Timestamp>,
}

impl Proof {
    /// Returns the history after an attempt that ended at `now`. `is_event` is true for a delivery that the owner did
    /// not request.
    #[must_use]
    pub fn after(self, policy: &DeliveryPolicy, now: Timestamp, is_success: bool, is_event: bool) -> Self {
        if is_success {
            return Self {
                answered_at: self.answered_at.or(Some(now)),
                delivered_at: self.delivered_at.or(is_event.then_some(now)),
                unanswered_until: None,
            };
        }
        let begins = self.answered_at.is_none().then(|| now.plus_millis(policy.unanswered_ms));
        Self { unanswered_until: self.unanswered_until.or(begins), ..self }
    }
}

#[cfg(test)]
mod tests;
