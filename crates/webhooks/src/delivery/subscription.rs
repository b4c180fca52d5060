//! What finished deliveries do to their subscription: the eighth failed one in a row drops it, any success resets the
//! count, and nothing brings a dropped or removed one back. A receiver that is called and never answers with success is given
//! up after a while, whatever was sent to it.

use conditions_core::time::Timestamp;

use crate::policy::DeliveryPolicy;

/// Whether a subscription gets deliveries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum State {
    /// It does.
    #[default]
    Active,
    /// Its deliveries failed too often in a row.
    Dropped,
    /// Its owner ended it.
    Removed,
}

/// A subscription as far as deliveries decide about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SubscriptionState {
    /// Whether it gets deliveries.
    pub state: State,
    /// Failed deliveries in a row, in the order in which they ended.
    pub consecutive_failures: u32,
}

impl SubscriptionState {
    /// After a delivery was made. The last answers to a subscription that has ended change nothing.
    #[must_use]
    pub const fn delivered(self) -> Self {
        match self.state {
            State::Active => Self { state: State::Active, consecutive_failures: 0 },
            State::Dropped | State::Removed => self,
        }
    }

    /// After a delivery failed with all its attempts.
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

    /// After its owner ended it.
    #[must_use]
    pub const fn removed(self) -> Self {
        Self { state: State::Removed, ..self }
    }

    /// Whether it gets deliveries.
    #[must_use]
    pub const fn is_active(self) -> bool {
        matches!(self.state, State::Active)
    }
}

/// What a receiver's answers have shown so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Proof {
    /// When it first answered with success, be it to a test.
    pub answered_at: Option<Timestamp>,
    /// When the delivery of an event first succeeded.
    pub delivered_at: Option<Timestamp>,
    /// When the subscription is given up unless it answers with success by then: begins with the first attempt that it does
    /// not answer so, and never comes back after the first success.
    pub unanswered_until: Option<Timestamp>,
}

impl Proof {
    /// After an attempt that ended at `now`; `is_event` of a delivery that its owner did not ask for.
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
