//! The outbox: deliveries from their making to their end.
//!
//! Only the oldest unfinished delivery of a subscription and lane has a `ready_at` and can be claimed; when it ends, the
//! next one gets its own. A claim is a lease under a fresh id, and only that id ends it. Every change of a delivery
//! happens under the lock of its subscription's row.

use webhooks::policy::DeliveryPolicy;

use crate::error::StoreError;

mod census;
mod claim;
mod enqueue;
mod finish;
mod lanes;
mod lock;
mod prune;
mod view;

pub use census::{Census, census};
pub use claim::{ClaimedDelivery, ReturnedClaim, claim, hand_back, next_wait_ms, void_all};
pub(super) use enqueue::{New, insert};
pub use enqueue::{redeliver, tell, test};
pub use finish::{EndedAttempt, FinishOutcome, finish};
pub(super) use lanes::discard;
pub(super) use lock::{lock, lock_at};
pub use prune::{PruneCounts, prune};
pub use view::{LONGEST_PAGE, history, last_delivery};

/// Longest snippet of an answer's body that is kept, bytes.
pub const SNIPPET: usize = DeliveryPolicy::CONTRACT.most_snippet;

/// Ended deliveries of a subscription that are kept at least; a few more, until they are forgotten together.
pub const KEPT: i64 = 100;

/// Rows per statement on PostgreSQL: far below its 65 535 parameters.
const BATCH: usize = 500;

/// Where a delivery comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Something happened.
    Event,
    /// Its owner asked for a test.
    Test,
    /// Its owner asked for an event's delivery once more.
    EventAgain,
    /// Its owner asked for a test's delivery once more.
    TestAgain,
}

impl Kind {
    const ALL: [Self; 4] = [Self::Event, Self::Test, Self::EventAgain, Self::TestAgain];

    const fn text(self) -> &'static str {
        match self {
            Self::Event => "event",
            Self::Test => "test",
            Self::EventAgain => "event again",
            Self::TestAgain => "test again",
        }
    }

    fn parse(text: &str) -> Result<Self, StoreError> {
        let found = Self::ALL.into_iter().find(|kind| kind.text() == text);
        found.ok_or_else(|| StoreError::Invalid(format!("stored kind of delivery `{text}`")))
    }

    const fn is_test(self) -> bool {
        matches!(self, Self::Test | Self::TestAgain)
    }

    /// Whether it makes its subscription fail or recover. What an owner asks for does neither: one could keep a dead
    /// receiver subscribed, or end a living one, by asking.
    const fn counts(self) -> bool {
        matches!(self, Self::Event)
    }

    /// What it is when it is sent once more.
    const fn again(self) -> Self {
        match self {
            Self::Event | Self::EventAgain => Self::EventAgain,
            Self::Test | Self::TestAgain => Self::TestAgain,
        }
    }
}

/// What stands in the column `stage`.
mod stage {
    pub(super) const WAITING: &str = "waiting";
    pub(super) const CLAIMED: &str = "claimed";
    pub(super) const DELIVERED: &str = "delivered";
    pub(super) const FAILED: &str = "failed";
    pub(super) const DISCARDED: &str = "discarded";
}
